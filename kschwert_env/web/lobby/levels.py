"""Opponents by strength, in words that players use, with the results of matches between them.

`benchmarks/levels.py` plays the matches, and writes the file.
"""

import json
from functools import cache
from pathlib import Path
from typing import NamedTuple

FILE = Path(__file__).with_name("levels.json")
"""For each game and number of players: the agents from weak to strong, and the share of games that each step won."""

_NAMES = "Easy", "Medium", "Strong"

_WORDS = {
    "heuristic": "Plays by rules of thumb, and makes mistakes.",
    "policy:temperature": "Plays as a neural network has learned from many games, but carelessly.",
    "policy": "Plays as a neural network has learned from many games.",
}
"""How an agent plays, by the start of its spec."""


class Level(NamedTuple):
    """A level of strength.

    Attributes:
        name: its name.
        words: how an opponent of this level plays, and how often it wins against its neighbours.
    """

    name: str
    words: str


@cache
def levels_of(game: str, players: int) -> dict[str, Level]:
    """Return the levels by agent, from weak to strong; none for games without matches."""
    match = json.loads(FILE.read_text(encoding="utf-8")).get(f"{game}-{players}p")
    if match is None:
        return {}
    return {
        agent: Level(_NAMES[i], f"{_how_it_plays(agent)} {_results(i, players, match['win_shares'])}")
        for i, agent in enumerate(match["agents"])
    }


def level_of(game: str, players: int, spec: str) -> Level | None:
    """Return the level of an agent, None for one without a level."""
    return levels_of(game, players).get(spec)


def _how_it_plays(agent: str) -> str:
    return next(words for start, words in _WORDS.items() if agent.startswith(start))


def _results(level: int, players: int, shares: list[float]) -> str:
    """Return how often a level wins against the next weaker one, or the weakest against the next stronger one."""
    other, share = (1, 1 - shares[0]) if level == 0 else (level - 1, shares[level - 1])
    verb = "Wins" if players == 2 else "Is ahead in"
    return f"{verb} {share:.0%} of games against {_NAMES[other]}.".replace("%", " %")


def number_equal(names: list[str]) -> tuple[str, ...]:
    """Return names that differ: equal ones are numbered."""
    numbered_names: list[str] = []
    for name in names:
        number = 1
        while (shown := name if number == 1 else f"{name} {number}") in numbered_names:
            number += 1
        numbered_names.append(shown)
    return tuple(numbered_names)
