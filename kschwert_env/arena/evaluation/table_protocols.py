"""Protocols for more than two players by name: tables of many kinds. A protocol with a name never changes."""

from collections import Counter
from typing import NamedTuple

from kschwert_env.arena.evaluation.protocols import standard_rules
from kschwert_env.engine.contract.rules import GameRules

SELF = "self"
"""In a table: a copy of the evaluated agent."""


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


class TableProtocol(NamedTuple):
    """A protocol that compares an agent with others in the same seats of the same deals, at tables of many kinds.

    Attributes:
        game: name of the game, played with default rules.
        players: number of seats.
        version: version of the protocol; it changes when anything else here changes.
        fingerprint: prefix of the fingerprint of the rules.
        baselines: specs of the agents that the evaluated agent is compared with; the first one is the heuristic.
        tables: kinds of tables.
    """

    game: str
    players: int
    version: int
    fingerprint: str
    baselines: tuple[str, ...]
    tables: tuple[Table, ...]

    @property
    def name(self) -> str:
        """Return the name, such as `krone_schwert-4p-tables-v1`."""
        return f"{self.game}-{self.players}p-tables-v{self.version}"

    @property
    def seed(self) -> int:
        """Return the seed of all deals; training never evaluates on these deals."""
        return (1 << 43) + self.version

    @property
    def contests(self) -> int:
        """Return the number of contests, one at each kind of table."""
        return len(self.tables)

    @property
    def games(self) -> int:
        """Return the total number of games."""
        return sum(table.games for table in self.tables) * (1 + len(self.baselines))

    def rules(self) -> GameRules:
        """Return the rules of the game. Raises ValueError if they differ from those that the protocol was made for."""
        return standard_rules(self.name, self.game, self.players, self.fingerprint)


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
