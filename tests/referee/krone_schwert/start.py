"""Is a position a lawful fresh start (S1, S2) on a lawful board of its edition (C2, C4)?"""

from collections import Counter
from pathlib import Path
from typing import Any

from .cards import ACTION_CARDS, HAND_AT_START, PEOPLE_CARDS, deck_without_game_end
from .geometry import city_sites, clumps, cut_into_parts, neighbours, place_of
from .own_map import own_board_faults
from .position import FORMAT, Json

PARTS_IN_EDITION = 5  # C4
TERRAIN_OF_PART = {"mountain": 5, "plain": 11, "forest": 8}  # C4
CITY_SITES_OF_PART = 3  # C4: at least
RULES_ARGUMENTS = {
    "num_players",
    "edition",
    "fewer_parts",
    "start_player",
    "shuffle_parts",
    "visible_scores",
    "max_rounds",
    "reward",
}


def check_start(position: Json) -> list[str]:
    """What is wrong with this position as the start of a game; nothing if it is lawful."""
    faults = rules_faults(position["rules"])
    if faults:
        return faults
    return [
        *start_player_faults(position),
        *table_faults(position),
        *card_faults(position),
        *(board_faults(position) if position["rules"]["edition"] == "standard" else own_board_faults(position)),
    ]


def rules_faults(rules: Json) -> list[str]:
    """The options: each is there and has a lawful value (C1, V1, S2, Q10)."""
    if rules.keys() != RULES_ARGUMENTS:
        return [f"the rules have the arguments {sorted(rules)}, not {sorted(RULES_ARGUMENTS)}"]
    seats, cap, start = rules["num_players"], rules["max_rounds"], rules["start_player"]
    lawful = {
        "num_players": seats in range(2, 6),
        "edition": rules["edition"] == "standard" or Path(rules["edition"]).is_file(),
        "fewer_parts": rules["fewer_parts"] is False or (rules["fewer_parts"] is True and seats in (4, 5)),
        "start_player": start == "random" or start in range(seats),
        "shuffle_parts": isinstance(rules["shuffle_parts"], bool),
        "visible_scores": isinstance(rules["visible_scores"], bool),
        "max_rounds": cap is None or (isinstance(cap, int) and cap >= 1),
        "reward": rules["reward"] in ("win", "placement", "score"),
    }
    return [f"the option {name} cannot be {rules[name]!r}" for name, is_lawful in lawful.items() if not is_lawful]


def start_player_faults(position: Json) -> list[str]:
    """S2: who begins, and that he is the one to place."""
    seats, start, option = (
        position["rules"]["num_players"],
        position["start_player"],
        position["rules"]["start_player"],
    )
    faults = []
    if start not in range(seats) or (option != "random" and start != option):
        faults.append(f"S2: the start player is {start}, but the option says {option!r}")
    if not position["player"] == position["turn_player"] == start:
        faults.append("S2: the start player places first")
    return faults


def table_faults(position: Json) -> list[str]:
    """Nothing has happened yet: every key but rules, board, seats and cards has one lawful value."""
    seats = position["rules"]["num_players"]
    expected: dict[str, Any] = {
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
    elsewhere = {"rules", "parts", "fields", "turn_player", "player", "start_player", "hands", "draw_pile"}
    faults = [
        f"S1: {key} is {position.get(key)} at the start, not {value}"
        for key, value in expected.items()
        if position.get(key, "missing") != value
    ]
    return faults + [f"the key {key} is unknown" for key in position.keys() - expected.keys() - elsewhere]


def card_faults(position: Json) -> list[str]:
    """S1: four action cards in each hand, all the rest but `game_end` in the draw pile."""
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
    """C2, C4, of the edition `standard`: whole, connected parts of the right number and make, the right neighbours."""
    fields, rules = position["fields"], position["rules"]
    faults = field_faults(fields)
    if faults:
        return faults
    parts = cut_into_parts(fields)
    if parts is None:
        return ["C4: the board is not laid of parts of 3 x 4 octagons with one square each"]
    slots = rules["num_players"] - rules["fewer_parts"]
    names = position["parts"]
    if not len(parts) == len(names) == slots <= PARTS_IN_EDITION:
        faults.append(f"C1, V1: {slots} parts are needed, not {len(parts)} named {names}")
    if len(set(names)) < len(names):
        faults.append(f"C4: a part occurs twice: {names}")
    if len({tuple(field["terrain"] for field in _read_by_rows(part)) for part in parts}) < len(parts):
        faults.append("C4: two parts are alike")
    if clumps(fields) > 1:
        faults.append("C4: the parts do not hang together")
    return faults + [fault for part in parts for fault in part_faults(part)]


def field_faults(fields: list[Json]) -> list[str]:
    """C2, C3: each field by itself, and its neighbours as the tiling has them."""
    faults = []
    if len({place_of(field) for field in fields}) < len(fields):
        faults.append("C2: two fields lie on one place")
    for number, (field, beside) in enumerate(zip(fields, neighbours(fields), strict=True)):
        if field["id"] != number:
            faults.append(f"C2: field {number} has the id {field['id']}")
        if field["shape"] not in ("octagon", "square"):
            faults.append(f"C2: field {number} is a {field['shape']}")
        if field["terrain"] not in TERRAIN_OF_PART:
            faults.append(f"C3: field {number} is {field['terrain']}")
        if field["neighbours"] != beside:
            faults.append(f"C2: field {number} has the neighbours {field['neighbours']}, not {beside}")
    return faults


def part_faults(part: list[Json]) -> list[str]:
    """C4: the terrain of one part."""
    corner = min((field["row"], field["column"]) for field in part)
    faults = []
    terrain = Counter(field["terrain"] for field in part)
    if terrain != TERRAIN_OF_PART:
        faults.append(f"C4: the part at {corner} has {dict(terrain)}, not {TERRAIN_OF_PART}")
    if city_sites(part) < CITY_SITES_OF_PART:
        faults.append(f"C4: the part at {corner} has {city_sites(part)} sites for a large city")
    for kind in TERRAIN_OF_PART:
        if clumps([field for field in part if field["terrain"] == kind]) == 1:
            faults.append(f"C4: all {kind} of the part at {corner} is one clump")
    return faults


def _read_by_rows(part: list[Json]) -> list[Json]:
    return sorted(part, key=lambda field: (field["row"], field["column"], field["shape"]))
