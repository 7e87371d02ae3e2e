"""The heuristic player: one decision."""

from kschwert_env.agents.heuristics.choice import NONE, better, survey
from kschwert_env.agents.heuristics.politics_and_intrigue.lookahead import look_ahead
from kschwert_env.agents.heuristics.politics_and_intrigue.plan import make_wishes, own_stock
from kschwert_env.agents.heuristics.politics_and_intrigue.prompts import score_asked
from kschwert_env.agents.heuristics.politics_and_intrigue.resources import no_wishes
from kschwert_env.agents.heuristics.politics_and_intrigue.turn import score_turn
from kschwert_env.agents.heuristics.politics_and_intrigue.weights import WEIGHTS
from kschwert_env.engine.jit.compiling import compiled
from kschwert_env.engine.jit.scratch import scratch
from kschwert_env.politics_and_intrigue.kernel.components import NUM_CARDS, NUM_RESOURCES, Phase

_MOST_ACTIONS = 400  # there are fewer in either game (Q2)
_UNLIKELY = -1000.0  # of what is legal, but not thought of


@compiled
def choose_heuristically(state, board, mask, stream):
    """A legal action of `mask` for the deciding seat of `state`, out of what that seat may know (N1, N2).

    `state` is one record of a position and is left as it is; `stream` breaks ties.
    """
    legal, action = survey(mask)
    if legal == 1:
        return action
    income, rates, room = scratch(NUM_RESOURCES), scratch(NUM_RESOURCES), scratch(NUM_RESOURCES)
    outlook = look_ahead(state, WEIGHTS, state.player, income, rates, room)
    wishes = no_wishes()
    stocks, worths, scores = scratch(NUM_RESOURCES), scratch(NUM_CARDS), scratch(_MOST_ACTIONS)
    make_wishes(state, board, WEIGHTS, outlook, wishes)
    own_stock(state, state.player, stocks)
    for action in range(mask.shape[0]):
        scores[action] = _UNLIKELY
    if state.phase == Phase.ACTION:
        score_turn(state, board, WEIGHTS, outlook, wishes, stocks, worths, mask, scores)
    else:
        score_asked(state, board, WEIGHTS, outlook, wishes, stocks, worths, mask, scores)
    best = NONE
    for action in range(mask.shape[0]):
        if mask[action]:
            best = better(best, action, scores[action], stream)
    return best[0]
