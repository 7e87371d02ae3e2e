"""Validation of batch snapshots: everything from outside is checked before it is used."""

from collections.abc import Mapping
from typing import Any

import numpy as np

from kschwert_env.engine.contract.rules import GameRules


def validated(snapshot: Any, like: Mapping[str, np.ndarray], rules: GameRules) -> dict[str, np.ndarray]:
    """Return copies of the arrays of a snapshot, by the names in `like`, after validation for a batch under these
    rules.

    Raises ValueError for a missing array, for a shape or dtype other than in `like`, and for contents that no game can
    have.
    """
    size = len(like["states"])
    for name, array in like.items():
        values = snapshot.get(name) if isinstance(snapshot, Mapping) else None
        if not isinstance(values, np.ndarray) or (values.shape, values.dtype) != (array.shape, array.dtype):
            raise ValueError(
                f"the snapshot is from another batch: {name} does not match {size} games under these rules"
            )
    taken = {name: np.array(snapshot[name]) for name in like}
    for name, invalid in _find_invalid(rules, **taken).items():
        if invalid.any():
            raise ValueError(f"the snapshot is damaged: invalid {name} of game {invalid.argmax()}")
    return taken


def _find_invalid(
    rules: GameRules,
    streams: np.ndarray,
    states: np.ndarray,
    rewards: np.ndarray,
    terminated: np.ndarray,
    truncated: np.ndarray,
    final_states: np.ndarray,
) -> dict[str, np.ndarray]:
    """Return for each array in which games its contents are invalid; bools (size,)."""
    ended = terminated.view(np.uint8) | truncated.view(np.uint8)  # untrusted bytes may be other than 0 and 1
    finals = zip(final_states, ended, strict=True)
    return {
        "streams": np.logical_not(streams.any(axis=2)).any(axis=1),  # a stream of zeros never changes
        "states": np.array([state["player"] < 0 or not rules.is_sound(state) for state in states]),
        "rewards": ~np.isfinite(rewards).all(axis=1),
        "terminated": ended > 1,
        "final_states": np.array([not _is_final(rules, *final) for final in finals]),
    }


def _is_final(rules: GameRules, last: np.void, has_just_ended: bool) -> bool:
    """Return whether this can be the final position of the latest finished game of a slot, or mark that none has
    finished.
    """
    if not has_just_ended and not any(last.tobytes()):
        return True
    return bool(last["player"] < 0 and rules.is_sound(last))
