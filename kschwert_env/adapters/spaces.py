"""Gymnasium spaces of observations and actions, and the formats of observations."""

import reprlib
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
from gymnasium import spaces

from kschwert_env.engine.contract.actions import IllegalAction
from kschwert_env.engine.contract.options import check, check_flag
from kschwert_env.engine.contract.rules import GameRules

KEYS = ("observation", "action_mask")
"""Default keys of observation and mask."""

IDLE_ACTION = 0
"""Action of a seat that does not decide, for learners that act with all seats at once. It is ignored."""


@dataclass(frozen=True)
class View:
    """Format of observations and masks, and its space.

    Attributes:
        rules: rules of the games.
        keys: dict keys of observation and mask.
        scaled: observations are float32 from 0 to 1, each value scaled by its own bounds, instead of int8.
        bool_masks: masks are bool instead of int8.
        idle_action: the mask of a seat that does not decide allows `IDLE_ACTION`, instead of nothing.
        mask_in_info: the observation is an array in a plain box, and the mask is in the info, by its key.
    """

    rules: GameRules
    keys: Sequence[str] = KEYS
    scaled: bool = False
    bool_masks: bool = False
    idle_action: bool = False
    mask_in_info: bool = False

    def __post_init__(self) -> None:
        """Raise ValueError for keys that are not two different strings, and for flags that are not bools."""
        keys = self.keys if isinstance(self.keys, (tuple, list)) else ()
        right = all(isinstance(key, str) for key in keys) and len(set(keys)) == len(keys) == 2
        check("keys", self.keys, right, "two different strings, for observations and masks")
        check_flag("scaled", self.scaled)
        check_flag("bool_masks", self.bool_masks)
        check_flag("idle_action", self.idle_action)
        check_flag("mask_in_info", self.mask_in_info)

    @property
    def is_default(self) -> bool:
        """Return whether this is the format of `Game.observe`."""
        flags = self.scaled, self.bool_masks, self.idle_action, self.mask_in_info
        return tuple(self.keys) == KEYS and not any(flags)

    def space(self) -> spaces.Space[Any]:
        """Return the space of one seat: a dict of observation and mask, or the box of the observation alone."""
        if self.mask_in_info:
            return self.box()
        dtype = np.bool_ if self.bool_masks else np.int8
        mask = spaces.Box(0, 1, (self.rules.num_actions,), dtype)
        return spaces.Dict(dict(zip(self.keys, (self.box(), mask), strict=True)))

    def box(self) -> spaces.Box:
        """Return the space of the observation, (rules.observation.size,): int8 with each piece's bounds, or 0 to 1."""
        whole = observation_box(self.rules)
        return spaces.Box(0, 1, whole.shape, np.float32) if self.scaled else whole

    def convert(self, observations: np.ndarray, masks: np.ndarray) -> Any:
        """Return int8 (..., N) and int8 (..., A) in this format, without a copy where the dtype is already right."""
        if self.scaled:
            observations = self.convert_observations(observations)
        return observations if self.mask_in_info else {self.keys[0]: observations, self.keys[1]: self._mask(masks)}

    def info(self, masks: np.ndarray) -> dict[str, np.ndarray]:
        """Return what infos contain about masks, given as int8 (..., A): their entry, or nothing."""
        return {self.keys[1]: self._mask(masks)} if self.mask_in_info else {}

    def _mask(self, masks: np.ndarray) -> np.ndarray:
        if self.idle_action:
            masks = np.where(masks.any(axis=-1, keepdims=True), masks, self._idle_mask)
        return masks.view(np.bool_) if self.bool_masks else masks

    def convert_observations(self, observations: np.ndarray) -> np.ndarray:
        """Return observations, given as int8 (..., N), in this format."""
        return (observations - self._low) / self._range if self.scaled else observations

    @cached_property
    def _idle_mask(self) -> np.ndarray:
        return (np.arange(self.rules.num_actions) == IDLE_ACTION).astype(np.int8)

    @cached_property
    def _low(self) -> np.ndarray:
        return observation_box(self.rules).low.astype(np.float32)

    @cached_property
    def _range(self) -> np.ndarray:
        """Return the range of each value, at least 1, so that constants are scaled to 0."""
        return np.maximum(observation_box(self.rules).high - self._low, 1)


def observation_box(rules: GameRules) -> spaces.Box:
    """Return the int8 box (rules.observation.size,), with the bounds of each piece."""
    low, high = np.empty((2, rules.observation.size), np.int8)
    for piece in rules.observation.pieces.values():
        low[piece.slice], high[piece.slice] = piece.low, piece.high
    return spaces.Box(low, high, dtype=np.int8)


class GameActionSpace(spaces.Discrete):
    """Action ids of a game. `sample` with a mask is ten times as fast as Gymnasium's, and draws other numbers."""

    def sample(self, mask: Any = None, probability: Any = None) -> np.int64:
        """Return a uniformly random action, of the legal ones if `mask`, int8 or bool (n,), is given.

        0 without any legal action. Other arguments are as in Gymnasium.
        """
        is_usual = type(mask) is np.ndarray and mask.shape == (self.n,) and mask.dtype in (np.int8, np.bool_)
        if not is_usual or probability is not None:
            return super().sample(mask, probability)
        (legal,) = mask.nonzero()
        action: np.int64 = legal[int(self.np_random.random() * len(legal))] if len(legal) else np.int64(0)
        return action


def action_space(rules: GameRules) -> spaces.Discrete:
    """Return the discrete space of all action ids."""
    return GameActionSpace(rules.num_actions)


class BatchActionSpace(spaces.MultiDiscrete):
    """Action ids of many games. `sample` also takes the masks of a batch, int8 or bool (size, num_actions)."""

    def __init__(self, rules: GameRules, size: int) -> None:
        """Create the space of actions in `size` games."""
        super().__init__(np.full(size, rules.num_actions), dtype=np.int64)

    def sample(self, mask: Any = None, probability: Any = None) -> np.ndarray:
        """Return one action per game, int64 (size,): uniformly random, or as Gymnasium's arguments say.

        A game without legal actions gets action 0.
        """
        rows = tuple(mask.astype(np.int8)) if isinstance(mask, np.ndarray) else mask
        return super().sample(rows, probability)


def to_action(rules: GameRules, action: Any) -> int:
    """Return an action id as an int, given as a Python or NumPy integer or as a zero-dimensional array.

    Raises IllegalAction for any other type, such as bool and float, and for an id out of range.
    """
    number = action[()] if isinstance(action, np.ndarray) else action
    if isinstance(number, (int, np.integer)) and not isinstance(number, bool):
        if 0 <= number < rules.num_actions:
            return int(number)
        value = str(number)
    else:
        value = f"{type(action).__name__} {reprlib.repr(action)}"
    raise IllegalAction(f"action must be an integer from 0 to {rules.num_actions - 1}, not {value}")
