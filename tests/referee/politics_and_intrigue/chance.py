"""Where chance enters: at random, or read off a successor position that is to be checked."""

from collections import Counter
from random import Random
from typing import Any, Protocol

from .cards import DECK_STACK_SIZES, FACES, NUMBERS, REGION_STACK, Cards
from .piles import own_stacks
from .position import Json, Position


class Impossible(Exception):
    """The successor shows an outcome that chance cannot have brought; the text says why."""


class Chance(Protocol):
    """Every question the rules put to chance. Stacks of cards are in order, and ask nothing after the setup."""

    def number(self) -> int:
        """What the number die shows (T1)."""

    def face(self) -> str:
        """What the event die shows (T1)."""

    def event(self, position: Position) -> str:
        """The top event card (D5)."""

    def regions(self, position: Position) -> list[int]:
        """The top two of the region stack, the first one upper (B2)."""

    def shuffled(self, position: Position, seat: int, cards: Cards) -> list[list[str]]:
        """What is left of a seat's deck, in four stacks (M2)."""


class RandomChance:
    """Fair chance, to play games with."""

    def __init__(self, random: Random) -> None:
        self.random = random

    def number(self) -> int:
        """Any number."""
        return self.random.choice(NUMBERS)

    def face(self) -> str:
        """Any face; the die has two of the last one (C1)."""
        return self.random.choice((*FACES, FACES[-1]))

    def event(self, position: Position) -> str:
        """Any card of the stack."""
        return self.random.choice(sorted(position.events.stack.elements()))

    def regions(self, position: Position) -> list[int]:
        """Any two."""
        return self.random.sample(position.regions_left, 2)

    def shuffled(self, position: Position, seat: int, cards: Cards) -> list[list[str]]:
        """Any order."""
        return split(self.random.sample(sorted(cards.elements()), cards.total()), DECK_STACK_SIZES)


def split(cards: list[str], sizes: tuple[int, ...]) -> list[list[str]]:
    """Stacks of these sizes."""
    ends = [sum(sizes[: number + 1]) for number in range(len(sizes))]
    return [cards[end - size : end] for size, end in zip(sizes, ends, strict=True)]


class ReadOff:
    """The chance that led to a given successor; what cannot have happened is refused (`Impossible`)."""

    def __init__(self, successor: Json) -> None:
        self.successor = successor

    def number(self) -> int:
        """As the dice tell."""
        number = self._dice("number")
        if type(number) is not int or number not in NUMBERS:
            raise Impossible(f"C1: no die shows {number}")
        return number

    def face(self) -> str:
        """As the dice tell."""
        face = self._dice("event")
        if face not in FACES:
            raise Impossible(f"C1: no die shows {face}")
        return str(face)

    def event(self, position: Position) -> str:
        """What the discards have gained; if they were put together with the stack, it was a new year (E3)."""
        before, after = position.events.discard, Counter(self.successor["events"]["discard"])
        gained = after - before
        drawn = next(iter(gained)) if gained.total() == 1 and not before - after else "new_year"
        if not position.events.stack[drawn]:
            raise Impossible(f"D5: no {drawn} lay in the event stack, and {dict(after)} in the discards comes of none")
        return drawn

    def regions(self, position: Position) -> list[int]:
        """The last two that the turn player has."""
        found = self.successor["principalities"][position.turn_player]["regions"][-2:]
        told = [(region["kind"], region["number"]) for region in found]
        numbers = [REGION_STACK.index(region) for region in told if region in REGION_STACK]
        if len(set(numbers)) != 2 or set(numbers) - set(position.regions_left):
            raise Impossible(f"B2: {told} did not lie in the region stack")
        return numbers

    def shuffled(self, position: Position, seat: int, cards: Cards) -> list[list[str]]:
        """As they lie there."""
        stacks = [[card["card"] for card in self.successor["stacks"][at]] for at in own_stacks(position, seat)]
        if tuple(map(len, stacks)) != DECK_STACK_SIZES or Counter(card for stack in stacks for card in stack) != cards:
            raise Impossible(f"M2: the stacks of seat {seat} are not its deck in {DECK_STACK_SIZES}")
        return stacks

    def _dice(self, which: str) -> Any:
        dice = self.successor["dice"]
        if not dice:
            raise Impossible("T1: no dice lie there")
        return dice[which]
