"""Evaluation protocols by name: opponents or tables, numbers of games, and deals. A protocol with a name never changes.

Table protocols are for more than two players: tables of many kinds.
"""

import math
from abc import ABC, abstractmethod
from collections import Counter
from dataclasses import dataclass
from itertools import starmap
from typing import Literal, NamedTuple

from kschwert_env.engine.contract.rules import GameRules
from kschwert_env.engine.text.phrases import brief
from kschwert_env.importing import find_game

SELF = "self"
"""In a table: a copy of the evaluated agent."""

Kind = Literal["", "-llm", "-tables"]
"""Kind of a protocol, in its name: with opponents, for language models, or with tables."""

_FIRST_DEALS: dict[Kind, int] = {"": 1 << 42, "-llm": (1 << 42) + (1 << 20), "-tables": 1 << 43}
_Z_95 = 1.96  # quantile of the normal distribution for a two-sided test at 5 %
_Z_POWER_80 = 0.84  # quantile for a power of 80 %


class Opponent(NamedTuple):
    """An opponent of a protocol.

    Attributes:
        agent: spec of the agent, with all options whose defaults may change in later versions.
        games: number of games; the candidate takes each seat in turn, the opponent all other seats.
        rating: Plackett-Luce rating from games of the bundled agents against each other.
    """

    agent: str
    games: int
    rating: float


@dataclass(frozen=True)
class AnyProtocol(ABC):
    """Base of all evaluation protocols. Results are reproducible on any machine if agents draw from their seeds only.

    Attributes:
        game: name of the game, played with default rules.
        players: number of seats.
        version: version of the protocol; it changes when anything else here changes.
        fingerprint: prefix of the fingerprint of the rules.
    """

    game: str
    players: int
    version: int
    fingerprint: str

    @property
    @abstractmethod
    def kind(self) -> Kind:
        """Return the kind of the protocol."""

    @property
    @abstractmethod
    def contests(self) -> tuple[str, ...]:
        """Return the names of the contests: the opponents, or the tables."""

    @property
    @abstractmethod
    def games(self) -> int:
        """Return the total number of games."""

    @property
    def name(self) -> str:
        """Return the name, such as `krone_schwert-2p-v1`, `krone_schwert-2p-llm-v1` or `krone_schwert-4p-tables-v1`."""
        return f"{self.game}-{self.players}p{self.kind}-v{self.version}"

    @property
    def seed(self) -> int:
        """Return the seed of all deals; training never evaluates on these deals."""
        return _FIRST_DEALS[self.kind] + self.version

    @property
    def about(self) -> str:
        """Return what a run costs, as a sentence."""
        return f"{self.name}: {self.games:,} games."

    def rules(self) -> GameRules:
        """Return the rules of the game. Raises ValueError if they differ from those that the protocol was made for."""
        rules: GameRules = find_game(self.game)(num_players=self.players)
        if not rules.fingerprint.startswith(self.fingerprint):
            raise ValueError(
                f"{self.name} needs rules with fingerprint {self.fingerprint}; this version has {rules.fingerprint}"
            )
        return rules


@dataclass(frozen=True)
class Protocol(AnyProtocol):
    """A protocol in which an agent plays against each of several opponents.

    Attributes:
        opponents: opponents, all played on the same deals.
        tokens: tokens that a language model reads in all games, measured with players that answer with a number
            (`python -m tests.arena.protocol_tokens`); None for a protocol with too many games for one.
    """

    opponents: tuple[Opponent, ...]
    tokens: int | None = None

    @property
    def kind(self) -> Kind:
        """Return whether the protocol is for language models."""
        return "" if self.tokens is None else "-llm"

    @property
    def contests(self) -> tuple[str, ...]:
        """Return the names of the opponents."""
        return tuple(opponent.agent for opponent in self.opponents)

    @property
    def games(self) -> int:
        """Return the total number of games."""
        return sum(opponent.games for opponent in self.opponents)

    def detectable(self, opponent: Opponent) -> float:
        """Return the smallest difference from the fair share of wins that is found with a probability of 80 %.

        It is that of a two-sided test at 5 % with independent games. Games on the same deal in exchanged seats are not
        independent; as far as they balance the luck of the deal, smaller differences are found.
        """
        fair = 1 / self.players
        return (_Z_95 + _Z_POWER_80) * math.sqrt(fair * (1 - fair) / opponent.games)

    @property
    def about(self) -> str:
        """Return what a run costs, and which differences it can find, as sentences."""
        differences = ", ".join(f"{self.detectable(its):.0%} against {its.agent}" for its in self.opponents)
        cost = "" if self.tokens is None else f", about {self.tokens / 1e6:.1f} million tokens to read"
        return f"{self.name}: {self.games:,} games{cost}. It finds differences from the fair share of {differences}."


class Table(NamedTuple):
    """A kind of table.

    Attributes:
        others: agents of the other P - 1 seats: specs, or `SELF`.
        games: games of each compared agent.
    """

    others: tuple[str, ...]
    games: int

    @property
    def name(self) -> str:
        """Return the agents with their numbers, such as `2 heuristic + random`."""
        counts = Counter(self.others).items()
        return " + ".join(agent if count == 1 else f"{count} {agent}" for agent, count in counts)


@dataclass(frozen=True)
class TableProtocol(AnyProtocol):
    """A protocol that compares an agent with others in the same seats of the same deals, at tables of many kinds.

    Attributes:
        baselines: specs of the agents that the evaluated agent is compared with; the first one is the heuristic.
        tables: kinds of tables.
    """

    baselines: tuple[str, ...]
    tables: tuple[Table, ...]

    @property
    def kind(self) -> Kind:
        """Return the kind of all table protocols."""
        return "-tables"

    @property
    def contests(self) -> tuple[str, ...]:
        """Return the names of the tables."""
        return tuple(table.name for table in self.tables)

    @property
    def games(self) -> int:
        """Return the total number of games."""
        return sum(table.games for table in self.tables) * (1 + len(self.baselines))


_OPPONENTS = {
    ("krone_schwert", 2, 2, "9d359656af5d"): [
        ("random", 1000, -0.9),
        ("heuristic", 1000, 24.5),
        ("policy:version=1", 1000, 32.3),
        ("policy:version=2", 1000, 45.5),
        ("ismcts:sims=50", 200, 27.3),
    ],
    ("krone_schwert", 3, 2, "391a760427db"): [
        ("random", 600, -3.7),
        ("heuristic", 900, 40.4),
        ("policy:version=1", 900, 32.6),
        ("ismcts:sims=50", 90, 44.9),
    ],
    ("krone_schwert", 4, 2, "31b9e432e20d"): [
        ("random", 400, -7.8),
        ("heuristic", 800, 67.5),
        ("policy:version=1", 800, 36.1),
        ("policy:version=2", 800, 44.9),
    ],
    ("krone_schwert", 5, 2, "ef0e18bcc9b0"): [
        ("random", 400, 2.4),
        ("heuristic", 800, 87.3),
        ("policy:version=1", 800, 68.5),
    ],
    ("two_crowns", 2, 2, "4a378afacbf9"): [
        ("random", 1000, -5.8),
        ("heuristic", 1000, 25.9),
        ("policy:version=1", 1000, 36.4),
        ("policy:version=2", 1000, 44.4),
        ("ismcts:sims=50,depth=0", 400, 28.3),
    ],
    ("politics_and_intrigue", 2, 2, "e1fb2233da66"): [
        ("random", 200, 0.3),
        ("heuristic", 800, 31.9),
        ("policy:version=2", 800, 36.0),
    ],
}
"""Opponents (see `Opponent`) by game, players, version and fingerprint."""

_LLM_OPPONENTS = {
    ("krone_schwert", 2, 1, "9d359656af5d"): ([("random", 8, -0.9), ("heuristic", 24, 24.5)], 7_500_000),
    ("krone_schwert", 3, 1, "391a760427db"): ([("random", 6, -3.7), ("heuristic", 24, 40.4)], 6_800_000),
    ("krone_schwert", 4, 1, "31b9e432e20d"): ([("random", 8, -7.8), ("heuristic", 24, 67.5)], 8_100_000),
    ("krone_schwert", 5, 1, "ef0e18bcc9b0"): ([("random", 5, 2.4), ("heuristic", 20, 87.3)], 7_500_000),
    ("two_crowns", 2, 1, "4a378afacbf9"): ([("random", 20, -5.8), ("heuristic", 40, 25.9)], 3_500_000),
    ("politics_and_intrigue", 2, 1, "e1fb2233da66"): ([("random", 8, 0.3), ("heuristic", 16, 31.9)], 16_800_000),
}
"""The same for language models, and the tokens that they read. Few games: answers cost money and time."""

PROTOCOLS = {
    protocol.name: protocol
    for protocol in (
        *(Protocol(*key, tuple(starmap(Opponent, opponents))) for key, opponents in _OPPONENTS.items()),
        *(
            Protocol(*key, tuple(starmap(Opponent, opponents)), tokens)
            for key, (opponents, tokens) in _LLM_OPPONENTS.items()
        ),
    )
}
"""All protocols with opponents, by name."""


def balanced_tables(agents: tuple[str, ...], patterns: tuple[tuple[int, ...], ...], games: int) -> tuple[Table, ...]:
    """Return tables in which all agents have equally many seats.

    A pattern lists offsets into `agents`; it gives one table for each start. (0, 0, 1), for example, gives every table
    with two copies of an agent and one of the next agent.
    """
    count = len(agents)
    return tuple(
        Table(tuple(agents[(start + offset) % count] for offset in pattern), games)
        for pattern in patterns
        for start in range(count)
    )


_AGENTS = "random", "greedy", "heuristic", "ismcts:sims=10", "policy:version=1"
_DEALS = 120  # per table; each agent plays them in every seat

_PROTOCOLS = (
    ("391a760427db", "policy:version=3", (*_AGENTS, "policy:version=2", SELF), ((0, 0), (0, 1), (0, 2), (0, 3))),
    ("31b9e432e20d", "policy:version=4", (*_AGENTS, "policy:exploiter=0", SELF), ((0, 0, 0), (0, 0, 2), (0, 1, 3))),
    ("ef0e18bcc9b0", "policy:version=1", (*_AGENTS, SELF), ((0, 0, 0, 0), (0, 0, 1, 1), (0, 1, 2, 3))),
)
"""Fingerprint, best former network, agents and patterns (see `balanced_tables`) for three, four and five players."""

TABLE_PROTOCOLS = {
    protocol.name: protocol
    for protocol in (
        TableProtocol("krone_schwert", players, 1, fingerprint, ("heuristic", former), tables)
        for players, (fingerprint, former, agents, patterns) in enumerate(_PROTOCOLS, 3)
        for tables in [balanced_tables(agents, patterns, _DEALS * players)]
    )
}
"""All table protocols, by name."""


def random_protocol(rules: GameRules) -> Protocol:
    """Return a protocol of 400 games against random players, for a game that has none; its rating of random is 0."""
    games = 400 // rules.num_players * rules.num_players
    return Protocol(rules.package, rules.num_players, 1, rules.fingerprint, (Opponent("random", games, 0.0),))


def protocol_of(name: str) -> Protocol | TableProtocol:
    """Return the protocol with that name. Raises ValueError for an unknown name."""
    protocols: dict[str, Protocol | TableProtocol] = {**PROTOCOLS, **TABLE_PROTOCOLS}
    if name not in protocols:
        raise ValueError(f"unknown protocol {brief(name)}; expected one of: {', '.join(protocols)}")
    return protocols[name]
