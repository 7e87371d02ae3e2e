"""OpenSpiel: every game by name, once this module is imported, as `python_krone_schwert`.

A state's information state is perfect recall: all that a seat has done and seen. The position has no memory, so it is
kept here (`adapters.moments`).
"""

from collections.abc import Mapping
from dataclasses import fields
from importlib import import_module
from typing import Any, ClassVar

import numpy as np

from kschwert_env import GAMES
from kschwert_env.adapters.game_tree import NOTHING, Moment, Playing, Seeding, Setting, beginning
from kschwert_env.engine.game import Game
from kschwert_env.engine.returns import return_range
from kschwert_env.engine.rules import GameRules
from kschwert_env.importing import needing

with needing("openspiel", "OpenSpiel's games"):
    import pyspiel

LARGEST_TENSOR = 2**16
"""Games whose information states need longer tensors than this have them as strings only."""

MOST = 2**31 - 1
"""OpenSpiel counts decisions with 32 bits."""

EXPLICIT = "explicit_chance"
"""The parameter that no game has as an option."""


class SpielGame(pyspiel.Game):  # type: ignore[misc]
    """A game with its options chosen, as `pyspiel.load_game` returns it.

    Attributes:
        game: set by each game: which one it is.
        setting: the game and its rules, and how chance is told.
    """

    game: ClassVar[type[Game[Any]]]

    def __init__(self, params: Mapping[str, Any]) -> None:
        """`params` has a value for each of `parameters`. Raises ValueError for one that is wrong."""
        game = self.game
        usual = parameters(game)
        given = {name: value for name, value in params.items() if value != usual[name]}
        options = {"num_players": params["num_players"], **given}
        explicit_chance = options.pop(EXPLICIT, False)
        rules = game.rules_type.from_options(options)
        if explicit_chance and rules.chance is None:
            raise ValueError(
                f"explicit_chance must be False for {rules.package}, which does not tell what chance may do"
            )
        rows = most_decisions(rules) + 1
        values = rows * (rules.num_actions + rules.observation.size)
        self.setting = Setting(game, rules, explicit_chance, values <= LARGEST_TENSOR)
        self._beginning = beginning(self.setting)
        super().__init__(game_type(game, self.setting.keeps_rows), game_info(self.setting), given)

    def new_initial_state(self) -> "SpielState":
        """Before the start: chance acts first."""
        return SpielState(self, self._beginning)

    def make_py_observer(
        self, iig_obs_type: Any = None, params: Mapping[str, Any] | None = None
    ) -> "Observer | RecallObserver":
        """What writes tensors and strings: `RecallObserver` for perfect recall. Raises ValueError for parts of them."""
        kind = iig_obs_type or pyspiel.IIGObservationType(perfect_recall=False)
        if params or not kind.public_info or kind.private_info != pyspiel.PrivateInfoType.SINGLE_PLAYER:
            raise ValueError("a seat observes what is public and what it alone may know, and nothing less or more")
        return RecallObserver(self.setting) if kind.perfect_recall else Observer(self.setting)


class SpielState(pyspiel.State):  # type: ignore[misc]
    """A position of a game, with what led there.

    Attributes:
        moment: what it is a state of; clones share it.
    """

    def __init__(self, game: SpielGame, moment: Moment) -> None:
        """Made by `SpielGame.new_initial_state`."""
        super().__init__(game)
        self.moment = moment

    def current_player(self) -> int:
        """The seat that decides, or OpenSpiel's numbers for chance and for a game that is over."""
        if self.moment.chances:
            return pyspiel.PlayerId.CHANCE
        player = self.moment.game.player if self.moment.game else None
        return pyspiel.PlayerId.TERMINAL if player is None else player

    def is_terminal(self) -> bool:
        """Whether the game is over, by its rules or by the cap."""
        return bool(self.moment.game and self.moment.game.is_over)

    def returns(self) -> list[float]:
        """Zero-sum returns by seat; zeros until the game is over."""
        return self.moment.game.returns.tolist() if self.moment.game else [0.0] * self.num_players()

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """The outcomes by number, with their probabilities."""
        return list(enumerate(self.moment.chances))

    def resample_from_infostate(self, player_id: int, probability_sampler: Any) -> "SpielState":
        """Another world with the same information state of that seat (`Playing.resampled`).

        Raises ValueError where chance is to act.
        """
        if not isinstance(self.moment, Playing):
            raise ValueError("worlds are resampled where a seat decides, not where chance is to act")
        state = self.clone()
        state.moment = self.moment.resampled(player_id, int(probability_sampler() * 2**53))
        return state

    def _legal_actions(self, player: int) -> list[int]:
        return self.moment.game.legal_actions() if self.moment.game else []

    def _apply_action(self, action: int) -> None:
        self.moment = self.moment.after(action)

    def _action_to_string(self, player: int, action: int) -> str:
        return self.moment.words(action)

    def __str__(self) -> str:
        return str(self.moment)


class Observer:
    """What a seat sees now, in OpenSpiel's form of an observer; zeros and nothing before the start.

    Attributes:
        tensor: float32 (rules.observation.size,), written by `set_from`.
        dict: the same by the names of the pieces, as views.
    """

    def __init__(self, setting: Setting) -> None:
        """For all states of a game."""
        self._space = setting.rules.observation
        self.tensor = np.zeros(self._space.size, np.float32)
        self.dict = self._space.split(self.tensor)

    def set_from(self, state: SpielState, player: int) -> None:
        """Write `tensor`."""
        game = state.moment.game
        self.tensor[:] = 0 if game is None else game.observe(player)["observation"]

    def string_from(self, state: SpielState, player: int) -> str:
        """The pieces that are not all zeros, by name."""
        if state.moment.game is None:
            return ""
        pieces = self._space.split(state.moment.game.observe(player)["observation"])
        return "; ".join(f"{name} {' '.join(map(str, piece.flat))}" for name, piece in pieces.items() if piece.any())


class RecallObserver:
    """All that a seat has done and seen, in OpenSpiel's form of an observer.

    Attributes:
        tensor: float32, a row for each observation unlike the last: the own action that led there, one-hot, and what
            was seen; written by `set_from`. None where it would be longer than LARGEST_TENSOR.
        dict: the same as `rows`, (most_decisions + 1, num_actions + observation.size); empty where there is none.
    """

    def __init__(self, setting: Setting) -> None:
        """For all states of a game."""
        self.tensor: np.ndarray | None = None
        self.dict: dict[str, np.ndarray] = {}
        if setting.keeps_rows:
            rules = setting.rules
            self._actions = rules.num_actions
            rows = np.zeros((most_decisions(rules) + 1, self._actions + rules.observation.size), np.float32)
            self.tensor, self.dict = rows.reshape(-1), {"rows": rows}

    def set_from(self, state: SpielState, player: int) -> None:
        """Write `tensor`, if there is one."""
        if self.tensor is None:
            return
        self.tensor[:] = 0
        memories = state.moment.memories
        for written, row in zip(self.dict["rows"], memories[player].rows if memories else (), strict=False):
            if row.action != NOTHING:
                written[row.action] = 1
            written[self._actions :] = np.frombuffer(row.seen, np.int8)

    def string_from(self, state: SpielState, player: int) -> str:
        """The seat and a digest of its memory: equal strings for what the seat can't tell apart, and for that alone."""
        memories = state.moment.memories
        return f"{player} {memories[player].digest.hex() if memories else ''}"


def parameters(game: type[Game[Any]]) -> dict[str, int | bool | str]:
    """The parameters of a game in OpenSpiel with their usual values: the options of its rules, with `cap` by that name.

    OpenSpiel has one type for each; options that are a number or a word, such as `start_player`, are words there. Of
    lists and the like it has none: such options are not among them, and have their usual values.
    """
    rules_type = game.rules_type
    usual: dict[str, Any] = {"num_players": rules_type.player_counts[0]}
    usual = rules_type.from_options(usual).options()
    words = {option.name for option in fields(rules_type) if "Literal" in str(option.type)}
    named = {name: str(value) if name in words else value for name, value in usual.items()}
    named["cap"] = named.pop(rules_type.cap_option)
    return {**{name: value for name, value in named.items() if isinstance(value, int | str)}, EXPLICIT: False}


def most_decisions(rules: GameRules) -> int:
    """A bound on the decisions in a game. The cap is a number here, so there is one."""
    assert rules.most_decisions is not None
    return min(rules.most_decisions, MOST)


def game_type(game: type[Game[Any]], tensor: bool) -> Any:
    """What OpenSpiel knows of a game before it is loaded, and then whether information states have a tensor.

    Chance is explicit in any case: what else it has for sampled games can't be saved when they are written in Python.
    """
    rules_type = game.rules_type
    return pyspiel.GameType(
        short_name=f"python_{rules_type.package}",
        long_name=rules_type.package.replace("_", " ").title(),
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
        information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
        utility=pyspiel.GameType.Utility.ZERO_SUM,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        min_num_players=rules_type.player_counts[0],
        max_num_players=rules_type.player_counts[-1],
        provides_information_state_string=True,
        provides_information_state_tensor=tensor,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification=parameters(game),
    )


def game_info(setting: Setting) -> Any:
    """The sizes of a game."""
    rules = setting.rules
    assert rules.score_range is not None
    low, high = return_range(rules.options()["reward"], rules.num_players, rules.score_range)
    max_outcomes = len(Seeding.chances)
    if setting.explicit_chance and rules.chance is not None:
        max_outcomes = rules.chance.max_outcomes
    return pyspiel.GameInfo(
        num_distinct_actions=rules.num_actions,
        max_chance_outcomes=max_outcomes,
        num_players=rules.num_players,
        min_utility=low,
        max_utility=high,
        utility_sum=0.0,
        max_game_length=most_decisions(rules),
    )


def register(name: str) -> None:
    """Enter the game of that name, a package, in OpenSpiel's registry."""
    game: type[Game[Any]] = import_module(f"kschwert_env.{name}").Game
    # A class, since that is never freed: OpenSpiel lets go of it after the interpreter has gone, and would crash.
    maker = type(f"{name.title().replace('_', '')}Game", (SpielGame,), {"game": game, "__doc__": SpielGame.__doc__})
    pyspiel.register_game(game_type(game, tensor=False), maker)


for _game in GAMES:
    register(_game)
