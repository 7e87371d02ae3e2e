"""Heuristic player of Krone & Schwert: one decision."""

from kschwert_env.agents.heuristics.krone_schwert.evaluation import make_forecast
from kschwert_env.agents.heuristics.krone_schwert.land import choose_attack_cards, choose_field, choose_reaction
from kschwert_env.agents.heuristics.krone_schwert.revolts import choose_cards_to_lay, choose_tax, choose_vote
from kschwert_env.agents.heuristics.krone_schwert.turn import choose_replacement, choose_turn_action
from kschwert_env.agents.heuristics.krone_schwert.weights import WEIGHTS
from kschwert_env.engine.jit.compiling import compiled
from kschwert_env.krone_schwert.kernel.components import Phase


@compiled
def choose_action(state, board, mask, stream):
    """Return a legal action of `mask` for the deciding seat of `state`, using only what that seat may know (P1).

    `state` is one record and is left unchanged; `stream` breaks ties.
    """
    forecast = make_forecast(state, board, WEIGHTS, state.player)
    if state.phase == Phase.ACTION:
        return choose_turn_action(state, board, mask, stream, WEIGHTS, forecast)
    if state.phase == Phase.REDRAW:
        return choose_replacement(state, board, mask, stream, WEIGHTS, forecast)
    if state.phase == Phase.REVOLT_LAY:
        return choose_cards_to_lay(state, board, mask, stream, WEIGHTS, forecast)
    if state.phase == Phase.REVOLT_VOTE:
        return choose_vote(state, board, mask, stream, WEIGHTS, forecast)
    if state.phase == Phase.ATTACK_LAY:
        return choose_attack_cards(state, board, mask, stream, WEIGHTS, forecast)
    if state.phase == Phase.ATTACK_REACT:
        return choose_reaction(state, board, mask, stream, WEIGHTS, forecast)
    if state.phase == Phase.TAX:
        return choose_tax(state, board, mask, stream, WEIGHTS, forecast)
    return choose_field(state, board, mask, stream, WEIGHTS, forecast)
