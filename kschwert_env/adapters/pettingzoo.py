"""PettingZoo: a game as an AEC environment, in which agents act one at a time."""

import math
import secrets
from collections.abc import Mapping, Sequence
from numbers import Real
from typing import Any

import gymnasium
import numpy as np
from gymnasium import spaces
from pettingzoo.utils import AECEnv
from pettingzoo.utils.env import AECIterable, AECIterator
from pettingzoo.utils.env_logger import EnvLogger

from kschwert_env.adapters.spaces import KEYS, View, action_space, to_action
from kschwert_env.engine.compiled.rng import MAX_SEED, next_seed
from kschwert_env.engine.contract.actions import IllegalAction
from kschwert_env.engine.contract.options import check
from kschwert_env.engine.simulation.game import Game
from kschwert_env.engine.text.phrases import brief
from kschwert_env.rendering import MODES, Renderer

ILLEGAL_REWARD = -1.0
"""Reward of an agent that ends the game of a `CheckedEnv` by an illegal action."""


class GameEnv(AECEnv[str, Any, Any]):
    """One game without wrappers; illegal actions raise an error.

    - Agents: `player_0`, `player_1` and so on, the seats. `agent_selection` is the deciding agent. An agent may decide
      several times in a row, and another agent may decide during its turn.
    - Observation: dict of `observation`, int8 (rules.observation.size,), own seat first, and `action_mask`, int8
      (rules.num_actions,), all zeros for an agent that does not decide (but see `idle_action`); or another format,
      see `View`.
    - Action: 0 to rules.num_actions - 1. An illegal one raises IllegalAction and changes nothing.
    - Reward: the returns of the game (option `reward` of the rules), for all agents at its end; before that zero,
      except for shaping (option `score_shaping`).
    - End: for all agents at once: `truncations` if a cap of the rules stopped the game, else `terminations`. Each
      agent then takes a last step with None, in the order of the seats.
    - Info: empty, or the mask (option `mask_in_info`).
    - State: int8 (num_players * rules.observation.size,), the observations of all seats, from seat 0.

    Copies by `copy.deepcopy` and pickle continue exactly as the original does, chance included.

    Attributes:
        rules: rules of the game.
        game: the game, after `reset`. It includes all hidden information.
        possible_agents: names of all agents, in the order of the seats.
        agents: names of the agents that have not taken their last step; empty before `reset`.
        observation_spaces: observation space of each agent.
        action_spaces: action space of each agent, 0 to rules.num_actions - 1.
        state_space: space of `state`.
        render_mode: one of the render modes, or None.
        metadata: name, render modes and frames per second, as PettingZoo requires.
    """

    def __init__(
        self,
        game: type[Game[Any]],
        name: str,
        /,
        render_mode: str | None = None,
        score_shaping: float = 0.0,
        discount: float = 1.0,
        render_width: int | None = None,
        keys: Sequence[str] = KEYS,
        scaled: bool = False,
        bool_masks: bool = False,
        idle_action: bool = False,
        mask_in_info: bool = False,
        **rules: Any,
    ) -> None:
        """`rules` are options of the game's rules; `keys`, `scaled`, `bool_masks`, `idle_action` and `mask_in_info` as
        in `View`.

        `score_shaping` c and `discount` g: an agent that is asked to decide is rewarded with g F' - F, where F' is c
        times its own points now, and F what that was at its last decision; at its first decision with nothing. At
        the end, truncated or not, F' is 0, and the return comes on top. This is potential-based shaping, which leaves
        optimal policies (Ng, Harada and Russell, "Policy invariance under reward transformations", ICML 1999) and
        Nash equilibria (Devlin and Kudenko, "Theoretical considerations of potential-based reward shaping for
        multi-agent systems", AAMAS 2011) as they are, if g is what the learner discounts by from one of the agent's
        decisions to its next. With g = 1 the rewards of an agent add up to its return less F at its first decision.

        Pictures are `render_width` pixels wide; None means the default size. Raises TypeError for an unknown option,
        and ValueError for an invalid value.
        """
        self.rules = game.rules_type.from_options(rules)
        check("score_shaping", score_shaping, _is_number(score_shaping), "a finite number")
        check("discount", discount, _is_number(discount) and 0 <= discount <= 1, "a number from 0 to 1")
        self.metadata = {"name": name, "render_modes": list(MODES), "render_fps": 2, "is_parallelizable": False}
        self.render_mode = render_mode
        self.possible_agents = [f"player_{seat}" for seat in range(self.rules.num_players)]
        self.agents: list[str] = []  # until reset
        self._view = View(self.rules, keys, scaled, bool_masks, idle_action, mask_in_info)
        self._is_default = self._view.is_default
        self.observation_spaces = {agent: self._view.space() for agent in self.possible_agents}
        self.action_spaces = {agent: action_space(self.rules) for agent in self.possible_agents}
        box, seats = self._view.box(), self.rules.num_players
        self.state_space = spaces.Box(np.tile(box.low, seats), np.tile(box.high, seats), dtype=box.dtype.type)
        self._game_type = game
        self._seats = {agent: seat for seat, agent in enumerate(self.possible_agents)}
        self._score_shaping, self._discount = float(score_shaping), float(discount)
        self._seed: int | None = None
        self._renderer = Renderer(render_mode, render_width)

    # -- play -------------------------------------------------------------------------------------------------

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Start a new game. `options` are ignored.

        Without a seed, the game follows from the latest seed given; if there was none, the first seed is random.
        Raises ValueError for a seed outside 0 to 2**63 - 1 or options that are not a dict; the environment is
        unchanged then.
        """
        check("options", options, options is None or isinstance(options, Mapping), "a dict or None")
        if seed is None:
            seed = secrets.randbelow(MAX_SEED + 1) if self._seed is None else next_seed(self._seed)
        self.game = self._game_type(self.rules, seed)
        self._seed = int(seed)
        self._last_action: int | None = None
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self._potentials: dict[str, float] = {}  # potentials at the agents' last decisions
        self._select_agent()

    def step(self, action: int | None) -> None:
        """Play the decision of the selected agent; None once its game has ended.

        Raises IllegalAction, naming the action and the reason, and changes nothing; ResetNeeded if no agent is left.
        """
        if not self.agents:
            raise gymnasium.error.ResetNeeded("no agent is left to act; call reset first")
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        self.game.step(action)  # type: ignore[arg-type]  # None raises IllegalAction, too
        self._last_action = action
        self.rewards[agent] = self._cumulative_rewards[agent] = 0.0  # the other agents' rewards are 0 already
        self._select_agent()

    def _select_agent(self) -> None:
        """Select the deciding agent, or end the game."""
        seat = self.game.player
        if seat is None:
            self._end()
        else:
            agent = self.agent_selection = self.possible_agents[seat]
            if self._score_shaping:
                shaping = self._shaping(agent, self._score_shaping * float(self.game.scores[seat]))
                self.rewards[agent] = self._cumulative_rewards[agent] = shaping
        if self._view.mask_in_info:
            self._tell_masks()
        if self.render_mode == "human":
            self.render()

    def _tell_masks(self) -> None:
        """Write the masks into the infos: those of agents that do not decide, or of all at the end, allow nothing."""
        nothing = np.zeros(self.rules.num_actions, np.int8)
        over = any(self.terminations.values()) or any(self.truncations.values())
        for agent, info in self.infos.items():
            decides = agent == self.agent_selection and not over
            info.update(self._view.info(self.game.legal_mask() if decides else nothing))

    def _end(self) -> None:
        """Set terminations, truncations and final rewards of all agents."""
        truncated = self.game.is_truncated
        self.truncations = dict.fromkeys(self.agents, truncated)
        self.terminations = dict.fromkeys(self.agents, not truncated)
        returns = zip(self.agents, self.game.returns.tolist(), strict=True)
        self.rewards = {agent: value + self._shaping(agent, 0.0) for agent, value in returns}
        self._accumulate_rewards()
        self._deads_step_first()

    def _shaping(self, agent: str, potential: float) -> float:
        """Return the shaping reward of an agent since its last decision; store the new potential."""
        before = self._potentials.get(agent)
        self._potentials[agent] = potential
        return 0.0 if before is None else self._discount * potential - before

    def _clear_rewards(self) -> None:
        self.rewards = dict.fromkeys(self.rewards, 0.0)  # the base class sets ints

    # -- observations -----------------------------------------------------------------------------------------

    def observe(self, agent: str) -> Any:
        """Return the observation of an agent, in newly allocated arrays. Raises ValueError for an unknown agent."""
        try:
            seat = self._seats[agent]
        except KeyError:
            raise ValueError(f"agent must be one of {', '.join(self.possible_agents)}, not {brief(agent)}") from None
        seen: dict[str, np.ndarray] = self.game.observe(seat)  # type: ignore[assignment]
        return seen if self._is_default else self._view.convert(seen["observation"], seen["action_mask"])

    def state(self) -> np.ndarray:
        """Return all seats' observations, (num_players * rules.observation.size,), for a centralized critic."""
        seen = [self.game.observe(seat)["observation"] for seat in self._seats.values()]
        return self._view.convert_observations(np.stack(seen)).ravel()

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        """Return the observation space of an agent; the same object at each call."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        """Return the action space of an agent; the same object at each call."""
        return self.action_spaces[agent]

    def render(self) -> str | np.ndarray | None:
        """Return the game as the selected agent sees it: text, a picture uint8 (height, width, 3), or None (window)."""
        if self.render_mode is None:
            gymnasium.logger.warn("render() does nothing without a render_mode; pass one to the constructor")
            return None
        action = None if self._last_action is None else int(self._last_action)
        return self._renderer.render(self.game, self._seats[self.agent_selection], action)

    def close(self) -> None:
        """Close the window, if there is one."""
        self._renderer.close()


class CheckedEnv(GameEnv):
    """`GameEnv` with the checks of PettingZoo's default wrappers, in a single layer: three wrappers are far slower.

    - `OrderEnforcingWrapper`: before `reset`, access to agents, rewards and the like raises AttributeError, and calls
      raise AssertionError. A step when no agent is left only warns.
    - `AssertOutOfBoundsWrapper`: an action outside the action space raises AssertionError.
    - `TerminateIllegalWrapper`: an illegal action ends the game for all agents, with reward -1 for its agent and a
      warning. `infos` of that agent have the reason, as `illegal_action`.
    """

    def __init__(self, *arguments: Any, **options: Any) -> None:
        """Take the arguments of `GameEnv`."""
        super().__init__(*arguments, **options)
        del self.agents  # until reset

    def __getattr__(self, name: str) -> Any:
        """Raise AttributeError for a missing attribute, or one that needs a reset first."""
        reason = (
            "cannot be accessed before reset" if name in _SINCE_RESET else "is not an attribute of this environment"
        )
        raise AttributeError(f"{name} {reason}")

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Start a new game, as `GameEnv.reset` does."""
        super().reset(seed, options)
        self._moved = True

    def step(self, action: int | None) -> None:
        """Play the decision of the selected agent; None once its game has ended.

        An illegal action ends the game. Raises AssertionError for an action outside the action space, and before
        `reset`.
        """
        if self._fresh:
            EnvLogger.error_step_before_reset()
        self._moved = True
        if not self.agents:
            EnvLogger.warn_step_after_terminated_truncated()
            return
        try:
            super().step(action)
        except IllegalAction as illegal:
            self._abort(action, str(illegal))

    def _abort(self, action: Any, reason: str) -> None:
        """End the game for all agents, because of an illegal action of the selected agent."""
        try:
            to_action(self.rules, action)
        except IllegalAction as error:
            raise AssertionError(f"action is not in action space: {error}") from None
        EnvLogger.warn_on_illegal_move()
        offender = self.agent_selection
        self.terminations = dict.fromkeys(self.agents, True)
        self.truncations = dict.fromkeys(self.agents, True)
        self._cumulative_rewards[offender] = 0.0
        self.rewards = {**dict.fromkeys(self.agents, 0.0), offender: ILLEGAL_REWARD}
        self._accumulate_rewards()
        self.infos[offender] = {"illegal_action": reason}
        if self._view.mask_in_info:
            self._tell_masks()
        self._deads_step_first()

    def observe(self, agent: str) -> Any:
        """Return the observation of an agent, as `GameEnv.observe`. Raises AssertionError before `reset`."""
        if self._fresh:
            EnvLogger.error_observe_before_reset()
        return super().observe(agent)

    def state(self) -> np.ndarray:
        """Return the observations of all seats, as `GameEnv.state`. Raises AssertionError before `reset`."""
        if self._fresh:
            EnvLogger.error_state_before_reset()
        return super().state()

    def render(self) -> str | np.ndarray | None:
        """Render the game, as `GameEnv.render`. Raises AssertionError before `reset`."""
        if self._fresh:
            EnvLogger.error_render_before_reset()
        return super().render()

    def agent_iter(self, max_iter: int = 2**63) -> AECIterable[str, Any, Any]:
        """Yield the selected agents, one per step. Raises AssertionError before `reset`, and if no step was taken."""
        if self._fresh:
            EnvLogger.error_agent_iter_before_reset()
        return _Turns(self, max_iter)

    @property
    def _fresh(self) -> bool:
        """Return whether `reset` was never called."""
        return "agents" not in self.__dict__


class _Turns(AECIterable[str, Any, Any]):
    def __init__(self, env: CheckedEnv, max_iter: int) -> None:
        super().__init__(env, max_iter)  # type: ignore[no-untyped-call]

    def __iter__(self) -> "_Turn":
        return _Turn(self.env, self.max_iter)


class _Turn(AECIterator[str, Any, Any]):
    env: CheckedEnv

    def __next__(self) -> str:
        agent = super().__next__()
        if not self.env._moved:
            raise AssertionError("need to call step() or reset() in a loop over `agent_iter`")
        self.env._moved = False
        return agent


_SINCE_RESET = frozenset(
    ("agents", "num_agents", "agent_selection", "rewards", "terminations", "truncations", "infos", "game")
)


def _is_number(value: Any) -> bool:
    return isinstance(value, Real) and math.isfinite(value)
