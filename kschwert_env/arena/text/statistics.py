"""Statistics of an agent in text: answers, costs, and the decisions that search finds worst."""

import math
from collections import defaultdict
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import NamedTuple

import numpy as np

from kschwert_env.agents.base import FORFEIT, make_decision_batch
from kschwert_env.agents.registry import make_agent
from kschwert_env.agents.search.tree_search import TreeSearch
from kschwert_env.agents.text.exchange_log import Exchange
from kschwert_env.arena.statistics import Figures
from kschwert_env.arena.text.games import AskedDecision, TextGameRecord
from kschwert_env.engine.contract.rules import GameRules
from kschwert_env.engine.simulation.batch import available_cores

SEARCH = "ismcts:sims=1000,widening=1,c=1"
"""Agent that judges decisions. With `widening=1` and `c=1` it visits every action often enough to compare it."""

MAX_JUDGED = 200
"""Maximum number of decisions that are judged, evenly spaced over all games."""

MOST_LISTED = 10
"""Number of the worst decisions that are listed."""

UNFINISHED = {"cut_off": "cut off", "filtered": "filtered", "refused": "refused"}
"""Keys of figures, and how the answers that they count ended."""

_SURE = 2.0  # standard errors by which another action must be better to count as a loss


class Judgement(NamedTuple):
    """A decision, judged by a search that knows what its seat knew.

    Attributes:
        game: index of the game in the list that was judged.
        decision: the decision.
        better: the action that the search prefers.
        loss: win share lost by the decision; 0 unless the other action is better by two standard errors.
    """

    game: int
    decision: AskedDecision
    better: int
    loss: float


def answer_figures(games: Sequence[TextGameRecord]) -> Figures:
    """Return the numbers of answers and their costs, in total and per decision. There must be a decision.

    Equal questions in several games, such as at their start, have one answer, which is paid once. Totals count it once;
    costs per decision count it in each game.
    """
    turns = [decision.turn for game in games for decision in game.asked]
    exchanges = [exchange for turn in turns for exchange in turn.exchanges]
    invalid = len(exchanges) - sum(turn.refusal is None for turn in turns)
    paid = list({exchange.key: exchange for exchange in exchanges}.values())
    return {
        "decisions": len(turns),
        "answers": len(exchanges),
        "paid_answers": len(paid),
        "invalid_answers": invalid,
        "invalid_share": invalid / len(exchanges),
        "decided_by_others": sum(turn.refusal is not None for turn in turns),
        **{name: sum(exchange.ended == ended for exchange in paid) for name, ended in UNFINISHED.items()},
        "forfeits": sum(turn.action == FORFEIT for turn in turns),
        **_costs(paid),
        "per_decision": {name: total / len(turns) for name, total in _costs(exchanges).items()},
    }


def _costs(exchanges: Sequence[Exchange]) -> dict[str, float]:
    """Return the sums of tokens, money and seconds."""
    names = "input_tokens", "cached_tokens", "output_tokens", "money", "seconds"
    return {name: sum(getattr(exchange, name) for exchange in exchanges) for name in names}


def judge(rules: GameRules, games: Sequence[TextGameRecord]) -> list[Judgement]:
    """Return judgements of at most `MAX_JUDGED` decisions with valid answers, evenly spaced over all games."""
    valid_decisions = [(number, decision) for number, game in enumerate(games) for decision in game.asked]
    valid_decisions = [each for each in valid_decisions if each[1].turn.refusal is None]
    chosen = np.unique(np.linspace(0, len(valid_decisions) - 1, min(MAX_JUDGED, len(valid_decisions))).astype(int))
    search = make_agent(SEARCH, rules)
    assert isinstance(search, TreeSearch)
    with ThreadPoolExecutor(available_cores()) as pool:  # compiled code does not hold the interpreter lock
        return list(pool.map(lambda i: _judgement(rules, search, *valid_decisions[i]), chosen))


def _judgement(rules: GameRules, search: TreeSearch, game: int, decision: AskedDecision) -> Judgement:
    """Search a decision, as its seat sees it, and compare its action with the best one."""
    decisions = make_decision_batch(rules, decision.state, np.array([decision.seed]))
    result = search.search(decisions.worlds(1)[0], decision.seed)
    better = result.best(0)
    own, best = (int(np.flatnonzero(result.actions == action)[0]) for action in (decision.turn.action, better))
    visits = result.visits
    spread = np.maximum(0, visits * result.errors**2 - 1 / visits)  # variance without the extra return in `errors`
    pooled = float((visits * spread).sum()) / max(1, int(visits.sum()) - len(visits))
    difference = float(result.values[best] - result.values[own])
    is_sure = difference > _SURE * math.sqrt(pooled * (1 / visits[own] + 1 / visits[best]))
    win_share = difference * (rules.num_players - 1) / rules.num_players
    return Judgement(game, decision, better, win_share if is_sure else 0.0)


def loss_figures(judgements: Sequence[Judgement]) -> Figures:
    """Return how much win share decisions lose on average, by phase, the largest total loss first."""
    by_phase = defaultdict[str, list[float]](list)
    for judgement in judgements:
        by_phase[judgement.decision.phase].append(judgement.loss)
    return {
        phase: {
            "judged": len(losses),
            "losing": sum(loss > 0 for loss in losses),
            "mean_loss": sum(losses) / len(losses),
            "total_loss": sum(losses),
        }
        for phase, losses in sorted(by_phase.items(), key=lambda item: -sum(item[1]))
    }


def worst(judgements: Sequence[Judgement]) -> list[Judgement]:
    """Return the decisions that lose most, the worst first."""
    losing = [judgement for judgement in judgements if judgement.loss > 0]
    return sorted(losing, key=lambda judgement: -judgement.loss)[:MOST_LISTED]
