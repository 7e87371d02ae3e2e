"""Schedules: line-up and seed of each game. They depend on the game's number only, so any part can be replayed."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import combinations, permutations
from typing import Literal, NamedTuple

import numpy as np

from kschwert_env.engine.compiled.rng import check_seed, derived_seeds
from kschwert_env.engine.text.phrases import brief

TableKind = Literal["mixed", "one-vs-rest", "one-vs-first"]
"""Kinds of line-ups, see `Schedule.tables`."""

LineUps = tuple[tuple[int, ...], ...]
"""Agents of each line-up, by index."""


class ScheduledGame(NamedTuple):
    """A game of a schedule.

    Attributes:
        number: number of the game in the schedule, from 0.
        seed: seed of the `Game`.
        line_up: index of the agent in each seat.
    """

    number: int
    seed: int
    line_up: tuple[int, ...]


@dataclass(frozen=True)
class Schedule:
    """The games of an arena, in blocks: a block has every line-up in every rotation of the seats, on one deal.

    The seating order is drawn for each block. All line-ups play one rotation before the next rotation begins, so a
    block that is cut short is still as balanced as possible.

    Attributes:
        agents: names of the agents, all different.
        num_players: number of seats.
        tables: `mixed` fills line-ups evenly from all agents; in `one-vs-rest` an agent plays against copies of
            another, for all pairs; in `one-vs-first` against copies of the first. Or the line-ups, by index.
        seed: seed of all deals.
        line_ups: agents of each line-up, by index.

    Raises ValueError for too few agents, duplicate agents and a wrong seed.
    """

    agents: tuple[str, ...]
    num_players: int
    tables: TableKind | LineUps
    seed: int
    line_ups: LineUps = field(init=False)

    def __post_init__(self) -> None:
        twice = [name for name, count in Counter(self.agents).items() if count > 1]
        if twice:
            raise ValueError(f"duplicate agent {brief(twice[0])}; agents must be different")
        check_seed(self.seed)
        object.__setattr__(self, "line_ups", self._line_ups())

    def _line_ups(self) -> LineUps:
        if not isinstance(self.tables, str):
            return self.tables
        fewest = 1 if self.tables == "mixed" else 2
        if len(self.agents) < fewest:
            raise ValueError(f"{self.tables} tables need at least {fewest} agents, not {len(self.agents)}")
        return _LINE_UPS[self.tables](len(self.agents), self.num_players)

    def total(self, games: int) -> int:
        """Return the total number of games: `games` for mixed tables, else `games` per pairing."""
        return games * (1 if self.tables == "mixed" else len(self.line_ups))

    @property
    def block(self) -> int:
        """Return the number of games of a block, after which all agents have played equally."""
        return len(self.line_ups) * self.num_players

    def game(self, number: int) -> ScheduledGame:
        """Return the game with that number, from 0."""
        deal, within = divmod(number, self.block)
        rotation, which = divmod(within, len(self.line_ups))
        seed, order = _deal(self.seed, deal, self.num_players)
        line_up = self.line_ups[which]
        seats = range(self.num_players)
        return ScheduledGame(
            number, seed, tuple(line_up[order[(seat + rotation) % self.num_players]] for seat in seats)
        )


def mixed(agents: int, seats: int) -> LineUps:
    """Return line-ups in which all agents sit equally often, with each choice of agents for the remaining seats."""
    all_agents = tuple(range(agents)) * (seats // agents)
    return tuple(all_agents + more for more in combinations(range(agents), seats % agents))


def one_vs_rest(agents: int, seats: int) -> LineUps:
    """Return line-ups of one agent against copies of another, for each ordered pair (unordered with two seats)."""
    pairs = combinations if seats == 2 else permutations
    return tuple((one,) + (other,) * (seats - 1) for one, other in pairs(range(agents), 2))


def one_vs_first(agents: int, seats: int) -> LineUps:
    """Return line-ups of each agent against copies of the first agent."""
    return tuple((one,) + (0,) * (seats - 1) for one in range(1, agents))


_LINE_UPS = {"mixed": mixed, "one-vs-rest": one_vs_rest, "one-vs-first": one_vs_first}


@lru_cache(maxsize=1024)
def _deal(seed: int, deal: int, seats: int) -> tuple[int, Sequence[int]]:
    """Return the seed of a block's games, and its seating order."""
    game_seed = int(derived_seeds(np.array([seed]), np.array([deal]))[0])
    return game_seed, np.random.default_rng(game_seed).permutation(seats).tolist()
