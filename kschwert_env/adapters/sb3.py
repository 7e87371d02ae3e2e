"""Stable-Baselines3: many games on one batch as a `VecEnv`, for sb3-contrib's `MaskablePPO`. Needs extra `train`."""

from collections.abc import Mapping, Sequence
from typing import Any

import gymnasium
import numpy as np
from stable_baselines3.common.vec_env.base_vec_env import VecEnv, VecEnvIndices, VecEnvStepReturn

from kschwert_env.adapters.one_seat import OneSeatBatch, Opponents, WithOpponents
from kschwert_env.adapters.spaces import action_space, observation_box
from kschwert_env.engine.rules import GameRules
from kschwert_env.engine.text import brief
from kschwert_env.rendering import Renderer


class SeatVecEnv(WithOpponents, VecEnv):
    """One seat of each of many games; a game that ends starts afresh in the same step.

    - Observations: int8 (num_envs, rules.observation.size), own seat first. Masks: `action_masks()`.
    - Actions: integers (num_envs,). An illegal one raises IllegalAction, naming game and action; nothing is changed.
    - Rewards: float32 (num_envs,), the return of the learning seat at the end, else zero. The decisions of the others
      up to the learning seat's next belong to its step, so that a loss is told to the seat's own last decision.
    - Infos: of a game that ended `terminal_observation` and `TimeLimit.truncated`.

    Attributes:
        rules: of all the games.
        render_mode: as it was asked for.
    """

    def __init__(
        self,
        rules: GameRules,
        num_envs: int,
        seat: int | Sequence[int] = 0,
        opponents: Opponents = None,
        seed: int = 0,
        threads: int | None = None,
        render_mode: str | None = None,
        render_width: int | None = None,
    ) -> None:
        """`seat` is one for all games or one for each; `seed` is that of the first `reset`.

        `opponents` play the other seats: None for uniformly random ones, a policy, or one for each; others can be
        put in their place while learning (`env.opponents = ...`). Pictures are `render_width` pixels wide, None for
        their usual size. Raises ValueError for a value that can't be.
        """
        if render_mode not in (None, "rgb_array"):  # of which Stable-Baselines3 makes videos, and its own window
            raise ValueError(f'render_mode must be None or "rgb_array", not {brief(render_mode)}')
        self._renderer = Renderer(render_mode, render_width)
        self._games = OneSeatBatch(rules, num_envs, seed, seat, opponents, threads)
        self._actions: np.ndarray = np.zeros(num_envs, np.int64)
        self.rules = rules
        self.render_mode = render_mode
        super().__init__(num_envs, observation_box(rules), action_space(rules))
        self.seed(seed)

    def action_masks(self) -> np.ndarray:
        """Bool (num_envs, rules.num_actions): what is legal in each game."""
        return self._games.batch.masks.astype(np.bool_)

    def reset(self) -> np.ndarray:
        """Start all games afresh, with the seed given to `seed` since the last time, if any."""
        self._games.reset(seed=self._seeds[0])
        self._reset_seeds()
        self._reset_options()
        return self._games.batch.observations.copy()

    def step_async(self, actions: np.ndarray) -> None:
        """Take the actions for `step_wait`."""
        self._actions = actions

    def step_wait(self) -> VecEnvStepReturn:
        """The decisions of the learning seats, and those of the others up to the learning seats' next."""
        games = self._games
        games.step(self._actions)
        ended = games.terminated | games.truncated
        infos: list[dict[str, Any]] = [{} for _ in range(self.num_envs)]
        for game in np.flatnonzero(ended).tolist():
            truncated = bool(games.truncated[game])
            infos[game] = {"terminal_observation": games.final_observation(game), "TimeLimit.truncated": truncated}
        return games.batch.observations.copy(), games.rewards.copy(), ended, infos

    def snapshot(self) -> dict[str, np.ndarray]:
        """Copies of all that decides how the games go on, for `restore`."""
        return self._games.batch.snapshot()

    def restore(self, snapshot: Mapping[str, np.ndarray]) -> None:
        """Go on, without a reset, as the games did that the snapshot is of. Raises ValueError where it does not fit."""
        self._games.batch.restore(snapshot)

    def close(self) -> None:
        """Nothing is open."""

    # -- how Stable-Baselines3 speaks to single environments, of which there are none here --------------------

    def get_attr(self, attr_name: str, indices: VecEnvIndices = None) -> list[Any]:
        """The attribute, once for each game asked about."""
        return [getattr(self, attr_name)] * len(self._rows(indices))

    def set_attr(self, attr_name: str, value: Any, indices: VecEnvIndices = None) -> None:
        """Set an attribute for all games at once. Raises ValueError for some of them."""
        if len(self._rows(indices)) != self.num_envs:
            raise ValueError(f"{attr_name} can only be set for all games at once: they share it")
        setattr(self, attr_name, value)

    def env_method(self, method_name: str, *args: Any, indices: VecEnvIndices = None, **kwargs: Any) -> Any:
        """Call a method that answers for all games at once, as `action_masks` does; the rows of those asked about."""
        return getattr(self, method_name)(*args, **kwargs)[self._rows(indices)]

    def env_is_wrapped(
        self, wrapper_class: type[gymnasium.Wrapper[Any, Any, Any, Any]], indices: VecEnvIndices = None
    ) -> list[bool]:
        """No: there is nothing to wrap."""
        return [False] * len(self._rows(indices))

    def get_images(self) -> Sequence[np.ndarray | None]:
        """Every game as its learning seat sees it, with `render_mode` "rgb_array"."""
        seats: list[int] = self._games.seats.tolist()
        drawn = (self._renderer.render(self._games.batch.game(i), seat) for i, seat in enumerate(seats))
        return [picture if isinstance(picture, np.ndarray) else None for picture in drawn]

    def _rows(self, indices: VecEnvIndices) -> np.ndarray:
        """The numbers of the games asked about."""
        return np.arange(self.num_envs)[... if indices is None else np.atleast_1d(np.asarray(indices))]
