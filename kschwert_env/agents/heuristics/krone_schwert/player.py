"""The heuristic player: one decision."""

from kschwert_env.agents.heuristics.krone_schwert.evaluation import look_ahead
from kschwert_env.agents.heuristics.krone_schwert.land import choose_attack_cards, choose_field, choose_reaction
from kschwert_env.agents.heuristics.krone_schwert.revolts import choose_laid, choose_tax, choose_vote
from kschwert_env.agents.heuristics.krone_schwert.turn import choose_in_turn, choose_replacement
from kschwert_env.agents.heuristics.krone_schwert.weights import WEIGHTS
from kschwert_env.engine.jit.compiling import compiled
from kschwert_env.krone_schwert.kernel.components import Phase


@compiled
def choose_heuristically(state, board, mask, stream):
    """A legal action of `mask` for the deciding seat of `state`, out of what that seat may know (P1).

    `state` is one record of a position and is left as it is; `stream` breaks ties.
    """
    outlook = look_ahead(state, board, WEIGHTS, state.player)
    if state.phase == Phase.ACTION:
        return choose_in_turn(state, board, mask, stream, WEIGHTS, outlook)
    if state.phase == Phase.REDRAW:
        return choose_replacement(state, board, mask, stream, WEIGHTS, outlook)
    if state.phase == Phase.REVOLT_LAY:
        return choose_laid(state, board, mask, stream, WEIGHTS, outlook)
    if state.phase == Phase.REVOLT_VOTE:
        return choose_vote(state, board, mask, stream, WEIGHTS, outlook)
    if state.phase == Phase.ATTACK_LAY:
        return choose_attack_cards(state, board, mask, stream, WEIGHTS, outlook)
    if state.phase == Phase.ATTACK_REACT:
        return choose_reaction(state, board, mask, stream, WEIGHTS, outlook)
    if state.phase == Phase.TAX:
        return choose_tax(state, board, mask, stream, WEIGHTS, outlook)
    return choose_field(state, board, mask, stream, WEIGHTS, outlook)
