"""Who sits where in which game: settled by the number of the game, so that any part of an arena can be played alone."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import combinations, permutations
from typing import Literal, NamedTuple

import numpy as np

from kschwert_env.engine.rng import check_seed, derived_seeds
from kschwert_env.engine.text import brief

TableKind = Literal["mixed", "one-vs-rest", "one-vs-first"]
"""Who sits together: `Schedule.tables`."""


class Seating(NamedTuple):
    """A game to be played.

    Attributes:
        number: of the game in the schedule, from 0 on.
        seed: that of `Game`.
        line_up: the index of an agent for each seat.
    """

    number: int
    seed: int
    line_up: tuple[int, ...]


@dataclass(frozen=True)
class Schedule:
    """The games of an arena, in blocks: each has every line-up, with every agent of it in every seat, on one deal.

    In which order the agents sit is drawn for each block. The parts of a block in which all line-ups have had equally
    many turns are over before the next rotation begins, so a block that is cut short is as even as can be.

    Attributes:
        agents: their names, all different.
        num_players: seats at a table.
        tables: `mixed` fills tables evenly from all agents; `one-vs-rest` sets one of each against all of another,
            `one-vs-first` one of each against all of the first.
        seed: of all deals.
        line_ups: the agents of each kind of table, by index.

    Raises ValueError where agents are missing or named twice, and for a wrong seed.
    """

    agents: tuple[str, ...]
    num_players: int
    tables: TableKind
    seed: int
    line_ups: tuple[tuple[int, ...], ...] = field(init=False)

    def __post_init__(self) -> None:
        twice = [name for name, count in Counter(self.agents).items() if count > 1]
        if twice:
            raise ValueError(f"agent {brief(twice[0])} is named twice")
        fewest = 1 if self.tables == "mixed" else 2
        if len(self.agents) < fewest:
            raise ValueError(f"{self.tables} tables need {fewest} agents or more, not {len(self.agents)}")
        check_seed(self.seed)
        object.__setattr__(self, "line_ups", _LINE_UPS[self.tables](len(self.agents), self.num_players))

    def total(self, games: int) -> int:
        """How many games are to be played where `games` are asked for: but for mixed tables, of each pairing."""
        return games * (1 if self.tables == "mixed" else len(self.line_ups))

    @property
    def block(self) -> int:
        """Games after which everybody has had the same."""
        return len(self.line_ups) * self.num_players

    def game(self, number: int) -> Seating:
        """The game with that number, from 0 on."""
        deal, within = divmod(number, self.block)
        rotation, which = divmod(within, len(self.line_ups))
        seed, order = _deal(self.seed, deal, self.num_players)
        line_up = self.line_ups[which]
        seats = range(self.num_players)
        return Seating(number, seed, tuple(line_up[order[(seat + rotation) % self.num_players]] for seat in seats))


def mixed(agents: int, seats: int) -> tuple[tuple[int, ...], ...]:
    """Everybody equally often at each table, as far as that goes; each choice of those who sit once more makes one."""
    everybody = tuple(range(agents)) * (seats // agents)
    return tuple(everybody + more for more in combinations(range(agents), seats % agents))


def one_vs_rest(agents: int, seats: int) -> tuple[tuple[int, ...], ...]:
    """One agent, and another in all other seats: for each pair of two, both ways round unless that is the same."""
    pairs = combinations if seats == 2 else permutations
    return tuple((one,) + (other,) * (seats - 1) for one, other in pairs(range(agents), 2))


def one_vs_first(agents: int, seats: int) -> tuple[tuple[int, ...], ...]:
    """Each agent but the first, and the first in all other seats."""
    return tuple((one,) + (0,) * (seats - 1) for one in range(1, agents))


_LINE_UPS = {"mixed": mixed, "one-vs-rest": one_vs_rest, "one-vs-first": one_vs_first}


@lru_cache(maxsize=1024)
def _deal(seed: int, deal: int, seats: int) -> tuple[int, Sequence[int]]:
    """The seed of a block's games, and the order in which a line-up sits."""
    game_seed = int(derived_seeds(np.array([seed]), np.array([deal]))[0])
    return game_seed, np.random.default_rng(game_seed).permutation(seats).tolist()
