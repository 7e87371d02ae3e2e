"""Faulty agents of a user."""

import time
from typing import ClassVar

import numpy as np

from kschwert_env.agents.base import DecisionBatch
from kschwert_env.engine.contract.rules import GameRules


class Broken:
    """Fails at every decision."""

    games_at_once: ClassVar[int] = 1

    def __init__(self, rules: GameRules) -> None:
        pass

    def act(self, decisions: DecisionBatch) -> np.ndarray:
        raise RuntimeError("it is broken")


class Slow:
    """Never returns."""

    games_at_once: ClassVar[int] = 1

    def __init__(self, rules: GameRules) -> None:
        pass

    def act(self, decisions: DecisionBatch) -> np.ndarray:
        print("thinking")  # which must not be taken for its answer
        time.sleep(600)
        raise AssertionError


class First:
    """Takes the first legal action, and prints a message."""

    games_at_once: ClassVar[int] = 1

    def __init__(self, rules: GameRules) -> None:
        pass

    def act(self, decisions: DecisionBatch) -> np.ndarray:
        print("first")
        return np.argmax(decisions.masks, axis=1)
