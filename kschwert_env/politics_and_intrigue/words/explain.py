"""Why an action is not legal, in words. The kernel decides what is legal; tests compare the two."""

from collections.abc import Callable, Mapping
from typing import Any

import numpy as np

from kschwert_env.engine.contract import GameRules
from kschwert_env.engine.plain import Fields, fields
from kschwert_env.politics_and_intrigue.kernel.components import CARD_NAMES, PHASE_NAMES, Phase
from kschwert_env.politics_and_intrigue.kernel.phases import TABLE, PhaseRow
from kschwert_env.politics_and_intrigue.words import reasons_building, reasons_by_phase, reasons_cards

Reason = Callable[[Fields, Fields, Any], str]
"""(state, board, action): says why an action is not legal in its phase; an empty string if it is."""


def _none(state: Fields, board: Fields, action: Any) -> str:
    """Return an empty string: the action is always legal in its phase."""
    return ""


REASONS: Mapping[tuple[Phase, str], Reason] = {
    (Phase.SETUP_STACK, "stack"): reasons_by_phase.filled_stack,
    (Phase.SETUP_TAKE, "take"): reasons_by_phase.take_from_stack,
    (Phase.ROLL, "roll"): _none,
    (Phase.ROLL, "play"): reasons_cards.play_answer,
    (Phase.NUMBER, "number"): _none,
    (Phase.TRADE_EVENT, "resource"): reasons_by_phase.take_resource,
    (Phase.GAIN, "resource"): reasons_by_phase.gain,
    (Phase.BAILIFF, "stack"): reasons_by_phase.open_stack,
    (Phase.CIVIL_WAR, "pick"): reasons_by_phase.civil_war,
    (Phase.PHYSICIAN, "play"): reasons_cards.play_answer,
    (Phase.PHYSICIAN, "pass"): _none,
    (Phase.RAID_NAME, "pick"): reasons_by_phase.raid_name,
    (Phase.RAID_LOSE, "pick"): reasons_by_phase.raid_lose,
    (Phase.BUILDER, "search"): reasons_by_phase.filled_stack,
    (Phase.BUILDER, "done"): _none,
    (Phase.BUILDER_TAKE, "take"): reasons_by_phase.take_from_stack,
    (Phase.MENDICANT, "resource"): reasons_by_phase.give_resource,
    (Phase.ACTION, "build"): reasons_building.build,
    (Phase.ACTION, "play"): reasons_cards.play,
    (Phase.ACTION, "road"): reasons_building.road,
    (Phase.ACTION, "settlement"): reasons_building.settlement,
    (Phase.ACTION, "city"): reasons_building.city,
    (Phase.ACTION, "trade"): reasons_building.trade,
    (Phase.ACTION, "demolish"): reasons_building.demolish,
    (Phase.ACTION, "ally"): reasons_building.ally,
    (Phase.ACTION, "lift"): reasons_building.lift,
    (Phase.ACTION, "brewery"): reasons_building.turn_brewery,
    (Phase.ACTION, "end_turn"): _none,
    (Phase.DISCOUNT, "resource"): reasons_building.discount,
    (Phase.PLACE, "pick"): reasons_building.place,
    (Phase.PLACE, "city"): reasons_building.place_metropolis,
    (Phase.BREWERY_SIDE, "brewery"): _none,
    (Phase.REACT, "play"): reasons_cards.play_answer,
    (Phase.REACT, "pass"): _none,
    (Phase.TARGET, "pick"): reasons_cards.target,
    (Phase.TARGET, "burn_brothel"): reasons_cards.burn_brothel,
    (Phase.SPY, "take"): reasons_cards.spy,
    (Phase.SPY, "done"): _none,
    (Phase.MERCHANT_TAKE, "resource"): reasons_by_phase.take_resource,
    (Phase.MERCHANT_TAKE, "done"): reasons_cards.take_no_more,
    (Phase.MERCHANT_GIVE, "resource"): reasons_by_phase.give_resource,
    (Phase.HIGHWAYMEN, "resource"): reasons_by_phase.take_resource,
    (Phase.CARAVAN_PAY, "resource"): reasons_by_phase.pay,
    (Phase.CARAVAN_TAKE, "resource"): reasons_by_phase.gain,
    (Phase.SCOUT, "region"): reasons_cards.scout,
    (Phase.SCOUT_SETTLE, "settlement"): reasons_building.settlement,
    (Phase.ARCHIVE, "stack"): reasons_by_phase.filled_stack,
    (Phase.ARCHIVE_SORT, "take"): reasons_by_phase.take_unsorted,
    (Phase.CHANCELLOR, "stack"): reasons_by_phase.filled_stack,
    (Phase.COUNCIL, "stack"): reasons_by_phase.open_stack,
    (Phase.COUNCIL_BURY, "bury"): reasons_by_phase.bury,
    (Phase.COUNCIL_SEARCH, "search"): reasons_by_phase.filled_stack,
    (Phase.COUNCIL_TAKE, "take"): reasons_by_phase.take_from_stack,
    (Phase.DIPLOMAT, "take"): reasons_cards.diplomat,
    (Phase.BAN, "ban"): reasons_cards.ban,
    (Phase.TRIM, "stack"): reasons_by_phase.open_stack,
    (Phase.TRIM_CARD, "bury"): reasons_by_phase.bury,
    (Phase.REFILL, "draw"): reasons_by_phase.draw,
    (Phase.REFILL, "search"): reasons_by_phase.search,
    (Phase.SEARCH_PAY, "resource"): reasons_by_phase.pay,
    (Phase.SEARCH_TAKE, "take"): reasons_by_phase.take_from_stack,
    (Phase.HOLY, "stack"): reasons_by_phase.open_stack,
    (Phase.HOLY, "done"): _none,
    (Phase.EXCHANGE, "stack"): reasons_by_phase.open_stack,
    (Phase.EXCHANGE, "done"): _none,
    (Phase.EXCHANGE_CARD, "bury"): reasons_by_phase.bury,
    (Phase.EXCHANGE_DRAW, "draw"): reasons_by_phase.draw,
    (Phase.EXCHANGE_DRAW, "search"): reasons_by_phase.search,
    (Phase.DECK_PICK, "take"): reasons_by_phase.take_from_deck,
}
"""For each phase and each kind of action that it offers (`phases.TABLE`)."""

_ANSWERS = [row.answer for row in TABLE if row.answer is not None]  # A6, A11, A18


def explain(rules: GameRules, state: np.void, action: Any) -> str:
    """Return the first reason why `action` is not legal in `state`; an empty string if there is none."""
    phase = Phase(state["phase"])
    if not _offers(TABLE[phase], action):
        names = ", ".join(PHASE_NAMES[row.phase] for row in TABLE if _offers(row, action))
        return f"the phase is {PHASE_NAMES[phase]}, and this belongs to {names} (Q4)"
    return REASONS[phase, action.kind](fields(state), fields(rules.board[0]), action)


def _offers(row: PhaseRow, action: Any) -> bool:
    """Return whether a phase offers actions like this one. Three cards are played in phases of their own (A1)."""
    if action.kind == "play":
        card = CARD_NAMES.index(action.card)
        return row.answer == card if card in _ANSWERS else row.answer is None and "play" in row.offers
    return action.kind in row.offers
