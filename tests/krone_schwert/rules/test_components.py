"""Chapter 1: board, cards, people and supplies."""

import tomllib

import pytest

from kschwert_env.krone_schwert import Game, Rules
from tests.krone_schwert.conftest import STANDARD
from tests.krone_schwert.play import COPIES, Position
from tests.krone_schwert.scenes import Scene, fresh_position, octagon, square

PARTS = tomllib.loads(STANDARD)["parts"]
NAMES = [part["name"] for part in PARTS]
TERRAIN = {"P": "plain", "M": "mountain", "F": "forest"}


def neighbours(rules: Rules, field: int) -> set[int]:
    return {int(other) for other in rules.neighbours[field] if other >= 0}


def part_map(name: str) -> dict[tuple[str, int, int], str]:
    """The terrain of a part as the edition's file draws it: even lines hold octagons, odd lines squares."""
    drawing = next(part["map"] for part in PARTS if part["name"] == name)
    return {
        ("square" if line % 2 else "octagon", line // 2, column): TERRAIN[letter.upper()]
        for line, letters in enumerate(drawing.split("\n")[:6])
        for column, letter in enumerate(letters.split())
    }


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_each_player_brings_a_part_of_24_fields(players: int) -> None:
    """C1, C4: two to five players, as many parts."""
    assert Rules(players).num_fields == 24 * players


@pytest.mark.parametrize("players", [1, 6])
def test_no_other_number_of_players(players: int) -> None:
    """C1: not one, not six."""
    with pytest.raises(ValueError, match="num_players"):
        Rules(players)


def test_what_a_field_touches() -> None:
    """C2."""
    # C2: an octagon in the middle touches eight fields; four octagons beside it and the four squares at its
    # corners, across the seams of parts too
    beside = {octagon(1, 3), octagon(3, 3), octagon(2, 2), octagon(2, 4)}
    corners = {square(1, 2), square(1, 3), square(2, 2), square(2, 3)}
    assert neighbours(Rules(3), octagon(2, 3)) == beside | corners
    # C2: a square touches the four octagons around it; those to its upper left, upper right, lower left and
    # lower right, and no square
    around = {octagon(1, 1), octagon(1, 2), octagon(2, 1), octagon(2, 2)}
    assert neighbours(Rules(3), square(1, 1)) == around
    # C2: edges do not wrap around; nothing wraps around, and a corner octagon keeps one square
    assert neighbours(Rules(3), octagon(0, 0)) == {octagon(0, 1), octagon(1, 0), square(0, 0)}
    assert neighbours(Rules(3), octagon(0, 7)) == {octagon(0, 6), octagon(1, 7), square(0, 6), square(0, 7)}


def test_parts_of_a_board() -> None:
    """C4."""
    # C4: parts lie in the order of the edition when not shuffled; without shuffling the first ones, in order
    assert fresh_position(Rules(3, shuffle_parts=False))["parts"] == NAMES[:3]
    # C4: parts are drawn without replacement and placed at random; over many seeds every part comes to lie
    # first and last, never twice in a game
    drawn = [Game(Rules(3), seed).position()["parts"] for seed in range(60)]
    assert {parts[0] for parts in drawn} == {parts[2] for parts in drawn} == set(NAMES)
    assert {len(set(parts)) for parts in drawn} == {3}


def drawn_where_part_lies(position: Position, slot: int) -> dict[tuple[str, int, int], str]:
    """The terrain in a slot of three players, counted from the slot's corner."""
    corner = [(0, 0), (0, 4), (3, 2)][slot]
    places = {
        (field["shape"], field["row"] - corner[0], field["column"] - corner[1]): field["terrain"]
        for field in position["fields"]
    }
    return {place: terrain for place, terrain in places.items() if 0 <= place[1] < 3 and 0 <= place[2] < 4}


@pytest.mark.parametrize("slot", [0, 1, 2])
def test_parts_are_never_rotated(slot: int) -> None:
    """C4: a shuffled part lies as it is drawn."""
    position = Game(Rules(3), seed=5).position()
    assert drawn_where_part_lies(position, slot) == part_map(position["parts"][slot])


def test_supplies_at_the_start() -> None:
    """C5."""
    # C5: supplies at the start; 28 markers each; 26 castles, 28 small cities, 10 large cities, 10 cathedrals
    # for all
    view = Scene().play().view(0)
    assert view["supply"] == [26, 28, 10, 10]
    assert view["markers"] == [26, 26, 26]  # two of each lie on the board
    # C5: points are not limited; coins never run out
    game = Scene().king(0, castles=3).scores(500, 0, 0).phase("tax").play()
    assert game.do("tax", choice="take").scores == [503, 0, 0]


def test_copies_of_the_cards() -> None:
    """C6, S1: 66 cards; before the end all but `game_end` are in hands and piles."""
    position = fresh_position(Rules(3))
    counts = {card: sum(p.get(card, 0) for p in [*position["hands"], position["draw_pile"]]) for card in COPIES}
    assert counts == {**COPIES, "game_end": 0}
    assert sum(COPIES.values()) == 66


SHIELDS = {"leader_3": 1, "leader_4": 1, "incite": 2, "castle": 2, "cathedral": 1, "city": 2, "ambush": 1, "truce": 1}
SHIELDS["papal_visit"] = 2
COMBAT = {"leader_3": 3, "leader_4": 4, "incite": 1, "castle": 2, "cathedral": 3, "city": 2, "papal_visit": 1}


@pytest.mark.parametrize(("card", "shields"), SHIELDS.items())
def test_black_shields(scene: Scene, card: str, shields: int) -> None:
    """C6, L1: as many claims as the card has black shields."""
    game = scene.hand(0, **{card: 1}).play().do("expand", card=card)
    assert game.position["expansion"] == {"card": card, "claims_left": shields}


@pytest.mark.parametrize(("card", "combat"), COMBAT.items())
def test_combat_value_in_an_attack(card: str, combat: int) -> None:
    """C6, A3: one card beats a castle less than its combat, and not as many castles."""
    beaten = Scene().realm(1, castles=combat - 1, small_cities=0).owns(1, octagon(3, 5)).owns(0, octagon(3, 4))
    too_many = Scene().realm(1, castles=combat, small_cities=0).owns(1, octagon(3, 5)).owns(0, octagon(3, 4))
    assert beaten.hand(0, **{card: 1}).play().can("attack")
    assert not too_many.hand(0, **{card: 1}).play().can("attack")


@pytest.mark.parametrize(("card", "combat"), COMBAT.items())
def test_combat_value_in_a_revolt(card: str, combat: int) -> None:
    """C6, R4: with the card's combat the leader has 8 against 7, and with one sword less a tie."""
    scenes = [Scene().king(1).realm(0).hand(0, **{card: 1}).hand(1, cathedral=1) for _ in range(2)]
    more, equal = [scene.people(crowns=0, swords=5 + combat + i) for i, scene in enumerate(scenes)]
    laid = {0: [card], 1: ["cathedral"]}  # 3 and two crown votes for the king
    assert more.play().revolt({2: "crown"}, laid).king == 0
    assert equal.play().revolt({2: "crown"}, laid).king == 1


def test_people_cards() -> None:
    """C7."""
    # C7: people cards; 11 crowns and 11 swords, all face down at the start
    people = fresh_position(Rules(3))["people"]
    assert people == {"face_down": {"crown": 11, "sword": 11}, "open_swords": 0, "crowns_aside": 0}
    # C7: a crown turned up is set aside; a crown does not cover an open sword
    game = Scene().hand(0, incite=1).people(crowns=6, swords=0).play().do("incite")
    assert (game.open_swords, game.crowns_aside, game.face_down) == (11, 8, {"crown": 3, "sword": 0})
    # C7: an empty people pile is not renewed; with one card face down only one of three is turned up; crowns
    # aside stay aside
    game = Scene().hand(0, incite=1).people(crowns=0, swords=1).play().do("incite")
    assert (game.open_swords, game.crowns_aside, game.face_down) == (11, 11, {"crown": 0, "sword": 0})


def test_every_other_player_has_both_votes(scene: Scene) -> None:
    """C8, R2: sword or crown."""
    game = scene.king(2).realm(0).play().do("revolt").lay()
    assert game.choices("vote") == {"crown", "sword"}
