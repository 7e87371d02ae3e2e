"""`pending`: what is under way in a phase, as keys of JSON (Q4 to Q8)."""

from collections.abc import Mapping
from typing import Any

import numpy as np

from kschwert_env.engine.io.reader import Reader, or_none
from kschwert_env.politics_and_intrigue.kernel.components import (
    CARD_NAMES,
    HAND,
    MOST_NAMED,
    NUM_PLAYERS,
    NUM_SLOTS,
    REGION_STACK,
    Phase,
)

_TURN_END = ("holy_used", "exchanging")

KEYS: Mapping[Phase, tuple[str, ...]] = {
    Phase.SETUP_TAKE: ("stack", "left"),
    Phase.TRADE_EVENT: ("left",),
    Phase.GAIN: ("gains",),
    Phase.PHYSICIAN: ("safe",),
    Phase.RAID_NAME: ("slots",),
    Phase.RAID_LOSE: ("slots",),
    Phase.BUILDER_TAKE: ("stack",),
    Phase.MENDICANT: ("left",),
    Phase.DISCOUNT: ("card",),
    Phase.PLACE: ("card", "from"),
    Phase.REACT: ("card",),
    Phase.TARGET: ("card",),
    Phase.MERCHANT_TAKE: ("left",),
    Phase.CARAVAN_PAY: ("left",),
    Phase.CARAVAN_TAKE: ("left",),
    Phase.SCOUT: ("regions",),
    Phase.SCOUT_SETTLE: ("regions",),
    Phase.ARCHIVE_SORT: ("stack", "sorted"),
    Phase.COUNCIL_BURY: ("stack", "left"),
    Phase.COUNCIL_TAKE: ("stack", "left"),
    Phase.BAN: ("card",),
    Phase.TRIM_CARD: ("stack",),
    Phase.REFILL: _TURN_END,
    Phase.SEARCH_PAY: (*_TURN_END, "stack", "left"),
    Phase.SEARCH_TAKE: (*_TURN_END, "stack"),
    Phase.HOLY: (*_TURN_END, "card"),
    Phase.EXCHANGE_CARD: ("stack",),
    Phase.EXCHANGE_DRAW: (*_TURN_END, "stack"),
    Phase.DECK_PICK: ("left",),
}
"""The keys by phase; in all others nothing is pending (Q4)."""

LEFT = {
    Phase.SETUP_TAKE: HAND,
    Phase.DECK_PICK: HAND,
    Phase.TRADE_EVENT: 2,
    Phase.MENDICANT: 2,
    Phase.MERCHANT_TAKE: 2,
    Phase.CARAVAN_PAY: 2,
    Phase.CARAVAN_TAKE: 2,
    Phase.COUNCIL_BURY: 2,
    Phase.COUNCIL_TAKE: 2,
    Phase.SEARCH_PAY: 2,
}
"""The most that `left` may be, by phase (Q4)."""

MOST_GAINS = 99  # that can be written down
ARCHIVED = 6  # A12: cards that an archivist looks at


def write(state: np.void) -> dict[str, Any] | None:
    """What is under way, None in phases without it."""
    keys = KEYS.get(Phase(state["phase"]))
    return None if keys is None else {key: _value(state, key) for key in keys}


def _value(state: np.void, key: str) -> Any:
    match key:
        case "stack":
            return or_none(state["stack"])
        case "left" | "sorted":
            return int(state[key])
        case "gains":
            return state["gains"].tolist()
        case "safe":
            return [bool(safe) for safe in state["safe"]]
        case "slots":
            return [int(slot) for slot in state["named"] if slot >= 0]
        case "regions":
            return [int(region) for region in state["chosen"] if region >= 0]
        case "card":
            return CARD_NAMES[state["card"]] if state["card"] >= 0 else None
        case "from":
            return or_none(state["source"])
        case _:
            return bool(state[key])


def read(reader: Reader, state: np.void, num_stacks: int) -> None:
    """The keys of the phase, which `state` has already, and no others."""
    phase = Phase(state["phase"])
    keys = KEYS.get(phase)
    given = reader.value("pending")
    if keys is None or not isinstance(given, dict):
        if (given is None) != (keys is None):
            reader.fail("pending", f"a dict of {', '.join(keys)}" if keys else "null in this phase")
        return
    for key in keys:
        _read(reader, state, key, num_stacks)
    reader.only("pending", *keys)


def _read(reader: Reader, state: np.void, key: str, num_stacks: int) -> None:
    place, phase = f"pending.{key}", Phase(state["phase"])
    match key:
        case "stack":
            state["stack"] = reader.integer(place, 0, num_stacks - 1, optional=phase == Phase.EXCHANGE_DRAW)
        case "left":
            state["left"] = reader.integer(place, 1, LEFT[phase])
        case "sorted":
            state["sorted"] = reader.integer(place, 0, ARCHIVED - 2)
        case "gains":
            for seat in range(len(reader.listed(place, NUM_PLAYERS))):
                state["gains"][seat] = reader.integer(f"{place}[{seat}]", 0, MOST_GAINS)
        case "safe":
            for seat in range(len(reader.listed(place, NUM_PLAYERS))):
                state["safe"][seat] = reader.flag(f"{place}[{seat}]")
        case "slots":
            _read_list(reader, place, state["named"], MOST_NAMED, NUM_SLOTS)
        case "regions":
            _read_list(reader, place, state["chosen"], 2, REGION_STACK)
        case "card":
            state["card"] = reader.name(place, CARD_NAMES)
        case "from":
            state["source"] = reader.integer(place, 0, NUM_SLOTS - 1, optional=True)
        case _:
            state[key] = reader.flag(place)


def _read_list(reader: Reader, place: str, target: np.ndarray, most: int, end: int) -> None:
    """At most so many different numbers below `end`."""
    given = reader.listed(place)
    if len(given) > most:
        reader.fail(place, f"a list of at most {most}")
        return
    for i in range(len(given)):
        target[i] = reader.integer(f"{place}[{i}]", 0, end - 1)
    if len(set(target[: len(given)].tolist())) < len(given):
        reader.fail(place, "a list of different numbers")
