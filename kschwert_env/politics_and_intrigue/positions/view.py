"""The view of a seat or another viewer: what drawings may show (N2, N5). None stands for hidden cards."""

from collections.abc import Mapping
from typing import Any, NamedTuple

from kschwert_env.engine.contract.actions import Action
from kschwert_env.engine.contract.rules import Position
from kschwert_env.politics_and_intrigue.kernel.components import NUM_PLAYERS
from kschwert_env.politics_and_intrigue.kernel.zones.stacks import OWN_STACKS
from kschwert_env.rendering.viewers import PUBLIC

Cards = Mapping[str, int]

SECRET = ("take", "bury")
"""Kinds of actions whose card only the acting seat may know (N2, N3)."""


class StackView(NamedTuple):
    """A stack as the viewer sees it.

    Attributes:
        number: of the stack.
        cards: from the top; None for a card that the viewer has not seen there.
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
    """Return the hand of a seat, None unless the viewer is that seat or a spectator."""
    cards: Cards = position["hands"][seat]
    return cards if viewer in (None, seat) else None


def hand_count(position: Position, seat: int) -> int:
    """Return the number of cards in a hand."""
    return sum(position["hands"][seat].values())


def stacks(position: Position, viewer: int | None) -> list[StackView]:
    """Return all stacks; a spectator sees every card."""
    owners = ban_owners(position)
    return [
        StackView(
            number,
            [place["card"] if _knows(viewer, place) else None for place in stack],
            [tuple(seat for seat in range(NUM_PLAYERS) if place["seen"][seat]) for place in stack],
            owners.get(number),
            number // OWN_STACKS if is_tournament(position) else None,
        )
        for number, stack in enumerate(position["stacks"])
    ]


def _knows(viewer: int | None, place: Mapping[str, Any]) -> bool:
    """Return whether a viewer knows a card in a stack: spectators do, and seats that have seen it (N3)."""
    return viewer is None or (viewer != PUBLIC and bool(place["seen"][viewer]))


def ban_owners(position: Position) -> dict[int, int]:
    """Return the owners of bans by number of the pile."""
    return {ban["pile"]: ban["owner"] for ban in position["bans"]}


def is_tournament(position: Position) -> bool:
    """Return whether this is the tournament game."""
    return bool(position["rules"]["game"] == "tournament")


def pending(position: Position, viewer: int | None) -> dict[str, Any]:
    """Return the pending values, without the card of `holy`, which only its owner knows (N1)."""
    keys = dict(position["pending"] or {})
    if position["phase"] == "holy" and viewer not in (None, position["player"]):
        del keys["card"]
    return keys


def shown_action(viewer: int | None, action: Action | None) -> Action | None:
    """Return the last action. Only spectators learn which card was taken or put under a stack.

    A position does not say who acted, nor where the card came from.
    """
    if action is None or viewer is None or action.kind not in SECRET:
        return action
    return type(action)(action.kind)
