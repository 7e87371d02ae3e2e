"""Parts of a state that a viewer may see in drawings (P1). Hidden parts are None."""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

import numpy as np

from kschwert_env.engine.contract.actions import Action
from kschwert_env.engine.contract.rules import Position
from kschwert_env.engine.jit.plain import PlainRecord, plain
from kschwert_env.two_crowns.kernel import battle
from kschwert_env.two_crowns.kernel.components import CARD_NAMES, NOBODY, NUM_PLAYERS, PHASE_NAMES, PRICED_NAMES
from kschwert_env.two_crowns.kernel.state import STATE

Cards = Mapping[str, int]


class SeatView(NamedTuple):
    """Cards of one seat as the viewer sees them."""

    seat: int
    hand_count: int
    hand: Cards | None
    deck_count: int
    deck: Cards | None  # a seat knows its own deck by counting
    laid: Cards | None  # cards in the running battle that are not paid for
    paid: Cards  # cards in the running battle that are paid for


def seat_views(position: Position, viewer: int | None) -> list[SeatView]:
    """Return both seats as `viewer` sees them; a spectator (None) sees everything."""
    return [_seat_view(position, viewer, seat) for seat in range(NUM_PLAYERS)]


def _seat_view(position: Position, viewer: int | None, seat: int) -> SeatView:
    is_open, battle_entry = viewer in (None, seat), position["battle"]
    hand, deck = position["hands"][seat], position["decks"][seat]
    laid, paid = (battle_entry["laid"][seat], battle_entry["paid"][seat]) if battle_entry else ({}, {})
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
    """Return whether the cards of a seat lie face down in a battle (A3)."""
    return bool(plain(battle.lies_face_down)(battle_state(position), seat))


def battle_state(position: Position) -> PlainRecord:
    """Return the running battle as a state for kernel functions; other fields are blank."""
    state = PlainRecord(np.zeros(1, STATE)[0])
    state.phase = PHASE_NAMES.index(position["phase"])
    state.player = NOBODY if position["player"] is None else position["player"]
    state.turn_player, state.scores = position["turn_player"], list(position["castles"])
    if position["battle"]:
        state.laid = _counts(position["battle"]["laid"], CARD_NAMES)
        state.laid_counts = position["battle"]["counts"]
        state.paid = _counts(position["battle"]["paid"], PRICED_NAMES)
    return state


def _counts(sides: Sequence[Cards], names: Sequence[str]) -> np.ndarray:
    return np.array([[cards.get(name, 0) for name in names] for cards in sides])


def drawn(position: Position, viewer: int | None) -> Cards | None:
    """Return the drawn cards of an exact recruitment; only the seat that drew them sees them."""
    cards: Cards = position["exact"] or {}
    return cards if viewer in (None, position["turn_player"]) else None


def shown_action(position: Position, viewer: int | None, action: Action | None) -> Action | None:
    """Return the last action as far as `viewer` may know it: cards laid face down and cards kept are secret."""
    if (
        action is None
        or viewer is None
        or action.kind not in ("lay", "keep")
        or viewer == _acting_seat(position, action)
    ):
        return action
    return Action(action.kind)


def _acting_seat(position: Position, action: Action) -> int:
    """Return the seat that laid or kept a card by `action`."""
    if action.kind == "lay":
        return int(position["player"])  # the same seat continues laying
    turn_player = int(position["turn_player"])
    return turn_player if position["truncated"] else 1 - turn_player  # keeping ends the turn
