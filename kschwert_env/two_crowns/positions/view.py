"""What drawings show of secrets, and to whom (P1). None stands for what is hidden."""

from collections.abc import Mapping
from typing import NamedTuple

from kschwert_env.engine.actions import Action
from kschwert_env.engine.rules import Position
from kschwert_env.two_crowns.kernel.components import NUM_PLAYERS

Cards = Mapping[str, int]


class SeatView(NamedTuple):
    """The cards of one seat as the viewer sees them."""

    seat: int
    hand_count: int
    hand: Cards | None
    deck_count: int
    deck: Cards | None  # the own one is known by counting
    laid: Cards | None  # what lies in the battle under way and is not paid for
    paid: Cards  # what is paid for in it


def seat_views(position: Position, viewer: int | None) -> list[SeatView]:
    """Both seats as `viewer` sees them, or as a spectator does (None), who sees everything."""
    return [_seat_view(position, viewer, seat) for seat in range(NUM_PLAYERS)]


def _seat_view(position: Position, viewer: int | None, seat: int) -> SeatView:
    is_open, battle = viewer in (None, seat), position["battle"]
    hand, deck = position["hands"][seat], position["decks"][seat]
    laid, paid = (battle["laid"][seat], battle["paid"][seat]) if battle else ({}, {})
    return SeatView(
        seat,
        sum(hand.values()),
        hand if is_open else None,
        sum(deck.values()),
        deck if is_open else None,
        None if not is_open and lies_face_down(position, seat) else laid,
        paid,
    )


def lies_face_down(position: Position, seat: int) -> bool:
    """Whether a seat has not turned up its cards yet (A3): the defender does when the attacker has paid."""
    if position["phase"] == "pay":
        return seat != position["turn_player"] and position["player"] == position["turn_player"]
    return bool(position["phase"] == "lay")


def drawn(position: Position, viewer: int | None) -> Cards | None:
    """The cards drawn of which one is kept; only who drew them sees them."""
    cards: Cards = position["exact"] or {}
    return cards if viewer in (None, position["turn_player"]) else None


def shown_action(position: Position, viewer: int | None, action: Action | None) -> Action | None:
    """The last action as far as a seat may know it: cards laid face down, and cards kept, are the owner's secret."""
    if action is None or viewer in (None, _who_did(position, action)) or action.kind not in ("lay", "keep"):
        return action
    return Action(action.kind)


def _who_did(position: Position, action: Action) -> int:
    """The seat that has led to a position by laying or keeping a card."""
    if action.kind == "lay":
        return int(position["player"])  # goes on laying
    turn_player = int(position["turn_player"])
    return turn_player if position["truncated"] else 1 - turn_player  # keeping ends the turn
