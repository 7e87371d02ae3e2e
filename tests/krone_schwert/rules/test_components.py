"""Chapter 1: board, cards, people and supplies."""

import tomllib
from itertools import product

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


def part_neighbours(place: tuple[str, int, int]) -> set[tuple[str, int, int]]:
    shape, row, column = place
    if shape == "square":
        return {("octagon", row + i, column + j) for i, j in product((0, 1), repeat=2)}
    squares = {("square", row - i, column - j) for i, j in product((0, 1), repeat=2)}
    return squares | {("octagon", row + i, column + j) for i, j in ((0, 1), (1, 0), (0, -1), (-1, 0))}


def clumps(places: set[tuple[str, int, int]]) -> int:
    """Return the number of connected areas that these fields of one part form."""
    count, left = 0, set(places)
    while left:
        count, queue = count + 1, [left.pop()]
        while queue:
            found = part_neighbours(queue.pop()) & left
            left -= found
            queue.extend(found)
    return count


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_each_player_brings_a_part_of_24_fields(players: int) -> None:
    """C1, C4: two to five players, as many parts."""
    assert Rules(players).num_fields == 24 * players


@pytest.mark.parametrize("players", [1, 6])
def test_no_other_number_of_players(players: int) -> None:
    """C1: not one, not six."""
    with pytest.raises(ValueError, match="num_players"):
        Rules(players)


def test_an_octagon_in_the_middle_touches_eight_fields() -> None:
    """C2: four octagons beside it and the four squares at its corners, across the seams of parts too."""
    beside = {octagon(1, 3), octagon(3, 3), octagon(2, 2), octagon(2, 4)}
    corners = {square(1, 2), square(1, 3), square(2, 2), square(2, 3)}
    assert neighbours(Rules(3), octagon(2, 3)) == beside | corners


def test_a_square_touches_the_four_octagons_around_it() -> None:
    """C2: those to its upper left, upper right, lower left and lower right, and no square."""
    around = {octagon(1, 1), octagon(1, 2), octagon(2, 1), octagon(2, 2)}
    assert neighbours(Rules(3), square(1, 1)) == around


def test_edges_do_not_wrap_around() -> None:
    """C2: nothing wraps around, and a corner octagon keeps one square."""
    assert neighbours(Rules(3), octagon(0, 0)) == {octagon(0, 1), octagon(1, 0), square(0, 0)}
    assert neighbours(Rules(3), octagon(0, 7)) == {octagon(0, 6), octagon(1, 7), square(0, 6), square(0, 7)}


def test_squares_hang_over_the_edge() -> None:
    """C2: a square on the rim touches only the octagons that exist."""
    assert neighbours(Rules(3), square(2, 7)) == {octagon(2, 7)}
    assert neighbours(Rules(3), square(5, 3)) == {octagon(5, 3), octagon(5, 4)}


def test_an_inner_corner_of_the_outline_is_an_edge_too() -> None:
    """C2: the octagon below the seam has no neighbour to its left, but a square up there."""
    beside = {octagon(2, 2), octagon(4, 2), octagon(3, 3)}
    assert neighbours(Rules(3), octagon(3, 2)) == beside | {square(2, 1), square(2, 2), square(3, 2)}


def test_adjacency_is_mutual() -> None:
    """C2: if a field touches another one, the other one touches it."""
    rules = Rules(5)
    pairs = {(a, b) for a in range(rules.num_fields) for b in neighbours(rules, a)}
    assert pairs == {(b, a) for a, b in pairs}


@pytest.mark.parametrize("name", NAMES)
def test_terrain_of_a_part(name: str) -> None:
    """C3, C4: 3 x 4 octagons and as many squares; 5 mountains, 11 plains, 8 forests."""
    terrain = list(part_map(name).values())
    assert (len(terrain), terrain.count("mountain"), terrain.count("plain"), terrain.count("forest")) == (24, 5, 11, 8)


@pytest.mark.parametrize("name", NAMES)
def test_a_part_has_sites_for_large_cities(name: str) -> None:
    """C4: at least three pairs of a plain octagon and an adjacent plain square."""
    plains = {place for place, terrain in part_map(name).items() if terrain == "plain"}
    pairs = [(a, b) for a in plains for b in part_neighbours(a) & plains if a[0] == "octagon" and b[0] == "square"]
    assert len(pairs) >= 3


@pytest.mark.parametrize("terrain", ["plain", "mountain", "forest"])
@pytest.mark.parametrize("name", NAMES)
def test_no_terrain_of_a_part_is_one_clump(name: str, terrain: str) -> None:
    """C4: every terrain lies in at least two places of a part."""
    assert clumps({place for place, ground in part_map(name).items() if ground == terrain}) >= 2


def test_five_different_parts() -> None:
    """C4: no two parts are drawn alike."""
    assert len(PARTS) == len({part["map"] for part in PARTS}) == 5


def test_parts_lie_in_the_order_of_the_edition_when_not_shuffled() -> None:
    """C4: without shuffling the first ones, in order."""
    assert fresh_position(Rules(3, shuffle_parts=False))["parts"] == NAMES[:3]


def test_parts_are_drawn_without_replacement_and_placed_at_random() -> None:
    """C4: over many seeds every part comes to lie first and last, never twice in a game."""
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


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_the_board_is_connected(players: int) -> None:
    """C4: a compact outline, every field can be reached from every other."""
    rules = Rules(players)
    reached, queue = {0}, [0]
    while queue:
        new = neighbours(rules, queue.pop()) - reached
        reached |= new
        queue.extend(new)
    assert len(reached) == rules.num_fields


def test_supplies_at_the_start() -> None:
    """C5: 28 markers each; 26 castles, 28 small cities, 10 large cities, 10 cathedrals for all."""
    view = Scene().play().view(0)
    assert view["supply"] == [26, 28, 10, 10]
    assert view["markers"] == [26, 26, 26]  # two of each lie on the board


def test_points_are_not_limited() -> None:
    """C5: coins never run out."""
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
    """C7: 11 crowns and 11 swords, all face down at the start."""
    people = fresh_position(Rules(3))["people"]
    assert people == {"face_down": {"crown": 11, "sword": 11}, "open_swords": 0, "crowns_aside": 0}


def test_a_sword_turned_up_lies_open(scene: Scene) -> None:
    """C7: swords lie open, crowns aside."""
    game = scene.hand(0, incite=1).people(crowns=0, swords=6).play().do("incite")
    assert (game.open_swords, game.crowns_aside, game.face_down) == (8, 11, {"crown": 0, "sword": 3})


def test_a_crown_turned_up_is_set_aside(scene: Scene) -> None:
    """C7: a crown does not cover an open sword."""
    game = scene.hand(0, incite=1).people(crowns=6, swords=0).play().do("incite")
    assert (game.open_swords, game.crowns_aside, game.face_down) == (11, 8, {"crown": 3, "sword": 0})


def test_an_empty_people_pile_is_not_renewed(scene: Scene) -> None:
    """C7: with one card face down only one of three is turned up; crowns aside stay aside."""
    game = scene.hand(0, incite=1).people(crowns=0, swords=1).play().do("incite")
    assert (game.open_swords, game.crowns_aside, game.face_down) == (11, 11, {"crown": 0, "sword": 0})


def test_every_other_player_has_both_votes(scene: Scene) -> None:
    """C8, R2: sword or crown."""
    game = scene.king(2).realm(0).play().do("revolt").lay()
    assert game.choices("vote") == {"crown", "sword"}
