"""Tables that somebody wants to play at, out of requests."""

import json
import secrets
from dataclasses import dataclass, replace
from typing import Any

from kschwert_env.engine.rules import GameRules
from kschwert_env.engine.text import brief
from kschwert_env.web.errors import Refused
from kschwert_env.web.messages import Check, checked, flag, number, or_none, text, whole
from kschwert_env.web.server_config import House
from kschwert_env.web.table_config import About, Seat

MOST_NAME = 40
"""Characters of a name."""

MOST_AGENT = 200
"""Characters of what is typed for an agent."""

MOST_SEED = 2**63 - 1
"""The greatest seed: SQLite's greatest number."""

MOST_OPTIONS = 4_000
"""Characters of all options."""

PACE = 0.5
"""Seconds between the decisions of agents where none are named."""


@dataclass(frozen=True)
class Opened:
    """A game out of a request.

    Attributes:
        about: what its table is.
        actions: all decisions so far.
    """

    about: About
    actions: list[int]


def options(value: Any) -> bool:
    """Whether these can be options of a game: not many. The game judges them."""
    return isinstance(value, dict) and len(json.dumps(value)) <= MOST_OPTIONS


def seats(value: Any) -> bool:
    """Whether these can be seats."""
    return isinstance(value, list) and 1 <= len(value) <= 16


TABLE: dict[str, Check] = {
    "game": text(MOST_NAME),
    "options": options,
    "seed": or_none(whole(0, MOST_SEED)),
    "seats": seats,
    "analysis": or_none(flag),
    "forced": or_none(flag),
    "pace": or_none(number(0, 60)),
}
"""What a table is asked for by."""

SEAT: dict[str, Check] = {
    "kind": lambda value: value in ("me", "link", "agent"),
    "name": or_none(text(MOST_NAME)),
    "agent": or_none(text(MOST_AGENT)),
}
"""What a seat is asked for by."""


def read_table(given: Any, house: House) -> Opened:
    """The table that is asked for. Raises Refused, naming what is wrong."""
    if not isinstance(given, dict):
        raise Refused(f"a table must be a JSON object, not {brief(given)}")
    asked = checked("a table", given, TABLE)
    rules = house.rules(asked["game"], {**asked["options"], "num_players": len(asked["seats"])})
    taken = read_seats(asked["seats"], rules, house)
    if asked["seed"] is not None and any(seat.kind == "link" for seat in taken):
        raise Refused("seed can't be chosen where others play: who knows it knows what will be drawn")
    about = new_about(rules, taken)
    settings = {name: asked[name] for name in ("seed", "analysis", "forced", "pace") if asked[name] is not None}
    return Opened(replace(about, **settings), [])


def new_about(rules: GameRules, taken: tuple[Seat, ...]) -> About:
    """A table of a fresh game, with the usual settings."""
    return About(
        game=rules.package,
        options=rules.options(),
        fingerprint=rules.fingerprint,
        seed=secrets.randbelow(MOST_SEED),
        position=None,
        seats=taken,
        analysis=False,
        forced=True,
        pace=PACE,
    )


def read_seats(given: list[Any], rules: GameRules, house: House) -> tuple[Seat, ...]:
    """Who sits where. Raises Refused, naming what is wrong."""
    if len(given) != rules.num_players:
        raise Refused(f"seats must be {rules.num_players}, not {len(given)}")
    return tuple(_seat(place, seat, rules, house) for place, seat in enumerate(given))


def _seat(place: int, given: Any, rules: GameRules, house: House) -> Seat:
    if not isinstance(given, dict):
        raise Refused(f"a seat must be a JSON object, not {brief(given)}")
    asked = checked("a seat", given, SEAT)
    agent = asked["agent"] or ""
    if (asked["kind"] == "agent") != bool(agent):
        raise Refused(f"seat {place}: agent must be named for an agent, and for nobody else")
    if agent:
        house.check_agent(rules, agent)
    return Seat(asked["kind"], asked["name"] or agent or f"Player {place + 1}", agent)
