"""The numbers the rules state for the `standard` edition (C5 to C7, R6, E1)."""

from collections import Counter
from typing import NamedTuple

Cards = Counter[str]


class Card(NamedTuple):
    """One line of the card table (C6)."""

    copies: int
    combat: int
    shields: int


# C6, in the order of the table: that order is also the order in which cards are laid (Q6, Q7).
ACTION_CARDS: dict[str, Card] = {
    "leader_3": Card(copies=5, combat=3, shields=1),
    "leader_4": Card(copies=3, combat=4, shields=1),
    "incite": Card(copies=3, combat=1, shields=2),
    "castle": Card(copies=15, combat=2, shields=2),
    "cathedral": Card(copies=10, combat=3, shields=1),
    "city": Card(copies=15, combat=2, shields=2),
    "ambush": Card(copies=2, combat=0, shields=1),
    "truce": Card(copies=2, combat=0, shields=1),
    "papal_visit": Card(copies=3, combat=1, shields=2),
}
EVENTS: dict[str, int] = {"city_scoring": 2, "unrest": 5}
GAME_END = "game_end"

# R4: under a vote these act by their text and count nothing, whatever their combat.
ACT_BY_THEIR_TEXT = ("ambush", "truce")

TABLE_PLACE: dict[str, int] = {card: place for place, card in enumerate(ACTION_CARDS)}

PEOPLE_CARDS: dict[str, int] = {"crown": 11, "sword": 11}  # C7
MARKERS_PER_PLAYER = 28  # C5
SUPPLY: dict[str, int] = {"castle": 26, "small_city": 28, "large_city": 10, "cathedral": 10}  # C5
END_THRESHOLD: dict[int, int] = {2: 10, 3: 15, 4: 20, 5: 25}  # E1, X2
CARDS_BELOW_GAME_END = 20  # E1: at most so many
HAND_AT_START = 4  # S1
ACTION_POINTS = 3  # T1


def deck_without_game_end() -> Cards:
    """The 65 cards of S1."""
    deck = Counter({card: facts.copies for card, facts in ACTION_CARDS.items()})
    deck.update(EVENTS)
    return deck


def combat_sum(cards: Cards) -> int:
    """The combat values of all these cards together (A3, R8)."""
    return sum(ACTION_CARDS[card].combat * count for card, count in cards.items())


def may_follow(card: str, laid: Cards) -> bool:
    """Q6, Q7: no card above the last one laid; the same card again is fine."""
    return all(TABLE_PLACE[card] >= TABLE_PLACE[other] for other in laid if laid[other])
