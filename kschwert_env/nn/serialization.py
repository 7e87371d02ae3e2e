"""Trained networks as files: weights in half precision, and what they were trained on, in one `.npz`."""

import hashlib
import json
from collections.abc import Mapping
from dataclasses import asdict
from pathlib import Path
from typing import Any

import numpy as np
import torch

from kschwert_env.engine.io.arrays import ArrayFile, ArrayHeader, open_arrays
from kschwert_env.engine.io.files import FileError, atomic_write
from kschwert_env.engine.rules import GameRules
from kschwert_env.engine.text import brief, shown
from kschwert_env.nn.networks import Network, Shape, new_network

FORMAT = "kschwert_env.network.v3"
"""What a file of a network is, by which `load` knows one; another where a file's entries change."""

_METADATA = "about"  # the name of the entry that is no weight
_MAX_METADATA = 1 << 20  # characters of it
_METADATA_TYPES = {"game": str, "version": int, "rules": dict, "fingerprint": str, "layout": dict, "network": dict}


def save(path: Path, network: Network, rules: GameRules, training: Mapping[str, Any]) -> None:
    """Write a network, at once: where a file was, it is replaced when the new one is complete.

    `training` tells how it was trained, in JSON's types. Raises FileError, and writes nothing, where a weight is not
    finite in half precision.
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
        raise FileError(f"{path} can't be written: {wrong} of the network are not finite; learn at a lower rate")
    entries: dict[str, Any] = {_METADATA: np.array(json.dumps(about)), **weights}
    with atomic_write(path) as file:
        np.savez_compressed(file, **entries)


def load(path: Path, rules: GameRules, network: str | None = None) -> tuple[Network, dict[str, Any]]:
    """Load a network for these rules, float32, and what `save` noted of it.

    A file that holds a network of a user's class is loaded only where `network` names that class: a file alone imports
    nothing.

    No memory is taken for weights that do not fit. Raises FileError where the file is missing or no network, where a
    weight is not finite, and where it was trained on other rules, or saw or could do something else than they say.
    """
    with open_arrays(path, "trained network") as arrays:
        about = _read_metadata(arrays)
        if about["format"] != FORMAT:
            raise FileError(f"{path} has the format {brief(about['format'])}, not {FORMAT!r}")
        _check_rules(path, about, rules)
        shape = Shape(**about["network"])
        if network != shape.kind and (network is not None or "." in shape.kind):
            raise FileError(f"{path} holds a network {shape.kind}; to load it, name that: network={shape.kind}")
        with torch.device("meta"):  # shapes without weights
            loaded = new_network(rules, shape)
        wanted = {
            name: ArrayHeader(tuple(part.shape), _to_half(torch.empty(0, dtype=part.dtype)).numpy().dtype)
            for name, part in loaded.state_dict().items()
        }
        if arrays.headers != {_METADATA: arrays.headers[_METADATA], **wanted}:
            raise ValueError("its weights are not those of the network that it tells of")
        weights = {name: arrays.read(name) for name in wanted}
        if wrong := _find_not_finite(weights):
            raise ValueError(f"{wrong} are not finite")
    tensors = {name: torch.from_numpy(array) for name, array in weights.items()}
    floats = {name: tensor.float() for name, tensor in tensors.items() if tensor.is_floating_point()}
    loaded.load_state_dict(tensors | floats, assign=True)
    return loaded.eval(), about


def _to_half(tensor: torch.Tensor) -> torch.Tensor:
    """Return a tensor as files hold it: numbers with a fraction in half precision, others as they are."""
    return tensor.half() if tensor.is_floating_point() else tensor


def layout(rules: GameRules) -> dict[str, Any]:
    """What observations and actions are made of: how many numbers there are of each, and a digest of their meaning."""
    pieces = [(name, piece.shape, piece.low, piece.high) for name, piece in rules.observation.pieces.items()]
    actions = [rules.actions.decode(i) for i in range(rules.num_actions)]
    digest = hashlib.sha256(json.dumps([pieces, rules.observation.by_field, actions]).encode()).hexdigest()
    return {"observation": rules.observation.size, "actions": rules.num_actions, "digest": digest}


def _read_metadata(arrays: ArrayFile) -> dict[str, Any]:
    """What is told of the network; of other formats, too. Raises ValueError where it can't be that."""
    shape, dtype = arrays.headers[_METADATA]
    if shape != () or dtype.kind != "U" or dtype.itemsize > np.dtype("U1").itemsize * _MAX_METADATA:
        raise ValueError("it tells nothing of itself")
    about = json.loads(str(arrays.read(_METADATA)))
    if about["format"] == FORMAT and not all(type(about[name]) is kind for name, kind in _METADATA_TYPES.items()):
        raise ValueError("it tells other things of itself than networks do")
    return dict(about)


def _check_rules(path: Path, about: Mapping[str, Any], rules: GameRules) -> None:
    if about["fingerprint"] != rules.fingerprint:
        was = _describe_rules(about["game"], about["version"], about["rules"], about["fingerprint"])
        asked = _describe_rules(rules.package, rules.version, rules.options(), rules.fingerprint)
        raise FileError(f"{path} was trained on {was}, which is not {asked}")
    if about["layout"] != layout(rules):
        was, now = (
            f"{brief(each.get('observation'))} and {brief(each.get('actions'))}"
            for each in (about["layout"], layout(rules))
        )
        told = "was trained where observations or actions were laid out otherwise"
        raise FileError(f"{path} {told}: there were {was} of them, and are {now} now")


def _find_not_finite(weights: Mapping[str, np.ndarray]) -> str | None:
    return next((name for name, array in weights.items() if not np.isfinite(array).all()), None)


def _describe_rules(game: str, version: int, options: Mapping[str, Any], fingerprint: str) -> str:
    told = ", ".join(f"{name}={value}" for name, value in options.items())
    return shown(f"{game} with {told} (version {version} of its rules, {fingerprint[:12]})")
