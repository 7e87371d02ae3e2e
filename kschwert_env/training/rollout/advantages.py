"""Generalised advantage estimation (Schulman et al., ICLR 2016) for games in which several seats decide in turn.

Needs NumPy alone, so that learners in any library can have it.
"""

import numpy as np


def advantages(
    values: np.ndarray,
    seats: np.ndarray,
    rewards: np.ndarray,
    ended: np.ndarray,
    gamma: float = 1.0,
    lambda_: float = 0.95,
    learns: np.ndarray | None = None,
) -> tuple[np.ndarray, np.ndarray]:
    """Advantages along the decisions of one seat in one game, never from one seat's decision to another's.

    For T decisions in each of B games, row after row:
        values: float32 (T, B), of the deciding seats.
        seats: int64 (T, B), who decided.
        rewards: float32 (T, B, P), what every seat got after the decision.
        ended: bool (T, B), whether the game was over then; the next row is of another game.
        learns: bool (T, B), which decisions count; the others are passed over, as if chance had taken them. None: all.

    A seat's reward is the sum of what comes until it decides again, and its next value that of its next decision; after
    its last decision in a game there is none. Returns the advantages, float32 (T, B), and whether they are known, bool
    (T, B): a seat's last decision before the rows break off lends its value to the one before, and what it led to is
    not known. Advantages that are not known are 0.

    With `SelfPlayVec` a row is `decisions.seats` and the network's values before a step, and after it
    `decisions.rewards` and `decisions.terminated | decisions.truncated`. Learn from decisions that are known, their
    values towards `values + advantages`. `training/ppo_single_file.py` shows all of it.
    """
    learns = np.ones(values.shape, np.bool_) if learns is None else learns
    steps, games = values.shape
    players = rewards.shape[2]
    next_value, next_advantage = (np.zeros((games, players), np.float32) for _ in range(2))
    pending = np.zeros((games, players), np.float32)  # rewards since the next decision, looking back
    known = np.zeros((games, players), np.bool_)  # whether it is told what comes next
    found, complete = np.zeros((steps, games), np.float32), np.zeros((steps, games), np.bool_)
    for t in reversed(range(steps)):
        for array, after_the_end in ((next_value, 0), (next_advantage, 0), (pending, 0), (known, True)):
            array[ended[t]] = after_the_end
        pending += rewards[t]
        game = np.flatnonzero(learns[t])
        seat, value = (game, seats[t, game]), values[t, game]
        ahead = pending[seat] + gamma * (next_value[seat] + lambda_ * next_advantage[seat]) - value
        complete[t, game] = known[seat]
        found[t, game] = np.where(known[seat], ahead, 0)
        next_value[seat], next_advantage[seat], pending[seat], known[seat] = value, found[t, game], 0, True
    return found, complete
