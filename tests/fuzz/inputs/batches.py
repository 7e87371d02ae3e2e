"""Batches: any call, and any write to exposed arrays, leaves the games in reachable states."""

from collections.abc import Callable
from functools import cache
from typing import Any

import numpy as np

from kschwert_env.engine.simulation.batch import Batch
from tests.fuzz.damage import check_message
from tests.helpers.cases import ONE_EACH, SMALL

_SIZE = 6
_ODD: tuple[Any, ...] = (
    *(None, True, -1, -2, 0, 1, 2, 3, 2**31, 2**63, 2**64 - 1, 10**30, 0.5, float("nan"), "1", "", b"", [], {}, ()),
    *([0] * _SIZE, [0.0] * _SIZE, [-1] * _SIZE, [-2] * _SIZE, [True] * _SIZE, [None] * _SIZE, [2**64 - 1] * _SIZE),
    *(np.zeros((_SIZE, 1), int), np.zeros(2 * _SIZE, np.int8)[::2], np.full(_SIZE, np.inf), np.zeros(_SIZE, bool)),
    *(np.zeros((3, 40), int), np.ones(2000), [[0] * 100] * 3),  # wider than a printed line of NumPy
    *(np.zeros(_SIZE, "M8[s]"), np.zeros(_SIZE, object), np.zeros(_SIZE, np.uint64), np.ones(_SIZE, ">i4")),
)


@cache
def _rules() -> list[Any]:
    return [case.rules for case in (SMALL, ONE_EACH[-1])]


def _odd(rng: np.random.Generator) -> Any:
    return _ODD[rng.integers(len(_ODD))]


def _damaged(snapshot: dict[str, np.ndarray], rng: np.random.Generator) -> Any:
    """Return the snapshot unchanged, or with flipped bits, or with a missing or invalid array."""
    name = list(snapshot)[rng.integers(len(snapshot))]
    choice, array = rng.integers(6), snapshot[name]
    if choice < 3:
        flipped = array.view(np.uint8).reshape(-1)
        for index in rng.integers(flipped.size, size=rng.integers(1, 4)):
            flipped[index] ^= 1 << int(rng.integers(8))
    elif choice == 3:
        snapshot[name] = _odd(rng)
    elif choice == 4:
        del snapshot[name]
    return snapshot


def _overwrite(batch: Batch[Any], rng: np.random.Generator) -> None:
    """Write random values into a random writable array of the batch."""
    names = ("masks", "observations", "rewards", "terminated", "truncated", "states", "player", "final_states")
    array = getattr(batch, names[rng.integers(len(names))])
    if array.flags.writeable:
        array[...] = rng.integers(-128, 128) if array.dtype != np.bool_ else rng.integers(2)


def _operations(batch: Batch[Any], rng: np.random.Generator) -> list[Callable[[], Any]]:
    masks = batch._masks
    legal, any_action = masks.argmax(axis=1), rng.integers(-3, masks.shape[1] + 3, batch.size)
    seats = rng.integers(0, batch.rules.num_players, batch.size)
    return [
        lambda: batch.step(legal),
        lambda: batch.step(any_action),
        lambda: batch.step(legal, seats),
        lambda: batch.play(any_action, _odd(rng), _odd(rng)),
        lambda: batch.step(_odd(rng), _odd(rng)),
        lambda: batch.play(np.where(rng.random(batch.size) < 0.5, -1, -2), seats, 0),
        lambda: batch.rollout(int(rng.integers(1, 40))),
        lambda: batch.step(batch.random_actions()),
        lambda: batch.reset(_odd(rng), _odd(rng)),
        lambda: batch.reset(rng.random(batch.size) < 0.3),
        lambda: batch.restore(_damaged(batch.snapshot(), rng)),
        lambda: batch.restore(_odd(rng)),
        lambda: batch.set_output_buffers(**{("masks", "rewards", "x")[rng.integers(3)]: _odd(rng)}),
        lambda: batch.game(_odd(rng)),
        lambda: batch.final_observations,
        lambda: _overwrite(batch, rng),
    ]


def try_one(rng: np.random.Generator) -> None:
    rules = _rules()[rng.integers(len(_rules()))]
    batch = Batch(rules, _SIZE, int(rng.integers(2**63)), threads=int(rng.integers(1, 4)))
    batch.rollout(int(rng.integers(1, 300)))
    for _ in range(30):
        operations = _operations(batch, rng)
        try:
            operations[rng.integers(len(operations))]()
        except (ValueError, IndexError) as error:
            check_message(error)
    for i in range(batch.size):
        assert rules.is_sound(batch.states[i]), "a game is in an unreachable state"
        assert batch.states["player"][i] >= 0
        assert batch.game(i).legal_mask().tolist() == batch._masks[i].tolist()
    batch.step(batch.random_actions())
