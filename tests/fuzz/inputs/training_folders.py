"""Folders of training: a damaged one is resumed with the same result, or refused by a one-line ValueError."""

import io
import json
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager, redirect_stdout
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np

from kschwert_env.nn import serialization
from kschwert_env.nn.networks import Network
from kschwert_env.training.algorithms.exploiter_training import ExploiterTrainingRun
from kschwert_env.training.runs import parts
from kschwert_env.two_crowns import Rules
from tests.fuzz.damage import check_message, damaged_bytes, damaged_json
from tests.training.conftest import same_weights

_SETTINGS: dict[str, Any] = {
    **{"game": "two_crowns", "rounds": 2, "responses": 1, "timesteps": 32, "response_timesteps": 1},
    **{"games": 4, "rollout_steps": 8, "minibatch_size": 16, "epochs": 1, "width": 8, "layers": 1, "pool_size": 2},
    **{"fixed_opponents": "", "evaluation_opponents": "", "evaluation_games": 2},
}
_KEPT = (*parts.FILES, parts.MARK, "checkpoint.pt")


class _Trained:
    """A complete run, whose files can be damaged and restored. Its settings name files by path, so it is not copied."""

    def __init__(self) -> None:
        self._folder = tempfile.TemporaryDirectory()
        self.folder = Path(self._folder.name, "run")
        self.resume(first=True)
        self._files = {
            path: path.read_bytes() for path in sorted(self.folder.rglob("*")) if path.is_file() and path.name in _KEPT
        }
        self.network = self.result()

    def resume(self, first: bool = False) -> None:
        with redirect_stdout(io.StringIO()):
            ExploiterTrainingRun.create(self.folder, not first, **(_SETTINGS if first else {})).train()

    def result(self) -> Network:
        return serialization.load(self.folder / "agent.npz", Rules())[0]

    @contextmanager
    def damaged(self, rng: np.random.Generator) -> Iterator[None]:
        """Damage or delete a file, or two files of the same part."""
        paths = list(self._files)
        path = paths[rng.integers(len(paths))]
        for one in (path, path.with_name(_KEPT[rng.integers(len(_KEPT))]))[: rng.integers(1, 3)]:
            if one in self._files:
                _damage(one, self._files[one], rng, may_be_json=one.parent != self.folder)
        try:
            yield
        finally:
            for one, content in self._files.items():
                one.write_bytes(content)


def _damage(path: Path, whole: bytes, rng: np.random.Generator, may_be_json: bool) -> None:
    """Damage a file. Settings of the whole run stay no JSON: without their digest, changes are taken as wanted."""
    if not rng.integers(4):
        path.unlink(missing_ok=True)
    elif may_be_json and path.suffix == ".json" and rng.integers(2):
        path.write_text(json.dumps(damaged_json(json.loads(whole), rng)))
    else:
        path.write_bytes(damaged_bytes(whole, rng))


_trained = cache(_Trained)


def try_one(rng: np.random.Generator) -> None:
    trained = _trained()
    with trained.damaged(rng):
        try:
            trained.resume()
        except ValueError as error:
            check_message(error)
            return
        assert same_weights(trained.result(), trained.network), "a damaged folder gives another network"
