"""The protocols by name: who is played against, how often, on which deals. What has a name never changes."""

from itertools import starmap
from typing import NamedTuple

from kschwert_env import terminal
from kschwert_env.engine.rules import GameRules
from kschwert_env.engine.text import brief


class Opponent(NamedTuple):
    """Who is played against.

    Attributes:
        agent: as typed for the arena. Its options are all named that later versions of it might choose otherwise.
        games: that are played, the candidate in every seat in turn, the opponent in all others.
        rating: by the model of Plackett and Luce, as the agents that come along rated each other once.
    """

    agent: str
    games: int
    rating: float


class Protocol(NamedTuple):
    """An evaluation that comes to the same on every machine, for agents that draw by the seeds that they are given.

    Attributes:
        game: its name; all its rules are as usual.
        players: number of seats.
        version: another one where anything else here is another.
        fingerprint: with which that of the rules begins.
        opponents: one after another, each on the same deals.
    """

    game: str
    players: int
    version: int
    fingerprint: str
    opponents: tuple[Opponent, ...]

    @property
    def name(self) -> str:
        """Such as `krone_schwert-2p-v1`."""
        return f"{self.game}-{self.players}p-v{self.version}"

    @property
    def seed(self) -> int:
        """Of all deals; no training evaluates on these."""
        return (1 << 42) + self.version

    @property
    def games(self) -> int:
        """All of them."""
        return sum(opponent.games for opponent in self.opponents)

    def rules(self) -> GameRules:
        """Of the game. Raises ValueError where they are no longer those that the protocol was made for."""
        rules: GameRules = terminal.package(self.game).Rules(num_players=self.players)
        if not rules.fingerprint.startswith(self.fingerprint):
            raise ValueError(f"{self.name} is for other rules ({self.fingerprint}) than these ({rules.fingerprint})")
        return rules


_OPPONENTS = {
    ("krone_schwert", 2, 1, "9d359656af5d"): [
        ("random", 1000, -0.9),
        ("greedy", 1000, 3.4),
        ("heuristic", 1000, 24.5),
        ("policy:version=1", 1000, 32.3),
        ("policy:version=2", 1000, 45.5),
        ("ismcts:sims=50", 200, 27.3),
    ],
    ("krone_schwert", 3, 1, "391a760427db"): [
        ("random", 600, -3.7),
        ("greedy", 600, 2.8),
        ("heuristic", 900, 40.4),
        ("policy:version=1", 900, 32.6),
        ("ismcts:sims=50", 90, 44.9),
    ],
    ("krone_schwert", 4, 1, "31b9e432e20d"): [
        ("random", 400, -7.8),
        ("greedy", 400, -7.9),
        ("heuristic", 800, 67.5),
        ("policy:version=1", 800, 36.1),
        ("policy:version=2", 800, 44.9),
    ],
    ("krone_schwert", 5, 1, "ef0e18bcc9b0"): [
        ("random", 400, 2.4),
        ("greedy", 400, -0.8),
        ("heuristic", 800, 87.3),
        ("policy:version=1", 800, 68.5),
    ],
    ("two_crowns", 2, 1, "4a378afacbf9"): [
        ("random", 1000, -5.8),
        ("greedy", 1000, 0.9),
        ("heuristic", 1000, 25.9),
        ("policy:version=1", 1000, 36.4),
        ("policy:version=2", 1000, 44.4),
        ("ismcts:sims=50", 400, 28.3),
    ],
    ("politics_and_intrigue", 2, 1, "868a11f243b2"): [
        ("random", 200, -1.5),
        ("heuristic", 800, 31.4),
        ("policy:version=1", 800, 36.0),
    ],
}
"""By game, players, version and fingerprint; agents, games and ratings as of `Opponent`."""

PROTOCOLS = {
    protocol.name: protocol
    for protocol in (Protocol(*key, tuple(starmap(Opponent, opponents))) for key, opponents in _OPPONENTS.items())
}
"""All there are."""


def protocol_of(name: str) -> Protocol:
    """By its name. Raises ValueError for another one."""
    if name not in PROTOCOLS:
        raise ValueError(f"unknown protocol {brief(name)}; there are {', '.join(PROTOCOLS)}")
    return PROTOCOLS[name]
