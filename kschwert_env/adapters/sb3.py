"""Stable-Baselines3: many games in a batch as a `VecEnv`, for sb3-contrib's `MaskablePPO`. Needs the extra `train`."""

from collections.abc import Mapping, Sequence
from typing import Any

import gymnasium
import numpy as np
from stable_baselines3.common.vec_env.base_vec_env import VecEnv, VecEnvIndices, VecEnvStepReturn

from kschwert_env.adapters.one_seat import LearnerSeat, SingleSeatBatch, SingleSeatMixin
from kschwert_env.adapters.opponents import Opponents
from kschwert_env.adapters.spaces import action_space, observation_box
from kschwert_env.engine.contract.rules import GameRules
from kschwert_env.engine.text.phrases import brief
from kschwert_env.rendering import Renderer


class SeatVecEnv(SingleSeatMixin, VecEnv):
    """One learning seat in each of many games; a finished game restarts in the same step.

    - Observations: int8 (num_envs, rules.observation.size), own seat first. Masks: `action_masks()`.
    - Actions: integers (num_envs,). An illegal one raises IllegalAction, naming game and action; nothing is changed.
    - Rewards: float32 (num_envs,), the return of the learning seat at the end, else zero. A step includes the other
      seats' decisions up to the learning seat's next one, so a loss is the reward of the seat's own last decision.
    - Infos: `terminal_observation` and `TimeLimit.truncated` for games that ended.

    Attributes:
        rules: rules of all the games.
        render_mode: "rgb_array" or None.
    """

    def __init__(
        self,
        rules: GameRules,
        num_envs: int,
        seat: LearnerSeat = 0,
        opponents: Opponents = None,
        seed: int = 0,
        threads: int | None = None,
        render_mode: str | None = None,
        render_width: int | None = None,
    ) -> None:
        """`seat` is one seat for all games, one per game, or "random": drawn when a game starts, so that the learner
        learns every seat. `seed` is the seed of the first `reset`.

        `opponents` play the other seats: None for uniformly random actions, one policy for all seats, or one per seat.
        They may be replaced during training (`env.opponents = ...`). Pictures are `render_width` pixels wide; None
        means the default size. Raises ValueError for an invalid argument.
        """
        if render_mode not in (None, "rgb_array"):  # Stable-Baselines3 makes videos and its own window of arrays
            raise ValueError(f'render_mode must be None or "rgb_array", not {brief(render_mode)}')
        self._renderer = Renderer(render_mode, render_width)
        self._games = SingleSeatBatch(rules, num_envs, seed, seat, opponents, threads)
        self._actions: np.ndarray = np.zeros(num_envs, np.int64)
        self.rules = rules
        self.render_mode = render_mode
        super().__init__(num_envs, observation_box(rules), action_space(rules))
        self.seed(seed)

    def action_masks(self) -> np.ndarray:
        """Return the legal actions of each game, bool (num_envs, rules.num_actions)."""
        return self._games.batch.masks.astype(np.bool_)

    def reset(self) -> np.ndarray:
        """Restart all games, with the seed that was set by `seed` since the last reset, if any."""
        self._games.reset(seed=self._seeds[0])
        self._reset_seeds()
        self._reset_options()
        return self._games.batch.observations.copy()

    def step_async(self, actions: np.ndarray) -> None:
        """Store the actions for `step_wait`."""
        self._actions = actions

    def step_wait(self) -> VecEnvStepReturn:
        """Play the decisions of the learning seats, then those of the other seats up to the learning seats' next."""
        games = self._games
        games.step(self._actions)
        ended = games.terminated | games.truncated
        infos: list[dict[str, Any]] = [{} for _ in range(self.num_envs)]
        for game in np.flatnonzero(ended).tolist():
            truncated = bool(games.truncated[game])
            infos[game] = {"terminal_observation": games.final_observation(game), "TimeLimit.truncated": truncated}
        return games.batch.observations.copy(), games.rewards.copy(), ended, infos

    def snapshot(self) -> dict[str, np.ndarray]:
        """Return copies of all state that determines how the games continue, for `restore`."""
        return self._games.snapshot()

    def restore(self, snapshot: Mapping[str, np.ndarray]) -> None:
        """Continue from a snapshot, without a reset. Raises ValueError for a snapshot of other rules or sizes."""
        self._games.restore(snapshot)

    def close(self) -> None:
        """Do nothing: no resources are open."""

    # -- Stable-Baselines3's access to single environments, emulated for the batch ----------------------------

    def get_attr(self, attr_name: str, indices: VecEnvIndices = None) -> list[Any]:
        """Return the attribute once per game in `indices`."""
        return [getattr(self, attr_name)] * len(self._rows(indices))

    def set_attr(self, attr_name: str, value: Any, indices: VecEnvIndices = None) -> None:
        """Set an attribute for all games. Raises ValueError for a subset of the games."""
        if len(self._rows(indices)) != self.num_envs:
            raise ValueError(f"{attr_name} can only be set for all games at once: they share it")
        setattr(self, attr_name, value)

    def env_method(self, method_name: str, *args: Any, indices: VecEnvIndices = None, **kwargs: Any) -> Any:
        """Call a method that returns one row per game, as `action_masks` does; return the rows in `indices`."""
        return getattr(self, method_name)(*args, **kwargs)[self._rows(indices)]

    def env_is_wrapped(
        self, wrapper_class: type[gymnasium.Wrapper[Any, Any, Any, Any]], indices: VecEnvIndices = None
    ) -> list[bool]:
        """Return False for each game: single environments can't be wrapped."""
        return [False] * len(self._rows(indices))

    def get_images(self) -> Sequence[np.ndarray | None]:
        """Return each game as its learning seat sees it, uint8 (height, width, 3), with `render_mode` "rgb_array"."""
        seats: list[int] = self._games.seats.tolist()
        drawn = (self._renderer.render(self._games.batch.game(i), seat) for i, seat in enumerate(seats))
        return [picture if isinstance(picture, np.ndarray) else None for picture in drawn]

    def _rows(self, indices: VecEnvIndices) -> np.ndarray:
        """Return the indices of the selected games."""
        return np.arange(self.num_envs)[... if indices is None else np.atleast_1d(np.asarray(indices))]
