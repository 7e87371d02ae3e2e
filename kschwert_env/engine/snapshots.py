"""Snapshots of batches: whatever comes from outside is judged before any of it is taken over."""

from collections.abc import Mapping
from typing import Any

import numpy as np

from kschwert_env.engine.rules import GameRules


def validated(snapshot: Any, like: Mapping[str, np.ndarray], rules: GameRules) -> dict[str, np.ndarray]:
    """Copies of the arrays of a snapshot, which are those of a batch under these rules, by the names of `like`.

    Raises ValueError where one is missing, or of another shape or dtype than in `like`, and for what no game can have.
    """
    size = len(like["states"])
    for name, array in like.items():
        given = snapshot.get(name) if isinstance(snapshot, Mapping) else None
        if not isinstance(given, np.ndarray) or (given.shape, given.dtype) != (array.shape, array.dtype):
            raise ValueError(f"the snapshot is of another batch: its {name} do not fit {size} of these games")
    taken = {name: np.array(snapshot[name]) for name in like}
    for name, unfit in _find_invalid(rules, **taken).items():
        if unfit.any():
            raise ValueError(f"the snapshot is damaged: no game can have such {name} as its game {unfit.argmax()}")
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
    """For each array that may come from anywhere, in which games it is not what a batch has; bools (size,)."""
    ended = terminated.view(np.uint8) | truncated.view(np.uint8)  # bytes that anybody wrote: not 0 and 1 only
    finals = zip(final_states, ended, strict=True)
    return {
        "streams": np.logical_not(streams.any(axis=2)).any(axis=1),  # a stream of zeros stands still
        "states": np.array([state["player"] < 0 or not rules.is_sound(state) for state in states]),
        "rewards": ~np.isfinite(rewards).all(axis=1),
        "terminated": ended > 1,
        "final_states": np.array([not _is_final(rules, *told) for told in finals]),
    }


def _is_final(rules: GameRules, last: np.void, has_just_ended: bool) -> bool:
    """Whether this can be the last position of the latest game that ended in a place, or that none has ended."""
    if not has_just_ended and not any(last.tobytes()):
        return True
    return bool(last["player"] < 0 and rules.is_sound(last))
