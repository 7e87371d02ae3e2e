"""Tables that somebody wants to play at, out of requests."""

import json
import secrets
from dataclasses import dataclass, replace
from typing import Any

from kschwert_env.engine.rules import GameRules
from kschwert_env.engine.text import brief
from kschwert_env.web.errors import RequestError
from kschwert_env.web.messages import Validator, boolean, integer, number, optional, text, validated
from kschwert_env.web.server_config import ServerConfig
from kschwert_env.web.table_config import Seat, TableConfig

MAX_NAME = 40
"""Characters of a name."""

MAX_AGENT = 200
"""Characters of what is typed for an agent."""

MAX_SEED = 2**63 - 1
"""The greatest seed: SQLite's greatest number."""

MAX_OPTIONS = 4_000
"""Characters of all options."""

DEFAULT_PACE = 0.5
"""Seconds between the decisions of agents where none are named."""


@dataclass(frozen=True)
class OpenedGame:
    """A game out of a request.

    Attributes:
        about: what its table is.
        actions: all decisions so far.
    """

    config: TableConfig
    actions: list[int]


def options(value: Any) -> bool:
    """Whether these can be options of a game: not many. The game judges them."""
    return isinstance(value, dict) and len(json.dumps(value)) <= MAX_OPTIONS


def seats(value: Any) -> bool:
    """Whether these can be seats."""
    return isinstance(value, list) and 1 <= len(value) <= 16


TABLE: dict[str, Validator] = {
    "game": text(MAX_NAME),
    "options": options,
    "seed": optional(integer(0, MAX_SEED)),
    "seats": seats,
    "analysis": optional(boolean),
    "forced": optional(boolean),
    "pace": optional(number(0, 60)),
}
"""What a table is asked for by."""

SEAT: dict[str, Validator] = {
    "kind": lambda value: value in ("me", "link", "agent"),
    "name": optional(text(MAX_NAME)),
    "agent": optional(text(MAX_AGENT)),
}
"""What a seat is asked for by."""


def read_table(given: Any, server_config: ServerConfig) -> OpenedGame:
    """The table that is asked for. Raises Refused, naming what is wrong."""
    if not isinstance(given, dict):
        raise RequestError(f"a table must be a JSON object, not {brief(given)}")
    asked = validated("a table", given, TABLE)
    rules = server_config.rules(asked["game"], {**asked["options"], "num_players": len(asked["seats"])})
    taken = read_seats(asked["seats"], rules, server_config)
    if asked["seed"] is not None and any(seat.kind == "link" for seat in taken):
        raise RequestError("seed can't be chosen where others play: who knows it knows what will be drawn")
    config = new_config(rules, taken)
    settings = {name: asked[name] for name in ("seed", "analysis", "forced", "pace") if asked[name] is not None}
    return OpenedGame(replace(config, **settings), [])


def new_config(rules: GameRules, taken: tuple[Seat, ...]) -> TableConfig:
    """A table of a fresh game, with the usual settings."""
    return TableConfig(
        game=rules.package,
        options=rules.options(),
        fingerprint=rules.fingerprint,
        seed=secrets.randbelow(MAX_SEED),
        position=None,
        seats=taken,
        analysis=False,
        forced=True,
        pace=DEFAULT_PACE,
    )


def read_seats(given: list[Any], rules: GameRules, server_config: ServerConfig) -> tuple[Seat, ...]:
    """Who sits where. Raises Refused, naming what is wrong."""
    if len(given) != rules.num_players:
        raise RequestError(f"seats must be {rules.num_players}, not {len(given)}")
    return tuple(_seat(place, seat, rules, server_config) for place, seat in enumerate(given))


def _seat(place: int, given: Any, rules: GameRules, server_config: ServerConfig) -> Seat:
    if not isinstance(given, dict):
        raise RequestError(f"a seat must be a JSON object, not {brief(given)}")
    asked = validated("a seat", given, SEAT)
    agent = asked["agent"] or ""
    if (asked["kind"] == "agent") != bool(agent):
        raise RequestError(f"seat {place}: agent must be named for an agent, and for nobody else")
    if agent:
        server_config.check_agent(rules, agent)
    return Seat(asked["kind"], asked["name"] or agent or f"Player {place + 1}", agent)
