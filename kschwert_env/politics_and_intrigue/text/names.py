"""Words for slots, cards, piles and regions, in texts and pictures."""

from collections.abc import Sequence
from functools import cache

from kschwert_env.engine.contract.rules import Position
from kschwert_env.engine.text.phrases import card_name
from kschwert_env.politics_and_intrigue import editions
from kschwert_env.politics_and_intrigue.kernel.components import (
    FIRST_METROPOLIS_SLOT,
    GOAL,
    RESOURCE_NAMES,
    SLOTS_OF_PLACE,
)

CORNERS = ("upper left", "lower left", "upper right", "lower right")  # of a metropolis, by slot from 28 on
SEATS = (0, 1)


def slot_words(slot: int) -> str:
    """Return where a slot is, in words (P3)."""
    if slot >= FIRST_METROPOLIS_SLOT:
        return f"beyond the {CORNERS[slot - FIRST_METROPOLIS_SLOT]} region of the metropolis"
    side, depth = divmod(slot % SLOTS_OF_PLACE, 2)
    return f"{'far ' * depth}{('above', 'below')[side]} place [#{slot // SLOTS_OF_PLACE}]"


def price_words(cost: Sequence[int]) -> str:
    """Return a cost by resource in words, such as "2 wool, 1 ore"; empty for nothing."""
    return ", ".join(f"{count} {name}" for name, count in zip(RESOURCE_NAMES, cost, strict=True) if count)


def card_at(position: Position, seat: int, slot: int) -> str:
    """Return the card in a slot, in words."""
    card = position["principalities"][seat]["slots"][slot]
    return card_name(card) if card else "nothing"


def pile_words(position: Position, pile: int) -> str:
    """Return a pile by its number, in words (Q2)."""
    stacks = len(position["stacks"])
    if pile < stacks:
        return f"stack [#{pile}]"
    return "the discard pile" + (f" of [{pile - stacks}]" if len(position["discards"]) > 1 else "")


@cache
def _region_names(edition: str) -> tuple[str, ...]:
    return tuple(f"{RESOURCE_NAMES[kind]} {number}" for kind, number in editions.load(edition).region_stack)


def region_name(position: Position, region: int) -> str:
    """Return a region of the stack by its number, in words (C4)."""
    return _region_names(position["rules"]["edition"])[region]


def winner(position: Position) -> int | None:
    """Return the winner of a game that is over: with 13 points each the turn player (B11), else who has more (W2)."""
    scores = position["scores"]
    if min(scores) >= GOAL and not position["truncated"]:
        return int(position["turn_player"])
    return None if scores[0] == scores[1] else scores.index(max(scores))


def columns(position: Position, seat: int) -> list[tuple[int, int]]:
    """Return the ids of the upper and lower region of each column, from left to right (P2).

    Each place brings the column on its outer side. The column left of place 0 exists from the start.
    """
    row = position["principalities"][seat]["row"]
    home = row.index(0)
    uppers = [2 * place + 2 for place in row]
    uppers.insert(home, 0)
    return [(upper, upper + 1) for upper in uppers]
