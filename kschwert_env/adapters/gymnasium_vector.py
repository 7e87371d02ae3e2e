"""Gymnasium: one seat learns in each of many games, in one batch. The other seats are part of the environment."""

import secrets
from collections.abc import Mapping, Sequence
from typing import Any, ClassVar

import gymnasium
import numpy as np
import numpy.typing as npt
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space

from kschwert_env.adapters.gymnasium import ILLEGAL_RETURN, ObservationDict
from kschwert_env.adapters.one_seat import LearnerSeat, SingleSeatBatch, SingleSeatMixin
from kschwert_env.adapters.opponents import Opponents
from kschwert_env.adapters.spaces import KEYS, BatchActionSpace, View, action_space
from kschwert_env.engine.compiled.rng import MAX_SEED
from kschwert_env.engine.contract.options import check, check_cap
from kschwert_env.engine.contract.rules import GameRules
from kschwert_env.engine.simulation.batch import Seeds
from kschwert_env.engine.simulation.game import why_illegal
from kschwert_env.engine.text.phrases import brief
from kschwert_env.rendering import MODES, Renderer

_VECTOR_MODES = tuple(mode for mode in MODES if mode != "human")  # many games can't share a window


class SeatVectorEnv(SingleSeatMixin, VectorEnv[ObservationDict, np.ndarray, np.ndarray]):
    """One learning seat in each of many games, all in one batch.

    - Observations: dict of `observation`, int8 (num_envs, rules.observation.size), and `action_mask`, int8 (num_envs,
      rules.num_actions), in newly allocated arrays; or another format, see `View`.
    - Actions: integers (num_envs,). With `illegal="raise"` an illegal action raises IllegalAction, naming game and
      action, and changes nothing. With "end" it ends its game with return -1, as in `SeatEnv`, and infos have
      `illegal_action`, an object array of reasons. A value outside the action space always raises IllegalAction.
    - Rewards: float32 (num_envs,), as in `SeatEnv`.
    - End: by `autoreset_mode`. SAME_STEP starts the next game in the same step, and infos have `final_obs`, an object
      array of the last observations, and `final_info`. NEXT_STEP returns the last observation, without any legal
      action; the next step starts the next game, whatever the action. DISABLED returns it, too, and needs a reset.
    - Time limit: `max_episode_steps` decisions of the learning seat truncate its game, as `TimeLimit` does.
    - Infos: an array for each name, and a bool array, `_` plus the name, for the games that it applies to.

    Attributes:
        num_envs: number of games.
        autoreset_mode: when finished games restart.
        single_observation_space: observation space of one game, a dict of boxes.
        single_action_space: action space of one game: all actions, legal or not.
        observation_space: observation space of all games.
        action_space: action space of all games.
        render_mode: one of the render modes, or None.
        metadata: render modes, frames per second and autoreset mode, as Gymnasium requires.
    """

    metadata: ClassVar[dict[str, Any]] = {"render_modes": list(_VECTOR_MODES), "render_fps": 2}  # type: ignore[misc]

    def __init__(
        self,
        rules: GameRules,
        num_envs: int = 1,
        seat: LearnerSeat = 0,
        opponents: Opponents = None,
        render_mode: str | None = None,
        threads: int | None = None,
        render_width: int | None = None,
        autoreset_mode: AutoresetMode | str = AutoresetMode.SAME_STEP,
        illegal: str = "raise",
        keys: Sequence[str] = KEYS,
        scaled: bool = False,
        bool_masks: bool = False,
        max_episode_steps: int | None = None,
        mask_in_info: bool = False,
    ) -> None:
        """`seat` is one seat for all games, one per game, or "random"; `threads` as in `Batch`, all else as in
        `SeatEnv`.

        `autoreset_mode` is a member of Gymnasium's enum, its name or value. Raises ValueError for a wrong argument.
        """
        self._view = View(rules, keys, scaled, bool_masks, mask_in_info=mask_in_info)
        if render_mode not in (None, *_VECTOR_MODES):
            raise ValueError(
                f"render_mode of many games must be None or one of {', '.join(_VECTOR_MODES)}, not {brief(render_mode)}"
            )
        check("illegal", illegal, illegal in ("raise", "end"), '"raise" or "end"')
        check_cap("max_episode_steps", max_episode_steps)
        self._step_limit = max_episode_steps
        self._steps = np.zeros(num_envs, np.int64)  # of the learning seats in their games
        self._renderer = Renderer(render_mode, render_width)
        self.render_mode = render_mode
        self.autoreset_mode = _mode(autoreset_mode)
        self.metadata = {**self.metadata, "autoreset_mode": self.autoreset_mode}  # type: ignore[misc]
        self._illegal_ends = illegal == "end"
        self._games = SingleSeatBatch(rules, num_envs, secrets.randbelow(MAX_SEED + 1), seat, opponents, threads)
        self._over = np.zeros(num_envs, np.bool_)  # the final position is shown, though the next game has started
        self._opponents_at_step = opponents  # opponents during the latest step
        self.num_envs = num_envs
        self.single_observation_space = self._view.space()
        self.single_action_space = action_space(rules)
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = BatchActionSpace(rules, num_envs)

    def reset(
        self, *, seed: int | Seeds | None = None, options: dict[str, Any] | None = None
    ) -> tuple[ObservationDict, dict[str, Any]]:
        """Restart all games, or those where `options["reset_mask"]`, bool (num_envs,), which must select at least one.

        Game i of a seed is the same for any number of games. With a list of seeds, game i starts as a `SeatEnv` with
        the i-th seed does; None means no seed. Raises ValueError for wrong options, a wrong seed or mask.
        """
        check("options", options, options is None or isinstance(options, Mapping), "a dict or None")
        which = self._reset_mask(options)
        seeds = seed if isinstance(seed, (list, tuple, np.ndarray)) else [seed]
        unseeded = np.resize([each is None for each in seeds], self.num_envs)  # too few or many are refused below
        self._games.reset(which & ~(self._has_restarted & unseeded), seed)
        self._over[which] = False
        self._steps[which] = 0
        super().reset(seed=int(seed) if isinstance(seed, (int, np.integer)) else None)
        return self._observations(), self._mask_infos()

    def step(
        self, actions: npt.ArrayLike
    ) -> tuple[ObservationDict, np.ndarray, np.ndarray, np.ndarray, dict[str, Any]]:
        """Play the decisions of the learning seats, then those of the other seats up to the learning seats' next.

        Raises ResetNeeded where `autoreset_mode` is DISABLED and a game is over.
        """
        games, over = self._games, self._over
        if self.autoreset_mode is AutoresetMode.DISABLED and over.any():
            raise gymnasium.error.ResetNeeded(f"games {np.flatnonzero(over).tolist()} are over; reset them first")
        illegal = self._illegal(actions) if self._illegal_ends else np.zeros(self.num_envs, np.bool_)
        infos = self._reasons(actions, illegal)
        games.step(actions, over | illegal)
        if (over & ~self._has_restarted).any():
            games.reset(over)
        self._opponents_at_step = self.opponents
        if infos:
            games.abort(illegal, ILLEGAL_RETURN)
        self._limit_steps(over)
        ended = games.terminated | games.truncated
        if self.autoreset_mode is not AutoresetMode.SAME_STEP:
            self._over = ended
        elif ended.any():
            infos = self._finals(ended) | {"final_info": infos, "_final_info": ended.copy()}
        infos = infos | self._mask_infos()
        return self._observations(), games.rewards.copy(), games.terminated.copy(), games.truncated.copy(), infos

    def action_masks(self) -> np.ndarray:
        """Return the legal actions of each game, bool (num_envs, rules.num_actions)."""
        return self._masks().view(np.bool_)

    def render(self) -> tuple[Any, ...]:
        """Return each game as its learning seat sees it: text, or a picture uint8 (height, width, 3)."""
        games, over = self._games, self._over.tolist()
        drawn = (games.final_game(i) if over[i] else games.batch.game(i) for i in range(self.num_envs))
        seats = np.where(self._over, games.final_seats, games.seats).tolist()
        return tuple(map(self._renderer.render, drawn, seats))

    def call(self, name: str, *args: Any, **kwargs: Any) -> tuple[Any, ...]:
        """Call a method, or get an attribute, and return one result per game: its row, or the common value."""
        value = getattr(self, name)
        result = value(*args, **kwargs) if callable(value) else value
        has_rows = isinstance(result, (np.ndarray, tuple)) and len(result) == self.num_envs
        return tuple(result) if has_rows else (result,) * self.num_envs

    def get_attr(self, name: str) -> tuple[Any, ...]:
        """Return an attribute, one value per game: its row, or the common value."""
        return self.call(name)

    def set_attr(self, name: str, values: Any) -> None:
        """Set an attribute that all games share, given once or once per game.

        Raises ValueError for different values, and AttributeError for an unknown attribute.
        """
        getattr(self, name)
        shared = isinstance(values, (list, tuple)) and len(values) == self.num_envs
        if shared and any(value is not values[0] and value != values[0] for value in values):
            raise ValueError(f"{name} can only be set to one value: all games share it")
        setattr(self, name, values[0] if shared else values)

    def _limit_steps(self, waited: np.ndarray) -> None:
        """Truncate the games that have reached the step limit. Games that `waited` have just restarted."""
        games = self._games
        ended = games.terminated | games.truncated
        self._steps = np.where(waited, 0, self._steps + 1)
        if self._step_limit is not None:
            late = self._steps >= self._step_limit
            if (late & ~ended).any():
                games.abort(late & ~ended, 0.0, truncate=True)
            games.truncated |= late  # also of games that end in their last step, as `TimeLimit` does
            ended |= late
        self._steps[ended] = 0

    def _reset_mask(self, options: dict[str, Any] | None) -> np.ndarray:
        mask = (options or {}).get("reset_mask")
        which = np.ones(self.num_envs, np.bool_) if mask is None else np.asarray(mask)
        is_valid = which.shape == (self.num_envs,) and which.dtype == np.bool_ and bool(which.any())
        check("reset_mask", mask, is_valid, f"bools of shape ({self.num_envs},), at least one of them True")
        return which

    @property
    def _has_restarted(self) -> np.ndarray:
        """Return the games that are over and whose next game was started with the current opponents, bool (B,)."""
        return self._over & (self._opponents_at_step is self.opponents)

    def _illegal(self, actions: npt.ArrayLike) -> np.ndarray:
        """Return the games with illegal actions, bool (B,). The batch checks dtype, shape and range itself."""
        array, masks = np.asarray(actions), self._games.batch.masks
        illegal = np.zeros(self.num_envs, np.bool_)
        if array.shape == illegal.shape and np.issubdtype(array.dtype, np.integer):
            games = np.flatnonzero((array >= 0) & (array < masks.shape[1]) & ~self._over)
            illegal[games] = masks[games, array[games]] == 0
        return illegal

    def _reasons(self, actions: npt.ArrayLike, illegal: np.ndarray) -> dict[str, Any]:
        """Return the reasons why actions are illegal, as infos."""
        if not illegal.any():
            return {}
        batch, array, reasons = self._games.batch, np.asarray(actions), np.full(self.num_envs, None, object)
        for game in np.flatnonzero(illegal):
            reasons[game] = why_illegal(batch.rules, batch.states[game], int(array[game]))
        return {"illegal_action": reasons, "_illegal_action": illegal}

    def _finals(self, ended: np.ndarray) -> dict[str, Any]:
        """Return the last observations of games that have ended, as infos, with masks of zeros."""
        final = np.full(self.num_envs, None, object)
        for game in np.flatnonzero(ended):
            mask = np.zeros(self._games.batch.rules.num_actions, np.int8)
            final[game] = self._view.convert(self._games.final_observation(int(game)), mask)
        return {"final_obs": final, "_final_obs": ended}

    def _mask_infos(self) -> dict[str, np.ndarray]:
        """Return the masks, as infos of all games, if the format has them there."""
        applies = np.ones(self.num_envs, np.bool_)
        infos = self._view.info(self._masks()) if self._view.mask_in_info else {}
        return infos | {f"_{name}": applies for name in infos}

    def _observations(self) -> Any:
        observations = self._games.batch.observations.copy()
        for game in np.flatnonzero(self._over).tolist():
            observations[game] = self._games.final_observation(game)
        return self._view.convert(observations, self._masks())

    def _masks(self) -> np.ndarray:
        masks = self._games.batch.masks.copy()
        if self._over.any():
            masks[self._over] = 0
        return masks


def _mode(mode: AutoresetMode | str) -> AutoresetMode:
    """Return the mode, given as a member of the enum, its name or its value."""
    for member in AutoresetMode:
        if mode in (member, member.name, member.value):
            return member
    names = ", ".join(member.name for member in AutoresetMode)
    raise ValueError(f"autoreset_mode must be one of {names}, not {mode!r}")
