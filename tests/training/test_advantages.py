"""Advantages compared with a slow, simple reference: one list for each seat of each game."""

import subprocess
import sys
import textwrap

import numpy as np
import pytest
import torch

from kschwert_env.training.rollout.advantages import advantages
from kschwert_env.training.rollout.seat_advantages import seat_advantages


def reference(
    values: np.ndarray,
    seats: np.ndarray,
    learns: np.ndarray,
    rewards: np.ndarray,
    ended: np.ndarray,
    gamma: float,
    lambda_: float,
) -> tuple[np.ndarray, np.ndarray]:
    found, complete = np.zeros(values.shape, np.float64), np.zeros(values.shape, np.bool_)
    for game in range(values.shape[1]):
        ends = [t for t in range(len(values)) if ended[t, game]]
        begins = [0, *(t + 1 for t in ends)]
        for first, last in zip(begins, [*ends, None], strict=True):
            stop = len(values) if last is None else last + 1
            for seat in range(rewards.shape[2]):
                times = [t for t in range(first, stop) if seats[t, game] == seat and learns[t, game]]
                for i in range(len(times)):
                    rest = times[i:]
                    if last is None:
                        rest = rest[:-1]
                    for power, t in enumerate(rest):
                        after = [later for later in times if later > t]
                        until = after[0] if after else stop
                        reward = sum(float(rewards[u, game, seat]) for u in range(t, until))
                        next_value = float(values[after[0], game]) if after else 0.0
                        delta = reward + gamma * next_value - float(values[t, game])
                        found[times[i], game] += (gamma * lambda_) ** power * delta
                        complete[times[i], game] = True
    return found, complete


@pytest.mark.parametrize("players", [2, 3, 4, 5])
@pytest.mark.parametrize("seed", range(5))
def test_advantages_equal_the_reference(players: int, seed: int) -> None:
    generator, shape = np.random.default_rng(seed), (40, 6)
    values = generator.normal(size=shape).astype(np.float32)
    seats = generator.integers(players, size=shape)
    learns = generator.random(shape) < 0.7
    rewards = (generator.normal(size=(*shape, players)) * (generator.random((*shape, 1)) < 0.3)).astype(np.float32)
    ended = generator.random(shape) < 0.08
    ended[:, 0] = False  # a game that never ends
    ended[-1, 1] = True  # a game that ends with the last row
    found, complete = advantages(values, seats, rewards, ended, 0.97, 0.9, learns)
    expected, known = reference(values, seats, learns, rewards, ended, 0.97, 0.9)
    assert (complete == known).all()
    assert not complete[~learns].any()
    assert 0 < complete.sum() < learns.sum()
    np.testing.assert_allclose(found, expected, atol=1e-5)


@pytest.mark.parametrize("players", [2, 3, 5])
def test_advantages_of_all_seats_equal_those_seat_by_seat(players: int) -> None:
    generator, shape = np.random.default_rng(players), (40, 6)
    values = generator.normal(size=(*shape, players)).astype(np.float32)
    seats = generator.integers(players, size=shape)
    learns = generator.random(shape) < 0.7
    rewards = (generator.normal(size=(*shape, players)) * (generator.random((*shape, 1)) < 0.3)).astype(np.float32)
    ended = generator.random(shape) < 0.08
    each, own, paid, ends, learning = map(torch.from_numpy, (values, seats, rewards, ended, learns))
    found, complete = seat_advantages(each, own, paid, ends, learning, 0.97, 0.9)
    for place in range(players):
        rolled = np.roll(rewards, -place, axis=2)
        expected, known = advantages(values[..., place], seats, rolled, ended, 0.97, 0.9, learns)
        assert (complete.numpy() == known).all()
        np.testing.assert_allclose(found[..., place].numpy(), expected, atol=1e-5)


def test_all_seats_get_the_final_return() -> None:
    """Seat 1 moves last; both seats have the final return at their own last decision."""
    seats = np.array([[0], [1], [0], [1]])
    rewards = np.zeros((4, 1, 2), np.float32)
    rewards[3, 0] = -1, 1
    ended = np.array([[False], [False], [False], [True]])
    values = np.array([[0.1], [0.2], [0.3], [0.4]], np.float32)
    found, complete = advantages(values, seats, rewards, ended, 1.0, 0.0)
    assert complete.all()
    np.testing.assert_allclose(found[:, 0], [0.2, 0.2, -1.3, 0.6], atol=1e-6)


def test_truncated_rows_bootstrap_from_the_next_value() -> None:
    seats = np.zeros((2, 1), np.int64)
    values = np.array([[0.1], [0.5]], np.float32)
    nothing, never = np.zeros((2, 1, 2), np.float32), np.zeros((2, 1), np.bool_)
    found, complete = advantages(values, seats, nothing, never, 1.0, 1.0)
    assert complete[:, 0].tolist() == [True, False]
    np.testing.assert_allclose(found[:, 0], [0.4, 0.0], atol=1e-6)


def test_all_decisions_are_learned_from_by_default() -> None:
    generator, shape = np.random.default_rng(0), (20, 3)
    values, seats = generator.normal(size=shape).astype(np.float32), generator.integers(2, size=shape)
    rewards, ended = generator.normal(size=(*shape, 2)).astype(np.float32), generator.random(shape) < 0.1
    found, complete = advantages(values, seats, rewards, ended)
    expected, known = reference(values, seats, np.ones(shape, np.bool_), rewards, ended, 1.0, 0.95)
    assert (complete == known).all()
    np.testing.assert_allclose(found, expected, atol=1e-5)


def test_advantages_do_not_import_torch() -> None:
    code = """
        import sys
        sys.modules["torch"] = None  # as if it were not there
        from kschwert_env.adapters.self_play import SelfPlayVec
        from kschwert_env.training.rollout.advantages import advantages
    """
    subprocess.run([sys.executable, "-c", textwrap.dedent(code)], check=True)
