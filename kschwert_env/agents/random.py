"""`random`: an agent that chooses uniformly among the legal actions."""

import numpy as np

from kschwert_env.agents.base import Agent, DecisionBatch
from kschwert_env.engine.compiled.rng import choose
from kschwert_env.engine.contract.rules import GameRules
from kschwert_env.engine.jit.compiling import compiled


@compiled
def choose_action(state, board, mask, stream):
    """Choose a random action in rollouts: the interface of `agents/heuristics/<game>`, without game knowledge."""
    return choose(mask, stream)


def sample_legal_actions(masks: np.ndarray, seeds: np.ndarray) -> np.ndarray:
    """Return for each seed, int64 (n,), a random nonzero entry of its mask, (n, A): int64 (n,)."""
    counts = np.count_nonzero(masks, axis=1)
    ranks = seeds % counts  # seeds have 63 bits: the bias is below 1 in 10**16
    return np.argmax(np.cumsum(masks != 0, axis=1) > ranks[:, None], axis=1)


class RandomAgent(Agent):
    """Chooses uniformly among the legal actions."""

    games_at_once = 256

    is_light = True
    """A decision costs no more than a forward pass of a network (`agents.base.is_light`)."""

    def __init__(self, rules: GameRules) -> None:
        """Accept any rules."""

    def act(self, decisions: DecisionBatch) -> np.ndarray:
        """Return uniformly random legal actions."""
        return sample_legal_actions(decisions.masks, decisions.seeds)
