"""The spaces in which a game is told to Gymnasium and PettingZoo."""

from typing import Any

import numpy as np
from gymnasium import spaces

from kschwert_env.engine.contract import GameRules


def observation_box(rules: GameRules) -> spaces.Box:
    """Int8 (rules.observation.size,), with the bounds of each piece."""
    low, high = np.empty((2, rules.observation.size), np.int8)
    for piece in rules.observation.pieces.values():
        low[piece.slice], high[piece.slice] = piece.low, piece.high
    return spaces.Box(low, high, dtype=np.int8)


def masked_observation(rules: GameRules) -> spaces.Space[Any]:
    """`observation`, and `action_mask` int8 (rules.num_actions,) of zeros and ones."""
    mask = spaces.Box(0, 1, (rules.num_actions,), np.int8)
    return spaces.Dict({"observation": observation_box(rules), "action_mask": mask})


def action_space(rules: GameRules) -> spaces.Discrete:
    """The actions by number."""
    return spaces.Discrete(rules.num_actions)
