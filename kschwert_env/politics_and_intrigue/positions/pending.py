"""`pending` in JSON: the values that a phase remembers (Q4 to Q8)."""

from typing import Any

import numpy as np

from kschwert_env.engine.io.reader import PositionReader, or_none
from kschwert_env.politics_and_intrigue.kernel.chapters.action_cards import SORTED
from kschwert_env.politics_and_intrigue.kernel.components import (
    CARD_NAMES,
    MOST_NAMED,
    NUM_PLAYERS,
    NUM_SLOTS,
    REGION_STACK,
    RESUME_NAMES,
    Phase,
)
from kschwert_env.politics_and_intrigue.kernel.phases import TABLE

MOST_GAINS = 99  # that can be written down


def write(state: np.void) -> dict[str, Any] | None:
    """Return the pending values of the phase, None if it has none."""
    keys = TABLE[state["phase"]].pending
    return {key: _value(state, key) for key in keys} if keys else None


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
        case "resume":
            return RESUME_NAMES[state["resume"]] if state["resume"] else None
        case _:
            return bool(state[key])


def read(reader: PositionReader, state: np.void, num_stacks: int) -> None:
    """Read the pending values of the phase, which `state` has already, and refuse other keys."""
    keys = TABLE[state["phase"]].pending
    given = reader.value("pending")
    if not keys or not isinstance(given, dict):
        if keys or given is not None:
            reader.fail("pending", f"a dict of {', '.join(keys)}" if keys else "null in this phase")
        return
    for key in keys:
        _read(reader, state, key, num_stacks)
    reader.only("pending", *keys)


def _read(reader: PositionReader, state: np.void, key: str, num_stacks: int) -> None:
    place, phase = f"pending.{key}", Phase(state["phase"])
    match key:
        case "stack":
            state["stack"] = reader.integer(place, 0, num_stacks - 1, optional=phase == Phase.EXCHANGE_DRAW)
        case "left":
            state["left"] = reader.integer(place, 1, TABLE[phase].most_left)
        case "sorted":
            state["sorted"] = reader.integer(place, 0, SORTED - 2)
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
        case "resume":
            if reader.value(place) is not None:
                state["resume"] = 1 + reader.name(place, RESUME_NAMES[1:])
        case _:
            state[key] = reader.flag(place)


def _read_list(reader: PositionReader, place: str, target: np.ndarray, most: int, end: int) -> None:
    """Read at most `most` different numbers below `end` into an array."""
    given = reader.listed(place)
    if len(given) > most:
        reader.fail(place, f"a list of at most {most}")
        return
    for i in range(len(given)):
        target[i] = reader.integer(f"{place}[{i}]", 0, end - 1)
    if len(set(target[: len(given)].tolist())) < len(given):
        reader.fail(place, "a list of different numbers")
