"""Positions of Two Crowns: the cards (C2), the model, and its JSON."""

from collections import Counter
from dataclasses import dataclass
from typing import Any, TypeAlias

from tests.referee.actions import Maybe

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
    """Return all 53 cards of one side (C1)."""
    return Counter(COPIES)


def knights(cards: Cards) -> Cards:
    """Return only the knights among the cards."""
    return Counter({card: cards[card] for card in POINTS if cards[card]})


def strongest(cards: Cards) -> Cards:
    """Return only the knight with the most points; empty without knights."""
    return Counter(sorted(knights(cards), key=POINTS.__getitem__)[-1:])


def points(cards: Cards) -> int:
    """Return the total of the knights' points (A4)."""
    return sum(POINTS[card] * count for card, count in knights(cards).items())


def payments(purse: Cards, price: int) -> list[Cards]:
    """Return every choice of gold cards with at least the price's value."""
    choices = (
        Counter({"gold_1": ones, "gold_2": twos})
        for ones in range(purse["gold_1"] + 1)
        for twos in range(purse["gold_2"] + 1)
    )
    return [choice for choice in choices if gold_value(choice) >= price]


def gold_value(cards: Cards) -> int:
    """Return the total value of the gold."""
    return sum(GOLD[card] * cards[card] for card in GOLD)


Json = dict[str, Any]
FORMAT = "two_crowns.position.v2"


@dataclass
class Resting:
    """Cards of one seat that come back at the end of this turn, and of the next one (T2)."""

    this_turn: Cards
    next_turn: Cards

    @property
    def total(self) -> int:
        """Return the total of both."""
        return self.this_turn.total() + self.next_turn.total()


@dataclass
class Battle:
    """Per seat: unpaid cards in the battle, the number of cards laid (X3), and paid cards (A3)."""

    laid: list[Cards]
    counts: list[int]
    paid: list[Cards]


@dataclass
class Position:
    """Model of a position; the attributes have the names of the JSON keys."""

    rules: Json
    phase: str
    turn: int
    turn_player: int
    player: Maybe[int]
    start_player: int
    castles: list[int]
    hands: list[Cards]
    decks: list[Cards]
    discards: list[Cards]
    resting: list[Resting]
    known: list[Cards]
    battle: Maybe[Battle]
    exact: Maybe[Cards]
    fate_used: bool
    truncated: bool

    @property
    def defender(self) -> int:
        """Return the seat whose turn it is not (T1)."""
        return 1 - self.turn_player

    def cards_held(self, seat: int) -> int:
        """Return the number of cards in hand and at rest, which count towards the seven (T2)."""
        return self.hands[seat].total() + self.resting[seat].total

    def enters_hand_openly(self, seat: int, cards: Cards) -> None:
        """P1: these cards are now known to be in the hand."""
        self.hands[seat] += cards
        self.known[seat] += cards

    def leaves_openly(self, seat: int, cards: Cards) -> None:
        """P1: the known minimum falls, but not below 0. Only knights ever come into a hand in public."""
        gone = knights(cards)
        self.known[seat] -= gone


CARDS_BY_SEAT = ("hands", "decks", "discards", "known")


def read_position(data: Json) -> Position:
    """Return the model of a JSON position; it shares only the rules."""
    battle, exact = data["battle"], data["exact"]
    changed: Json = {
        **{key: [Counter(cards) for cards in data[key]] for key in CARDS_BY_SEAT},
        "castles": list(data["castles"]),
        "resting": [Resting(**{when: Counter(cards) for when, cards in rest.items()}) for rest in data["resting"]],
        "battle": battle and Battle(**{key: [*map(_read, values)] for key, values in battle.items()}),
        "exact": _read(exact),
    }
    return Position(**{key: value for key, value in data.items() if key != "format"} | changed)


def write_position(position: Position) -> Json:
    """Return the JSON of a model, with every key of the format."""
    data = vars(position)
    battle = position.battle
    return data | {
        **{key: [_write(cards) for cards in data[key]] for key in CARDS_BY_SEAT},
        "format": FORMAT,
        "castles": list(position.castles),
        "resting": [{when: _write(cards) for when, cards in vars(rest).items()} for rest in position.resting],
        "battle": battle and {key: [*map(_write, values)] for key, values in vars(battle).items()},
        "exact": _write(position.exact),
    }


def _read(value: Any) -> Any:
    """Read cards as counts; numbers and None are unchanged."""
    return Counter(value) if isinstance(value, dict) else value


def _write(value: Any) -> Any:
    """Write counts by card id, without zeros; numbers and None are unchanged."""
    return {card: count for card, count in value.items() if count} if isinstance(value, Counter) else value
