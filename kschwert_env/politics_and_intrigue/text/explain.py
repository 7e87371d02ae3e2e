"""Why an action is not legal, in words. The kernel decides what is legal; tests compare the two."""

from collections.abc import Callable, Mapping
from typing import Any

import numpy as np

from kschwert_env.engine.contract.rules import GameRules
from kschwert_env.engine.jit.plain import PlainRecord
from kschwert_env.politics_and_intrigue.kernel import prompts
from kschwert_env.politics_and_intrigue.kernel.chapters import (
    action_cards,
    action_phase,
    attacks,
    building,
    end_of_turn,
    event_cards,
    event_die,
    setup,
)
from kschwert_env.politics_and_intrigue.kernel.components import CARD_NAMES, PHASE_NAMES, Phase
from kschwert_env.politics_and_intrigue.kernel.phases import TABLE, PhaseRow
from kschwert_env.politics_and_intrigue.text.questions import ASKS
from kschwert_env.politics_and_intrigue.text.reasons import building as reasons_building
from kschwert_env.politics_and_intrigue.text.reasons import by_phase as reasons_by_phase
from kschwert_env.politics_and_intrigue.text.reasons import cards as reasons_cards

Reason = Callable[[PlainRecord, PlainRecord, Any], str]
"""(state, board, action): says why an action is not legal in its phase; an empty string if it is."""


def _none(state: PlainRecord, board: PlainRecord, action: Any) -> str:
    """Return an empty string: the action is always legal in its phase."""
    return ""


REASONS: Mapping[object, Mapping[str, Reason]] = {
    prompts.stack_options: {"stack": reasons_by_phase.open_stack},
    prompts.filled_stack_options: {"stack": reasons_by_phase.filled_stack},
    prompts.free_search_options: {"search": reasons_by_phase.filled_stack},
    prompts.take_options: {"take": reasons_by_phase.take_from_stack},
    prompts.bury_options: {"bury": reasons_by_phase.bury},
    prompts.owned_options: {"resource": reasons_by_phase.pay},
    prompts.room_options: {"resource": reasons_by_phase.gain},
    prompts.take_resource_options: {"resource": reasons_by_phase.take_resource},
    prompts.give_resource_options: {"resource": reasons_by_phase.give_resource},
    event_die.roll_options: {"roll": _none, "play": reasons_cards.play_answer},
    event_die.number_options: {"number": _none},
    event_cards.civil_war_options: {"pick": reasons_by_phase.civil_war},
    event_cards.physician_options: {"play": reasons_cards.play_answer, "pass": _none},
    event_cards.raid_name_options: {"pick": reasons_by_phase.raid_name},
    event_cards.raid_lose_options: {"pick": reasons_by_phase.raid_lose},
    event_cards.builder_options: {"search": reasons_by_phase.filled_stack, "done": _none},
    action_phase.action_options: {
        "build": reasons_building.build,
        "play": reasons_cards.play,
        "road": reasons_building.road,
        "settlement": reasons_building.settlement,
        "city": reasons_building.city,
        "trade": reasons_building.trade,
        "demolish": reasons_building.demolish,
        "ally": reasons_building.ally,
        "lift": reasons_building.lift,
        "brewery": reasons_building.turn_brewery,
        "end_turn": _none,
    },
    building.discount_options: {"resource": reasons_building.discount},
    building.place_options: {"pick": reasons_building.place, "city": reasons_building.place_metropolis},
    building.brewery_side_options: {"brewery": _none},
    building.settlement_options: {"settlement": reasons_building.settlement},
    attacks.react_options: {"play": reasons_cards.play_answer, "pass": _none},
    attacks.target_options: {"pick": reasons_cards.target, "burn_brothel": reasons_cards.burn_brothel},
    attacks.spy_options: {"take": reasons_cards.spy, "done": _none},
    attacks.merchant_take_options: {"resource": reasons_by_phase.take_resource, "done": reasons_cards.take_no_more},
    action_cards.scout_options: {"region": reasons_cards.scout},
    action_cards.archive_sort_options: {"take": reasons_by_phase.take_unsorted},
    action_cards.diplomat_options: {"take": reasons_cards.diplomat},
    action_cards.ban_options: {"ban": reasons_cards.ban},
    end_of_turn.draw_or_search_options: {"draw": reasons_by_phase.draw, "search": reasons_by_phase.search},
    end_of_turn.stack_or_done_options: {"stack": reasons_by_phase.open_stack, "done": _none},
    setup.deck_pick_options: {"take": reasons_by_phase.take_from_deck},
}
"""For each function that writes legal actions (`options` of `phases.TABLE`), by kind of action."""

_ANSWERS = [row.answer for row in TABLE if row.answer is not None]  # A6, A11, A18


def is_asked(rules: GameRules, state: np.void, action: Any) -> bool:
    """Return whether the phase asks for actions of this kind, so that the reason depends on the position."""
    return _offers(TABLE[Phase(state["phase"])], action)


def explain(rules: GameRules, state: np.void, action: Any) -> str:
    """Return the first reason why `action` is not legal in `state`; an empty string if there is none."""
    phase = Phase(state["phase"])
    if not is_asked(rules, state, action):
        return f"you are asked something else now: {ASKS[PHASE_NAMES[phase]]} (Q4)"
    reason = REASONS[TABLE[phase].options][action.kind]
    return reason(PlainRecord(state), PlainRecord(rules.board[0]), action)


def _offers(row: PhaseRow, action: Any) -> bool:
    """Return whether a phase offers actions of this kind. Alchemist, bishop and physician have separate phases (A1)."""
    if action.kind == "play":
        card = CARD_NAMES.index(action.card)
        return row.answer == card if card in _ANSWERS else row.answer is None and "play" in row.offers
    return action.kind in row.offers
