"""PettingZoo: a game as an AEC environment, in which one agent after another decides."""

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

from kschwert_env.adapters.spaces import KEYS, View, action_space, number_of
from kschwert_env.engine.actions import IllegalAction
from kschwert_env.engine.game import Game
from kschwert_env.engine.options import check
from kschwert_env.engine.rng import MAX_SEED, next_seed
from kschwert_env.engine.text import brief
from kschwert_env.rendering import MODES, Renderer

ILLEGAL_REWARD = -1.0
"""Of an agent that ends the game of a `CheckedEnv` by an illegal action."""


class GameEnv(AECEnv[str, Any, Any]):
    """One game without wrappers; it checks actions by itself.

    - Agents: `player_0`, `player_1` and so on, the seats. `agent_selection` is the one who decides: the same several
      times in a row, or another in the middle of a turn, as the rules ask.
    - Observation: dict of `observation`, int8 (rules.observation.size,), own seat first, and `action_mask`, int8
      (rules.num_actions,), all zeros for an agent that does not decide; or in the form that a `View` has.
    - Action: 0 to rules.num_actions - 1. An illegal one raises IllegalAction and changes nothing.
    - Reward: the returns of the game (option `reward` of the rules), for all agents at its end; until then zero, but
      for shaping (option `score_shaping`).
    - End: for all agents at once: `truncations` if a cap of the rules stopped the game, `terminations` if not. Each
      agent then takes a last step with None, in their order.
    - Info: always empty.
    - State: int8 (num_players * rules.observation.size,), what all seats see, from seat 0.

    Copies by `copy.deepcopy` and pickle go on exactly as this one does, chance included.

    Attributes:
        rules: of the game.
        game: the game itself, after `reset`. Everything hidden is in it.
        possible_agents: names of all agents, in the order of the seats.
        agents: likewise those that have not taken their last step; none before `reset`.
        observation_spaces: by agent, as the next.
        action_spaces: 0 to rules.num_actions - 1.
        state_space: of what `state` returns.
        render_mode: as it was asked for.
        metadata: what PettingZoo asks of every environment: name, render modes and frames a second.
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
        **rules: Any,
    ) -> None:
        """`rules` are the options of the game's rules. `keys`, `scaled` and `bool_masks` are as in `View`.

        `score_shaping` c and `discount` g: an agent that is asked to decide is rewarded with g F' - F, where F' is c
        times its own points now, and F what that was at its last decision; at its first decision with nothing. At
        the end, truncated or not, F' is 0, and the return comes on top. This is potential-based shaping, which leaves
        optimal policies (Ng, Harada and Russell, "Policy invariance under reward transformations", ICML 1999) and
        Nash equilibria (Devlin and Kudenko, "Theoretical considerations of potential-based reward shaping for
        multi-agent systems", AAMAS 2011) as they are, if g is what the learner discounts by from one of the agent's
        decisions to its next. With g = 1 the rewards of an agent add up to its return less F at its first decision.

        Pictures are `render_width` pixels wide, None for their usual size. Raises TypeError for an option that is
        unknown, and ValueError for one that is wrong.
        """
        self.rules = game.rules_type.from_options(rules)
        check("score_shaping", score_shaping, _is_number(score_shaping), "a finite number")
        check("discount", discount, _is_number(discount) and 0 <= discount <= 1, "a number from 0 to 1")
        self.metadata = {"name": name, "render_modes": list(MODES), "render_fps": 2, "is_parallelizable": False}
        self.render_mode = render_mode
        self.possible_agents = [f"player_{seat}" for seat in range(self.rules.num_players)]
        self.agents: list[str] = []  # until reset
        self._view = View(self.rules, keys, scaled, bool_masks)
        self._is_usual = self._view.is_usual
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
        """A fresh game. `options` are not used.

        Without a seed, games follow from the last seed given; where there was none, the first is drawn from entropy.
        Raises ValueError for a seed outside 0 to 2**63 - 1 or options that are no dict, and leaves the environment as
        it was.
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
        self._potentials: dict[str, float] = {}  # of agents at their last decisions
        self._ask()

    def step(self, action: int | None) -> None:
        """The decision of the agent selected; None once its game has ended.

        Raises IllegalAction, naming the action and the reason, and leaves everything as it was; ResetNeeded where no
        agent is left.
        """
        if not self.agents:
            raise gymnasium.error.ResetNeeded("no agent is left to act: reset() begins a game")
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        self.game.step(action)  # type: ignore[arg-type]  # it refuses None as it does other illegal actions
        self._last_action = action
        self.rewards[agent] = self._cumulative_rewards[agent] = 0.0  # the others have none to be cleared
        self._ask()

    def _ask(self) -> None:
        """Select the agent who decides now, or end the game."""
        seat = self.game.player
        if seat is None:
            self._end()
        else:
            agent = self.agent_selection = self.possible_agents[seat]
            if self._score_shaping:
                shaping = self._shaping(agent, self._score_shaping * float(self.game.scores[seat]))
                self.rewards[agent] = self._cumulative_rewards[agent] = shaping
        if self.render_mode == "human":
            self.render()

    def _end(self) -> None:
        """Tell all agents that the game is over, and what it was worth to them."""
        truncated = self.game.is_truncated
        self.truncations = dict.fromkeys(self.agents, truncated)
        self.terminations = dict.fromkeys(self.agents, not truncated)
        returns = zip(self.agents, self.game.returns.tolist(), strict=True)
        self.rewards = {agent: value + self._shaping(agent, 0.0) for agent, value in returns}
        self._accumulate_rewards()
        self._deads_step_first()

    def _shaping(self, agent: str, potential: float) -> float:
        """The shaping reward of an agent since its last decision, whose potential it replaces."""
        before = self._potentials.get(agent)
        self._potentials[agent] = potential
        return 0.0 if before is None else self._discount * potential - before

    def _clear_rewards(self) -> None:
        self.rewards = dict.fromkeys(self.rewards, 0.0)  # the base class puts ints

    # -- what is seen -----------------------------------------------------------------------------------------

    def observe(self, agent: str) -> dict[str, np.ndarray]:
        """What an agent may know now, in arrays of its own. Raises ValueError for an agent that does not exist."""
        try:
            seat = self._seats[agent]
        except KeyError:
            raise ValueError(f"agent must be one of {', '.join(self.possible_agents)}, not {brief(agent)}") from None
        seen: dict[str, np.ndarray] = self.game.observe(seat)  # type: ignore[assignment]
        return seen if self._is_usual else self._view.shown(seen["observation"], seen["action_mask"])

    def state(self) -> np.ndarray:
        """(num_players * rules.observation.size,): what all seats see, for a critic that may know it all."""
        seen = [self.game.observe(seat)["observation"] for seat in self._seats.values()]
        return self._view.values(np.stack(seen)).ravel()

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        """The same space at each call."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        """The same space at each call."""
        return self.action_spaces[agent]

    def render(self) -> str | np.ndarray | None:
        """The game as the selected agent may see it: text, a picture uint8 (height, width, 3), or None for a window."""
        if self.render_mode is None:
            gymnasium.logger.warn("render() has nothing to draw on: make the environment with a render_mode")
            return None
        action = None if self._last_action is None else int(self._last_action)
        return self._renderer.render(self.game, self._seats[self.agent_selection], action)

    def close(self) -> None:
        """Close the window, if there is one."""
        self._renderer.close()


class CheckedEnv(GameEnv):
    """`GameEnv` with the checks of PettingZoo's usual wrappers, but in a single layer: those cost most of the speed.

    - `OrderEnforcingWrapper`: before `reset`, asking for agents or what is told to them raises AttributeError, and
      calls raise AssertionError. A step when all agents are gone only warns.
    - `AssertOutOfBoundsWrapper`: what is not in the action space raises AssertionError.
    - `TerminateIllegalWrapper`: an action that is not legal now ends the game for all, with reward -1 for its agent,
      and a warning. `infos` of that agent have the reason, as `illegal_action`.
    """

    def __init__(self, *arguments: Any, **options: Any) -> None:
        """As `GameEnv`."""
        super().__init__(*arguments, **options)
        del self.agents  # until reset

    def __getattr__(self, name: str) -> Any:
        """Raises AttributeError: what is not there, or not yet."""
        told = "cannot be accessed before reset" if name in _SINCE_RESET else "is no attribute of this environment"
        raise AttributeError(f"{name} {told}")

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """As `GameEnv.reset`."""
        super().reset(seed, options)
        self._moved = True

    def step(self, action: int | None) -> None:
        """The decision of the agent selected; None once its game has ended.

        An illegal one ends the game. Raises AssertionError for what is not in the action space, and before `reset`.
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
            self._break_off(action, str(illegal))

    def _break_off(self, action: Any, reason: str) -> None:
        """End the game for all because of the action of the agent selected."""
        try:
            number_of(self.rules, action)
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
        self._deads_step_first()

    def observe(self, agent: str) -> dict[str, np.ndarray]:
        """As `GameEnv.observe`. Raises AssertionError before `reset`."""
        if self._fresh:
            EnvLogger.error_observe_before_reset()
        return super().observe(agent)

    def state(self) -> np.ndarray:
        """As `GameEnv.state`. Raises AssertionError before `reset`."""
        if self._fresh:
            EnvLogger.error_state_before_reset()
        return super().state()

    def render(self) -> str | np.ndarray | None:
        """As `GameEnv.render`. Raises AssertionError before `reset`."""
        if self._fresh:
            EnvLogger.error_render_before_reset()
        return super().render()

    def agent_iter(self, max_iter: int = 2**63) -> AECIterable[str, Any, Any]:
        """The agents selected, one step after another. Raises AssertionError before `reset`, and without a step."""
        if self._fresh:
            EnvLogger.error_agent_iter_before_reset()
        return _Turns(self, max_iter)

    @property
    def _fresh(self) -> bool:
        """Whether there was no reset yet."""
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
