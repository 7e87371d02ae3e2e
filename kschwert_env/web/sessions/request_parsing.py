"""Parsing of requests for new tables."""

import json
import secrets
from dataclasses import dataclass, replace
from typing import Any

from kschwert_env.engine.contract.rules import GameRules
from kschwert_env.engine.text.phrases import brief
from kschwert_env.requests.errors import RequestError
from kschwert_env.requests.server_config import ServerConfig
from kschwert_env.web.lobby.clock import MAX_SECONDS, Clock
from kschwert_env.web.lobby.table_config import Ending, Seat, TableConfig, default_name
from kschwert_env.web.messages import (
    MAX_DECISION_NUMBER,
    MAX_PACE,
    Validator,
    boolean,
    fields_of,
    integer,
    line,
    list_of,
    number,
    optional,
    text,
    validate,
)

MAX_NAME = 40
"""Maximum length of a name, in characters."""

MAX_AGENT = 200
"""Maximum length of an agent spec, in characters."""

MAX_SEED = 2**63 - 1
"""Largest seed, which is SQLite's largest integer."""

MAX_OPTIONS = 4_000
"""Maximum length of all options as JSON, in characters."""

DEFAULT_PACE = 0.5
"""Default time between decisions of agents, in seconds."""


@dataclass(frozen=True)
class OpenedGame:
    """A requested game.

    Attributes:
        config: configuration of its table.
        actions: all decisions so far, as action ids.
        is_listed: whether the lobby lists the table.
    """

    config: TableConfig
    actions: list[int]
    is_listed: bool = False


def options(value: Any) -> bool:
    """Return whether a value is a dict of moderate size; the game validates the options."""
    return isinstance(value, dict) and len(json.dumps(value)) <= MAX_OPTIONS


def seats(value: Any) -> bool:
    """Return whether a value is a list of 1 to 16 entries."""
    return isinstance(value, list) and 1 <= len(value) <= 16


_TIME = number(0, MAX_SECONDS)

CLOCK: dict[str, Validator] = {"seconds": _TIME, "free": _TIME}
"""Fields of a requested clock, with their validators."""

STORED_CLOCK: dict[str, Validator] = {
    **CLOCK,
    "left": list_of(16, _TIME),
    "since": optional(number(0, 1 << 40)),
    "first": integer(0, MAX_DECISION_NUMBER),
}
"""Fields of a stored clock, with their validators."""

ENDING: dict[str, Validator] = {"seat": integer(0, 15), "reason": lambda value: value in ("resigned", "time")}
"""Fields of a stored ending, with their validators."""

TABLE: dict[str, Validator] = {
    "game": text(MAX_NAME),
    "options": options,
    "seed": optional(integer(0, MAX_SEED)),
    "seats": seats,
    "analysis": optional(boolean),
    "forced": optional(boolean),
    "pace": optional(number(0, MAX_PACE)),
    "clock": optional(fields_of(CLOCK)),
    "listed": optional(boolean),
}
"""Fields of a requested table, with their validators."""

SEAT: dict[str, Validator] = {
    "kind": lambda value: value in ("me", "link", "agent"),
    "name": optional(line(MAX_NAME)),
    "agent": optional(line(MAX_AGENT)),
}
"""Fields of a requested seat, with their validators."""


STORED_TABLE: dict[str, Validator] = {
    "game": text(MAX_NAME),
    "options": options,
    "fingerprint": text(64),
    "seed": integer(0, MAX_SEED),
    "seed_is_known": boolean,
    "position": lambda value: value is None or isinstance(value, dict),
    "seats": seats,
    "analysis": boolean,
    "pace": number(0, MAX_PACE),
    "paused": boolean,
    "clock": optional(fields_of(STORED_CLOCK)),
    "ending": optional(fields_of(ENDING)),
}
"""Keys of a stored table (`TableConfig`), with their validators."""

STORED_SEAT: dict[str, Validator] = {
    "kind": lambda value: value in ("me", "link", "agent", "nobody"),
    "name": text(MAX_NAME + len(" ()") + MAX_AGENT),  # an agent may play on for a person (`TableConfig.replaced`)
    "agent": text(MAX_AGENT),
    "forced": boolean,
}
"""Keys of a stored seat, with their validators."""


def read_table(request: Any, server_config: ServerConfig) -> OpenedGame:
    """Return the requested table. Raises RequestError for an invalid request."""
    if not isinstance(request, dict):
        raise RequestError(f"a table must be a JSON object, not {brief(request)}")
    fields = validate("a table", request, TABLE)
    rules = server_config.rules(fields["game"], {**fields["options"], "num_players": len(fields["seats"])})
    taken = read_seats(fields["seats"], rules, server_config)
    if fields["seed"] is not None and any(seat.kind == "link" for seat in taken):
        raise RequestError("seed must be null if other people play, since it determines all draws")
    is_listed = fields["listed"] is True
    if is_listed and not any(seat.kind == "link" for seat in taken):
        raise RequestError("a listed table needs a seat of kind 'link', for anyone who joins")
    config = new_config(rules, taken)
    settings: dict[str, Any] = {name: fields[name] for name in ("seed", "analysis", "pace") if fields[name] is not None}
    settings["seed_is_known"] = "seed" in settings
    if fields["forced"] is False:
        settings["seats"] = tuple(replace(seat, forced=False) for seat in taken)
    if fields["clock"] is not None:
        settings["clock"] = Clock(**fields["clock"], left=(fields["clock"]["seconds"],) * len(taken))
    return OpenedGame(replace(config, **settings), [], is_listed)


def read_stored(stored: Any, actions: list[Any], server_config: ServerConfig) -> OpenedGame:
    """Return a stored table. It is validate like a request: the file may be damaged, or others may have changed it.

    Raises RequestError for anything that `TableConfig.to_json` does not write, for decisions that are not integers, and
    for games, editions and agents that the server does not offer.
    """
    try:
        if not isinstance(stored, dict):
            raise RequestError(f"it must be a JSON object, not {brief(stored)}")
        fields = validate("a table", stored, STORED_TABLE)
        rules = server_config.rules(fields["game"], fields["options"])
        if len(fields["seats"]) != rules.num_players:
            raise RequestError(f"the number of seats must be {rules.num_players}, not {len(fields['seats'])}")
        taken = tuple(_stored_seat(seat, rules, server_config) for seat in fields["seats"])
        clock, ending = _read_clock(fields["clock"], len(taken)), _read_ending(fields["ending"], len(taken))
        if odd := [action for action in actions if type(action) is not int]:
            raise RequestError(f"decisions must be integers, not {brief(odd[0])}")
    except RequestError as error:
        raise RequestError(f"this table can't be opened: {error}") from None
    return OpenedGame(TableConfig(**{**fields, "seats": taken, "clock": clock, "ending": ending}), actions)


def _read_clock(stored: dict[str, Any] | None, seats: int) -> Clock | None:
    if stored is None:
        return None
    if len(stored["left"]) != seats:
        raise RequestError(f"a clock must have {seats} times, not {len(stored['left'])}")
    return Clock(**{**stored, "left": tuple(stored["left"])})


def _read_ending(stored: dict[str, Any] | None, seats: int) -> Ending | None:
    if stored is None:
        return None
    if stored["seat"] >= seats:
        raise RequestError(f"the seat of an ending must be less than {seats}, not {stored['seat']}")
    return Ending(**stored)


def _stored_seat(stored: Any, rules: GameRules, server_config: ServerConfig) -> Seat:
    if not isinstance(stored, dict):
        raise RequestError(f"a seat must be a JSON object, not {brief(stored)}")
    seat = Seat(**validate("a seat", stored, STORED_SEAT))
    if (seat.kind == "agent") != bool(seat.agent):
        raise RequestError("the field agent of a seat is required for agents, and only for them")
    if seat.agent:
        server_config.check_agent(rules, seat.agent)
    return seat


def new_config(rules: GameRules, taken: tuple[Seat, ...]) -> TableConfig:
    """Return the configuration of a new game, with default settings."""
    return TableConfig(
        game=rules.package,
        options=rules.options(),
        fingerprint=rules.fingerprint,
        seed=secrets.randbelow(MAX_SEED),
        position=None,
        seats=taken,
        analysis=False,
        pace=DEFAULT_PACE,
    )


def read_seats(requested: list[Any], rules: GameRules, server_config: ServerConfig) -> tuple[Seat, ...]:
    """Return the players of all seats. Raises RequestError for invalid seats."""
    if len(requested) != rules.num_players:
        raise RequestError(f"the number of seats must be {rules.num_players}, not {len(requested)}")
    return tuple(_seat(place, seat, rules, server_config) for place, seat in enumerate(requested))


def _seat(number: int, request: Any, rules: GameRules, server_config: ServerConfig) -> Seat:
    if not isinstance(request, dict):
        raise RequestError(f"a seat must be a JSON object, not {brief(request)}")
    fields = validate("a seat", request, SEAT)
    agent = fields["agent"] or ""
    if (fields["kind"] == "agent") != bool(agent):
        raise RequestError(f"player {number + 1}: the field agent is required for agents, and only for them")
    if agent:
        server_config.check_agent(rules, agent)
    # a fast answer tells others that there was no choice, so each person decides about it
    return Seat(fields["kind"], fields["name"] or agent or default_name(number), agent, forced=fields["kind"] == "me")
