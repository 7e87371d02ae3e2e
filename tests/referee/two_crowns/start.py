"""The start of a game (C1, C2, S1)."""

from collections import Counter

from tests.referee.judge import start_faults
from tests.referee.two_crowns.position import CASTLE, FORMAT, FULL_HAND, SEATS, Json, deck

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


def check_start(position: Json) -> list[str]:
    """Return the faults of this position as the start of a game (S1); an empty list if it is legal."""
    return start_faults(position, NOTHING_YET, "hands", "decks") + card_faults(position)


def card_faults(position: Json) -> list[str]:
    """S1: seven cards in each hand, all other cards in the deck (C2)."""
    faults = []
    for seat in SEATS:
        hand, rest = Counter(position["hands"][seat]), Counter(position["decks"][seat])
        if hand.total() != FULL_HAND:
            faults.append(f"S1: seat {seat} holds {hand.total()} cards, not {FULL_HAND}")
        if hand + rest != deck():
            faults.append(f"C2: hand and deck of seat {seat} are not the cards of its deck")
    return faults
