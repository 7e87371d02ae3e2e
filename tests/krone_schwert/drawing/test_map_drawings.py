"""Drawings of listed maps: fields at their coordinates without overlaps, and lines between neighbours."""

import re
from itertools import combinations
from pathlib import Path

import numpy as np
import pytest

from kschwert_env.engine.records.record import Recorder
from kschwert_env.krone_schwert import Game, Rules
from kschwert_env.krone_schwert.svg.board import MARGIN, board_size, centres
from kschwert_env.krone_schwert.svg.symbols import CUT, PITCH
from kschwert_env.krone_schwert.text.drawing import LINES, TEXTURES, board_glyphs, draw_board
from kschwert_env.rendering.pages.page import page
from kschwert_env.rendering.raster import rasterise
from tests.docs.generators import example_picture
from tests.docs.generators.generated import DOCS
from tests.helpers.editions import written
from tests.helpers.pictures import SVG, data, tree
from tests.krone_schwert.drawing.test_drawing import drawn_fields
from tests.krone_schwert.editions import HAND_DRAWN, as_listed, with_maps
from tests.krone_schwert.play import Position

PLAYERS = (2, 3, 4, 5)
CORNERS = {  # of the fields of a picture
    "octagon": [(x, y) for a, b in [(16, 44), (44, 16)] for x in (-a, a) for y in (-b, b)],
    "square": [(28, 0), (-28, 0), (0, 28), (0, -28)],
}


def position(players: int) -> Position:
    found: Position = Game(Rules(players, HAND_DRAWN)).position()
    return found


def gap(one: tuple[str, tuple[float, float]], other: tuple[str, tuple[float, float]]) -> float:
    """Return the distance between two fields of a picture along the best separating line; negative if they overlap."""
    best = -np.inf
    for normal in ((1, 0), (0, 1), (1, 1), (1, -1)):  # of the sides of both shapes
        spans = [
            [np.dot(np.add(corner, middle), normal) for corner in CORNERS[shape]] for shape, middle in (one, other)
        ]
        apart = max(min(spans[0]) - max(spans[1]), min(spans[1]) - max(spans[0]))
        best = max(best, apart / np.hypot(*normal))
    return float(best)


def ends(picture: str) -> list[tuple[float, ...]]:
    """Return the lines between fields in a picture."""
    paths = [path.get("d", "") for path in tree(picture).iter(f"{SVG}path") if path.get("stroke-width") == "4"]
    return [tuple(map(float, line)) for d in paths for line in re.findall(r"M(\S+) (\S+?)L(\S+) ([^M]+)", d)]


@pytest.mark.parametrize("players", PLAYERS)
def test_fields_are_drawn_at_their_coordinates(players: int) -> None:
    """All fields are shifted and scaled by the same amounts, equally in both directions, and lie in the picture."""
    found = position(players)
    given = np.array([(field["column"], field["row"]) for field in found["fields"]])
    at = np.array(centres(found))
    scale = (at[1] - at[0])[0] / (given[1] - given[0])[0]
    assert scale > 0
    assert at - at[0] == pytest.approx((given - given[0]) * scale)
    reach = np.array([PITCH / 2 if field["shape"] == "octagon" else CUT for field in found["fields"]])[:, None]
    assert (at - reach).min(axis=0) == pytest.approx([MARGIN, MARGIN])
    assert (at + reach).max(axis=0) == pytest.approx(np.array(board_size(found)) - MARGIN)


@pytest.mark.parametrize("players", PLAYERS)
def test_fields_are_as_close_as_is_legible(players: int) -> None:
    """No overlaps; only neighbours touch; and some constraint prevents a smaller scale."""
    found = position(players)
    fields = list(zip([field["shape"] for field in found["fields"]], centres(found), strict=True))
    gaps = {(i, j): gap(fields[i], fields[j]) for i, j in combinations(range(len(fields)), 2)}
    beside = {(i, j) for i, field in enumerate(found["fields"]) for j in field["neighbours"] if i < j}
    assert min(gaps.values()) > -1e-6
    assert min(apart for pair, apart in gaps.items() if pair not in beside) > 2
    assert min(gaps.values()) < 8


def drawn_at(*at: tuple[float, float], beside: list[tuple[int, int]]) -> list[tuple[float, float]]:
    """Return the drawn centres of octagons with these coordinates and neighbours."""
    fields: list[Position] = [{"shape": "octagon", "column": x, "row": y, "neighbours": []} for x, y in at]
    for one, other in beside:
        fields[one]["neighbours"].append(other)
        fields[other]["neighbours"].append(one)
    return centres({"parts": [], "fields": fields})


def test_neighbours_touch_and_others_do_not() -> None:
    """The two closest octagons of all: neighbours are one width apart, other fields slightly more."""
    places = (0, 0), (2, 0), (1, 7)
    (x, y), (u, v), _ = drawn_at(*places, beside=[(0, 1), (1, 2)])
    assert (u - x, v - y) == pytest.approx((PITCH, 0))
    (x, y), (u, v), _ = drawn_at(*places, beside=[(0, 2), (1, 2)])
    assert (u - x, v - y) == pytest.approx((1.08 * PITCH, 0))


def test_fields_keep_off_the_lines_of_others() -> None:
    """The third field is far from both ends of the line, but near its middle."""
    begin, end, third = drawn_at((0, 0), (20, 0), (10, 2), beside=[(0, 1), (1, 2)])
    assert begin[1] == end[1]
    assert third[1] - begin[1] == pytest.approx(1.2 * PITCH / 2)


@pytest.mark.parametrize("players", PLAYERS)
def test_lines_lead_from_neighbour_to_neighbour(players: int) -> None:
    """Lines connect neighbours that do not touch, and keep a distance from all other fields."""
    found, at = position(players), centres(position(players))
    fields = list(zip([field["shape"] for field in found["fields"]], at, strict=True))
    beside = {(i, j) for i, field in enumerate(found["fields"]) for j in field["neighbours"] if i < j}
    expected = {(*at[i], *at[j]) for i, j in beside if gap(fields[i], fields[j]) > 1}
    assert len(expected) > len(fields)
    picture = Game(Rules(players, HAND_DRAWN)).svg()
    assert sorted(ends(picture)) == [pytest.approx(line, abs=0.01) for line in sorted(expected)]
    for line in expected:
        begin, along = np.array(line[:2]), np.array(line[2:]) - line[:2]
        for field, middle in zip(found["fields"], at, strict=True):
            share = np.clip(np.dot(np.subtract(middle, begin), along) / np.dot(along, along), 0, 1)
            away = np.hypot(*(begin + share * along - middle))
            assert away > (PITCH / 2 if field["shape"] == "octagon" else CUT) or share in (0, 1)


def test_a_lattice_has_no_lines() -> None:
    assert ends(Game(Rules(2)).svg()) == []


def test_a_picture_of_a_map_becomes_pixels() -> None:
    picture = Game(Rules(2, HAND_DRAWN)).svg()
    pixels = rasterise(picture)
    for field, (x, y) in zip(position(2)["fields"], centres(position(2)), strict=True):
        assert data(picture, "field")[field["id"]] == str(field["id"])
        assert pixels.shape[1] > x
        assert pixels.shape[0] > y


@pytest.mark.needs_jit
def test_a_recorded_game_becomes_a_page() -> None:
    recorder = Recorder(Game, Rules(2, HAND_DRAWN), seed=5)
    while len(recorder.lines) < 20:
        recorder.step(recorder.game.legal_actions()[0])
    written_page = page(recorder)
    assert all(f'data-field=\\"{field["id"]}\\"' in written_page for field in position(2)["fields"])


@pytest.mark.parametrize("players", PLAYERS)
def test_every_field_is_written_once_with_its_terrain(players: int) -> None:
    found = position(players)
    numbers = [g.char for line in board_glyphs(found) for g in line if g.tone == "id"]
    assert len(numbers) == sum(len(str(field["id"])) for field in found["fields"])
    drawn = drawn_fields(found)
    assert drawn == {field["id"]: (TEXTURES[field["terrain"]], "") for field in found["fields"]}
    assert draw_board(found).endswith(LINES)
    assert not draw_board(Game(Rules(players)).position()).endswith(LINES)


def test_holdings_stand_on_their_fields() -> None:
    found = position(3)
    found["owner"] = [field["id"] % 3 for field in found["fields"]]
    drawn = drawn_fields(found)
    assert {field: holding for field, (_, holding) in drawn.items()} == {
        field: str(owner) for field, owner in enumerate(found["owner"])
    }


def test_a_large_city_of_fields_apart_has_a_road() -> None:
    found = position(3)
    octagon, square = Rules(3, HAND_DRAWN).map.city_sites[-1]
    found["owner"][octagon] = found["owner"][square] = 1
    before = draw_board(found)
    found["buildings"] = [{"kind": "large_city", "fields": [square, octagon], "cathedral": False}]
    assert draw_board(found).count("=") > before.count("=") == 1  # in the legend


def test_a_lattice_listed_field_by_field_is_drawn_as_the_lattice(tmp_path: Path) -> None:
    usual = Game(Rules(2, shuffle_parts=False)).position()
    octagon, square = Rules(2).map.city_sites[0]
    mine = Game(Rules(2, written(tmp_path, with_maps(as_listed(usual))))).position()
    for found in (usual, mine):
        found["owner"][octagon] = found["owner"][square] = 1
        found["buildings"] = [{"kind": "large_city", "fields": [octagon, square], "cathedral": False}]
    assert centres(mine) == [pytest.approx(middle) for middle in centres(usual)]
    assert board_size(mine) == pytest.approx(board_size(usual))
    assert draw_board(mine) == draw_board(usual)


def test_the_example_on_the_page_is_up_to_date() -> None:
    """`python -m tests.docs.generators.example_picture` writes the picture."""
    path = example_picture.path_of("krone_schwert_map")
    assert f"(images/{path.name})" in (DOCS / "krone_schwert_rules.md").read_text(encoding="utf-8")
    assert path.read_text(encoding="utf-8") == example_picture.of_a_map()
