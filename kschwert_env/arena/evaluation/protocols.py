"""Evaluation protocols by name: opponents, numbers of games, and deals. A protocol with a name never changes."""

from itertools import starmap
from typing import NamedTuple

from kschwert_env import terminal
from kschwert_env.engine.rules import GameRules
from kschwert_env.engine.text import brief


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


class Protocol(NamedTuple):
    """An evaluation protocol. Results are reproducible on any machine for agents that draw from their seeds only.

    Attributes:
        game: name of the game, played with default rules.
        players: number of seats.
        version: version of the protocol; it changes when anything else here changes.
        fingerprint: prefix of the fingerprint of the rules.
        opponents: opponents, all played on the same deals.
    """

    game: str
    players: int
    version: int
    fingerprint: str
    opponents: tuple[Opponent, ...]

    @property
    def name(self) -> str:
        """Return the name, such as `krone_schwert-2p-v1`."""
        return f"{self.game}-{self.players}p-v{self.version}"

    @property
    def seed(self) -> int:
        """Return the seed of all deals; training never evaluates on these deals."""
        return (1 << 42) + self.version

    @property
    def games(self) -> int:
        """Return the total number of games."""
        return sum(opponent.games for opponent in self.opponents)

    def rules(self) -> GameRules:
        """Return the rules of the game. Raises ValueError if they differ from those that the protocol was made for."""
        return standard_rules(self.name, self.game, self.players, self.fingerprint)


def standard_rules(name: str, game: str, players: int, fingerprint: str) -> GameRules:
    """Return the default rules of a game for the protocol `name`.

    Raises ValueError if the fingerprint of the rules does not start with `fingerprint`.
    """
    rules: GameRules = terminal.package(game).Rules(num_players=players)
    if not rules.fingerprint.startswith(fingerprint):
        raise ValueError(f"{name} needs rules with fingerprint {fingerprint}; this version has {rules.fingerprint}")
    return rules


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

PROTOCOLS = {
    protocol.name: protocol
    for protocol in (Protocol(*key, tuple(starmap(Opponent, opponents))) for key, opponents in _OPPONENTS.items())
}
"""All protocols, by name."""


def protocol_of(name: str) -> Protocol:
    """Return the protocol with that name. Raises ValueError for an unknown name."""
    if name not in PROTOCOLS:
        raise ValueError(f"unknown protocol {brief(name)}; expected one of: {', '.join(PROTOCOLS)}")
    return PROTOCOLS[name]
