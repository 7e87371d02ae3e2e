"""Datasets for imitation: games of an agent against itself, in files of a fixed number of games."""

import math
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

import numpy as np

from kschwert_env.agents.base import Agent, choose_batch_actions
from kschwert_env.engine.compiled.loops import WAIT
from kschwert_env.engine.compiled.rng import derived_seeds
from kschwert_env.engine.contract.rules import GameRules
from kschwert_env.engine.io.arrays import ArrayFile, ArrayHeader, open_arrays
from kschwert_env.engine.io.files import atomic_write, remove_unfinished
from kschwert_env.engine.simulation.batch import Batch

_FILE_KIND = "file of games"

_NO_BLOCK = 1 << 40  # number of a block of arena games that no arena reaches


class Dataset(NamedTuple):
    """The decisions of some games with more than one legal action, in order.

    Attributes:
        observations: int8 (n, N).
        masks: int8 (n, A).
        actions: int64 (n,).
        returns: float32 (n, P), returns at the end of the game, the deciding seat first, then clockwise.
    """

    observations: np.ndarray
    masks: np.ndarray
    actions: np.ndarray
    returns: np.ndarray


def play_games(rules: GameRules, agent: Agent, games: int, seed: int) -> Dataset:
    """Play `games` games to their end, with the agent in every seat."""
    batch = Batch(rules, games, seed)
    deals = derived_seeds(np.full(games, seed), np.arange(games))
    running, step = np.arange(games), 0
    chunks: list[tuple[np.ndarray, ...]] = []
    while len(running):
        seeds = derived_seeds(deals[running], np.full(len(running), step))
        actions = np.full(games, WAIT, np.int64)
        actions[running] = choose_batch_actions(agent, batch, running, seeds)
        with_choice = running[np.count_nonzero(batch.masks[running], axis=1) > 1]
        decisions = batch.observations, batch.masks, actions, np.arange(games), batch.player
        chunks.append(tuple(array[with_choice] for array in decisions))
        _, terminated, truncated = batch.play(actions)
        running, step = np.flatnonzero(~(terminated | truncated)), step + 1
    observations, masks, actions, running, seats = (np.concatenate(arrays) for arrays in zip(*chunks, strict=True))
    from_here = (seats[:, None] + np.arange(rules.num_players)) % rules.num_players
    returns = batch.rewards[running[:, None], from_here]  # rewards of finished games stay while they wait
    return Dataset(observations, masks, actions, returns)


def write(path: Path, dataset: Dataset) -> None:
    """Write a file atomically; masks take one bit per action."""
    with atomic_write(path) as file:
        np.savez(file, **{**dataset._asdict(), "masks": np.packbits(dataset.masks, axis=1)})


def read(path: Path, rules: GameRules) -> Dataset:
    """Read a file that `write` wrote. Raises FileError for any other content."""
    with open_arrays(path, _FILE_KIND) as arrays:
        count, packed = _count(arrays), -(-rules.num_actions // 8)
        expected = {
            "observations": ArrayHeader((count, rules.observation.size), np.dtype(np.int8)),
            "masks": ArrayHeader((count, packed), np.dtype(np.uint8)),
            "actions": ArrayHeader((count,), np.dtype(np.int64)),
            "returns": ArrayHeader((count, rules.num_players), np.dtype(np.float32)),
        }
        if arrays.headers != expected or sum(map(_size, expected.values())) > path.stat().st_size:
            raise ValueError("its arrays do not match the rules")
        observations, packed_masks, actions, returns = map(arrays.read, expected)
        masks = np.unpackbits(packed_masks, axis=1, count=rules.num_actions).view(np.int8)
        rows, clipped = np.arange(count), np.clip(actions, 0, rules.num_actions - 1)
        if (clipped != actions).any() or not masks[rows, clipped].all() or not np.isfinite(returns).all():
            raise ValueError("it holds an impossible action or return")
    return Dataset(observations, masks, actions, returns)


def _size(header: ArrayHeader) -> int:
    """Return the size in bytes, also on disk: the arrays are not compressed."""
    return math.prod(header.shape) * header.dtype.itemsize


def _count(arrays: ArrayFile) -> int:
    """Return the number of decisions according to the header."""
    (count,) = arrays.headers["actions"].shape
    return count


def gather(
    folder: Path, rules: GameRules, agent: Agent, decisions: int, games: int, seed: int, proceed: Callable[[int], bool]
) -> list[Path]:
    """Return files with `games` games in each; missing ones are played.

    All but the last one, the test set, have at least `decisions` decisions together. File i depends only on the seed
    and on i. `proceed` is called with the number of these decisions so far, and returns whether to continue.
    """
    folder.mkdir(parents=True, exist_ok=True)
    remove_unfinished(folder)  # the run holds the lock of the parent folder
    base_seed = derived_seeds(np.array([seed]), np.array([_NO_BLOCK]))  # other deals than those of the evaluation
    paths: list[Path] = []
    collected = last = 0
    while proceed(collected) and collected < decisions:
        path = folder / f"{len(paths):05}.npz"
        if not path.exists():
            deal = int(derived_seeds(base_seed, np.array([len(paths)]))[0])
            write(path, play_games(rules, agent, games, deal))
        paths.append(path)
        with open_arrays(path, _FILE_KIND) as arrays:
            collected, last = collected + last, _count(arrays)
    return paths
