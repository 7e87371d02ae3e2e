"""Heuristic player of Politics & Intrigue: one decision."""

from kschwert_env.agents.heuristics.politics_and_intrigue.forecast import make_forecast
from kschwert_env.agents.heuristics.politics_and_intrigue.plan import list_purchases, own_stock
from kschwert_env.agents.heuristics.politics_and_intrigue.prompts import score_prompt
from kschwert_env.agents.heuristics.politics_and_intrigue.resources import new_purchases
from kschwert_env.agents.heuristics.politics_and_intrigue.turn import score_turn
from kschwert_env.agents.heuristics.politics_and_intrigue.weights import WEIGHTS
from kschwert_env.agents.heuristics.selection import NO_OPTION, better_option, count_legal
from kschwert_env.engine.jit.compiling import compiled
from kschwert_env.engine.jit.scratch import scratch
from kschwert_env.politics_and_intrigue.kernel.components import NUM_CARDS, NUM_RESOURCES, Phase

_MOST_ACTIONS = 400  # upper bound for both games (Q2)
_UNLIKELY = -1000.0  # score of legal actions that are not considered


@compiled
def choose_action(state, board, mask, stream):
    """Return a legal action of `mask` for the deciding seat of `state`, using only what that seat may know (N1, N2).

    `state` is one record and is left unchanged; `stream` breaks ties.
    """
    legal, action = count_legal(mask)
    if legal == 1:
        return action
    income, rates, capacity = scratch(NUM_RESOURCES), scratch(NUM_RESOURCES), scratch(NUM_RESOURCES)
    forecast = make_forecast(state, WEIGHTS, state.player, income, rates, capacity)
    purchases = new_purchases()
    stocks, values, scores = scratch(NUM_RESOURCES), scratch(NUM_CARDS), scratch(_MOST_ACTIONS)
    list_purchases(state, board, WEIGHTS, forecast, purchases)
    own_stock(state, state.player, stocks)
    for action in range(mask.shape[0]):
        scores[action] = _UNLIKELY
    if state.phase == Phase.ACTION:
        score_turn(state, board, WEIGHTS, forecast, purchases, stocks, values, mask, scores)
    else:
        score_prompt(state, board, WEIGHTS, forecast, purchases, stocks, values, mask, scores)
    best = NO_OPTION
    for action in range(mask.shape[0]):
        if mask[action]:
            best = better_option(best, action, scores[action], stream)
    return best[0]
