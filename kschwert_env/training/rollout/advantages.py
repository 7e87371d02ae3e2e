"""Generalized advantage estimation (GAE; Schulman et al., ICLR 2016) for games with several deciding seats.

It needs NumPy only, so that learners in any library can use it.
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
    """Return advantages along the decisions of each seat in each game; seats are never mixed.

    The arrays hold T decisions in each of B games:
        values: float32 (T, B), value estimates of the deciding seats.
        seats: int64 (T, B), the deciding seats.
        rewards: float32 (T, B, P), rewards of every seat after the decision.
        ended: bool (T, B), whether the decision ended the game; the next row belongs to a new game.
        learns: bool (T, B), which decisions count; others are treated as part of the environment. None = all.

    The reward of a decision is the sum of the seat's rewards until it decides again, and the next value is that of its
    next decision; after its last decision in a game there is none.

    With `SelfPlayVec`, take `seats` and the network's values before a step, and `rewards` and `terminated | truncated`
    after it. Train on known decisions, with `values + advantages` as targets of the value function, as
    `training/ppo_single_file.py` does.

    Returns:
        Advantages, float32 (T, B), and whether they are known, bool (T, B). The last decision of a seat in the buffer
        only bootstraps the one before; its own advantage is unknown, and 0.
    """
    learns = np.ones(values.shape, np.bool_) if learns is None else learns
    steps, num_games = values.shape
    players = rewards.shape[2]
    next_value, next_advantage = (np.zeros((num_games, players), np.float32) for _ in range(2))
    pending = np.zeros((num_games, players), np.float32)  # rewards up to the next decision
    next_is_known = np.zeros((num_games, players), np.bool_)  # whether the next decision or the end is in the buffer
    result, is_known = np.zeros((steps, num_games), np.float32), np.zeros((steps, num_games), np.bool_)
    for t in reversed(range(steps)):
        for next_array, after_the_end in ((next_value, 0), (next_advantage, 0), (pending, 0), (next_is_known, True)):
            next_array[ended[t]] = after_the_end
        pending += rewards[t]
        game = np.flatnonzero(learns[t])
        seat, value = (game, seats[t, game]), values[t, game]
        delta = pending[seat] + gamma * (next_value[seat] + lambda_ * next_advantage[seat]) - value
        is_known[t, game] = next_is_known[seat]
        result[t, game] = np.where(next_is_known[seat], delta, 0)
        next_value[seat], next_advantage[seat], pending[seat], next_is_known[seat] = value, result[t, game], 0, True
    return result, is_known
