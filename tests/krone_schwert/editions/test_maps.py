"""Other kinds of maps: parts of different sizes, and individually listed fields."""

from collections import Counter
from itertools import permutations
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
import pytest

from kschwert_env.engine.compiled.rng import seeded_streams
from kschwert_env.engine.jit.native import libraries
from kschwert_env.krone_schwert import Batch, Game, Rules
from kschwert_env.krone_schwert.editions.edition import load
from kschwert_env.krone_schwert.editions.maps import directions
from kschwert_env.krone_schwert.kernel.components import Building, Card, Phase, Terrain
from tests.helpers.chances import FALSE_ALARM, chisquare
from tests.helpers.editions import standard, written
from tests.krone_schwert.editions import HAND_DRAWN, ISLANDS, small, with_maps
from tests.krone_schwert.played import play

STANDARD = standard("krone_schwert")
ISLANDS_TEXT = Path(ISLANDS).read_text(encoding="utf-8")
HAND_DRAWN_TEXT = Path(HAND_DRAWN).read_text(encoding="utf-8")
OTHERS = [Rules(3, ISLANDS), Rules(3, HAND_DRAWN), Rules(5, HAND_DRAWN, fewer_parts=True)]


@pytest.fixture(params=OTHERS, ids=lambda rules: f"{Path(rules.edition).stem}-{rules.num_players}")
def rules(request: pytest.FixtureRequest) -> Rules:
    found: Rules = request.param
    return found


# -- properties of the examples -----------------------------------------------------------------------------------


@pytest.mark.parametrize("edition", [ISLANDS, HAND_DRAWN])
@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_the_examples_have_the_record_kinds_of_the_standard_edition(edition: str, players: int) -> None:
    """The record kinds and dtypes are equal, so the same compiled code plays them."""
    mine, usual = Rules(players, edition), Rules(players)
    assert mine.record_kind == usual.record_kind
    assert mine.state_dtype is usual.state_dtype
    assert mine.board_dtype is usual.board_dtype
    assert mine.loops is usual.loops
    assert not np.array_equal(mine.neighbours, usual.neighbours)


@pytest.mark.needs_jit
def test_nothing_is_compiled_for_another_map() -> None:
    Batch(Rules(3), 2).rollout(50)
    advance: Any = Rules(3).loops.advance
    compiled = len(advance.signatures)
    for edition in (ISLANDS, HAND_DRAWN):
        Batch(Rules(3, edition), 2).rollout(50)
    assert len(advance.signatures) == compiled
    assert compiled > 0 or libraries.is_usable()


def test_a_listed_map_may_have_any_number_of_octagons() -> None:
    """Otherwise these tests would prove less than they claim."""
    for players in (2, 3, 4, 5):
        rules = Rules(players, HAND_DRAWN)
        octagons = [field["shape"] for field in Game(rules).position()["fields"]].count("octagon")
        assert rules.map.num_octagons == octagons != rules.num_fields // 2
        assert (octagons > rules.num_fields // 2) == (players == 3)
        assert any(
            min(field, other) >= octagons for field in range(rules.num_fields) for other in rules.map.adjacent[field]
        ), "two squares beside each other"


# -- actions ----------------------------------------------------------------------------------------------------


def test_the_actions_follow_from_the_map(rules: Rules) -> None:
    fields = Game(rules).position()["fields"]
    octagons = {field["id"] for field in fields if field["shape"] == "octagon"}
    pairs = {(f["id"], other) for f in fields for other in f["neighbours"] if f["id"] in octagons} - {
        (one, other) for one in octagons for other in octagons
    }
    actions = [rules.actions.decode(i) for i in range(rules.num_actions)]
    assert [rules.actions.encode(*action) for action in actions] == list(range(rules.num_actions))
    assert {action.field for action in actions if action.kind == "cathedral"} == octagons
    assert {(a.field, a.partner) for a in actions if a.kind == "large_city"} == pairs
    for kind in ("claim", "castle", "small_city", "attack"):
        assert [action.field for action in actions if action.kind == kind] == list(range(len(fields)))
    assert len(actions) == 4 * len(fields) + len(octagons) + len(pairs) + 31


@pytest.mark.parametrize("edition", [ISLANDS, HAND_DRAWN])
def test_the_fields_of_a_large_city_point_at_each_other(edition: str) -> None:
    """B1: each field has the direction of the other one; the two directions need not be opposite."""
    rules, opposite = Rules(3, edition), 0
    for octagon, square in rules.map.city_sites:
        states = rules.board["blank"].copy()
        states["terrain"] = Terrain.PLAIN
        states["phase"], states["player"], states["action_points"] = Phase.ACTION, 0, 3
        states["owner"][0, [octagon, square]] = 0
        states["hands"][0, 0, Card.CITY] = 1
        action = rules.actions.encode("large_city", field=octagon, partner=square)
        rules.loops.step(states, seeded_streams(0, 1), rules.board, np.ones((1, rules.num_actions), np.int8), action)
        ahead, back = (int(states["partner"][0, field]) for field in (octagon, square))
        assert (states["building"][0] == Building.LARGE_CITY).nonzero()[0].tolist() == [octagon, square]
        assert rules.neighbours[octagon, ahead - 1] == square
        assert rules.neighbours[square, back - 1] == octagon
        opposite += (ahead - back) % 8 == 4
    assert (opposite == len(rules.map.city_sites)) == (edition == ISLANDS)


# -- parts of different sizes ------------------------------------------------------------------------------------


@pytest.mark.needs_jit
def test_parts_lie_in_slots_of_their_size() -> None:
    """C4: each slot gets any part of its size equally often, and no part twice."""
    rules, parts = Rules(5, ISLANDS), load(ISLANDS).parts
    sizes = {part.name: part.size for part in parts}
    slots = [slot.size for slot in rules.map.slots]
    laid = [[parts[i].name for i in state["parts"]] for state in Batch(rules, 3000, seed=5, observations=False).states]
    assert all([sizes[name] for name in names] == slots for names in laid)
    alike = [slot for slot, size in enumerate(slots) if size == (3, 4)]
    assert len(alike) == 2
    fitting = [name for name in sizes if sizes[name] == (3, 4)]
    pairs = Counter(tuple(names[slot] for slot in alike) for names in laid)
    assert chisquare(pairs, dict.fromkeys(permutations(fitting, 2), 1.0)) > FALSE_ALARM


def test_without_shuffling_the_first_parts_of_each_size_are_placed() -> None:
    """C4."""
    position = Game(Rules(5, ISLANDS, shuffle_parts=False), 3).position()
    assert position["parts"] == ["high_moor", "long_beach", "ferry", "north_cape", "old_mill"]
    assert Game.from_position(position).position() == position
    position = Game(Rules(5, ISLANDS), 3).position()
    with pytest.raises(ValueError, match="without shuffling they lie in the order"):
        Game.from_position({**position, "rules": {**position["rules"], "shuffle_parts": False}})


def test_a_position_with_a_part_in_a_slot_of_another_size_is_refused() -> None:
    position = Game(Rules(3, ISLANDS), 3).position()
    position["parts"].reverse()
    with pytest.raises(ValueError, match=r"parts\[0\] is .* a part of 4 rows of 4 octagons"):
        Game.from_position(position)


def test_the_terrain_of_every_slot_is_that_of_its_part() -> None:
    """C4: compared with the drawings of the parts."""
    for seed in range(5):
        position = Game(Rules(5, ISLANDS), seed).position()
        terrain = {(f["shape"], f["row"], f["column"]): f["terrain"][0] for f in position["fields"]}
        for name, slot in zip(position["parts"], Rules(5, ISLANDS).map.slots, strict=True):
            drawn = ISLANDS_TEXT.split(f'name = "{name}"')[1].split('"""')[1].split("\n")[1:-1]
            for line, letters in enumerate(drawn):
                for column, letter in enumerate(letters.split()):
                    place = ("octagon", "square")[line % 2], slot.row + line // 2, slot.column + column
                    assert terrain[place] == letter.lower(), (name, place)


def test_a_common_size_of_parts_is_optional(tmp_path: Path) -> None:
    said = STANDARD.replace("2 = [[0, 0], [3, 0]]", "2 = [[0, 0, 3, 4], [3, 0]]")
    assert said != STANDARD
    assert load(written(tmp_path, said)) == load("standard")
    assert load(written(tmp_path, said)).fingerprint == load("standard").fingerprint


# -- individually listed fields -----------------------------------------------------------------------------------


def test_a_lattice_listed_field_by_field_is_the_lattice(tmp_path: Path) -> None:
    """C2: neighbours have the same directions, so the games are the same."""
    mine, usual = Rules(2, written(tmp_path, with_maps(small()))), Rules(2, shuffle_parts=False)
    assert (mine.neighbours == usual.neighbours).all()
    assert [mine.actions.decode(i) for i in range(mine.num_actions)] == [
        usual.actions.decode(i) for i in range(usual.num_actions)
    ]
    game, twin, choice = Game(mine, 4), Game(usual, 4), Random(4)
    while not game.is_over:
        action = choice.choice(game.legal_actions())
        game.step(action)
        twin.step(action)
        assert game.player == twin.player
    assert (game.scores == twin.scores).all()
    assert (game.observe(0)["observation"] == twin.observe(0)["observation"]).all()


def test_positions_have_the_coordinates_of_the_edition(tmp_path: Path) -> None:
    fields = small()
    fields[0]["at"], fields[1]["at"] = [-0.25, 0], [1, -0.125]
    game = Game(Rules(2, written(tmp_path, with_maps(fields))), 1)
    position = game.position()
    assert position["parts"] == []
    assert [[field["column"], field["row"]] for field in position["fields"]] == [field["at"] for field in fields]
    assert repr([position["fields"][i]["row"] for i in (0, 1)]) == "[0, -0.125]"
    assert Game.from_position(position) == game
    for key, value in (("row", 0.5), ("column", 3), ("terrain", "sea"), ("neighbours", [])):
        damaged = {**position, "fields": [{**position["fields"][0], key: value}, *position["fields"][1:]]}
        with pytest.raises(ValueError, match=r"fields\[0\] is .* as the edition says"):
            Game.from_position(damaged)
    with pytest.raises(ValueError, match="parts is"):
        Game.from_position({**position, "parts": ["heartland"]})


@pytest.mark.needs_jit
def test_positions_of_whole_games_are_read_back(rules: Rules) -> None:
    for number, (_, _, after) in enumerate(play(rules, 0)):
        if number % 9 == 0 or after["phase"] == "over":
            assert Game.from_position(after).position() == after


def test_the_land_of_a_listed_map_is_the_same_in_every_game() -> None:
    states = Batch(Rules(3, HAND_DRAWN), 20, seed=1, observations=False).states
    listed = [Terrain[field["terrain"].upper()] for field in Game(Rules(3, HAND_DRAWN)).position()["fields"]]
    assert (states["terrain"] == listed).all()
    assert (states["free_land"] == sum(terrain != Terrain.MOUNTAIN for terrain in listed)).all()
    assert (states["parts"] < 0).all()


def test_variant_v1_is_played_on_the_map_of_one_player_fewer() -> None:
    """V1."""
    assert (Rules(4, HAND_DRAWN, fewer_parts=True).neighbours == Rules(3, HAND_DRAWN).neighbours).all()


# -- directions -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_neighbours_have_directions_clockwise(players: int) -> None:
    """Directions are clockwise as on the plane, and differ from the angle by less than three eighths of a turn."""
    rules = Rules(players, HAND_DRAWN)
    for field, row in enumerate(rules.neighbours):
        y, x = rules.map.coordinates[field]
        angles = [
            np.arctan2(rules.map.coordinates[other][1] - x, y - rules.map.coordinates[other][0]) * 4 / np.pi
            for other in row[row >= 0]
        ]
        assert sorted(row[row >= 0].tolist()) == rules.map.adjacent[field]
        turns = np.diff(angles + angles[:1]) % 8
        assert turns.sum() == pytest.approx(8 if len(angles) > 1 else 0)  # exactly one turn
        off = (np.flatnonzero(row >= 0) - angles + 4) % 8 - 4
        assert np.abs(off).max() < 3


@pytest.mark.parametrize(
    ("angles", "expected"),
    [
        ([0, 2, 4, 6], [0, 2, 4, 6]),
        ([0.3, 1.6, 7.6], [0, 2, 7]),
        ([0.1, 0.2], [0, 1]),
        ([0.1, 7.8], [0, 7]),
        ([0.2, 7.9], [1, 0]),
        ([0.2, 7.8], [1, 0]),  # equal in cost to [0, 7], which uses a later direction
        ([3.9, 4.0, 4.1], [3, 4, 5]),
        ([0.5, 0.6, 0.7, 0.8, 0.9, 1.0, 1.1, 1.2], [5, 6, 7, 0, 1, 2, 3, 4]),
        ([], []),
    ],
)
def test_directions_are_as_close_as_possible(angles: list[float], expected: list[int]) -> None:
    assert directions(angles).tolist() == expected
