"""Opponents by strength, in words that players use: the bundled agents from weak to strong (docs/results.md)."""

from typing import NamedTuple


class Level(NamedTuple):
    """A level of strength.

    Attributes:
        name: its name.
        words: how an opponent of this level plays.
    """

    name: str
    words: str


LEVELS = {
    "greedy": Level("Easy", "Looks one action ahead, and plans nothing. Good for a first game."),
    "heuristic": Level("Medium", "Plays by rules of thumb, as a careful beginner does."),
    "policy": Level("Strong", "Plays as a neural network has learned from many games."),
}
"""Levels by agent."""


def level_of(spec: str) -> Level | None:
    """Return the level of an agent, None for one without a level."""
    return LEVELS.get(spec)


def number_equal(names: list[str]) -> tuple[str, ...]:
    """Return names that differ: equal ones are numbered."""
    numbered_names: list[str] = []
    for name in names:
        number = 1
        while (shown := name if number == 1 else f"{name} {number}") in numbered_names:
            number += 1
        numbered_names.append(shown)
    return tuple(numbered_names)
