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
from kschwert_env.adapters.spaces import KEYS, View, action_space, number_of
from kschwert_env.engine.batch import Seeds
from kschwert_env.engine.contract import GameRules
from kschwert_env.engine.game import why_illegal
from kschwert_env.engine.options import check
from kschwert_env.engine.rng import MAX_SEED
from kschwert_env.engine.text import brief
from kschwert_env.rendering import MODES, Renderer

_PICTURES = tuple(mode for mode in MODES if mode != "human")  # many games do not share a window

Shown = dict[str, np.ndarray]
"""An observation and a mask, by their keys."""

ILLEGAL_RETURN = -1.0
"""Of a learner that ends its game by an illegal action."""


class SeatEnv(WithOpponents, gymnasium.Env[Shown, np.int64]):
    """One seat of one game.

    - Observation: dict of `observation`, int8 (rules.observation.size,), own seat first, and `action_mask`, int8
      (rules.num_actions,); or in the form that a `View` has.
    - Action: 0 to rules.num_actions - 1. One that is not legal now ends the episode with return -1 and the reason in
      `info["illegal_action"]`; what is no action at all, such as 3.0 or None, raises IllegalAction.
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
        keys: Sequence[str] = KEYS,
        scaled: bool = False,
        bool_masks: bool = False,
    ) -> None:
        """`opponents` play the other seats: None for uniformly random ones, a policy, or one for each.

        Pictures are `render_width` pixels wide, None for their usual size. `keys`, `scaled` and `bool_masks` tell the
        form of what is observed, as in `View`. Raises ValueError for a value that can't be.
        """
        self._view = View(rules, keys, scaled, bool_masks)
        self._renderer = Renderer(render_mode, render_width)
        self.render_mode = render_mode
        self._games = OneSeatBatch(rules, 1, secrets.randbelow(MAX_SEED + 1), seat, opponents, threads=1)
        self.observation_space = self._view.space()
        self.action_space = action_space(rules)
        self._ended = True  # until reset
        self._is_final = False  # by the rules, not by an illegal action
        self._opponents_at_end: Opponents = None

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Shown, dict[str, Any]]:
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

    def step(self, action: np.int64) -> tuple[Shown, float, bool, bool, dict[str, Any]]:
        """The seat's decision, and those of the others up to its next.

        Raises ResetNeeded when the game is over, and IllegalAction for what is not in the action space: no integer, or
        the number of no action. Then nothing has changed.
        """
        if self._ended:
            raise gymnasium.error.ResetNeeded("the game is over, or was never begun: call reset first")
        batch = self._games.batch
        number = number_of(batch.rules, action)
        info = {}
        if batch.masks[0, number]:
            self._games.step(np.asarray([number]))
        else:
            info["illegal_action"] = why_illegal(batch.rules, batch.states[0], number)
            self._games.break_off(np.ones(1, np.bool_), ILLEGAL_RETURN)
        terminated, truncated = bool(self._games.terminated[0]), bool(self._games.truncated[0])
        self._ended = self._is_final = terminated or truncated
        self._opponents_at_end = self._games.opponents
        self._show()
        return self._observation(), float(self._games.rewards[0]), terminated, truncated, info

    def action_masks(self) -> np.ndarray:
        """Bool (rules.num_actions,): what is legal now."""
        return self._mask().view(np.bool_)

    def render(self) -> Any:
        """The game as the seat sees it: text, a picture uint8 (height, width, 3), or None for a window."""
        if self.render_mode is None:
            gymnasium.logger.warn("render() has nothing to draw on: make the environment with a render_mode")
        game = self._games.final_game(0) if self._is_final else self._games.batch.game(0)
        return self._renderer.render(game, int(self._games.seats[0]))

    def close(self) -> None:
        """Close the window, if there is one."""
        self._renderer.close()

    def _show(self) -> None:
        if self.render_mode == "human":
            self.render()

    def _observation(self) -> Shown:
        batch = self._games.batch
        values = self._games.final_observation(0) if self._is_final else batch.observations[0].copy()
        return self._view.shown(values, self._mask())

    def _mask(self) -> np.ndarray:
        masks = self._games.batch.masks
        return np.zeros_like(masks[0]) if self._ended else masks[0].copy()


class SeatVectorEnv(WithOpponents, VectorEnv[Shown, np.ndarray, np.ndarray]):
    """One seat of each of many games, all in one batch.

    - Observations: dict of `observation`, int8 (num_envs, rules.observation.size), and `action_mask`, int8 (num_envs,
      rules.num_actions), in arrays of their own; or in the form that a `View` has.
    - Actions: integers (num_envs,). With `illegal` "raise" one that is not legal raises IllegalAction, naming game and
      action; nothing is changed. With "end" it ends its game with return -1, as in `SeatEnv`, and infos have
      `illegal_action`, an object array of reasons. What is not in the action space is always refused.
    - Rewards: float32 (num_envs,), as in `SeatEnv`.
    - End: by `autoreset_mode`. SAME_STEP begins the next game in the same step, and infos have `final_obs`, an object
      array of the last observations, and `final_info`. NEXT_STEP shows the last observation, without any legal action;
      the next step begins the next game, whatever the action. DISABLED shows it likewise and waits for a reset.
    - Infos: an array by each name, and its name with `_` before it for the bools that tell in which games it is.

    Attributes:
        num_envs: how many games there are.
        autoreset_mode: how games start afresh.
        single_observation_space: of one game, a dict of boxes.
        single_action_space: of one game: all actions, legal or not.
        observation_space: of all games.
        action_space: of all games.
        render_mode: as it was asked for.
        metadata: what Gymnasium asks of every environment: render modes, frames a second, and how games start afresh.
    """

    metadata: ClassVar[dict[str, Any]] = {"render_modes": list(_PICTURES), "render_fps": 2}  # type: ignore[misc]

    def __init__(
        self,
        rules: GameRules,
        num_envs: int = 1,
        seat: int | Sequence[int] = 0,
        opponents: Opponents = None,
        render_mode: str | None = None,
        threads: int | None = None,
        render_width: int | None = None,
        autoreset_mode: AutoresetMode | str = AutoresetMode.SAME_STEP,
        illegal: str = "raise",
        keys: Sequence[str] = KEYS,
        scaled: bool = False,
        bool_masks: bool = False,
    ) -> None:
        """`seat` is one for all games or one for each; `threads` as in `Batch`, and all else as in `SeatEnv`.

        `autoreset_mode` is Gymnasium's, or its name or value as a string. Raises ValueError for a value that can't be.
        """
        self._view = View(rules, keys, scaled, bool_masks)
        if render_mode not in (None, *_PICTURES):
            raise ValueError(
                f"render_mode must be None or one of {', '.join(_PICTURES)} for many games, not {brief(render_mode)}"
            )
        check("illegal", illegal, illegal in ("raise", "end"), '"raise" or "end"')
        self._renderer = Renderer(render_mode, render_width)
        self.render_mode = render_mode
        self.autoreset_mode = _mode(autoreset_mode)
        self.metadata = {**self.metadata, "autoreset_mode": self.autoreset_mode}  # type: ignore[misc]
        self._illegal_ends = illegal == "end"
        self._games = OneSeatBatch(rules, num_envs, secrets.randbelow(MAX_SEED + 1), seat, opponents, threads)
        self._over = np.zeros(num_envs, np.bool_)  # still shown, though the next game has begun
        self._met = opponents  # at the latest step
        self.num_envs = num_envs
        self.single_observation_space = self._view.space()
        self.single_action_space = action_space(rules)
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)

    def reset(
        self, *, seed: int | Seeds | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Shown, dict[str, Any]]:
        """Start all games afresh, or those where `options["reset_mask"]`, bool (num_envs,), of which one must be.

        Game i of a seed is the same for any number of games. In a list of seeds, game i begins as that of `SeatEnv`
        with seed i, and None is none. Raises ValueError for wrong options, a wrong seed or mask.
        """
        check("options", options, options is None or isinstance(options, Mapping), "a dict or None")
        which = self._reset_mask(options)
        seeds = seed if isinstance(seed, (list, tuple, np.ndarray)) else [seed]
        unseeded = np.resize([each is None for each in seeds], self.num_envs)  # too few or many are refused below
        self._games.reset(which & ~(self._begun & unseeded), seed)
        self._over[which] = False
        super().reset(seed=int(seed) if isinstance(seed, (int, np.integer)) else None)
        return self._observations(), {}

    def step(self, actions: npt.ArrayLike) -> tuple[Shown, np.ndarray, np.ndarray, np.ndarray, dict[str, Any]]:
        """The decisions of the learning seats, and those of the others up to the learning seats' next.

        Raises ResetNeeded where `autoreset_mode` is DISABLED and a game is over.
        """
        games, over = self._games, self._over
        if self.autoreset_mode is AutoresetMode.DISABLED and over.any():
            raise gymnasium.error.ResetNeeded(f"games {np.flatnonzero(over).tolist()} are over: reset them first")
        illegal = self._illegal(actions) if self._illegal_ends else np.zeros(self.num_envs, np.bool_)
        infos = self._reasons(actions, illegal)
        games.step(actions, over | illegal)
        if (over & ~self._begun).any():
            games.reset(over)
        self._met = self.opponents
        if infos:
            games.break_off(illegal, ILLEGAL_RETURN)
        ended = games.terminated | games.truncated
        if self.autoreset_mode is not AutoresetMode.SAME_STEP:
            self._over = ended
        elif ended.any():
            infos = self._finals(ended) | {"final_info": infos, "_final_info": ended.copy()}
        return self._observations(), games.rewards.copy(), games.terminated.copy(), games.truncated.copy(), infos

    def action_masks(self) -> np.ndarray:
        """Bool (num_envs, rules.num_actions): what is legal now."""
        return self._masks().view(np.bool_)

    def render(self) -> tuple[Any, ...]:
        """Every game as its learning seat sees it: texts, or pictures uint8 (height, width, 3)."""
        games, over = self._games, self._over.tolist()
        drawn = (games.final_game(i) if over[i] else games.batch.game(i) for i in range(self.num_envs))
        return tuple(map(self._renderer.render, drawn, games.seats.tolist()))

    def _reset_mask(self, options: dict[str, Any] | None) -> np.ndarray:
        mask = (options or {}).get("reset_mask")
        which = np.ones(self.num_envs, np.bool_) if mask is None else np.asarray(mask)
        right = which.shape == (self.num_envs,) and which.dtype == np.bool_ and bool(which.any())
        check("reset_mask", mask, right, f"bools of shape ({self.num_envs},), at least one of them True")
        return which

    @property
    def _begun(self) -> np.ndarray:
        """The games that are over and have their next one behind them, begun by the opponents of now."""
        return self._over & (self._met is self.opponents)

    def _illegal(self, actions: npt.ArrayLike) -> np.ndarray:
        """The games whose actions are not legal. What is no action at all is left to the batch, which refuses it."""
        given, masks = np.asarray(actions), self._games.batch.masks
        illegal = np.zeros(self.num_envs, np.bool_)
        if given.shape == illegal.shape and np.issubdtype(given.dtype, np.integer):
            games = np.flatnonzero((given >= 0) & (given < masks.shape[1]) & ~self._over)
            illegal[games] = masks[games, given[games]] == 0
        return illegal

    def _reasons(self, actions: npt.ArrayLike, illegal: np.ndarray) -> dict[str, Any]:
        """Why actions are illegal, as infos."""
        if not illegal.any():
            return {}
        batch, given, reasons = self._games.batch, np.asarray(actions), np.full(self.num_envs, None, object)
        for game in np.flatnonzero(illegal):
            reasons[game] = why_illegal(batch.rules, batch.states[game], int(given[game]))
        return {"illegal_action": reasons, "_illegal_action": illegal}

    def _finals(self, ended: np.ndarray) -> dict[str, Any]:
        """The last observations of games that have ended, as infos: nothing is legal any more."""
        final = np.full(self.num_envs, None, object)
        for game in np.flatnonzero(ended):
            nothing = np.zeros(self._games.batch.rules.num_actions, np.int8)
            final[game] = self._view.shown(self._games.final_observation(int(game)), nothing)
        return {"final_obs": final, "_final_obs": ended}

    def _observations(self) -> Shown:
        observations = self._games.batch.observations.copy()
        for game in np.flatnonzero(self._over).tolist():
            observations[game] = self._games.final_observation(game)
        return self._view.shown(observations, self._masks())

    def _masks(self) -> np.ndarray:
        masks = self._games.batch.masks.copy()
        if self._over.any():
            masks[self._over] = 0
        return masks


def _mode(mode: AutoresetMode | str) -> AutoresetMode:
    """By itself, or its name or value."""
    for known in AutoresetMode:
        if mode in (known, known.name, known.value):
            return known
    names = ", ".join(known.name for known in AutoresetMode)
    raise ValueError(f"autoreset_mode must be one of {names}, not {mode!r}")
