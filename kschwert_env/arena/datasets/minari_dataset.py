"""Datasets for Minari, one episode for each seat and game. Needs the extra `dataset`."""

import errno
import os
import secrets
import shutil
from collections.abc import Callable, Iterator
from importlib.metadata import version
from pathlib import Path

import gymnasium
import numpy as np

from kschwert_env import gymnasium_id
from kschwert_env.adapters.spaces import KEYS
from kschwert_env.arena.datasets.games import GameChunk, GameSeries
from kschwert_env.engine.text.phrases import brief
from kschwert_env.importing import needing

_BYTES_PER_EPISODE, _LEAST_FREE = 1 << 16, 1 << 26  # for HDF5's own tables and caches

with needing("dataset", "datasets"):
    import h5py  # noqa: F401  # Minari imports it when it opens a dataset
    from minari.data_collector import EpisodeBuffer
    from minari.dataset.minari_dataset import DATASET_ID_RE
    from minari.dataset.minari_storage import MinariStorage


def write_minari(
    folder: str | os.PathLike[str],
    series: GameSeries,
    workers: int | None = None,
    report: Callable[[int], object] = lambda finished: None,
) -> int:
    """Play a series of games on `workers` threads, write it as a Minari dataset, and return the number of decisions.

    The name of the folder is that of the dataset, such as heuristic-v0. `minari.load_dataset` finds datasets below its
    own folder, and `minari.MinariDataset(folder / "data")` any dataset. `report` is called with the number of
    finished games. The folder appears when it is complete; after an error or Ctrl-C, nothing is left. Raises ValueError
    for a wrong name, FileExistsError if the folder exists, OSError, and what an agent raises.
    """
    target = check_folder(folder)
    unfinished = target.with_name(f".unfinished-{secrets.token_hex(8)}")  # Minari ignores hidden folders
    unfinished.mkdir(parents=True)
    try:
        storage = _new_storage(unfinished / "data", _dataset_id(target), series)
        storage.update_episodes(_episodes(unfinished, series, workers, report))
        decisions = storage.total_steps
        unfinished.rename(target)
    except BaseException:
        shutil.rmtree(unfinished, ignore_errors=True)
        raise
    return decisions


def check_folder(folder: str | os.PathLike[str]) -> Path:
    """Return the path of a dataset to be written. Raises ValueError for a wrong name, FileExistsError if it exists."""
    path = Path(folder).absolute()
    match = DATASET_ID_RE.fullmatch(path.name)
    if not match or match["version"] is None:
        raise ValueError(
            f"the name of a Minari dataset must end in a version, such as heuristic-v0, not {brief(path.name)}"
        )
    if os.path.lexists(path):
        raise FileExistsError(f"{path} exists; remove it, or choose another name")
    return path


def _dataset_id(path: Path) -> str:
    """Return the path below Minari's folder of datasets, as Minari requires there; the name of a folder elsewhere."""
    root = Path(os.environ.get("MINARI_DATASETS_PATH") or Path(os.path.expanduser("~"), ".minari", "datasets"))
    return path.relative_to(root).as_posix() if path.is_relative_to(root) else path.name


def _new_storage(folder: Path, name: str, series: GameSeries) -> MinariStorage:
    """Return an empty dataset with its environment: that of a random seat, against random opponents."""
    env = gymnasium.make(gymnasium_id(series.rules.package), **series.rules.options(), seat="random")
    storage = MinariStorage.new(folder, env.observation_space, env.action_space, env.spec)
    agents = ", ".join(series.names)
    numbers = f"{series.games.start} to {series.games.stop - 1}"
    storage.update_metadata(
        {
            "dataset_id": name,
            "minari_version": version("minari"),
            "algorithm_name": agents,
            "description": f"Games {numbers} of seed {series.seed} between {agents}, by seat.",
            "requirements": [f"kschwert_env=={version('kschwert_env')}"],
            "kschwert_env": series.describe(),
        }
    )
    return storage


def _episodes(
    folder: Path, series: GameSeries, workers: int | None, report: Callable[[int], object]
) -> Iterator[EpisodeBuffer]:
    """Yield the episodes of all seats that decide at least once, by game and seat, while there is room for them."""
    finished = 0
    for chunk in series.chunks(workers):
        _check_room(folder, chunk)
        for game in range(len(chunk.numbers)):
            for seat, name in enumerate(series.names):
                rows = np.flatnonzero((chunk.games == game) & (chunk.seats == seat))
                if rows.size:
                    yield _episode(chunk, game, seat, name, rows)
            finished += 1
            report(finished)


def _check_room(folder: Path, chunk: GameChunk) -> None:
    """Raise OSError unless a chunk fits on the disk: HDF5 can't recover from a failed write, and ends the process."""
    arrays = sum(array.nbytes for array in vars(chunk).values())
    if shutil.disk_usage(folder).free < 2 * arrays + chunk.returns.size * _BYTES_PER_EPISODE + _LEAST_FREE:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC), str(folder))


def _episode(chunk: GameChunk, game: int, seat: int, name: str, rows: np.ndarray) -> EpisodeBuffer:
    """Return the episode of a seat: its decisions, with the return of the game as the last reward."""
    ended = np.arange(1, len(rows) + 1) == len(rows)
    observations = np.concatenate([chunk.observations[rows], chunk.final_observations[game, seat, None]])
    masks = np.concatenate([chunk.masks[rows], np.zeros_like(chunk.masks[:1])])
    return EpisodeBuffer(
        seed=int(chunk.seeds[game]),
        options={"game": int(chunk.numbers[game]), "seat": seat, "agent": name},
        observations=dict(zip(KEYS, (observations, masks), strict=True)),
        actions=chunk.actions[rows],
        rewards=np.where(ended, chunk.returns[game, seat], 0),
        terminations=ended & ~chunk.truncated[game],
        truncations=ended & chunk.truncated[game],
    )
