"""Configuration of a table: the game, its seats and settings; saved as JSON."""

import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass, replace
from functools import lru_cache
from importlib import import_module
from typing import Any, Literal, Self

from kschwert_env.engine.rules import GameRules, Position
from kschwert_env.web.errors import RequestError
from kschwert_env.web.levels import level_of, numbered

SeatKind = Literal["me", "link", "agent", "nobody"]
"""Kind of a seat's player: the creator of the table, a person with a link, an agent, or nobody (analysis)."""


@dataclass(frozen=True)
class Seat:
    """Player of a seat.

    Attributes:
        kind: kind of player.
        name: displayed name.
        agent: spec of the agent; empty for a person.
        forced: whether decisions of this person with a single legal action are made automatically.
    """

    kind: SeatKind
    name: str
    agent: str = ""
    forced: bool = False


@dataclass(frozen=True)
class TableConfig:
    """Configuration of a table.

    Attributes:
        game: name of the game's package.
        options: options of the rules.
        fingerprint: fingerprint of the rules when the table was created.
        seed: seed of the game.
        position: position in which play began; None for the start of the game.
        seats: players by seat.
        analysis: whether seats may analyse during play.
        pace: seconds between decisions of agents.
        paused: whether agents wait.
    """

    game: str
    options: dict[str, Any]
    fingerprint: str
    seed: int
    position: Position | None
    seats: tuple[Seat, ...]
    analysis: bool
    pace: float
    paused: bool = False

    def to_json(self) -> dict[str, Any]:
        """Return the configuration in JSON types."""
        return asdict(self)

    def changed(self, **settings: Any) -> Self:
        """Return the configuration with other settings."""
        return replace(self, **settings)

    @property
    def people(self) -> list[int]:
        """Return the seats of people."""
        return [number for number, seat in enumerate(self.seats) if seat.kind in ("me", "link")]

    @property
    def names(self) -> tuple[str, ...]:
        """Return the names of the players by seat, as texts show them: agents without another name by their levels."""
        levels = [level_of(seat.agent) if seat.agent == seat.name else None for seat in self.seats]
        return numbered([level.name if level else seat.name for level, seat in zip(levels, self.seats, strict=True)])

    def is_owner(self, viewer: int | None) -> bool:
        """Return whether a viewer may change the pace and pause: the creator, or the first person if only others play.

        Without people everybody who watches may.
        """
        owners = [number for number in self.people if self.seats[number].kind == "me"] or self.people[:1]
        return viewer in owners or not self.people

    def with_forced(self, number: int, forced: bool) -> Self:
        """Return the configuration with another value of `forced` at a seat."""
        seats = (replace(seat, forced=forced) if i == number else seat for i, seat in enumerate(self.seats))
        return replace(self, seats=tuple(seats))

    @property
    def is_open(self) -> bool:
        """Return whether everything is visible to everyone, since no seat is a person's."""
        return not self.people

    def rules(self) -> GameRules:
        """Return the rules. Raises RequestError if they have changed since the table was created."""
        rules = read_rules(self.game, self.options)
        if rules.fingerprint != self.fingerprint:
            raise RequestError(
                f"this table can't be continued: the rules of {self.game} have changed since it was created"
            )
        return rules


def package(game: str) -> Any:
    """Return the package of a game."""
    return import_module(f"kschwert_env.{game}")


def read_rules(game: str, options: Mapping[str, Any]) -> GameRules:
    """Return the rules of a game with these options. Raises RequestError for wrong options."""
    try:
        return _rules(game, json.dumps(options, sort_keys=True))
    except (ValueError, TypeError) as error:
        raise RequestError(str(error)) from None


@lru_cache(64)
def _rules(game: str, options: str) -> GameRules:
    """Return cached rules: they take long to construct, and many tables have the same."""
    rules: GameRules = package(game).Rules.read_options(json.loads(options))
    return rules
