"""Where chance enters: at random, or read off a successor position that is to be checked."""

from collections import Counter
from random import Random
from typing import Protocol

from .cards import CASTLE, Cards
from .position import Json, Position


class Impossible(Exception):
    """The successor shows an outcome that chance cannot have brought; the text says why."""


class Chance(Protocol):
    """Every question the rules put to chance."""

    def recruit(self, position: Position, number: int) -> Cards:
        """So many cards off the deck of the seat whose turn it is, into its hand (R1)."""

    def exact(self, position: Position) -> Cards:
        """The two cards drawn to keep one of (R2)."""

    def die(self, position: Position) -> int:
        """What the die of fate shows to the seat that decides (F1)."""


class RandomChance:
    """Fair chance, to play games with."""

    def __init__(self, random: Random) -> None:
        self.random = random

    def recruit(self, position: Position, number: int) -> Cards:
        """Any cards of the deck."""
        return self._off_the_deck(position, number)

    def exact(self, position: Position) -> Cards:
        """Any two."""
        return self._off_the_deck(position, 2)

    def die(self, position: Position) -> int:
        """Any face."""
        return self.random.randint(1, CASTLE)

    def _off_the_deck(self, position: Position, number: int) -> Cards:
        cards = sorted(position.decks[position.turn_player].elements())
        return Counter(self.random.sample(cards, number))


class ReadOff:
    """The chance that led to a given successor; what cannot have happened is refused (`Impossible`)."""

    def __init__(self, successor: Json) -> None:
        self.successor = successor

    def recruit(self, position: Position, number: int) -> Cards:
        """What the hand has gained, apart from cards that came back from rest (T2)."""
        seat = position.turn_player
        had = position.hands[seat] + position.resting[seat].this_turn
        return self._from_deck("R1", position, Counter(self.successor["hands"][seat]) - had, number)

    def exact(self, position: Position) -> Cards:
        """The cards that lie there to choose from."""
        return self._from_deck("R2", position, Counter(self.successor["exact"] or {}), 2)

    def die(self, position: Position) -> int:
        """The castle's new value."""
        face: int = self.successor["castles"][position.player]
        if face not in range(1, CASTLE + 1):
            raise Impossible(f"F1: no die shows {face}")
        return face

    def _from_deck(self, rule: str, position: Position, cards: Cards, number: int) -> Cards:
        if cards.total() != number:
            raise Impossible(f"{rule}: {number} cards are drawn, not {dict(cards)}")
        if missing := cards - position.decks[position.turn_player]:
            raise Impossible(f"{rule}: {dict(missing)} did not lie in the deck")
        return cards
