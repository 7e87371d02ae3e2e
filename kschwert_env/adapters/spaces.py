"""The spaces in which a game is told to Gymnasium and PettingZoo."""

import reprlib
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
from gymnasium import spaces

from kschwert_env.engine.actions import IllegalAction
from kschwert_env.engine.options import check, check_flag
from kschwert_env.engine.rules import GameRules

KEYS = ("observation", "action_mask")
"""By which observation and mask are told where nothing else is asked for."""


@dataclass(frozen=True)
class View:
    """The form in which observations and masks are handed out, and the space that goes with it.

    Attributes:
        rules: of the games that are seen.
        keys: of observations and of masks.
        scaled: observations are float32 from 0 to 1, each value by its own bounds, instead of int8.
        bool_masks: masks are bools, instead of int8 zeros and ones.
    """

    rules: GameRules
    keys: Sequence[str] = KEYS
    scaled: bool = False
    bool_masks: bool = False

    def __post_init__(self) -> None:
        """Raises ValueError for keys that are not two different strings, and for a flag that is none."""
        keys = self.keys if isinstance(self.keys, (tuple, list)) else ()
        right = all(isinstance(key, str) for key in keys) and len(set(keys)) == len(keys) == 2
        check("keys", self.keys, right, "two different strings, for observations and masks")
        check_flag("scaled", self.scaled)
        check_flag("bool_masks", self.bool_masks)

    @property
    def is_usual(self) -> bool:
        """Whether it is the form in which a game itself tells what it shows."""
        return (*self.keys, self.scaled, self.bool_masks) == (*KEYS, False, False)

    def space(self) -> spaces.Space[Any]:
        """Of a single seat's observation and mask."""
        dtype = np.bool_ if self.bool_masks else np.int8
        mask = spaces.Box(0, 1, (self.rules.num_actions,), dtype)
        return spaces.Dict(dict(zip(self.keys, (self.box(), mask), strict=True)))

    def box(self) -> spaces.Box:
        """Of the observation alone: (rules.observation.size,), int8 with the bounds of each piece, or 0 to 1."""
        whole = observation_box(self.rules)
        return spaces.Box(0, 1, whole.shape, np.float32) if self.scaled else whole

    def shown(self, observations: np.ndarray, masks: np.ndarray) -> dict[str, np.ndarray]:
        """What int8 (..., N) and int8 (..., A) are told as; in these very arrays where their type is wanted."""
        first, second = self.keys
        if self.scaled:
            observations = self.values(observations)
        return {first: observations, second: masks.view(np.bool_) if self.bool_masks else masks}

    def values(self, observations: np.ndarray) -> np.ndarray:
        """Observations alone, int8 (..., N) when they come in."""
        return (observations - self._low) / self._range if self.scaled else observations

    @cached_property
    def _low(self) -> np.ndarray:
        return observation_box(self.rules).low.astype(np.float32)

    @cached_property
    def _range(self) -> np.ndarray:
        """Of each value; a value that can only be one thing is told as 0."""
        return np.maximum(observation_box(self.rules).high - self._low, 1)


def observation_box(rules: GameRules) -> spaces.Box:
    """Int8 (rules.observation.size,), with the bounds of each piece."""
    low, high = np.empty((2, rules.observation.size), np.int8)
    for piece in rules.observation.pieces.values():
        low[piece.slice], high[piece.slice] = piece.low, piece.high
    return spaces.Box(low, high, dtype=np.int8)


def action_space(rules: GameRules) -> spaces.Discrete:
    """The actions by number."""
    return spaces.Discrete(rules.num_actions)


def number_of(rules: GameRules, action: Any) -> int:
    """The action as an int: a Python or NumPy integer, or an array of one without dimensions.

    Raises IllegalAction for all else, bools and whole floats among it, and for a number that no action has.
    """
    number = action[()] if isinstance(action, np.ndarray) else action
    if isinstance(number, (int, np.integer)) and not isinstance(number, bool):
        if 0 <= number < rules.num_actions:
            return int(number)
        given = str(number)
    else:
        given = f"{type(action).__name__} {reprlib.repr(action)}"
    raise IllegalAction(f"action must be an integer from 0 to {rules.num_actions - 1}, not {given}")
