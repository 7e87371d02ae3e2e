"""Networks of PyTorch in files: writing them, and reading them for training (`network_files` reads them for play)."""

import json
from collections.abc import Mapping
from dataclasses import asdict
from pathlib import Path
from typing import Any

import numpy as np
import torch

from kschwert_env.engine.contract.rules import GameRules
from kschwert_env.engine.io.arrays import ArrayHeader
from kschwert_env.engine.io.files import FileError, atomic_write
from kschwert_env.nn.architecture import Shape
from kschwert_env.nn.network_files import FORMAT, METADATA, find_not_finite, layout, read_weights
from kschwert_env.nn.networks import Network, new_network


def save(path: Path, network: Network, rules: GameRules, training: Mapping[str, Any]) -> None:
    """Write a network atomically; an existing file is replaced when the new one is complete.

    `training` describes the training, in JSON types. Raises FileError, and writes nothing, if a weight is not finite in
    half precision.
    """
    about = {
        "format": FORMAT,
        "game": rules.package,
        "version": rules.version,
        "rules": rules.options(),
        "fingerprint": rules.fingerprint,
        "layout": layout(rules),
        "network": asdict(network.shape),
        "training": dict(training),
    }
    weights = {name: _to_half(tensor.detach().cpu()).numpy() for name, tensor in network.state_dict().items()}
    if wrong := find_not_finite(weights):
        raise FileError(f"{path} can't be written: {wrong} of the network are not finite; use a lower learning rate")
    entries: dict[str, Any] = {METADATA: np.array(json.dumps(about)), **weights}
    with atomic_write(path) as file:
        np.savez_compressed(file, **entries)


def load(path: Path, rules: GameRules, network: str | None = None) -> tuple[Network, dict[str, Any]]:
    """Load a network for these rules, float32, and its metadata as `save` wrote it.

    A file with a network of a user's class is loaded only if `network` names that class: a file alone imports nothing.
    No memory is allocated for weights that do not match. Raises FileError if the file is missing or not a network, if a
    weight is not finite, if it was trained under other rules, or if its observations or actions differ.
    """
    frames = list[Network]()

    def headers(shape: Shape) -> dict[str, ArrayHeader]:
        with torch.device("meta"):  # shapes without weights
            frames.append(new_network(rules, shape))
        return {
            name: ArrayHeader(tuple(part.shape), _to_half(torch.empty(0, dtype=part.dtype)).numpy().dtype)
            for name, part in frames[0].state_dict().items()
        }

    weights, _, about = read_weights(path, rules, network, headers)
    (loaded,) = frames
    tensors = {name: torch.from_numpy(array) for name, array in weights.items()}
    floats = {name: tensor.float() for name, tensor in tensors.items() if tensor.is_floating_point()}
    loaded.load_state_dict(tensors | floats, assign=True)
    return loaded.eval(), about


def _to_half(tensor: torch.Tensor) -> torch.Tensor:
    """Return a tensor as stored in files: floating-point numbers in half precision, others unchanged."""
    return tensor.half() if tensor.is_floating_point() else tensor
