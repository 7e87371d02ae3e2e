"""`random`: every legal action is equally likely."""

import numpy as np

from kschwert_env.agents.base import Agent, DecisionBatch
from kschwert_env.engine import returns as outcome
from kschwert_env.engine.jit.compiling import compiled
from kschwert_env.engine.rng import choose
from kschwert_env.engine.rules import GameRules


@compiled
def choose_action(state, board, mask, stream):
    """For playouts: what `agents/heuristics/<game>` does with knowledge, done without any."""
    return choose(mask, stream)


@compiled
def evaluate(state, board, weights, workspace, returns):
    """For whole playouts: write what every seat has got, as `agents/heuristics/<game>` values positions before."""
    outcome.returns(state, board, returns)


def sample_legal_actions(masks: np.ndarray, seeds: np.ndarray) -> np.ndarray:
    """For each seed, int64 (n,), one of the nonzero entries of its mask, (n, A), at random: int64 (n,)."""
    counts = np.count_nonzero(masks, axis=1)
    wanted = seeds % counts  # seeds have 63 bits: the first entries are favoured by less than 1 in 10**16
    return np.argmax(np.cumsum(masks != 0, axis=1) > wanted[:, None], axis=1)


class RandomAgent(Agent):
    """Uniform over the legal actions."""

    games_at_once = 256

    def __init__(self, rules: GameRules) -> None:
        """For any rules."""

    def act(self, decisions: DecisionBatch) -> np.ndarray:
        """Any legal action, all equally likely."""
        return sample_legal_actions(decisions.masks, decisions.seeds)
