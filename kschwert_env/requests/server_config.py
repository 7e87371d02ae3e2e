"""Configuration of a server: bundled games, editions and agents, and those added at its start."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Self

from kschwert_env import GAMES
from kschwert_env.agents.registry import available
from kschwert_env.engine.contract.rules import GameRules
from kschwert_env.engine.text.phrases import brief
from kschwert_env.importing import find_game
from kschwert_env.requests.agents import check_agent, check_options, runs_in_server
from kschwert_env.requests.errors import RequestError
from kschwert_env.requests.rules import read_rules


@dataclass(frozen=True)
class ServerConfig:
    """Agents and editions in addition to the bundled ones.

    Attributes:
        agents: specs of agents with a file, and of a user's own classes.
        editions: paths of editions.
        games: names of the games that are offered.
    """

    agents: tuple[str, ...] = ()
    editions: tuple[str, ...] = ()
    games: tuple[str, ...] = GAMES

    @classmethod
    def read(cls, agents: Sequence[str], editions: Sequence[str], games: Sequence[str] = ()) -> Self:
        """Return the configuration for options of the command; `games` are names of known games, besides `GAMES`.

        Raises RequestError for an invalid edition.
        """
        paths = tuple(str(Path(edition).resolve()) for edition in editions)
        server_config = cls(tuple(agents), paths, tuple(dict.fromkeys((*GAMES, *games))))
        for edition in server_config.editions:
            if not any(_is_edition_of(game, edition) for game in GAMES):
                raise RequestError(f"{edition} is not an edition of any game: {', '.join(GAMES)}")
        return server_config

    def editions_of(self, game: str) -> list[str]:
        """Return the editions of a game: names of bundled ones, paths of additional ones."""
        return find_game(game).bundled_editions() + [path for path in self.editions if _is_edition_of(game, path)]

    def agents_for(self, rules: GameRules) -> list[str]:
        """Return the specs of the agents; additional ones are only checked when they are used."""
        return [*available(rules), *self.agents]

    def rules(self, game: object, options: Mapping[str, Any]) -> GameRules:
        """Return the rules for a request. Raises RequestError for an unknown game, edition or option.

        Only configured editions are accepted, since an edition may be the path of any file of the server.
        """
        name = self.check_game(game)
        editions = self.editions_of(name)
        if "edition" in options and options["edition"] not in editions:
            raise RequestError(f"edition must be one of {', '.join(editions)}, not {brief(options['edition'])}")
        return read_rules(name, options)

    def rules_of_record(self, game: object, options: Mapping[str, Any], fingerprint: object) -> GameRules:
        """Return the rules of a record that contains its edition, if an offered edition has the same contents.

        The text in the record is not used: a visitor's edition could take minutes to compile. Raises RequestError.
        """
        name = self.check_game(game)
        for edition in self.editions_of(name):
            rules = read_rules(name, {**options, "edition": edition})
            if rules.fingerprint == fingerprint:
                return rules
        raise RequestError(
            "the record contains an edition that this server does not offer; save its text, the value of `edition` in "
            "the first line, as a file, and start the server with --edition FILE"
        )

    def check_game(self, game: object) -> str:
        """Return the name of an offered game. Raises RequestError for anything else."""
        if not isinstance(game, str) or game not in self.games:
            raise RequestError(f"unknown game {brief(game)}; expected one of: {', '.join(self.games)}")
        return game

    def check_agent(self, rules: GameRules, typed: str) -> None:
        """Raise RequestError for an agent that is unknown or may cost too much.

        Of agents in worker processes only the spec is checked.
        """
        if typed not in self.agents:
            check_options(typed, self.agents_for(rules))
        if runs_in_server(typed):
            check_agent(rules, typed)


DEFAULT_CONFIG = ServerConfig()
"""Configuration with bundled games, editions and agents only."""


def _is_edition_of(game: str, path: str) -> bool:
    try:
        read_rules(game, {"num_players": find_game(game).player_counts[0], "edition": path})
    except RequestError:
        return False
    return True
