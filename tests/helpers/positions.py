"""Positions as JSON for tests of reading them: interface to the positions of a game, and changes of positions.

`tests/<game>/positions.py` has a game's `REACHED`; `tests/games/test_positions.py` has the tests for every game.
"""

import copy
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from kschwert_env.engine.contract.rules import Position
from kschwert_env.engine.simulation.game import Game

Change = Callable[[Position], Any]


def _unchanged(position: Position) -> Position:
    return position


@dataclass(frozen=True)
class Reached:
    """Reachable positions of a game.

    Attributes:
        game: class of the game.
        moments: phase of each position by its name; every phase is included.
        reach: function that returns the position with a name; callers must not change it, as it may be cached.
        strange: values that are valid in some places of such a position and invalid in others.
        slow: True if playing these games as plain Python takes too long.
        decision: keys that say together what is asked; mutants take them from another position together.
        repair: function that returns a changed position with its derived values and totals of cards put right, as far
            as it is well-formed.
    """

    game: type[Game[Any]]
    moments: Mapping[str, str]
    reach: Callable[[str], Position]
    strange: tuple[Any, ...]
    slow: bool = False
    decision: tuple[str, ...] = ("phase", "player")
    repair: Callable[[Position], Position] = _unchanged


def nonzero(cards: Mapping[str, int]) -> dict[str, int]:
    """Return counts without zeros, as positions have them."""
    return {card: count for card, count in cards.items() if count}


def changed(position: Position, change: Change) -> Position:
    """Return a changed copy of a position."""
    position = copy.deepcopy(position)
    change(position)
    return position


def inside(position: Position, *path: str) -> Any:
    """Return the value at the end of a path of keys and indices."""
    inner: Any = position
    for key in path:
        inner = inner[int(key)] if isinstance(inner, list) else inner[key]
    return inner


def put(path: str, value: Any) -> Change:
    """Set the value at a path such as "revolt.votes.0"."""

    def change(position: Position) -> None:
        *parents, last = path.split(".")
        inner = inside(position, *parents)
        inner[int(last) if isinstance(inner, list) else last] = value

    return change


def move(card: str, source: str, target: str, count: int = 1) -> Change:
    """Move cards between two counts at paths such as "hands.0"."""

    def change(position: Position) -> None:
        for path, number in ((source, -count), (target, count)):
            counts = inside(position, *path.split("."))
            counts[card] = counts.get(card, 0) + number
            if not counts[card]:
                del counts[card]

    return change


def both(*changes: Change) -> Change:
    """Apply several changes in order."""

    def change(position: Position) -> None:
        for one in changes:
            one(position)

    return change
