"""Chance events, outcome by outcome: cards drawn, the die of fate, the start player.

No other effect of a step depends on the cards that it draws; the next deciding seat depends at most on the enemy's
cards. So exchanging the drawn cards gives exactly the other outcomes of the step.
"""

from collections.abc import Iterator
from math import comb, prod

import numpy as np

from kschwert_env.engine.contract.chance import Draw, Outcome
from kschwert_env.two_crowns.kernel.components import CARD_NAMES, CASTLE, HAND, NOBODY, NUM_PLAYERS, Phase


class Draws:
    """Chance events of Two Crowns: an `engine.contract.chance.Chance`."""

    def __init__(self, copies: tuple[int, ...], die_of_fate: bool, random_start: bool) -> None:
        """Compute the maximum number of outcomes; `copies` are the cards of a side (C2)."""
        self._random_start = random_start
        hands = sum(1 for _ in hands_of(copies, HAND))  # an upper bound for smaller decks and fewer cards, too
        self.max_outcomes = max(hands, CASTLE * die_of_fate, NUM_PLAYERS * random_start)

    def draws(self, before: np.void, after: np.void) -> list[Draw]:
        """Return all draws of a step, as `engine.contract.chance.Chance` specifies."""
        found = []
        if before["player"] == NOBODY and self._random_start:
            found.append(start())
        found += [cards(before, after, seat) for seat in range(NUM_PLAYERS) if has_drawn(before, after, seat)]
        if before["fate_used"] < after["fate_used"]:
            found.append(die(int(before["player"])))
        return [draw for draw in found if len(draw) > 1]


def start() -> Draw:
    """Return the draw of the start player (S1)."""
    names = ("start_player", "turn_player", "player")
    return tuple(
        Outcome(f"seat {seat} starts", 1, tuple((name, (), seat) for name in names)) for seat in range(NUM_PLAYERS)
    )


def has_drawn(before: np.void, after: np.void, seat: int) -> bool:
    """Return whether a seat has drawn cards. Cards never return to a deck."""
    return bool((before["decks"][seat] != after["decks"][seat]).any())


def cards(before: np.void, after: np.void, seat: int) -> Draw:
    """Return the draw of cards from a seat's deck, ignoring their order (S1, R1, R2)."""
    into, index = ("exact", ()) if after["phase"] == Phase.KEEP else ("hands", (seat,))
    deck = before["decks"][seat]
    drawn = deck - after["decks"][seat]
    held = after[into][index] - drawn  # before the draw
    outcomes = []
    for hand in hands_of(deck.tolist(), int(drawn.sum())):
        ways = prod(comb(int(copies), number) for copies, number in zip(deck, hand, strict=True))
        named = ", ".join(f"{number} {name}" for name, number in zip(CARD_NAMES, hand, strict=True) if number)
        parts = (("decks", (seat,), deck - hand), (into, index, held + hand))
        outcomes.append(Outcome(f"seat {seat} draws {named}", ways, parts))
    return tuple(outcomes)


def die(seat: int) -> Draw:
    """Return the draw of a castle's new value (F1)."""
    return tuple(
        Outcome(f"seat {seat} rolls {points}", 1, (("scores", (seat,), points),)) for points in range(1, CASTLE + 1)
    )


def hands_of(copies: tuple[int, ...] | list[int], size: int) -> Iterator[tuple[int, ...]]:
    """Yield all hands of `size` cards that can be drawn from these copies of each card."""
    if not copies:
        if size == 0:
            yield ()
        return
    rest = sum(copies[1:])
    for number in range(max(0, size - rest), min(copies[0], size) + 1):
        yield from ((number, *others) for others in hands_of(copies[1:], size - number))
