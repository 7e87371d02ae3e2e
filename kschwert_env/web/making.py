"""A table that somebody wants, out of a request."""

import secrets
from typing import Any

from kschwert_env.engine.text import brief
from kschwert_env.web.about import About, Seat, read_rules
from kschwert_env.web.messages import Check, checked, flag, number, or_none, text, whole
from kschwert_env.web.players import check_agent
from kschwert_env.web.refused import Refused

MOST_NAME, MOST_AGENT, MOST_SEED = 40, 200, 2**63 - 1


def _options(value: Any) -> bool:
    return isinstance(value, dict) and len(value) <= 32 and all(_is_scalar(entry) for entry in value.values())


def _is_scalar(value: Any) -> bool:
    return value is None or type(value) in (bool, int) or (isinstance(value, str) and len(value) <= 200)


def _seats(value: Any) -> bool:
    return isinstance(value, list) and 1 <= len(value) <= 16


TABLE: dict[str, Check] = {
    "game": text(MOST_NAME),
    "options": _options,
    "seed": or_none(whole(0, MOST_SEED)),
    "seats": _seats,
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


def read_table(given: Any) -> About:
    """The table that is asked for. Raises Refused, naming what is wrong."""
    if not isinstance(given, dict):
        raise Refused(f"a table must be a JSON object, not {brief(given)}")
    asked = checked("a table", given, TABLE)
    seats = tuple(read_seat(number, seat) for number, seat in enumerate(asked["seats"]))
    rules = read_rules(asked["game"], {**asked["options"], "num_players": len(seats)})
    if asked["seed"] is not None and any(seat.kind == "link" for seat in seats):
        raise Refused("seed can't be chosen where others play: who knows it knows what will be drawn")
    for seat in seats:
        if seat.kind == "agent":
            check_agent(rules, seat.agent)
    return About(
        game=rules.package,
        options=rules.options(),
        fingerprint=rules.fingerprint,
        seed=secrets.randbelow(MOST_SEED) if asked["seed"] is None else asked["seed"],
        position=None,
        seats=seats,
        analysis=bool(asked["analysis"]),
        forced=asked["forced"] is not False,
        pace=0.5 if asked["pace"] is None else float(asked["pace"]),
    )


def read_seat(number: int, given: Any) -> Seat:
    """A seat. Raises Refused."""
    if not isinstance(given, dict):
        raise Refused(f"a seat must be a JSON object, not {brief(given)}")
    asked = checked("a seat", given, SEAT)
    agent = asked["agent"] or ""
    if (asked["kind"] == "agent") != bool(agent):
        raise Refused(f"seat {number}: agent must be named for an agent, and for nobody else")
    return Seat(asked["kind"], asked["name"] or agent or f"Player {number + 1}", agent)
