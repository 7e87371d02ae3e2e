"""What drawings show of secrets, and to whom (N2, N5). None stands for what is hidden."""

from collections.abc import Mapping
from typing import Any, NamedTuple

from kschwert_env.engine.actions import Action
from kschwert_env.engine.contract import Position
from kschwert_env.politics_and_intrigue.kernel.components import NUM_PLAYERS
from kschwert_env.politics_and_intrigue.kernel.zones.stacks import OWN_STACKS

Cards = Mapping[str, int]

SECRET = ("take", "bury")
"""Kinds of actions whose card may be known to nobody but who did it (N2, N3)."""


class StackView(NamedTuple):
    """A stack as the viewer sees it.

    Attributes:
        number: of the stack.
        cards: from the top; None for a card that the viewer has not seen in its place.
        seen: for each card the seats that have seen it, which is public (N3).
        ban: the owner of the ban on it, or None.
        owner: the seat that uses it, None if both do (M3).
    """

    number: int
    cards: list[str | None]
    seen: list[tuple[int, ...]]
    ban: int | None
    owner: int | None


def hand(position: Position, viewer: int | None, seat: int) -> Cards | None:
    """The cards that a seat holds, for itself and for a spectator."""
    cards: Cards = position["hands"][seat]
    return cards if viewer in (None, seat) else None


def hand_count(position: Position, seat: int) -> int:
    """How many cards a seat holds."""
    return sum(position["hands"][seat].values())


def stacks(position: Position, viewer: int | None) -> list[StackView]:
    """All stacks; a spectator sees every card."""
    owners = ban_owners(position)
    return [
        StackView(
            number,
            [place["card"] if viewer is None or place["seen"][viewer] else None for place in stack],
            [tuple(seat for seat in range(NUM_PLAYERS) if place["seen"][seat]) for place in stack],
            owners.get(number),
            number // OWN_STACKS if is_tournament(position) else None,
        )
        for number, stack in enumerate(position["stacks"])
    ]


def ban_owners(position: Position) -> dict[int, int]:
    """Who has laid the ban on a pile, by its number."""
    return {ban["pile"]: ban["owner"] for ban in position["bans"]}


def is_tournament(position: Position) -> bool:
    """Whether both seats play with decks of their own."""
    return bool(position["rules"]["game"] == "tournament")


def pending(position: Position, viewer: int | None) -> dict[str, Any]:
    """What is under way, without the card of `holy`, which only its owner knows (N1)."""
    keys = dict(position["pending"] or {})
    if position["phase"] == "holy" and viewer not in (None, position["player"]):
        del keys["card"]
    return keys


def shown_action(viewer: int | None, action: Action | None) -> Action | None:
    """The last action: which card was taken or put under a stack is told to spectators only.

    A position does not say who has done it, nor from where.
    """
    if action is None or viewer is None or action.kind not in SECRET:
        return action
    return type(action)(action.kind)
