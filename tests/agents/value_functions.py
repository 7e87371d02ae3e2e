"""Features and values of positions, computed by the value function of a game."""

from types import ModuleType
from typing import Any

import numba
import numpy as np

from kschwert_env.agents.heuristics.value_network import HIDDEN, read_weights
from kschwert_env.engine.contract.rules import GameRules


class Valuing:
    """Calls the value function of one game from Python. Needs the JIT."""

    def __init__(self, knowledge: ModuleType, rules: GameRules) -> None:
        module: Any = knowledge
        describe, evaluate = module.write_features, module.evaluate

        @numba.njit(error_model="numpy")
        def described(states: Any, board: Any, out: Any) -> None:
            for i in range(states.shape[0]):
                describe(states[i], board[0], out[i])

        @numba.njit(error_model="numpy")
        def valued(states: Any, board: Any, weights: Any, room: Any, out: Any) -> None:
            for i in range(states.shape[0]):
                evaluate(states[i], board[0], weights, room, out[i])

        self._described, self._valued, self._module, self._rules = described, valued, module, rules

    def features(self, states: np.ndarray) -> np.ndarray:
        """Return the features (n, seats, features) of positions, which must stay unchanged."""
        before, out = states.tobytes(), np.zeros((len(states), self._rules.num_players, self._module.NUM_FEATURES))
        self._described(states, self._rules.board, out)
        assert states.tobytes() == before
        return out

    def returns(self, states: np.ndarray) -> np.ndarray:
        """Return the expected returns of all seats, (n, seats)."""
        out = np.zeros((len(states), self._rules.num_players))
        weights = read_weights(self._module.VALUE_PATH, self._rules.num_players)
        room = np.zeros((len(out[0]), self._module.NUM_FEATURES + HIDDEN))
        self._valued(states, self._rules.board, weights, room, out)
        return out
