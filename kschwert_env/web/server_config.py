"""What may be played on this server: games, editions and agents that come along, and those that its owner has named."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Self

from kschwert_env import GAMES
from kschwert_env.agents.registry import KINDS, available
from kschwert_env.engine.rules import GameRules
from kschwert_env.engine.text import brief
from kschwert_env.web.agent_factory import agent_for, is_fast
from kschwert_env.web.errors import RequestError
from kschwert_env.web.table_config import package, read_rules

MAX_SECONDS = 20
"""For a decision of an agent, and for an analysis."""

MAX_SIMS = 20_000
"""Simulations of a search for a decision."""

MAX_OPENED_DECISIONS = 5_000
"""Of a game that is opened."""

_TYPED = re.compile(r"[a-z_]+(:[a-z_]+=[a-z0-9.+-]+(,[a-z_]+=[a-z0-9.+-]+)*)?")


@dataclass(frozen=True)
class ServerConfig:
    """What its owner has named besides what comes along.

    Attributes:
        agents: as typed for the arena: those with a file, and of classes of one's own.
        editions: paths of files.
    """

    agents: tuple[str, ...] = ()
    editions: tuple[str, ...] = ()

    @classmethod
    def of(cls, agents: Sequence[str], editions: Sequence[str]) -> Self:
        """With what an owner names. Raises Refused for an agent or an edition that no game can be played with."""
        server_config = cls(tuple(agents), tuple(str(Path(edition).resolve()) for edition in editions))
        for edition in server_config.editions:
            if not any(_is_edition_of(game, edition) for game in GAMES):
                raise RequestError(f"{edition} is no edition of {', '.join(GAMES)}")
        return server_config

    def editions_of(self, game: str) -> list[str]:
        """The editions of a game: by name those that come along, by path the owner's."""
        folder = Path(package(game).__file__).parent / "editions"
        return [path.stem for path in sorted(folder.glob("*.toml"))] + [
            path for path in self.editions if _is_edition_of(game, path)
        ]

    def agents_for(self, rules: GameRules) -> list[str]:
        """The agents that can sit down, as typed; of the owner's it shows when they do."""
        return [*available(rules), *self.agents]

    def rules(self, game: object, options: Mapping[str, Any]) -> GameRules:
        """The rules for what somebody else has named. Raises Refused: a path would open a file of the server's."""
        if not isinstance(game, str) or game not in GAMES:
            raise RequestError(f"{brief(game)} is none of the games, which are {', '.join(GAMES)}")
        editions = self.editions_of(game)
        if options.get("edition", editions[0]) not in editions:
            raise RequestError(f"edition must be one of {', '.join(editions)}, not {brief(options['edition'])}")
        return read_rules(game, options)

    def check_agent(self, rules: GameRules, typed: str) -> None:
        """Raises Refused, saying why, for an agent that can't sit down, or would think without end.

        Of one that is not quick (`seats.is_fast`) it looks at what is typed only: it is made in another process.
        """
        if typed not in self.agents:
            if not _TYPED.fullmatch(typed) or typed.partition(":")[0] not in KINDS:
                known = ", ".join([*KINDS, *self.agents])
                raise RequestError(f"unknown agent {brief(typed)}; there are {known}, with options as name=value")
            options = dict(option.split("=") for option in typed.partition(":")[2].split(",") if option)
            if "path" in options:
                raise RequestError("files of networks are named where the server is started, by --agent")
            for name, most in (("seconds", MAX_SECONDS), ("sims", MAX_SIMS)):
                if name in options and not _is_at_most(options[name], most):
                    raise RequestError(f"{name} of an agent must be at most {most:,} here, not {brief(options[name])}")
        if is_fast(typed):
            agent_for(rules, typed)


DEFAULT_CONFIG = ServerConfig()
"""An owner who has named nothing."""


def _is_at_most(value: str, most: float) -> bool:
    try:
        return float(value) <= most
    except ValueError:
        return False


def _is_edition_of(game: str, path: str) -> bool:
    try:
        read_rules(game, {"num_players": package(game).Rules.player_counts[0], "edition": path})
    except RequestError:
        return False
    return True
