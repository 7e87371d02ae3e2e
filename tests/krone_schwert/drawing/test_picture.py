"""Pictures show every field, piece, card and fight in its position, and to a seat only what it may know."""

import random
import re
from collections import Counter
from collections.abc import Iterator
from functools import cache
from random import Random
from typing import Any

import pytest

from kschwert_env.engine.contract.actions import Action
from kschwert_env.engine.contract.rules import Position
from kschwert_env.engine.text.voice import PLAIN
from kschwert_env.krone_schwert import Game, Rules
from kschwert_env.krone_schwert.svg import picture as pictures
from kschwert_env.krone_schwert.svg.board import centres
from kschwert_env.krone_schwert.svg.layout import layout
from kschwert_env.krone_schwert.svg.table import PANEL, WIDTH
from kschwert_env.krone_schwert.text.drawing import draw_text
from kschwert_env.rendering.boxes import chips
from kschwert_env.rendering.svg import SMALLEST, size_of
from kschwert_env.rendering.symbols import NUMBER
from tests.helpers.pictures import SVG, data, panels, tree, words
from tests.krone_schwert.play import COPIES
from tests.krone_schwert.played import games
from tests.krone_schwert.scenes import Scene
from tests.referee.krone_schwert.test_paired_worlds import World, changed_manually, decide, declared_revolt, resampled

pytestmark = pytest.mark.needs_jit


def draw_svg(position: Position, viewer: int | None, action: Action | None) -> str:
    """Return a picture, with seats by number."""
    return PLAIN.say_in_picture(pictures.draw_svg(position, viewer, action))


PLAYERS = (2, 3, 4, 5)


def spectated(position: Position, action: Action | None = None) -> str:
    return draw_svg(position, None, action)


@cache
def moments(players: int) -> list[tuple[Position, Action]]:
    """Return positions of some games, with the actions before them, in every phase."""
    every = [(after, action) for game in games(players) for _, action, after in game]
    rare = {after["phase"]: (after, action) for after, action in every}
    return every[:: len(every) // 8] + list(rare.values())


# -- the board ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("players", PLAYERS)
def test_numbers_on_markers_are_legible(players: int) -> None:
    """At least 12 pixels, also beside buildings on a small board."""
    for position, _ in moments(players):
        scale = layout(position).scale
        for marker in re.findall(r'<use href="#ks-seat\d"[^>]*data-marker[^>]*>', spectated(position)):
            own = re.search(r"scale\(([\d.]+)\)", marker)
            assert NUMBER * scale * (float(own[1]) if own else 1) > SMALLEST - 0.1


@pytest.mark.parametrize("players", PLAYERS)
def test_every_field_is_drawn_once_with_its_terrain_and_number(players: int) -> None:
    position = Game(Rules(players)).position()
    picture = spectated(position)
    assert data(picture, "field") == [str(field["id"]) for field in position["fields"]]
    assert data(picture, "terrain") == [field["terrain"] for field in position["fields"]]
    drawn = [element for element in tree(picture).iter() if element.get("data-field")]
    for field, element, middle in zip(position["fields"], drawn, centres(position), strict=True):
        assert element.get("href") == f"#ks-{field['shape']}"
        assert element.get("fill") == f"url(#ks-{field['terrain']})"
        assert (float(element.get("x", "")), float(element.get("y", ""))) == middle
    numbers = Counter(words(picture))
    assert all(numbers[str(field["id"])] >= 1 for field in position["fields"])


def test_neighbours_and_only_they_touch() -> None:
    """C2: octagons are 88 wide; the centre of a square is the corner that four of them would share."""
    position = Game(Rules(5)).position()
    fields, at = position["fields"], centres(position)
    touching = {("octagon", "octagon"): [(0, 88), (88, 0)], ("square", "square"): []}
    for field in fields:
        for other in fields:
            (x, y), (u, v) = at[field["id"]], at[other["id"]]
            apart = touching.get((field["shape"], other["shape"]), [(44, 44)])
            assert ((abs(x - u), abs(y - v)) in apart) == (other["id"] in field["neighbours"])


@pytest.mark.parametrize("players", PLAYERS)
def test_markers_and_buildings_are_those_of_the_position(players: int) -> None:
    for position, action in moments(players):
        picture = spectated(position, action)
        owners = {str(field): str(owner) for field, owner in enumerate(position["owner"]) if owner is not None}
        assert dict(zip(data(picture, "on"), data(picture, "marker"), strict=True)) == owners
        assert len(data(picture, "marker")) == len(owners)
        kinds = Counter(building["kind"] for building in position["buildings"])
        assert Counter(data(picture, "building")) == kinds
        assert len(data(picture, "cathedral")) == sum(building["cathedral"] for building in position["buildings"])


def test_a_large_city_reaches_from_its_octagon_to_its_square() -> None:
    position = Game(Rules(2)).position()
    octagon = next(field for field in position["fields"] if field["shape"] == "octagon" and field["row"] == 2)
    square = next(f for f in map(position["fields"].__getitem__, octagon["neighbours"]) if f["shape"] == "square")
    for fields in ([octagon["id"], square["id"]], [square["id"], octagon["id"]]):
        position["owner"][octagon["id"]] = position["owner"][square["id"]] = 1
        position["buildings"] = [{"kind": "large_city", "fields": fields, "cathedral": True}]
        (city,) = [e for e in tree(spectated(position)).iter() if e.get("data-building")]
        (x, y), (u, v) = (centres(position)[field["id"]] for field in (octagon, square))
        assert {path.get("d") for path in city.iter(f"{SVG}path")} == {f"M{x:g} {y:g}L{u:g} {v:g}"}
        assert [use.get("href") for use in city.iter(f"{SVG}use")] == ["#ks-cathedral", "#ks-house"]


def test_the_last_action_is_marked_on_its_fields_and_written() -> None:
    position = Game(Rules(3)).position()
    for action, fields, label in [
        (Action("claim", field=7), ["7"], "claim on field 7"),
        (Action("large_city", field=9, partner=44), ["9", "44"], "large city on fields 9 and 44"),
        (Action("lay", card="leader_3"), [], "lay leader 3"),
        (Action("react", choice="none"), [], "react none"),
        (Action("draw"), [], "draw"),
    ]:
        picture = spectated(position, action)
        assert data(picture, "last") == fields
        assert f"Last action: {label}" in words(picture)
        assert f"Last     {action}" in draw_text(position, None, action)
    assert data(spectated(position), "last") == []
    assert "Last action" not in "".join(words(spectated(position)))
    assert "Last" not in draw_text(position, None, None)


def test_the_field_under_attack_is_marked() -> None:
    attacks = [(position, action) for position, action in moments(3) if position["attack"]]
    assert attacks
    for position, action in attacks:
        field = position["attack"]["field"]
        assert data(spectated(position, action), "attacked") == [str(field)]
        assert f"attacks field {field} of" in words(spectated(position, action))
        assert f"Attack   on seat {position['owner'][field]}'s field {field}; laid: " in draw_text(position, 0, action)
    assert data(spectated(Game(Rules(3)).position()), "attacked") == []


# -- the table ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("players", PLAYERS)
def test_pictures_are_well_formed_and_equal_in_size(players: int) -> None:
    assert {position["phase"] for position, _ in moments(players)} >= {"setup", "action", "expand", "tax", "over"}
    for visible in (True, False):
        sizes = set()
        for position, action in moments(players):
            shown = {**position, "rules": {**position["rules"], "visible_scores": visible}}
            for viewer in (None, 0, players - 1):
                picture = draw_svg(shown, viewer, action)
                sizes.add(size_of(picture))
                assert "None" not in "".join(words(picture))
                assert data(picture, "seat") == [str(seat) for seat in range(players)]
        assert len(sizes) == 1


def hand(seat: int, **cards: int) -> Scene:
    return Scene(3, visible_scores=False).king(1).realm(2).hand(seat, **cards).scores(3, 14, 15).announced(1, 13)


def test_a_seat_sees_its_own_cards_and_the_number_of_others() -> None:
    game = hand(1, castle=2, truce=1).hand(0, city=3).play().game
    own, other = panels(game.svg(1))[1], panels(game.svg(1))[0]
    assert [card for card in own if card.startswith(("castle", "truce"))] == ["castle x2", "truce"]
    assert "Seat 1" in own
    assert "city x3" not in other
    assert "3" in other
    assert "city x3" in panels(game.svg())[0]
    assert "castle x2" in panels(game.svg())[1]
    backs = [element for element in tree(game.svg(1)).iter() if element.get("href") == "#ks-back"]
    assert len(backs) == 3 + 3  # one beside each number, and the cards of seat 0


def test_points_are_hidden_by_the_option_but_for_those_announced() -> None:
    """P1."""
    game = hand(0).play().game
    shown = [[text for text in panel if "points" in text or "announced" in text] for panel in panels(game.svg(2))]
    assert shown == [["? points"], ["? points", "announced 13"], ["15 points"]]
    assert "announced: seat 1 13 VP" in game.text(2)
    spectator = [[text for text in panel if "points" in text] for panel in panels(game.svg())]
    assert spectator == [["3 points"], ["14 points"], ["15 points"]]


def test_hidden_points_stay_hidden_in_the_final_scoring() -> None:
    """P1: points of other seats for buildings, areas and the crown are public, their totals are not."""
    position = games(3)[0][-1][2]
    position = {**position, "rules": {**position["rules"], "visible_scores": False}, "scores": [101, 202, 303]}
    seen = words(draw_svg(position, 1, None))
    assert "202" in seen
    assert seen.count("?") == 4  # before and total of two seats
    assert not {"101", "303"} & set(seen)
    assert "101" not in draw_text(position, 1, None)
    assert {"101", "202", "303"} <= set(words(spectated(position)))


def test_only_a_spectator_sees_the_draw_pile_and_the_position_of_game_end() -> None:
    game = Scene(3).king(1).realm(0).scores(15, 15, 15).announced(1, 15).end_begun(50).play().game
    assert "after 50 more cards" in words(game.svg())
    assert "game end after 50 more" in game.text()
    size = sum(game.position()["draw_pile"].values())
    for drawn in (" ".join(words(game.svg(0))), game.text(0)):
        assert "more" not in drawn
        assert str(size) in drawn
    assert f"Draw     {size}\n" in game.text(0)


def test_crown_papal_visit_and_decision_stand_on_their_panels() -> None:
    game = Scene(3).king(1).realm(0).papal_visit(2).play().game
    found = [element for element in tree(game.svg()).iter() if element.get("data-seat")]
    signs = [[use.get("href") for use in panel.iter(f"{SVG}use")] for panel in found]
    assert ["#ks-crown" in sign for sign in signs] == [False, True, False]
    assert ["#ks-mitre" in sign for sign in signs] == [False, False, True]
    assert ["decides" in panel for panel in panels(game.svg())] == [True, False, False]


def test_a_hand_of_every_card_stays_on_its_panel() -> None:
    cards = dict(list(COPIES.items())[:9])
    drawn = [tree(chip) for chip in chips(cards, 60, 63, WIDTH - 66)]
    rectangles = [chip[0].attrib for chip in drawn]
    assert len(drawn) == 9
    assert all(float(r["x"]) + float(r["width"]) <= WIDTH - 6 for r in rectangles)
    assert all(float(r["y"]) + float(r["height"]) <= PANEL for r in rectangles)


# -- revolts --------------------------------------------------------------------------------------------------


def revolting() -> Game:
    """Return a game in which seat 0 leads against seat 2; seat 1 has voted sword, laid a castle, and decides."""
    scene = Scene(3).king(2).realm(0).hand(0, city=2).hand(1, castle=3).hand(2, truce=1)
    play = scene.play().do("revolt").lay("city")
    return play.do("vote", choice="sword").do("lay", card="castle").game


def laid_cards(svg: str) -> list[str]:
    """Return the cards that are shown as laid: cards in hands are targets, too."""
    return re.findall(r'<g data-card="(\w+)"><rect', svg)


def test_a_spectator_sees_a_revolt_completely() -> None:
    game = revolting()
    assert "castle" in laid_cards(game.svg())
    assert "city" in laid_cards(game.svg())
    text = game.text()
    assert "Revolt   seat 0 (leader) has decided; votes sword, laid city\n" in text
    assert "         seat 1 decides now; votes sword, laid castle\n" in text
    assert "         seat 2 (king) is still to decide; votes crown, laid nothing\n" in text


def test_a_seat_sees_the_open_part_of_a_revolt_and_its_own_choice() -> None:
    """R2, R3: the number of cards in hand includes those laid."""
    game = revolting()
    assert "castle" in laid_cards(game.svg(1))
    assert "city" not in laid_cards(game.svg(1))
    assert "         seat 1 decides now; votes sword, laid castle\n" in game.text(1)
    for viewer in (0, 2):
        assert "castle" not in laid_cards(game.svg(viewer))
        assert "         seat 1 decides now; vote unknown, cards unknown\n" in game.text(viewer)
        assert "3" in panels(game.svg(viewer))[1]
    assert "Revolt   seat 0 (leader) has decided; votes sword, cards unknown\n" in game.text(1)


def test_the_last_action_of_a_revolt_is_shown_to_the_deciding_seat_only() -> None:
    game = revolting()
    lay = game.rules.actions.encode("lay", card="castle")
    assert "Last     lay(card=castle)" in game.text(1, lay)
    assert "Last action: lay castle" in words(game.svg(1, lay))
    for viewer in (0, 2):
        assert game.text(viewer, lay) == game.text(viewer)
        assert game.svg(viewer, lay) == game.svg(viewer)
    assert "Last     lay(card=castle)" in game.text(None, lay)


# -- secrets --------------------------------------------------------------------------------------------------

Drawn = tuple[str, str]


def drawn(game: Game, seat: int, last: int | None) -> Drawn:
    return game.text(seat, last), game.svg(seat, last)


def watch(game: Game, seat: int, own: Random, others: Random) -> Iterator[Drawn]:
    """Yield the drawings for a seat up to the reveal, one per change of decision or seat.

    While another seat lays its cards, no drawing may change.
    """
    last: int | None = game.rules.actions.encode("revolt")
    view = drawn(game, seat, last)
    yield view
    while True:
        was = (game.phase, game.player)
        last = (own if game.player == seat else others).choice(game.legal_actions())
        game.step(last)
        if game.position()["revolt"] is None:
            return
        now = drawn(game, seat, last)
        if was[1] == seat or (game.phase, game.player) != was:
            yield now
        else:
            assert now == view
        view = now


@pytest.mark.parametrize("world", [resampled, changed_manually])
@pytest.mark.parametrize(("players", "visible"), [(2, True), (3, False), (4, True), (5, False)])
def test_drawings_of_a_revolt_keep_its_secrets(players: int, visible: bool, world: World) -> None:
    """R3, P1, P2: two worlds that differ only in hidden information give equal drawings for the seat."""
    for seat in range(players):
        random = Random(f"{players} {visible} {seat}")
        game = declared_revolt(players, visible, random)
        other = world(game, seat, random)
        own = random.getrandbits(32)
        assert list(watch(game, seat, Random(own), Random(1))) == list(watch(other, seat, Random(own), Random(2)))


@pytest.mark.parametrize("visible", [True, False])
@pytest.mark.parametrize("players", PLAYERS)
def test_drawings_of_any_moment_keep_secrets(players: int, visible: bool) -> None:
    """P1: checked along complete games, including their ends; for a spectator the worlds differ."""
    random = Random(f"{players} {visible}")
    rules, differing = Rules(players, visible_scores=visible, max_rounds=9), 0
    game = Game(rules, random.getrandbits(63))
    number = 0
    while not game.is_over:
        if number % 17 == 0 or game.phase.startswith(("attack", "revolt")):
            seat = random.randrange(players)
            other = changed_manually(game, seat, random)
            assert drawn(game, seat, None) == drawn(other, seat, None)
            differing += game.svg() != other.svg() and game.text() != other.text()
        decide(game, random)
        number += 1
    assert differing > 1
    position = game.position()
    for seat in range(players):
        position["scores"] = [points + 5 * (other != seat) for other, points in enumerate(game.scores.tolist())]
        same = drawn(Game.from_position(position), seat, None) == drawn(game, seat, None)
        assert same != visible


def test_drawings_for_a_seat_do_not_read_hidden_cards(monkeypatch: pytest.MonkeyPatch) -> None:
    """Hidden facts do not reach the drawing code for a seat."""
    given: list[tuple[Any, ...]] = []
    for name in ("draw_text", "draw_svg"):
        monkeypatch.setattr(Rules, name, lambda *arguments: given.append(arguments))
    game = Scene(3).king(1).realm(0).hand(0, castle=9).hand(1, castle=6, truce=1).play().game
    game.text(0)
    game.svg(0)
    dealt = game.resample(0, 0).position()
    assert [arguments[1] for arguments in given] == [dealt, dealt]
    assert dealt["hands"][1] != game.position()["hands"][1]


# -- standalone use --------------------------------------------------------------------------------------------


def test_a_notebook_shows_a_game_by_itself() -> None:
    game = Game(Rules(2), seed=random.randrange(10))
    assert game._repr_svg_() == game.svg()


def test_drawing_changes_nothing() -> None:
    game = revolting()
    before = game.to_bytes()
    drawn(game, 0, None)
    drawn(game, 1, 3)
    assert game.to_bytes() == before
