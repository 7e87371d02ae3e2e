"""The start of a game: options, cards (S1, S2), and the board (C2 to C4)."""

from collections import Counter

from tests.referee.judge import start_faults
from tests.referee.krone_schwert.position import (
    ACTION_CARDS,
    FORMAT,
    HAND_AT_START,
    PEOPLE_CARDS,
    Json,
    deck_without_game_end,
)

Place = tuple[str, int, int]

PARTS_IN_EDITION = 5  # C4
TERRAIN_OF_PART = {"mountain": 5, "plain": 11, "forest": 8}  # C4


def check_start(position: Json) -> list[str]:
    """Return the faults of this position as the start of a game; an empty list if it is legal."""
    faults = start_faults(position, initial_values(position), "parts", "fields", "hands", "draw_pile")
    return [*faults, *card_faults(position), *board_faults(position)]


def initial_values(position: Json) -> Json:
    """Return the expected values of all keys except options, board, seats and cards."""
    seats = position["rules"]["num_players"]
    return {
        "format": FORMAT,
        "phase": "setup",
        "turn": None,
        "action_points": 0,
        "attack_spent": False,
        "owner": [None] * len(position["fields"]),
        "buildings": [],
        "discard_pile": {},
        "cards_before_game_end": None,
        "papal_visit": [False] * seats,
        "people": {"face_down": PEOPLE_CARDS, "open_swords": 0, "crowns_aside": 0},
        "king": None,
        "scores": [0] * seats,
        "announced": [None] * seats,
        "end_begun": False,
        "truncated": False,
        "expansion": None,
        "attack": None,
        "last_revolt": None,
        "revolt": None,
    }


def card_faults(position: Json) -> list[str]:
    """S1: four action cards in each hand, all other cards except `game_end` in the draw pile."""
    faults = []
    hands = [Counter(hand) for hand in position["hands"]]
    if len(hands) != position["rules"]["num_players"]:
        faults.append(f"S1: there are {len(hands)} hands")
    for seat, hand in enumerate(hands):
        if hand.total() != HAND_AT_START or not hand.keys() <= ACTION_CARDS.keys():
            faults.append(f"S1: seat {seat} holds {dict(hand)}, not {HAND_AT_START} cards without events")
    if sum(hands, Counter(position["draw_pile"])) != deck_without_game_end():
        faults.append("S1: hands and draw pile are not the 65 cards without game_end (C6)")
    if any(count < 1 for pile in (*hands, position["draw_pile"]) for count in pile.values()):
        faults.append("S1: only cards that are there are counted")
    return faults


def board_faults(position: Json) -> list[str]:
    """C2 to C4: parts of the right number and terrain, without gaps, and fields with the right neighbours."""
    fields, names = position["fields"], position["parts"]
    slots = position["rules"]["num_players"] - position["rules"]["fewer_parts"]
    faults = []
    if not len(set(names)) == len(names) == slots <= PARTS_IN_EDITION:
        faults.append(f"C1, C4, V1: {slots} different parts are needed, not {names}")
    if Counter(field["terrain"] for field in fields) != {kind: slots * n for kind, n in TERRAIN_OF_PART.items()}:
        faults.append("C3, C4: the terrain is not that of the parts")
    points = Counter((field["row"], field["column"]) for field in fields)
    if len({place_of(field) for field in fields}) < len(fields) or set(points.values()) != {2}:
        faults.append("C2, C4: not every lattice point has one octagon and one square")
    for number, (field, beside) in enumerate(zip(fields, neighbours(fields), strict=True)):
        if (field["id"], field["neighbours"]) != (number, beside):
            faults.append(f"C2: field {number} is {field}, and should have the neighbours {beside}")
    reached, border = {0}, [0]
    while border:
        border = [place for other in border for place in fields[other]["neighbours"] if place not in reached]
        reached.update(border)
    if len(reached) < len(fields):
        faults.append("C4: the parts do not hang together")
    return faults


def place_of(field: Json) -> Place:
    """Return the identity of a field: its shape and its octagon's lattice point (C2)."""
    return field["shape"], field["row"], field["column"]


def neighbours(fields: list[Json]) -> list[list[int]]:
    """Return the neighbours of each field in ascending order; edges have none (C2)."""
    ids = {place_of(field): number for number, field in enumerate(fields)}
    return [sorted(ids[beside] for beside in adjacent_places(place_of(field)) if beside in ids) for field in fields]


def adjacent_places(place: Place) -> list[Place]:
    """C2: the neighbours of an octagon or a square on an infinite board."""
    shape, row, column = place
    if shape == "square":
        return [("octagon", row + down, column + right) for down in (0, 1) for right in (0, 1)]
    octagons = [(row - 1, column), (row + 1, column), (row, column - 1), (row, column + 1)]
    squares = [(row - up, column - left) for up in (0, 1) for left in (0, 1)]
    return [("octagon", *point) for point in octagons] + [("square", *point) for point in squares]
