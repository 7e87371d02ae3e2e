"""Checkpoints: a run resumes from a damaged checkpoint, or refuses it with a one-line FileError."""

import tempfile
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
import torch

from kschwert_env.engine.io.files import FileError
from kschwert_env.nn.networks import Shape, new_network
from kschwert_env.training.algorithms.ppo import PpoLearner
from kschwert_env.training.runs import checkpoint
from kschwert_env.training.runs.ppo_settings import PpoSettings
from kschwert_env.training.runs.report import Stopwatch
from kschwert_env.two_crowns import Rules
from tests.fuzz.damage import check_message, damaged_bytes, locations_in

_ODD: tuple[Any, ...] = (
    None,
    True,
    -1,
    2**70,
    float("nan"),
    "",
    "\ud800",
    [],
    {},
    torch.zeros(3),
    torch.zeros(()).expand(10**12),
)


def _learner() -> PpoLearner:
    rules = Rules()
    settings = PpoSettings.of(
        game="two_crowns",
        games=2,
        rollout_steps=24,
        fixed_opponents="",
        evaluation_opponents="",
        minibatch_size=16,
        epochs=1,
    )
    return PpoLearner(rules, settings, new_network(rules, Shape("mlp", 4, 1), seed=1))


@cache
def _written() -> bytes:
    learner = _learner()
    learner.iterate(Stopwatch())
    with tempfile.TemporaryDirectory() as folder:
        checkpoint.write(Path(folder, "checkpoint.pt"), learner.state(), 1.0)
        return Path(folder, "checkpoint.pt").read_bytes()


def _damage(path: Path, rng: np.random.Generator) -> None:
    """Replace or delete a random value of the checkpoint."""
    content: dict[str, Any] = torch.load(path, weights_only=True)
    places = locations_in(content)
    holder, key = places[rng.integers(len(places))]
    value, odd = holder[key], _ODD[rng.integers(len(_ODD))]
    if rng.integers(5) == 0:
        del holder[key]
    elif isinstance(value, torch.Tensor) and rng.integers(2):
        ways = (value.double(), value[..., None], value.reshape(-1)[:-1], value.float() * np.nan, value.to_sparse())
        holder[key] = ways[rng.integers(len(ways))]
    else:
        holder[key] = odd
    torch.save(content, path)


def try_one(rng: np.random.Generator) -> None:
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, "checkpoint.pt")
        path.write_bytes(_written())
        if rng.integers(2):
            path.write_bytes(damaged_bytes(_written(), rng))
        else:
            _damage(path, rng)
        learner = _learner()
        try:
            state, _ = checkpoint.read(path, torch.device("cpu"))
            with checkpoint.as_file_error(path):
                learner.restore(state)
        except FileError as error:
            check_message(error, path)
            return
        learner.iterate(Stopwatch())
