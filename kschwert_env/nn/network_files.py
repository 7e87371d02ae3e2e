"""Files of trained networks, read without PyTorch: weights in half precision and metadata, in one `.npz`."""

import hashlib
import json
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import numpy as np

from kschwert_env.engine.contract.rules import GameRules
from kschwert_env.engine.io.arrays import ArrayFile, ArrayHeader, open_arrays
from kschwert_env.engine.io.files import FileError
from kschwert_env.engine.io.parsing import parse_json
from kschwert_env.engine.text.phrases import brief, shown
from kschwert_env.nn.architecture import LoadedNetwork, Shape, graph_of, weight_shapes

FORMAT = "kschwert_env.network.v4"
"""Identifier of the file format; it changes when the entries of a file change."""

METADATA = "about"
"""Name of the entry with the metadata."""

_MAX_METADATA = 1 << 20  # maximum length in characters
_METADATA_TYPES = {"game": str, "version": int, "rules": dict, "fingerprint": str, "layout": dict, "network": dict}

Headers = Callable[[Shape], Mapping[str, ArrayHeader]]
"""Function from an architecture to the headers of the arrays that a file must have."""


def load_arrays(path: Path, rules: GameRules) -> tuple[LoadedNetwork, dict[str, Any]]:
    """Load a network that compiled code evaluates, for these rules, and its metadata.

    No memory is allocated for weights that do not match. Raises FileError if the file is missing or not such a network,
    if a weight is not finite, if it was trained under other rules, or if its observations or actions differ.
    """

    def headers(shape: Shape) -> dict[str, ArrayHeader]:
        return {name: ArrayHeader(size, np.dtype(np.float16)) for name, size in weight_shapes(rules, shape).items()}

    weights, shape, about = read_weights(path, rules, None, headers)
    arrays = {name: array.astype(np.float32) for name, array in weights.items()}
    if shape.kind == "graph":
        arrays |= graph_of(rules).indices()
    sizes = rules.observation.size, rules.num_actions, rules.num_players
    return LoadedNetwork(shape, sizes, arrays), about


def read_weights(
    path: Path, rules: GameRules, network: str | None, headers: Headers
) -> tuple[dict[str, np.ndarray], Shape, dict[str, Any]]:
    """Return the weights of a file as stored, the architecture and the metadata.

    A file with a network of a user's class is read only if `network` names that class. Raises FileError as
    `load_arrays` does.
    """
    with open_arrays(path, "trained network") as arrays:
        about = _read_metadata(arrays)
        if about["format"] != FORMAT:
            raise FileError(f"{path} has format {brief(about['format'])}; expected {FORMAT!r}")
        _check_rules(path, about, rules)
        shape = Shape(**about["network"])
        if network != shape.kind and (network is not None or "." in shape.kind):
            raise FileError(f"{path} holds a network of class {shape.kind}; to load it, set network={shape.kind}")
        wanted = headers(shape)
        if arrays.headers != {METADATA: arrays.headers[METADATA], **wanted}:
            raise ValueError("weights do not match the metadata of the network")
        weights = {name: arrays.read(name) for name in wanted}
        if wrong := find_not_finite(weights):
            raise ValueError(f"{wrong} are not finite")
    return weights, shape, about


def layout(rules: GameRules) -> dict[str, Any]:
    """Return the sizes of observations and actions, and a digest of their meaning."""
    pieces = [(name, piece.shape, piece.low, piece.high) for name, piece in rules.observation.pieces.items()]
    actions = [rules.actions.decode(i) for i in range(rules.num_actions)]
    digest = hashlib.sha256(json.dumps([pieces, rules.observation.by_field, actions]).encode()).hexdigest()
    return {"observation": rules.observation.size, "actions": rules.num_actions, "digest": digest}


def _read_metadata(arrays: ArrayFile) -> dict[str, Any]:
    """Return the metadata, also of other format versions. Raises ValueError for invalid metadata."""
    shape, dtype = arrays.headers[METADATA]
    if shape != () or dtype.kind != "U" or dtype.itemsize > np.dtype("U1").itemsize * _MAX_METADATA:
        raise ValueError("missing metadata")
    about = parse_json(str(arrays.read(METADATA)))
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


def find_not_finite(weights: Mapping[str, np.ndarray]) -> str | None:
    """Return the name of weights that are not finite, or None."""
    return next((name for name, array in weights.items() if not np.isfinite(array).all()), None)


def _describe_rules(game: str, version: int, options: Mapping[str, Any], fingerprint: str) -> str:
    listed = ", ".join(f"{name}={value}" for name, value in options.items())
    return shown(f"{game} with {listed} (version {version} of its rules, {fingerprint[:12]})")
