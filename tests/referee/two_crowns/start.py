"""Is a position a lawful start of a game (C1, C2, S1)?"""

from collections import Counter

from .cards import CASTLE, FULL_HAND, SEATS, deck
from .position import FORMAT, Json

NOTHING_YET = {
    "format": FORMAT,
    "phase": "turn",
    "turn": 0,
    "castles": [CASTLE, CASTLE],
    "discards": [{}, {}],
    "resting": [{"this_turn": {}, "next_turn": {}}] * 2,
    "known": [{}, {}],
    "battle": None,
    "exact": None,
    "fate_used": False,
    "truncated": False,
}
OTHER_KEYS = {"rules", "turn_player", "player", "start_player", "hands", "decks"}


def check_start(position: Json) -> list[str]:
    """What is wrong with this position as the start of a game; nothing if it is lawful."""
    if position.keys() != NOTHING_YET.keys() | OTHER_KEYS:
        return [f"the keys are {sorted(position)}"]
    faults = rules_faults(position["rules"])
    faults += [f"{key} is {position[key]}, not {value}" for key, value in NOTHING_YET.items() if position[key] != value]
    return faults + start_player_faults(position) + card_faults(position)


def rules_faults(rules: Json) -> list[str]:
    """The options: each is there and has a lawful value (C1, S1, F1, E3)."""
    cap, start = rules.get("max_turns"), rules.get("start_player")
    lawful = {
        "num_players": rules.get("num_players") == len(SEATS),
        "edition": rules.get("edition") == "standard",
        "start_player": start == "random" or start in SEATS,
        "die_of_fate": isinstance(rules.get("die_of_fate"), bool),
        "max_turns": cap is None or (isinstance(cap, int) and cap >= 1),
        "reward": rules.get("reward") in ("win", "placement", "score"),
    }
    faults = [f"the options are {sorted(rules)}"] if rules.keys() != lawful.keys() else []
    return faults + [
        f"the option {name} cannot be {rules.get(name)!r}" for name, is_lawful in lawful.items() if not is_lawful
    ]


def start_player_faults(position: Json) -> list[str]:
    """S1: who begins, and that he is asked."""
    start, option = position["start_player"], position["rules"].get("start_player")
    if start not in SEATS or option not in ("random", start):
        return [f"S1: seat {start} starts by the option {option!r}"]
    return [f"S1: {key} is {position[key]}, not {start}" for key in ("turn_player", "player") if position[key] != start]


def card_faults(position: Json) -> list[str]:
    """S1: seven cards in each hand, the others in the deck (C2)."""
    faults = []
    for seat in SEATS:
        hand, rest = Counter(position["hands"][seat]), Counter(position["decks"][seat])
        if hand.total() != FULL_HAND:
            faults.append(f"S1: seat {seat} holds {hand.total()} cards, not {FULL_HAND}")
        if hand + rest != deck():
            faults.append(f"C2: hand and deck of seat {seat} are not the cards of its deck")
    return faults
