"""Gymnasium: one seat learns, the others are part of the environment. One game `SeatEnv`, many `SeatVectorEnv`."""

import secrets
from collections.abc import Mapping, Sequence
from typing import Any, ClassVar

import gymnasium
import numpy as np
import numpy.typing as npt
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space

from kschwert_env.adapters.one_seat import OneSeatBatch, Opponents, WithOpponents
from kschwert_env.adapters.spaces import action_space, masked_observation
from kschwert_env.engine.contract import GameRules
from kschwert_env.engine.game import Observation, why_illegal
from kschwert_env.engine.options import check
from kschwert_env.engine.streams import MAX_SEED
from kschwert_env.rendering import MODES, Renderer

_PICTURES = tuple(mode for mode in MODES if mode != "human")  # many games do not share a window

ILLEGAL_RETURN = -1.0
"""Of a learner that ends its game by an illegal action."""


class SeatEnv(WithOpponents, gymnasium.Env[Observation, np.int64]):
    """One seat of one game.

    - Observation: dict of `observation`, int8 (rules.observation.size,), own seat first, and `action_mask`, int8
      (rules.num_actions,).
    - Action: 0 to rules.num_actions - 1. An illegal one ends the episode with return -1 and the reason in
      `info["illegal_action"]`.
    - Reward: the return of the seat (option `reward` of the rules) at the end, else zero.
    - End: as the rules say; `truncated` by their cap on rounds or turns.

    Attributes:
        observation_space: a dict of boxes.
        action_space: all actions, legal or not.
        render_mode: as it was asked for.
        metadata: what Gymnasium asks of every environment: render modes and frames a second.
    """

    metadata: ClassVar[dict[str, Any]] = {"render_modes": list(MODES), "render_fps": 2}  # type: ignore[misc]

    def __init__(
        self,
        rules: GameRules,
        seat: int = 0,
        opponents: Opponents = None,
        render_mode: str | None = None,
        render_width: int | None = None,
    ) -> None:
        """`opponents` play the other seats: None for uniformly random ones, a policy, or one for each.

        Pictures are `render_width` pixels wide, None for their usual size. Raises ValueError for a seat, number of
        opponents, render mode or width that does not exist.
        """
        self._renderer = Renderer(render_mode, render_width)
        self.render_mode = render_mode
        self._games = OneSeatBatch(rules, 1, secrets.randbelow(MAX_SEED + 1), seat, opponents, threads=1)
        self.observation_space = masked_observation(rules)
        self.action_space = action_space(rules)
        self._ended = True  # until reset
        self._is_final = False  # by the rules, not by an illegal action
        self._opponents_at_end: Opponents = None

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observation, dict[str, Any]]:
        """A fresh game, in which the others have played up to the seat's first decision. `options` are not used.

        Raises ValueError for wrong options or a wrong seed.
        """
        check("options", options, options is None or isinstance(options, Mapping), "a dict or None")
        begun = self._is_final and self._opponents_at_end is self._games.opponents  # the next game, at the last end
        if seed is not None or not begun:
            self._games.reset(seed=seed)
        super().reset(seed=None if seed is None else int(seed))
        self._ended = self._is_final = False
        self._show()
        return self._observation(), {}

    def step(self, action: np.int64) -> tuple[Observation, float, bool, bool, dict[str, Any]]:
        """The seat's decision, and those of the others up to its next. Raises ResetNeeded when the game is over."""
        if self._ended:
            raise gymnasium.error.ResetNeeded("the game is over, or was never begun: call reset first")
        batch = self._games.batch
        is_action = self.action_space.contains(action) and not isinstance(action, (bool, np.bool_))
        if not is_action or not batch.masks[0, action]:
            self._ended = True
            reason = why_illegal(batch.rules, batch.states[0], action)
            return self._observation(), ILLEGAL_RETURN, True, False, {"illegal_action": reason}
        self._games.step(np.asarray([action]))
        terminated, truncated = bool(self._games.terminated[0]), bool(self._games.truncated[0])
        self._ended = self._is_final = terminated or truncated
        self._opponents_at_end = self._games.opponents
        self._show()
        return self._observation(), float(self._games.rewards[0]), terminated, truncated, {}

    def action_masks(self) -> np.ndarray:
        """Bool (rules.num_actions,): what is legal now."""
        return self._observation()["action_mask"].astype(np.bool_)

    def render(self) -> Any:
        """The game as the seat sees it: text, a picture uint8 (height, width, 3), or None for a window."""
        if self.render_mode is None:
            gymnasium.logger.warn("render() has nothing to draw on: make the environment with a render_mode")
        game = self._games.batch.game(0, final=self._is_final)
        return self._renderer.render(game, int(self._games.seats[0]))

    def close(self) -> None:
        """Close the window, if there is one."""
        self._renderer.close()

    def _show(self) -> None:
        if self.render_mode == "human":
            self.render()

    def _observation(self) -> Observation:
        if self._is_final:
            return _final_observation(self._games, 0)
        batch = self._games.batch
        mask = np.zeros_like(batch.masks[0]) if self._ended else batch.masks[0].copy()
        return {"observation": batch.observations[0].copy(), "action_mask": mask}


def _final_observation(games: OneSeatBatch, game: int) -> Observation:
    """What the learning seat saw last in the game that ended in this place: nothing is legal any more."""
    view = games.final_observation(game)
    return {"observation": view, "action_mask": np.zeros(games.batch.rules.num_actions, np.int8)}


class SeatVectorEnv(WithOpponents, VectorEnv[Observation, np.ndarray, np.ndarray]):
    """One seat of each of many games, all in one batch; a game that ends starts afresh in the same step.

    - Observations: dict of `observation`, int8 (num_envs, rules.observation.size), and `action_mask`, int8 (num_envs,
      rules.num_actions), in arrays of their own.
    - Actions: integers (num_envs,). An illegal one raises IllegalAction, naming game and action; nothing is changed.
    - Rewards: float32 (num_envs,), as in `SeatEnv`.
    - Infos: `final_obs`, an object array of the last observations of games that have just ended, with the bools
      `_final_obs` telling which.

    Attributes:
        num_envs: how many games there are.
        single_observation_space: of one game, a dict of boxes.
        single_action_space: of one game: all actions, legal or not.
        observation_space: of all games.
        action_space: of all games.
        render_mode: as it was asked for.
        metadata: what Gymnasium asks of every environment: render modes, frames a second, and how games start afresh.
    """

    metadata: ClassVar[dict[str, Any]] = {  # type: ignore[misc]
        "render_modes": list(_PICTURES),
        "render_fps": 2,
        "autoreset_mode": AutoresetMode.SAME_STEP,
    }

    def __init__(
        self,
        rules: GameRules,
        num_envs: int = 1,
        seat: int | Sequence[int] = 0,
        opponents: Opponents = None,
        render_mode: str | None = None,
        threads: int | None = None,
        render_width: int | None = None,
    ) -> None:
        """`seat` is one for all games or one for each; `opponents` and `render_width` as in `SeatEnv`, `threads` as in
        `Batch`.

        Raises ValueError for a value that can't be.
        """
        if render_mode not in (None, *_PICTURES):
            raise ValueError(
                f"render_mode must be None or one of {', '.join(_PICTURES)} for many games, not {render_mode!r}"
            )
        self._renderer = Renderer(render_mode, render_width)
        self.render_mode = render_mode
        self._games = OneSeatBatch(rules, num_envs, secrets.randbelow(MAX_SEED + 1), seat, opponents, threads)
        self.num_envs = num_envs
        self.single_observation_space = masked_observation(rules)
        self.single_action_space = action_space(rules)
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observation, dict[str, Any]]:
        """Start all games afresh, or those where `options["reset_mask"]`, bool (num_envs,).

        Game i of a seed is the same for any number of games. Raises ValueError for wrong options, a wrong seed or mask.
        """
        check("options", options, options is None or isinstance(options, Mapping), "a dict or None")
        self._games.reset((options or {}).get("reset_mask"), seed)
        super().reset(seed=None if seed is None else int(seed))
        return self._observations(), {}

    def step(self, actions: npt.ArrayLike) -> tuple[Observation, np.ndarray, np.ndarray, np.ndarray, dict[str, Any]]:
        """The decisions of the learning seats, and those of the others up to the learning seats' next."""
        games = self._games
        games.step(actions)
        ended = games.terminated | games.truncated
        infos: dict[str, Any] = {}
        if ended.any():
            final = np.full(self.num_envs, None, object)
            for game in np.flatnonzero(ended):
                final[game] = _final_observation(games, int(game))
            infos = {"final_obs": final, "_final_obs": ended}
        return self._observations(), games.rewards.copy(), games.terminated.copy(), games.truncated.copy(), infos

    def action_masks(self) -> np.ndarray:
        """Bool (num_envs, rules.num_actions): what is legal now."""
        return self._games.batch.masks.astype(np.bool_)

    def render(self) -> tuple[Any, ...]:
        """Every game as its learning seat sees it: texts, or pictures uint8 (height, width, 3)."""
        games = (self._games.batch.game(i) for i in range(self.num_envs))
        return tuple(map(self._renderer.render, games, self._games.seats.tolist()))

    def _observations(self) -> Observation:
        batch = self._games.batch
        return {"observation": batch.observations.copy(), "action_mask": batch.masks.copy()}
