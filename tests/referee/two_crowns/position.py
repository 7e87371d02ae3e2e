"""The object model: a position read from JSON, changed by the rules, written back."""

from collections import Counter
from dataclasses import dataclass, field
from typing import Any

from tests.referee.actions import Maybe

from .cards import SEATS, Cards, knights

Json = dict[str, Any]
FORMAT = "two_crowns.position.v2"


@dataclass
class Resting:
    """Cards of one seat that come back at the end of this turn, and of the next one (T2)."""

    this_turn: Cards
    next_turn: Cards

    @property
    def total(self) -> int:
        """How many of either."""
        return self.this_turn.total() + self.next_turn.total()


@dataclass
class Battle:
    """Per seat: the cards that lie there unpaid, how many were laid (X3), and the cards paid for (A3)."""

    laid: list[Cards]
    counts: list[int]
    paid: list[Cards]


@dataclass
class Position:
    """A whole position; the attributes have the names of the JSON keys."""

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
    # Not part of the position: what the rules have done since it was read, each note beginning with a rule's id.
    notes: list[str] = field(default_factory=list)

    def note(self, *labels: str) -> None:
        """Tell what a rule does."""
        self.notes.extend(labels)

    def note_if(self, condition: object, label: str) -> None:
        """Tell what a rule does if it does so here."""
        if condition:
            self.notes.append(label)

    @property
    def defender(self) -> int:
        """The seat whose turn it is not (T1)."""
        return 1 - self.turn_player

    def cards_held(self, seat: int) -> int:
        """Hand and rest, which count towards the seven (T2)."""
        return self.hands[seat].total() + self.resting[seat].total

    def enters_hand_openly(self, seat: int, cards: Cards) -> None:
        """P1: everybody knows them to be in the hand now."""
        self.note_if(cards, "P1 known minimum rises")
        self.hands[seat] += cards
        self.known[seat] += cards

    def leaves_openly(self, seat: int, cards: Cards) -> None:
        """P1: the known minimum falls, but not below 0. Only knights ever came into a hand openly."""
        gone = knights(cards)
        self.note_if(self.known[seat] & gone, "P1 known minimum falls")
        self.note_if(gone - self.known[seat], "P1 known minimum not below 0")
        self.known[seat] -= gone


def read_position(data: Json) -> Position:
    """The model of a JSON position; it shares only the rules."""
    battle, exact = data["battle"], data["exact"]
    changed: Json = {
        **{key: [Counter(cards) for cards in data[key]] for key in ("hands", "decks", "discards", "known")},
        "castles": list(data["castles"]),
        "resting": [Resting(Counter(rest["this_turn"]), Counter(rest["next_turn"])) for rest in data["resting"]],
        "battle": _read_battle(battle) if battle else None,
        "exact": Counter(exact) if exact else None,
    }
    return Position(**{key: value for key, value in data.items() if key != "format"} | changed)


def _read_battle(data: Json) -> Battle:
    laid, paid = ([Counter(cards) for cards in data[key]] for key in ("laid", "paid"))
    return Battle(laid, list(data["counts"]), paid)


def write_position(position: Position) -> Json:
    """The JSON of a model, with every key of the format."""
    data = {key: value for key, value in vars(position).items() if key != "notes"}
    battle, exact = position.battle, position.exact
    written = {key: [_write(cards) for cards in data[key]] for key in ("hands", "decks", "discards", "known")}
    resting = [
        {"this_turn": _write(position.resting[seat].this_turn), "next_turn": _write(position.resting[seat].next_turn)}
        for seat in SEATS
    ]
    return (
        data
        | written
        | {
            "format": FORMAT,
            "castles": list(position.castles),
            "resting": resting,
            "battle": _write_battle(battle) if battle else None,
            "exact": _write(exact) if exact else None,
        }
    )


def _write_battle(battle: Battle) -> Json:
    laid, paid = ([_write(cards) for cards in pile] for pile in (battle.laid, battle.paid))
    return {"laid": laid, "counts": list(battle.counts), "paid": paid}


def _write(cards: Cards) -> dict[str, int]:
    """Card id to count, zeros left out."""
    return {card: count for card, count in cards.items() if count}
