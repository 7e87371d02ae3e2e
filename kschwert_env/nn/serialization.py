"""Files of trained networks: weights in half precision and metadata, in one `.npz`."""

import hashlib
import json
from collections.abc import Mapping
from dataclasses import asdict
from pathlib import Path
from typing import Any

import numpy as np
import torch

from kschwert_env.engine.contract.rules import GameRules
from kschwert_env.engine.io.arrays import ArrayFile, ArrayHeader, open_arrays
from kschwert_env.engine.io.files import FileError, atomic_write
from kschwert_env.engine.io.parsing import parse_json
from kschwert_env.engine.text.phrases import brief, shown
from kschwert_env.nn.networks import Network, Shape, new_network

FORMAT = "kschwert_env.network.v4"
"""Identifier of the file format; it changes when the entries of a file change."""

_METADATA = "about"  # name of the entry with the metadata
_MAX_METADATA = 1 << 20  # maximum length in characters
_METADATA_TYPES = {"game": str, "version": int, "rules": dict, "fingerprint": str, "layout": dict, "network": dict}


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
    if wrong := _find_not_finite(weights):
        raise FileError(f"{path} can't be written: {wrong} of the network are not finite; use a lower learning rate")
    entries: dict[str, Any] = {_METADATA: np.array(json.dumps(about)), **weights}
    with atomic_write(path) as file:
        np.savez_compressed(file, **entries)


def load(path: Path, rules: GameRules, network: str | None = None) -> tuple[Network, dict[str, Any]]:
    """Load a network for these rules, float32, and its metadata as `save` wrote it.

    A file with a network of a user's class is loaded only if `network` names that class: a file alone imports nothing.
    No memory is allocated for weights that do not match. Raises FileError if the file is missing or not a network, if a
    weight is not finite, if it was trained under other rules, or if its observations or actions differ.
    """
    with open_arrays(path, "trained network") as arrays:
        about = _read_metadata(arrays)
        if about["format"] != FORMAT:
            raise FileError(f"{path} has format {brief(about['format'])}; expected {FORMAT!r}")
        _check_rules(path, about, rules)
        shape = Shape(**about["network"])
        if network != shape.kind and (network is not None or "." in shape.kind):
            raise FileError(f"{path} holds a network of class {shape.kind}; to load it, set network={shape.kind}")
        with torch.device("meta"):  # shapes without weights
            loaded = new_network(rules, shape)
        wanted = {
            name: ArrayHeader(tuple(part.shape), _to_half(torch.empty(0, dtype=part.dtype)).numpy().dtype)
            for name, part in loaded.state_dict().items()
        }
        if arrays.headers != {_METADATA: arrays.headers[_METADATA], **wanted}:
            raise ValueError("weights do not match the metadata of the network")
        weights = {name: arrays.read(name) for name in wanted}
        if wrong := _find_not_finite(weights):
            raise ValueError(f"{wrong} are not finite")
    tensors = {name: torch.from_numpy(array) for name, array in weights.items()}
    floats = {name: tensor.float() for name, tensor in tensors.items() if tensor.is_floating_point()}
    loaded.load_state_dict(tensors | floats, assign=True)
    return loaded.eval(), about


def _to_half(tensor: torch.Tensor) -> torch.Tensor:
    """Return a tensor as stored in files: floating-point numbers in half precision, others unchanged."""
    return tensor.half() if tensor.is_floating_point() else tensor


def layout(rules: GameRules) -> dict[str, Any]:
    """Return the sizes of observations and actions, and a digest of their meaning."""
    pieces = [(name, piece.shape, piece.low, piece.high) for name, piece in rules.observation.pieces.items()]
    actions = [rules.actions.decode(i) for i in range(rules.num_actions)]
    digest = hashlib.sha256(json.dumps([pieces, rules.observation.by_field, actions]).encode()).hexdigest()
    return {"observation": rules.observation.size, "actions": rules.num_actions, "digest": digest}


def _read_metadata(arrays: ArrayFile) -> dict[str, Any]:
    """Return the metadata, also of other format versions. Raises ValueError for invalid metadata."""
    shape, dtype = arrays.headers[_METADATA]
    if shape != () or dtype.kind != "U" or dtype.itemsize > np.dtype("U1").itemsize * _MAX_METADATA:
        raise ValueError("missing metadata")
    about = parse_json(str(arrays.read(_METADATA)))
    if about["format"] == FORMAT and not all(type(about[name]) is kind for name, kind in _METADATA_TYPES.items()):
        raise ValueError("invalid metadata")
    return dict(about)


def _check_rules(path: Path, about: Mapping[str, Any], rules: GameRules) -> None:
    if about["fingerprint"] != rules.fingerprint:
        was = _describe_rules(about["game"], about["version"], about["rules"], about["fingerprint"])
        expected = _describe_rules(rules.package, rules.version, rules.options(), rules.fingerprint)
        raise FileError(f"{path} was trained on {was}; expected {expected}")
    if about["layout"] != layout(rules):
        was, now = (
            f"{brief(each.get('observation'))} and {brief(each.get('actions'))}"
            for each in (about["layout"], layout(rules))
        )
        raise FileError(
            f"{path} was trained with another layout of observations or actions: "
            f"their sizes were {was}, and are {now} now"
        )


def _find_not_finite(weights: Mapping[str, np.ndarray]) -> str | None:
    return next((name for name, array in weights.items() if not np.isfinite(array).all()), None)


def _describe_rules(game: str, version: int, options: Mapping[str, Any], fingerprint: str) -> str:
    listed = ", ".join(f"{name}={value}" for name, value in options.items())
    return shown(f"{game} with {listed} (version {version} of its rules, {fingerprint[:12]})")
