"""The cards of a deck (C2), what they are worth and what they cost."""

from collections import Counter
from typing import TypeAlias

Cards: TypeAlias = Counter[str]

COPIES = {
    "knight_1": 12,
    "knight_2": 10,
    "knight_3": 8,
    "gold_1": 4,
    "gold_2": 3,
    "catapult": 2,
    "bishop": 3,
    "feint": 6,
    "vassal": 5,
}  # C2, in the order of the deck table
POINTS = {"knight_1": 1, "knight_2": 2, "knight_3": 3}
GOLD = {"gold_1": 1, "gold_2": 2}
SPECIAL = ("catapult", "bishop", "feint", "vassal")  # A3: the order in which they act
PRICE = {"catapult": 4, "bishop": 3, "vassal": 2}  # X1, X2, X4, in the order of asking (A3); a feint is free (X3)
FULL_HAND = 7  # S1, R1, R2
MOST_LAID = 4  # A1, A2
CASTLE = 20  # C1, F1
SEATS = (0, 1)


def deck() -> Cards:
    """All 53 cards of one side (C1)."""
    return Counter(COPIES)


def knights(cards: Cards) -> Cards:
    """Just the knights among them."""
    return Counter({card: cards[card] for card in POINTS if cards[card]})


def strongest(cards: Cards) -> Cards:
    """Just the knight with the most points; empty if there is none."""
    return Counter(sorted(knights(cards), key=POINTS.__getitem__)[-1:])


def points(cards: Cards) -> int:
    """The sum of the knights' points (A4)."""
    return sum(POINTS[card] * count for card, count in knights(cards).items())


def payments(purse: Cards, price: int) -> list[Cards]:
    """Every choice of gold cards that is worth at least the price."""
    choices = (
        Counter({"gold_1": ones, "gold_2": twos})
        for ones in range(purse["gold_1"] + 1)
        for twos in range(purse["gold_2"] + 1)
    )
    return [choice for choice in choices if worth(choice) >= price]


def worth(cards: Cards) -> int:
    """The sum of the gold."""
    return sum(GOLD[card] * cards[card] for card in GOLD)
