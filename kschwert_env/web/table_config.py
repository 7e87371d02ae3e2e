"""What a table is: the game, who sits where, and how it is played; kept as JSON."""

import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass, replace
from functools import lru_cache
from importlib import import_module
from typing import Any, Literal, Self

from kschwert_env.engine.rules import GameRules, Position
from kschwert_env.web.errors import RequestError

SeatKind = Literal["me", "link", "agent", "nobody"]
"""Who sits there: who made the table, somebody else by a link, an agent, or nobody, where a game is looked at."""


@dataclass(frozen=True)
class Seat:
    """Who sits in a seat.

    Attributes:
        kind: of whom.
        name: as it is shown.
        agent: as typed for the arena; empty for a person.
    """

    kind: SeatKind
    name: str
    agent: str = ""


@dataclass(frozen=True)
class TableConfig:
    """What a table is.

    Attributes:
        game: name of the game's package.
        options: of its rules.
        fingerprint: of these rules, as they were when the table was made.
        seed: of all chance.
        position: from which it began; None for the start of the game.
        seats: who sits where.
        analysis: whether seats may analyse while they play.
        forced: whether decisions of people that leave no choice are made by themselves.
        pace: seconds from one decision of an agent to the next.
        paused: whether agents wait.
    """

    game: str
    options: dict[str, Any]
    fingerprint: str
    seed: int
    position: Position | None
    seats: tuple[Seat, ...]
    analysis: bool
    forced: bool
    pace: float
    paused: bool = False

    def to_json(self) -> dict[str, Any]:
        """In JSON's types."""
        return asdict(self)

    @classmethod
    def from_json(cls, stored: dict[str, Any]) -> Self:
        """The same again."""
        return cls(**{**stored, "seats": tuple(Seat(**seat) for seat in stored["seats"])})

    def changed(self, **settings: Any) -> Self:
        """The same with other settings."""
        return replace(self, **settings)

    @property
    def people(self) -> list[int]:
        """The seats that people sit in."""
        return [number for number, seat in enumerate(self.seats) if seat.kind in ("me", "link")]

    @property
    def is_open(self) -> bool:
        """Whether there is nobody to keep secrets from: agents play each other, or a game is looked at."""
        return not self.people

    def rules(self) -> GameRules:
        """The rules. Raises Refused where they are not what they were when the table was made."""
        rules = read_rules(self.game, self.options)
        if rules.fingerprint != self.fingerprint:
            raise RequestError(
                f"the rules of this table have changed since it was made: {self.game} is played otherwise now"
            )
        return rules


def package(game: str) -> Any:
    """The package of a game."""
    return import_module(f"kschwert_env.{game}")


def read_rules(game: str, options: Mapping[str, Any]) -> GameRules:
    """The rules of a game with these options. Raises Refused, naming what is wrong."""
    try:
        return _rules(game, json.dumps(options, sort_keys=True))
    except (ValueError, TypeError) as error:
        raise RequestError(str(error)) from None


@lru_cache(64)
def _rules(game: str, options: str) -> GameRules:
    """Rules take long to lay out, and many tables have the same."""
    rules: GameRules = package(game).Rules.read_options(json.loads(options))
    return rules
