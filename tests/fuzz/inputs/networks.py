"""Trained networks: a damaged file plays legal actions, or is refused by a one-line FileError."""

import io
import json
import tempfile
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np

from kschwert_env.agents.base import choose_actions, make_decision_batch
from kschwert_env.agents.policy import PolicyAgent
from kschwert_env.engine.io.files import FileError
from kschwert_env.engine.simulation.batch import Batch
from kschwert_env.nn import serialization
from kschwert_env.nn.networks import Shape, new_network
from kschwert_env.two_crowns import Rules
from tests.fuzz.damage import check_message, damaged_bytes, damaged_json

_GAMES = 4


@cache
def _rules() -> Rules:
    return Rules()


@cache
def _written() -> bytes:
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, "agent.npz")
        serialization.save(path, new_network(_rules(), Shape("mlp", 4, 1), seed=1), _rules(), {"method": "none"})
        return path.read_bytes()


@cache
def _decisions() -> Any:
    batch = Batch(_rules(), _GAMES, seed=1)
    batch.rollout(30)
    return make_decision_batch(_rules(), batch.states, np.arange(_GAMES))


def _damaged_entries(rng: np.random.Generator) -> bytes:
    with np.load(io.BytesIO(_written())) as file:
        entries: dict[str, Any] = dict(file)
    if rng.integers(2):
        about = damaged_json(json.loads(str(entries["about"])), rng)
        entries["about"] = np.array(json.dumps(about))
    else:
        name = list(entries)[rng.integers(len(entries))]
        array = entries.pop(name)
        ways: list[Any] = [
            lambda: None,
            lambda: array.reshape(-1)[:-1],
            lambda: array[..., None],
            lambda: np.full(array.shape, [np.nan, np.inf, 6e4, -6e4, 1e-7][rng.integers(5)], np.float16),
            lambda: np.zeros(array.shape, ["<f4", ">f2", "i2", "S3", "M8[s]", "f2,f2"][rng.integers(6)]),
        ]
        found = ways[rng.integers(len(ways))]()
        if found is not None:
            entries[name if rng.integers(8) else "other"] = found
    file_ = io.BytesIO()
    np.savez(file_, **entries)
    return file_.getvalue()


def try_one(rng: np.random.Generator) -> None:
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, "agent.npz")
        path.write_bytes(damaged_bytes(_written(), rng) if rng.integers(2) else _damaged_entries(rng))
        try:
            agent = PolicyAgent(_rules(), str(path), sample=int(rng.integers(2)))
        except FileError as error:
            check_message(error, path)
            return
        try:
            choose_actions(agent, _decisions())  # raises for an illegal action
        except ValueError as error:
            check_message(error, "not finite")
