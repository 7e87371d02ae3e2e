"""Gymnasium: one seat of one game learns, the other seats are part of the environment."""

import secrets
from collections.abc import Mapping, Sequence
from typing import Any, ClassVar

import gymnasium
import numpy as np

from kschwert_env.adapters.one_seat import LearnerSeat, SingleSeatBatch, SingleSeatMixin
from kschwert_env.adapters.opponents import Opponents
from kschwert_env.adapters.spaces import KEYS, View, action_space, to_action
from kschwert_env.engine.compiled.rng import MAX_SEED
from kschwert_env.engine.contract.options import check
from kschwert_env.engine.contract.rules import GameRules
from kschwert_env.engine.simulation.game import why_illegal
from kschwert_env.rendering import MODES, Renderer

ObservationDict = dict[str, np.ndarray]
"""Observation and mask, by their keys."""

ILLEGAL_RETURN = -1.0
"""Return of a learner that ends its game by an illegal action."""


class SeatEnv(SingleSeatMixin, gymnasium.Env[ObservationDict, np.int64]):
    """One learning seat of one game.

    - Observation: dict of `observation`, int8 (rules.observation.size,), own seat first, and `action_mask`, int8
      (rules.num_actions,); or another format, see `View`.
    - Action: 0 to rules.num_actions - 1. An illegal action ends the episode with return -1 and the reason in
      `info["illegal_action"]`. A value outside the action space, such as 3.0 or None, raises IllegalAction.
    - Reward: the return of the seat (option `reward` of the rules) at the end, else zero.
    - End: by the rules; `truncated` by their cap on rounds or turns.

    Attributes:
        observation_space: dict of boxes.
        action_space: all actions, legal or not.
        render_mode: one of the render modes, or None.
        metadata: render modes and frames per second, as Gymnasium requires.
    """

    metadata: ClassVar[dict[str, Any]] = {"render_modes": list(MODES), "render_fps": 2}  # type: ignore[misc]

    def __init__(
        self,
        rules: GameRules,
        seat: LearnerSeat = 0,
        opponents: Opponents = None,
        render_mode: str | None = None,
        render_width: int | None = None,
        keys: Sequence[str] = KEYS,
        scaled: bool = False,
        bool_masks: bool = False,
        mask_in_info: bool = False,
    ) -> None:
        """`seat` is the learning seat, or "random": drawn when a game starts, so that the learner learns every seat.

        `opponents` play the other seats: None for uniformly random actions, one policy for all, or one per seat.
        Pictures are `render_width` pixels wide; None means the default size. `keys`, `scaled`, `bool_masks` and
        `mask_in_info` set the format of observations, as in `View`. Raises ValueError for an invalid argument.
        """
        self._view = View(rules, keys, scaled, bool_masks, mask_in_info=mask_in_info)
        self._renderer = Renderer(render_mode, render_width)
        self.render_mode = render_mode
        self._games = SingleSeatBatch(rules, 1, secrets.randbelow(MAX_SEED + 1), seat, opponents, threads=1)
        self.observation_space = self._view.space()
        self.action_space = action_space(rules)
        self._ended = True  # until reset
        self._is_final = False  # the game ended by the rules, not by an illegal action
        self._opponents_at_end: Opponents = None

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[ObservationDict, dict[str, Any]]:
        """Start a new game and play up to the seat's first decision. `options` are ignored.

        Raises ValueError for wrong options or a wrong seed.
        """
        check("options", options, options is None or isinstance(options, Mapping), "a dict or None")
        # the batch has already started the next game; it can be used unless the opponents were replaced since
        begun = self._is_final and self._opponents_at_end is self._games.opponents
        if seed is not None or not begun:
            self._games.reset(seed=seed)
        super().reset(seed=None if seed is None else int(seed))
        self._ended = self._is_final = False
        self._render_human()
        values, mask = self._values_and_mask()
        return self._view.convert(values, mask), self._view.info(mask)

    def step(self, action: np.int64) -> tuple[ObservationDict, float, bool, bool, dict[str, Any]]:
        """Play the seat's decision, then those of the other seats up to its next.

        Raises ResetNeeded when the game is over, and IllegalAction for a value outside the action space. The
        environment is unchanged then.
        """
        if self._ended:
            raise gymnasium.error.ResetNeeded("the game is over or has not started; call reset first")
        batch = self._games.batch
        number = to_action(batch.rules, action)
        info: dict[str, Any] = {}
        if not self._games.step_one(number):
            info["illegal_action"] = why_illegal(batch.rules, batch.states[0], number)
            self._games.abort(np.ones(1, np.bool_), ILLEGAL_RETURN)
        terminated, truncated = self._games.terminated.item(), self._games.truncated.item()
        self._ended = self._is_final = terminated or truncated
        self._opponents_at_end = self._games.opponents
        self._render_human()
        values, mask = self._values_and_mask()
        info |= self._view.info(mask)
        return self._view.convert(values, mask), self._games.rewards.item(), terminated, truncated, info

    def action_masks(self) -> np.ndarray:
        """Return the legal actions, bool (rules.num_actions,)."""
        return self._mask().view(np.bool_)

    def render(self) -> Any:
        """Return the game as the seat sees it: text, a picture uint8 (height, width, 3), or None for a window."""
        if self.render_mode is None:
            gymnasium.logger.warn("render() does nothing without a render_mode; pass one to the constructor")
        games = self._games
        game, seats = (games.final_game(0), games.final_seats) if self._is_final else (games.batch.game(0), games.seats)
        return self._renderer.render(game, int(seats[0]))

    def close(self) -> None:
        """Close the window, if there is one."""
        self._renderer.close()

    def _render_human(self) -> None:
        if self.render_mode == "human":
            self.render()

    def _values_and_mask(self) -> tuple[np.ndarray, np.ndarray]:
        values = self._games.final_observation(0) if self._is_final else self._games.batch.observations[0].copy()
        return values, self._mask()

    def _mask(self) -> np.ndarray:
        masks = self._games.batch.masks
        return np.zeros_like(masks[0]) if self._ended else masks[0].copy()
