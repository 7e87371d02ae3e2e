"""Trained networks as files: weights in half precision, and what they were trained on, in one `.npz`."""

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any
from zipfile import BadZipFile

import numpy as np
import torch

from kschwert_env.agents.files import replacing
from kschwert_env.agents.networks import Network, Shape, new_network
from kschwert_env.engine.contract import GameRules

FORMAT = "kschwert_env.network.v1"
"""What a file of a network is, by which `load` knows one; another where a file's entries change."""

_ABOUT = "about"  # the name of the entry that is no weight


def save(path: Path, network: Network, rules: GameRules, training: Mapping[str, Any]) -> None:
    """Write a network, at once: where a file was, it is replaced when the new one is complete.

    `training` tells how it was trained, in JSON's types.
    """
    about = {
        "format": FORMAT,
        "game": rules.game,
        "version": rules.version,
        "rules": rules.options(),
        "fingerprint": rules.fingerprint,
        "network": network.shape.as_dict(),
        "training": dict(training),
    }
    weights = {name: tensor.detach().cpu().half().numpy() for name, tensor in network.state_dict().items()}
    entries: dict[str, Any] = {_ABOUT: np.array(json.dumps(about)), **weights}
    with replacing(path) as unfinished, unfinished.open("wb") as file:
        np.savez_compressed(file, **entries)


def load(path: Path, rules: GameRules) -> tuple[Network, dict[str, Any]]:
    """A network for these rules, float32, and what `save` noted of it.

    Raises ValueError where the file is missing or no network, or where it was trained on other rules.
    """
    about, weights = _read(path)
    if about.get("fingerprint") != rules.fingerprint:
        was = _words(about.get("game"), about.get("version", 1), about.get("rules", {}), about.get("fingerprint", ""))
        asked = _words(rules.game, rules.version, rules.options(), rules.fingerprint)
        raise ValueError(f"{path} was trained on {was}, which is not {asked}")
    try:
        network = new_network(rules, Shape(**about["network"]))
        network.load_state_dict({name: torch.from_numpy(array).float() for name, array in weights.items()})
    except (KeyError, TypeError, RuntimeError) as error:
        raise ValueError(f"{path} does not hold what it says: {error}") from None
    return network.eval(), about


def _read(path: Path) -> tuple[dict[str, Any], dict[str, np.ndarray]]:
    try:
        with np.load(path, allow_pickle=False) as file:
            weights = dict(file)
        about = dict(json.loads(str(weights.pop(_ABOUT))))
    except FileNotFoundError:
        raise ValueError(f"there is no trained network {path}") from None
    except (OSError, ValueError, KeyError, TypeError, BadZipFile):
        raise ValueError(f"{path} is no trained network") from None
    if about.get("format") != FORMAT:
        raise ValueError(f"{path} has the format {about.get('format')!r}, not {FORMAT!r}")
    return about, weights


def _words(game: Any, version: Any, options: Mapping[str, Any], fingerprint: str) -> str:
    told = ", ".join(f"{name}={value}" for name, value in options.items())
    return f"{game} with {told} (version {version} of its rules, {fingerprint[:12]})"
