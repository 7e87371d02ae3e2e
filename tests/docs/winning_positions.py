"""Positions in which the deciding seat can win at once, to test searches."""

import numpy as np

from kschwert_env.engine.contract.rules import GameRules
from kschwert_env.engine.simulation.batch import Batch


def winning_positions(rules: GameRules, count: int) -> tuple[np.ndarray, np.ndarray, np.ndarray, np.ndarray]:
    """Return states and streams, masks (count, A), and which actions win at once, bool (count, A); not all do."""
    batch = Batch(rules, 64, seed=5)
    found: list[tuple[np.ndarray, ...]] = []
    while len(found) < count:
        states, streams, masks = batch.states.copy(), batch.streams.copy(), batch.masks.copy()
        _, terminated, truncated = batch.step(batch.random_actions())
        for i in np.flatnonzero(terminated | truncated):
            seat, legal = states["player"][i], np.flatnonzero(masks[i])
            each = Batch.from_states(
                rules, np.repeat(states[i : i + 1], len(legal)), np.repeat(streams[i : i + 1], len(legal), 0)
            )
            rewards, _, _ = each.step(legal)
            wins = np.zeros(rules.num_actions, np.bool_)
            wins[legal] = rewards[:, seat] > 0
            if 0 < wins.sum() < len(legal):
                found.append((states[i], streams[i], masks[i], wins))
    parts = [np.array(part) for part in zip(*found[:count], strict=True)]
    return parts[0], parts[1], parts[2], parts[3]
