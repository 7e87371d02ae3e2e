"""Why an action is not legal, in words. The masks decide what is legal; tests hold the two against each other."""

from collections.abc import Callable, Mapping

import numpy as np

from kschwert_env.engine.actions import Action
from kschwert_env.engine.rules import GameRules
from kschwert_env.politics_and_intrigue.kernel.components import PHASE_NAMES, Phase
from kschwert_env.politics_and_intrigue.words import explain_asked, explain_building, explain_playing

_PHASES: Mapping[str, tuple[Phase, ...]] = {
    "build": (Phase.ACTION,),
    "play": (Phase.ACTION,),
    "take": (
        *(Phase.SETUP_TAKE, Phase.BUILDER_TAKE, Phase.SPY, Phase.ARCHIVE_SORT, Phase.COUNCIL_TAKE, Phase.DIPLOMAT),
        *(Phase.SEARCH_TAKE, Phase.DECK_PICK),
    ),
    "bury": (Phase.COUNCIL_BURY, Phase.TRIM_CARD, Phase.EXCHANGE_CARD),
    "road": (Phase.ACTION,),
    "settlement": (Phase.ACTION, Phase.SCOUT_SETTLE),
    "city": (Phase.ACTION, Phase.PLACE),
    "trade": (Phase.ACTION,),
    "resource": (
        *(Phase.TRADE_EVENT, Phase.GAIN, Phase.MENDICANT, Phase.DISCOUNT, Phase.MERCHANT_TAKE, Phase.MERCHANT_GIVE),
        *(Phase.HIGHWAYMEN, Phase.CARAVAN_PAY, Phase.CARAVAN_TAKE, Phase.SEARCH_PAY),
    ),
    "number": (Phase.NUMBER,),
    "demolish": (Phase.ACTION,),
    "pick": (Phase.CIVIL_WAR, Phase.RAID_NAME, Phase.RAID_LOSE, Phase.PLACE, Phase.TARGET),
    "ally": (Phase.ACTION,),
    "region": (Phase.SCOUT,),
    "draw": (Phase.REFILL, Phase.EXCHANGE_DRAW),
    "search": (Phase.BUILDER, Phase.COUNCIL_SEARCH, Phase.REFILL, Phase.EXCHANGE_DRAW),
    "stack": (
        *(Phase.SETUP_STACK, Phase.BAILIFF, Phase.ARCHIVE, Phase.CHANCELLOR, Phase.COUNCIL, Phase.TRIM, Phase.HOLY),
        Phase.EXCHANGE,
    ),
    "ban": (Phase.BAN,),
    "lift": (Phase.ACTION,),
    "brewery": (Phase.ACTION, Phase.BREWERY_SIDE),
    "burn_brothel": (Phase.TARGET,),
    "roll": (Phase.ROLL,),
    "pass": (Phase.PHYSICIAN, Phase.REACT),
    "done": (Phase.BUILDER, Phase.SPY, Phase.MERCHANT_TAKE, Phase.HOLY, Phase.EXCHANGE),
    "end_turn": (Phase.ACTION,),
}
"""Q4: the phases in which a kind of action may be legal."""

_PLAYED_IN = {"alchemist": Phase.ROLL, "bishop": Phase.REACT, "physician": Phase.PHYSICIAN}  # A6, A11, A18

_REASONS: Mapping[str, Callable[[GameRules, np.void, Action], str]] = {
    "build": explain_building.build,
    "play": explain_playing.play,
    "take": explain_asked.take,
    "bury": explain_asked.bury,
    "road": explain_building.road,
    "settlement": explain_building.settlement,
    "city": explain_building.city,
    "trade": explain_building.trade,
    "resource": explain_asked.resource,
    "demolish": explain_building.demolish,
    "pick": explain_asked.pick,
    "ally": explain_building.ally,
    "region": explain_asked.region,
    "draw": explain_asked.draw,
    "search": explain_asked.search,
    "stack": explain_asked.stack,
    "ban": explain_playing.ban,
    "lift": explain_building.lift,
    "brewery": explain_building.brewery,
    "burn_brothel": explain_playing.burn_brothel,
    "done": explain_asked.done,
}
"""The others are legal in their phases."""


def explain(rules: GameRules, state: np.void, action: Action) -> str:
    """The first reason why `action` is not legal in `state`; an empty string if there is none."""
    phases = _PHASES[action.kind]
    if action.kind == "play" and action.card in _PLAYED_IN:
        phases = (_PLAYED_IN[action.card],)
    if state["phase"] not in phases:
        names = ", ".join(PHASE_NAMES[phase] for phase in phases)
        return f"the phase is {PHASE_NAMES[state['phase']]}, and this belongs to {names} (Q4)"
    reason = _REASONS.get(action.kind)
    return reason(rules, state, action) if reason else ""
