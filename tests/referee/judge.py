"""The interface between the differential run and the second implementation of a game."""

import json
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from random import Random
from types import ModuleType
from typing import Any, NamedTuple

from kschwert_env.engine.contract.rules import GameRules
from kschwert_env.engine.simulation.game import Game
from tests.referee.actions import Action
from tests.referee.policies import Policy

Json = dict[str, Any]


class Impossible(Exception):
    """Error: the successor shows an impossible outcome of chance; the message has the reason."""


class Stage(NamedTuple):
    """A constructed position, and the policy that continues it."""

    name: str
    position: Json
    policy: Policy


class Pace(NamedTuple):
    """Size of a short run, which takes about half a minute.

    Attributes:
        games: number of random games.
        tries: repetitions of every constructed position.
        decisions: decisions after each first action in a constructed position.
    """

    games: int
    tries: int
    decisions: int


def alike(expected: Any, found: Any) -> bool:
    """Return whether two values are equal as JSON; 1, 1.0 and true differ."""
    return repr(expected) == repr(found) or _as_json(expected) == _as_json(found)  # the first check is faster


_as_json = json.JSONEncoder(sort_keys=True, default=repr).encode


@dataclass(frozen=True, kw_only=True)
class Judge:
    """The referee of a game: its second implementation. Positions are JSON; each game has its own model class.

    Attributes:
        game_type: the engine's class.
        arguments: command-line arguments that select this referee.
        pace: size of a short run.
        rules: modules with the rules; a long run executes every line of their functions.
        policies: policies by name.
        draw_rules: function that draws options, for the same set of actions.
        check_start: function that returns the faults of a position as the start of a game.
        read: function from a position to its model.
        write: function from a model to its position.
        choices: function from a model to the legal actions of the deciding seat.
        apply: function that carries out an action in a model. It takes chance from the given successor, or raises
            Impossible.
        public_view: function that returns all information of a seat in a position.
        expected_pieces: function from a public view to the pieces of the observation; without the flag, long ones may
            be omitted.
        returns: function that returns the returns of each seat in a finished position.
        stages: function that yields constructed positions.
        alike: function that groups actions: one action per value is tried in a constructed position.
        same: function that returns whether two values of a key of the position are equal.
        refusals: function that returns why a position must be refused; empty if a game can reach it as far as the
            position itself shows.
    """

    game_type: type[Game[Any]]
    arguments: str
    pace: Pace
    rules: tuple[ModuleType, ...]
    policies: Mapping[str, Policy]
    draw_rules: Callable[[Random], GameRules]
    check_start: Callable[[Json], list[str]]
    read: Callable[[Json], Any]
    write: Callable[[Any], Json]
    choices: Callable[[Any], Iterable[Action]]
    apply: Callable[[Any, Action, Json], None]
    public_view: Callable[[Json, int], Json]
    expected_pieces: Callable[[Json, bool], Mapping[str, Sequence[int]]]
    returns: Callable[[Json], list[float]]
    stages: Callable[[], Iterator[Stage]]
    alike: Callable[[Json, Action], Hashable]
    same: Callable[[str, Any, Any], bool] = lambda key, expected, found: alike(expected, found)
    refusals: Callable[[Json], list[str]] = lambda position: []

    def legal_actions(self, position: Json) -> set[Action]:
        """Return every legal action of the deciding seat; an empty set when the game is over."""
        return set(self.choices(self.read(position)))

    def check_step(self, before: Json, action: Action, after: Json) -> list[str]:
        """Return the faults of `after` as the result of a legal action.

        Outcomes of chance are taken from `after` and must be possible; everything else must follow from the rules.
        """
        if before.keys() != after.keys():
            return [f"the keys {sorted(before.keys() ^ after.keys())} are missing or unknown"]
        model = self.read(before)
        try:
            self.apply(model, action, after)
        except Impossible as reason:
            return [str(reason)]
        except (LookupError, TypeError, AttributeError, ValueError) as reason:
            return [f"the outcome of chance cannot be read off the successor: {reason!r}"]
        expected = self.write(model)
        return [
            f"{key} is {_short(after[key])} but should be {_short(expected[key])}"
            for key in expected
            if not self.same(key, expected[key], after[key])
        ]


def start_faults(position: Json, expected: Json, *others: str) -> list[str]:
    """Return the differences from the expected start of a game; `others` are keys that are checked elsewhere."""
    seats = ("start_player", "turn_player", "player")
    if position.keys() != expected.keys() | {"rules", *seats, *others}:
        return [f"the keys are {sorted(position)}"]
    faults = [f"{key} is {position[key]}, not {value}" for key, value in expected.items() if position[key] != value]
    start, option = position["start_player"], position["rules"]["start_player"]
    if option not in ("random", start) or start not in range(position["rules"]["num_players"]):
        faults.append(f"seat {start} starts by the option {option!r}")
    return faults + [f"{key} is {position[key]}, not {start}" for key in seats if position[key] != start]


def _short(value: Any) -> str:
    text = str(value)
    return text if len(text) <= 300 else text[:300] + "..."
