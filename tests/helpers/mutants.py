"""Mutated positions: reachable ones in which values are exchanged for others that have been seen in the same place.

Most are unreachable, but well-formed, so that they pass the first checks of a reader. The property that they are for:
a mutant is refused by a ValueError, or it plays on like any other position (`tests.fuzz.reachable.check_playable`).
"""

import copy
import json
from collections.abc import Callable, Iterator, Sequence
from typing import Any

import numpy as np

from kschwert_env.engine.contract.rules import Position
from tests.helpers.positions import Reached

Path = tuple[str | int, ...]
Change = tuple[Path, Any]  # the new value at a path

_FAR = 2**62  # from a number to its extreme

WRONG_TYPES: tuple[Any, ...] = (None, [], {}, 7, -1, "x", True)
"""Values that most keys refuse."""


def paths_in(value: Any, path: Path = ()) -> Iterator[Path]:
    """Yield the paths of all values inside a dict or list, containers included."""
    for key in list(value) if isinstance(value, dict) else range(len(value)):
        yield (*path, key)
        if isinstance(value[key], (dict, list)):
            yield from paths_in(value[key], (*path, key))


def place_of(path: Path) -> Path:
    """Return a path without its indices, so that entries of a list are the same place."""
    return tuple("*" if isinstance(key, int) else key for key in path)


def value_at(position: Position, path: Path) -> Any:
    """Return the value at a path."""
    inner: Any = position
    for key in path:
        inner = inner[key]
    return inner


class Mutants:
    """Mutants of some reachable positions of one game.

    Attributes:
        positions: the reachable positions, all under the same rules.
        values: by place, the values seen there in any of them.
    """

    def __init__(self, reached: Reached, positions: Sequence[Position]) -> None:
        """Collect the values that the positions have, place by place."""
        self.reached, self.positions = reached, positions
        seen: dict[Path, dict[str, Any]] = {}
        for position in positions:
            for path in paths_in({key: value for key, value in position.items() if key != "rules"}):
                value = value_at(position, path)
                seen.setdefault(place_of(path), {}).setdefault(json.dumps(value), value)
        self.values = {place: list(values.values()) for place, values in seen.items()}

    def changes(self, position: Position, most: int) -> list[Change]:
        """Return changes of each key: to wrong types, to at most `most` values seen there, and to adjacent numbers."""
        found: list[Change] = []
        for path in paths_in(position):
            value = value_at(position, path)
            others = [*WRONG_TYPES, *self.values.get(place_of(path), ())[:most]]
            if type(value) is int:
                others += [value - 1, value + 1]
            found += ((path, other) for other in others if json.dumps(other) != json.dumps(value))
        return found

    def changed(self, position: Position, change: Change) -> Position:
        """Return the mutant with one change, repaired."""
        path, value = change
        mutant = copy.deepcopy(position)
        value_at(mutant, path[:-1])[path[-1]] = copy.deepcopy(value)
        return self.reached.repair(mutant)

    def random(self, rng: np.random.Generator) -> Position:
        """Return a mutant with one to three random changes: values seen elsewhere, keys crossed, or cards moved."""
        mutant = copy.deepcopy(self._any(rng))
        for _ in range(rng.integers(1, 4)):
            change = (self._exchange, self._cross, self._move)[rng.integers(3)]
            change(mutant, rng)
        return self.reached.repair(mutant)

    def extreme(self, rng: np.random.Generator, is_accepted: Callable[[Position], bool]) -> Position:
        """Return a position in which a number is as large, or as small, as it may be while the rest stays."""
        position = self._any(rng)
        paths = [path for path in paths_in(position) if path[0] != "rules" and type(value_at(position, path)) is int]
        keys = sorted({str(path[0]) for path in paths})
        key = keys[rng.integers(len(keys))]
        of_key = [path for path in paths if path[0] == key]
        path, sign = of_key[rng.integers(len(of_key))], int(rng.choice((-1, 1)))
        start = value_at(position, path)

        def moved(distance: int) -> Position:
            return self.changed(position, (path, start + sign * distance))

        right, wrong = 0, 1
        while wrong < _FAR and is_accepted(moved(wrong)):
            right, wrong = wrong, 2 * wrong
        while wrong - right > 1:
            middle = (right + wrong) // 2
            right, wrong = (middle, wrong) if is_accepted(moved(middle)) else (right, middle)
        return moved(right)

    def _any(self, rng: np.random.Generator) -> Position:
        return self.positions[int(rng.integers(len(self.positions)))]

    def _exchange(self, mutant: Position, rng: np.random.Generator) -> None:
        """Exchange one value; a number may change by one instead."""
        paths = [path for path in paths_in(mutant) if place_of(path) in self.values]
        path = paths[rng.integers(len(paths))]
        holder, values = value_at(mutant, path[:-1]), self.values[place_of(path)]
        if type(holder[path[-1]]) is int and rng.integers(2):
            holder[path[-1]] += int(rng.choice((-1, 1)))
        else:
            holder[path[-1]] = copy.deepcopy(values[rng.integers(len(values))])

    def _cross(self, mutant: Position, rng: np.random.Generator) -> None:
        """Take the decision, or another key, from another position."""
        other, keys = self._any(rng), [key for key in mutant if key not in self.reached.decision]
        taken = self.reached.decision if rng.integers(2) else (keys[rng.integers(len(keys))],)
        mutant.update({key: copy.deepcopy(other[key]) for key in taken})

    def _move(self, mutant: Position, rng: np.random.Generator) -> None:
        """Move a card from one pile to another of the same kind of counts."""
        piles = [path for path in paths_in(mutant) if _is_pile(value_at(mutant, path))]
        source = value_at(mutant, piles[rng.integers(len(piles))])
        target = value_at(mutant, piles[rng.integers(len(piles))])
        if source and source is not target:
            card = sorted(source)[rng.integers(len(source))]
            target[card] = target.get(card, 0) + 1
            source[card] -= 1
            if not source[card]:
                del source[card]


def _is_pile(value: Any) -> bool:
    return isinstance(value, dict) and all(type(count) is int for count in value.values())
