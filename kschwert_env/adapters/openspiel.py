"""OpenSpiel: importing this module registers every known game under the name that `spiel_name` returns.

Information states have perfect recall: all that a seat has done and observed. Positions have no memory, so
`adapters.game_tree` keeps it.
"""

from collections.abc import Mapping
from dataclasses import fields
from functools import cache
from typing import Any, ClassVar

import numpy as np

from kschwert_env import GAMES
from kschwert_env.adapters.game_tree import NO_ACTION, DecisionNode, GameSetup, Node, SeedNode, root_node
from kschwert_env.engine.contract.options import check
from kschwert_env.engine.contract.rules import GameRules
from kschwert_env.engine.simulation.game import Game, game_type
from kschwert_env.importing import find_game, known_games, needing

with needing("openspiel", "OpenSpiel's games"):
    import pyspiel

MAX_TENSOR_SIZE = 2**16
"""Maximum length of an information-state tensor; games that need more offer the string only."""

MAX_DECISIONS = 2**31 - 1
"""Maximum game length: OpenSpiel counts decisions with 32 bits."""

EXPLICIT_CHANCE = "explicit_chance"
"""The one parameter that is not an option of the rules."""


class SpielGame(pyspiel.Game):  # type: ignore[misc]
    """A game with its options, as `pyspiel.load_game` returns it.

    Attributes:
        game: class of the game, set by each subclass.
        setup: game, rules, and whether draws are explicit.
    """

    game: ClassVar[type[Game[Any]]]

    def __init__(self, params: Mapping[str, Any]) -> None:
        """`params` has a value for each of `parameters`. Raises ValueError for a wrong value."""
        game = self.game
        defaults = parameters(game)
        changed = {name: value for name, value in params.items() if value != defaults[name]}
        options = {"num_players": params["num_players"], **changed}
        explicit_chance = options.pop(EXPLICIT_CHANCE, False)
        rules = game.rules_type.from_options(options)
        if explicit_chance and rules.chance is None:
            raise ValueError(f"explicit_chance must be False for {rules.package}, which does not enumerate its draws")
        rows = most_decisions(rules) + 1
        values = rows * (rules.num_actions + rules.observation.size)
        self.setup = GameSetup(game, rules, explicit_chance, values <= MAX_TENSOR_SIZE)
        self._root = root_node(self.setup)
        super().__init__(spiel_type(game, self.setup.keeps_entries), game_info(self.setup), changed)

    def new_initial_state(self) -> "SpielState":
        """Return the state before the start, where chance acts first."""
        return SpielState(self, self._root)

    def make_py_observer(
        self, iig_obs_type: Any = None, params: Mapping[str, Any] | None = None
    ) -> "Observer | RecallObserver | None":
        """Return the observer that writes tensors and strings: `RecallObserver` for perfect recall, else `Observer`.

        Return None for an observation type other than public plus own private information, as OpenSpiel expects of
        unsupported types. Raises ValueError for `params`.
        """
        check("params", params, not params, "empty or None")
        kind = iig_obs_type or pyspiel.IIGObservationType(perfect_recall=False)
        if not kind.public_info or kind.private_info != pyspiel.PrivateInfoType.SINGLE_PLAYER:
            return None
        return RecallObserver(self.setup) if kind.perfect_recall else Observer(self.setup)

    def __reduce__(self) -> tuple[Any, ...]:
        return load_game, (str(self),)


def load_game(text: str) -> SpielGame:
    """Return the game of OpenSpiel with this string. Unpickling calls it, which imports this module."""
    game: SpielGame = pyspiel.load_game(text)
    return game


class SpielState(pyspiel.State):  # type: ignore[misc]
    """A position of a game, with its history.

    Attributes:
        node: node of the game tree; clones share it.
    """

    def __init__(self, game: SpielGame, node: Node) -> None:
        """Called by `SpielGame.new_initial_state`."""
        super().__init__(game)
        self.node = node

    def current_player(self) -> int:
        """Return the deciding seat, or OpenSpiel's ids for chance and for the end."""
        if self.node.chances:
            return pyspiel.PlayerId.CHANCE
        player = self.node.game.player if self.node.game else None
        return pyspiel.PlayerId.TERMINAL if player is None else player

    def is_terminal(self) -> bool:
        """Return whether the game is over, by its rules or by the cap."""
        return bool(self.node.game and self.node.game.is_over)

    def returns(self) -> list[float]:
        """Return the zero-sum returns by seat; zeros until the game is over."""
        return self.node.game.returns.tolist() if self.node.game else [0.0] * self.num_players()

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """Return the indices of the chance outcomes, with their probabilities."""
        return list(enumerate(self.node.chances))

    def resample_from_infostate(self, player_id: int, probability_sampler: Any) -> "SpielState":
        """Return another state with the same information state for that seat (`DecisionNode.resampled`).

        Raises ValueError where chance acts.
        """
        if not isinstance(self.node, DecisionNode):
            raise ValueError("a chance node can't be resampled; only states in which a seat decides can")
        state = self.clone()
        state.node = self.node.resampled(player_id, int(probability_sampler() * 2**53))
        return state

    def _legal_actions(self, player: int) -> list[int]:
        return self.node.game.legal_actions() if self.node.game else []

    def _apply_action(self, action: int) -> None:
        self.node = self.node.child(action)

    def _action_to_string(self, player: int, action: int) -> str:
        return self.node.describe(action)

    def __str__(self) -> str:
        return str(self.node)


class Observer:
    """OpenSpiel observer of what a seat sees now; zeros, or an empty string, before the start.

    Attributes:
        tensor: float32 (rules.observation.size,), written by `set_from`.
        dict: views into `tensor` by the names of the observation's pieces.
    """

    def __init__(self, setup: GameSetup) -> None:
        """Allocate the tensor, for any state of a game."""
        space = setup.rules.observation
        self.tensor = np.zeros(space.size, np.float32)
        self.dict = space.split(self.tensor)

    def set_from(self, state: SpielState, player: int) -> None:
        """Write the observation of `player` into `tensor`."""
        game = state.node.game
        self.tensor[:] = 0 if game is None else game.observe(player)["observation"]

    def string_from(self, state: SpielState, player: int) -> str:
        """Return the position in words, as `player` sees it (`Game.text`)."""
        return "" if state.node.game is None else state.node.game.text(player)


class RecallObserver:
    """OpenSpiel observer of all that a seat has done and observed (perfect recall).

    Attributes:
        tensor: float32, one row per `RecallEntry`: the own action, one-hot, then the observation; written by
            `set_from`. None where it would be longer than MAX_TENSOR_SIZE.
        dict: `rows`, a view into `tensor` of shape (most_decisions + 1, num_actions + observation.size); empty
            without a tensor.
    """

    def __init__(self, setup: GameSetup) -> None:
        """Allocate the tensor, for any state of a game."""
        self.tensor: np.ndarray | None = None
        self.dict: dict[str, np.ndarray] = {}
        if setup.keeps_entries:
            rules = setup.rules
            self._actions = rules.num_actions
            rows = np.zeros((most_decisions(rules) + 1, self._actions + rules.observation.size), np.float32)
            self.tensor, self.dict = rows.reshape(-1), {"rows": rows}

    def set_from(self, state: SpielState, player: int) -> None:
        """Write the memory of `player` into `tensor`, if there is one."""
        if self.tensor is None:
            return
        self.tensor[:] = 0
        memories = state.node.memories
        for row, entry in zip(self.dict["rows"], memories[player].entries if memories else (), strict=False):
            if entry.action != NO_ACTION:
                row[entry.action] = 1
            row[self._actions :] = np.frombuffer(entry.observed, np.int8)

    def string_from(self, state: SpielState, player: int) -> str:
        """Return the seat and the digest of its memory; equal exactly for states that the seat can't distinguish."""
        memories = state.node.memories
        return f"{player} {memories[player].digest.hex() if memories else ''}"


def parameters(game: type[Game[Any]]) -> dict[str, int | bool | str]:
    """Return the OpenSpiel parameters of a game with their defaults: the options of its rules, and `explicit_chance`.

    The cap on rounds or turns is called `cap`. Each parameter has one type: options that are a number or a string, such
    as `start_player`, become strings. Options of other types, such as lists, are left out and keep their defaults.
    """
    rules_type = game.rules_type
    defaults: dict[str, Any] = {"num_players": rules_type.player_counts[0]}
    defaults = rules_type.from_options(defaults).options()
    strings = {option.name for option in fields(rules_type) if "Literal" in str(option.type)}
    values = {name: str(value) if name in strings else value for name, value in defaults.items()}
    if rules_type.cap_option is not None:
        values["cap"] = values.pop(rules_type.cap_option)
    return {**{name: value for name, value in values.items() if isinstance(value, int | str)}, EXPLICIT_CHANCE: False}


def most_decisions(rules: GameRules) -> int:
    """Return an upper bound on the decisions in a game. Raises ValueError if there is none."""
    if rules.most_decisions is None:
        raise ValueError(f"OpenSpiel needs a bound on the length of a game, but {rules.package} has no most_decisions")
    return min(rules.most_decisions, MAX_DECISIONS)


def spiel_type(game: type[Game[Any]], tensor: bool) -> Any:
    """Return the `pyspiel.GameType` of a game; `tensor` says whether information states have a tensor.

    The chance mode is always explicit: OpenSpiel can't serialize Python games with sampled chance.
    """
    rules_type, kinds = game.rules_type, pyspiel.GameType.Information
    information = kinds.IMPERFECT_INFORMATION if rules_type.hides_information() else kinds.PERFECT_INFORMATION
    return pyspiel.GameType(
        short_name=spiel_name(rules_type.package),
        long_name=rules_type.title,
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
        information=information,
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


def game_info(setup: GameSetup) -> Any:
    """Return the `pyspiel.GameInfo` of a game: sizes and bounds."""
    rules = setup.rules
    assert rules.return_range is not None  # like the bound on decisions, it exists with a cap
    low, high = rules.return_range
    max_outcomes = len(SeedNode.chances)
    if setup.explicit_chance and rules.chance is not None:
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


def spiel_name(name: str) -> str:
    """Return the short name of a game in OpenSpiel, such as `python_krone_schwert` or `python_kschwert_kuhn_poker`.

    OpenSpiel has a `python_kuhn_poker` and others of its own, hence the longer names of all games in one file.
    """
    return f"python_{name}" if name in GAMES else f"python_kschwert_{name}"


@cache
def register(name: str) -> None:
    """Register a game that `find_game` knows with OpenSpiel, once."""
    game: type[Game[Any]] = game_type(find_game(name))
    # A class, since classes are never freed: OpenSpiel releases it after the interpreter has ended, and would crash.
    maker = type(f"{name.title().replace('_', '')}Game", (SpielGame,), {"game": game, "__doc__": SpielGame.__doc__})
    pyspiel.register_game(spiel_type(game, tensor=False), maker)


for _game in known_games():
    register(_game)
