"""Evaluation protocols by name: opponents, numbers of games, and deals. A protocol with a name never changes."""

import math
from itertools import starmap
from typing import NamedTuple

from kschwert_env.engine.contract.rules import GameRules
from kschwert_env.engine.text.phrases import brief
from kschwert_env.importing import import_game

_FIRST_LLM_DEAL = 1 << 20  # apart from the versions of other protocols
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


class Protocol(NamedTuple):
    """An evaluation protocol. Results are reproducible on any machine for agents that draw from their seeds only.

    Attributes:
        game: name of the game, played with default rules.
        players: number of seats.
        version: version of the protocol; it changes when anything else here changes.
        fingerprint: prefix of the fingerprint of the rules.
        opponents: opponents, all played on the same deals.
        tokens: tokens that a language model reads in all games, measured with players that answer with a number
            (`python -m tests.arena.protocol_tokens`); None for a protocol with too many games for one.
    """

    game: str
    players: int
    version: int
    fingerprint: str
    opponents: tuple[Opponent, ...]
    tokens: int | None = None

    @property
    def name(self) -> str:
        """Return the name, such as `krone_schwert-2p-v1`, or `krone_schwert-2p-llm-v1` for language models."""
        return f"{self.game}-{self.players}p{'' if self.tokens is None else '-llm'}-v{self.version}"

    @property
    def seed(self) -> int:
        """Return the seed of all deals; training never evaluates on these deals."""
        return (1 << 42) + (0 if self.tokens is None else _FIRST_LLM_DEAL) + self.version

    @property
    def contests(self) -> int:
        """Return the number of contests, one with each opponent."""
        return len(self.opponents)

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
        """Return what a run costs, and which differences it can find, as a sentence."""
        found = ", ".join(f"{self.detectable(its):.0%} against {its.agent}" for its in self.opponents)
        cost = "" if self.tokens is None else f", about {self.tokens / 1e6:.1f} million tokens to read"
        return f"{self.name}: {self.games:,} games{cost}. It finds differences from the fair share of {found}."

    def rules(self) -> GameRules:
        """Return the rules of the game. Raises ValueError if they differ from those that the protocol was made for."""
        return standard_rules(self.name, self.game, self.players, self.fingerprint)


def standard_rules(name: str, game: str, players: int, fingerprint: str) -> GameRules:
    """Return the default rules of a game for the protocol `name`.

    Raises ValueError if the fingerprint of the rules does not start with `fingerprint`.
    """
    rules: GameRules = import_game(game).Rules(num_players=players)
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

_LLM_OPPONENTS = {
    ("krone_schwert", 2, 1, "9d359656af5d"): ([("random", 8, -0.9), ("heuristic", 24, 24.5)], 7_000_000),
    ("krone_schwert", 3, 1, "391a760427db"): ([("random", 6, -3.7), ("heuristic", 24, 40.4)], 6_300_000),
    ("krone_schwert", 4, 1, "31b9e432e20d"): ([("random", 8, -7.8), ("heuristic", 24, 67.5)], 7_500_000),
    ("krone_schwert", 5, 1, "ef0e18bcc9b0"): ([("random", 5, 2.4), ("heuristic", 20, 87.3)], 6_900_000),
    ("two_crowns", 2, 1, "4a378afacbf9"): ([("random", 20, -5.8), ("heuristic", 40, 25.9)], 3_400_000),
    ("politics_and_intrigue", 2, 1, "e1fb2233da66"): ([("random", 8, 0.3), ("heuristic", 16, 31.9)], 15_300_000),
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
"""All protocols, by name."""


def protocol_of(name: str) -> Protocol:
    """Return the protocol with that name. Raises ValueError for an unknown name."""
    if name not in PROTOCOLS:
        raise ValueError(f"unknown protocol {brief(name)}; expected one of: {', '.join(PROTOCOLS)}")
    return PROTOCOLS[name]
