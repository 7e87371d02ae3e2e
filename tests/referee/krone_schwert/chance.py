"""Where chance enters: at random, or read off a successor position that is to be checked."""

from collections import Counter
from random import Random
from typing import Protocol

from .cards import EVENTS, GAME_END
from .position import Json, People, Position


class Impossible(Exception):
    """The successor shows an outcome that chance cannot have brought; the text says why."""


class Chance(Protocol):
    """Every question the rules put to chance; shuffles need none, since piles are counts."""

    def draw(self, position: Position) -> str:
        """The top card of the draw pile, known not to be `game_end` (D1)."""
        ...

    def turn_up(self, people: People, number: int) -> int:
        """How many of so many people cards turned up are swords (C7)."""
        ...

    def place_game_end(self, fewest: int, most: int) -> int:
        """How many cards lie before `game_end` (E1)."""
        ...


class RandomChance:
    """Fair chance, to play games with."""

    def __init__(self, random: Random) -> None:
        self.random = random

    def draw(self, position: Position) -> str:
        """Any card but `game_end`, whose place is known by its count."""
        return self.random.choice([card for card in position.draw_pile.elements() if card != GAME_END])

    def turn_up(self, people: People, number: int) -> int:
        """Cards off the top of the shuffled face-down pile."""
        pile = ["crown"] * people.crowns + ["sword"] * people.swords
        return self.random.sample(pile, number).count("sword")

    def place_game_end(self, fewest: int, most: int) -> int:
        """Each place is equally likely."""
        return self.random.randint(fewest, most)


class ReadOff:
    """The chance that led to a given successor.

    What cannot have happened is either refused (`Impossible`) or replaced by the nearest thing that can, so
    that the position computed differs from the successor.
    """

    def __init__(self, successor: Json, swords_in_revolt: int | None = None) -> None:
        self.successor = successor
        # R9 and R10 shuffle the swords away that R6 laid open; the last revolt tells how many they were (P3).
        self.swords_in_revolt = swords_in_revolt

    def draw(self, position: Position) -> str:
        """The event that left the pile, or else the card that arrived in the hand (D1)."""
        for event in EVENTS:
            if position.draw_pile[event] > self.successor["draw_pile"].get(event, 0):
                return event
        return self._arrived(position)

    def turn_up(self, people: People, number: int) -> int:
        """The swords still missing from those open in the successor, as far as the cards allow.

        The first turning of a revolt leads to those that counted in it.
        """
        then, self.swords_in_revolt = self.swords_in_revolt, None
        swords = (self.successor["people"]["open_swords"] if then is None else then) - people.open_swords
        return min(max(swords, 0, number - people.crowns), number, people.swords)

    def place_game_end(self, fewest: int, most: int) -> int:
        """The place the successor tells, if it is one of those possible (E1)."""
        return min(max(self.successor["cards_before_game_end"] or 0, fewest), most)

    def _arrived(self, position: Position) -> str:
        """The one action card by which the hand grew (D1)."""
        hand, pile = position.hands[position.turn_player], position.draw_pile
        gained = Counter(self.successor["hands"][position.turn_player]) - hand
        if gained.total() != 1:
            raise Impossible(f"D1: a draw adds exactly one card to the hand, not {dict(gained)}")
        card = next(iter(gained))
        if not pile[card]:
            raise Impossible(f"D1: {card} was drawn, but none lay in the draw pile (D3)")
        if card in EVENTS or card == GAME_END:
            raise Impossible(f"D1: {card} is an event and never comes to a hand")
        return card
