"""`pending` in JSON: the values that a phase remembers (Q4 to Q8)."""

from functools import partial
from typing import Any

import numpy as np

from kschwert_env.engine.contract.position_table import Custom, Flag, Index, Integer, ListOf, Name, Table, read, write
from kschwert_env.engine.io.reader import PositionReader
from kschwert_env.politics_and_intrigue.kernel.chapters.action_cards import SORTED
from kschwert_env.politics_and_intrigue.kernel.components import (
    CARD_NAMES,
    NUM_PLAYERS,
    NUM_SLOTS,
    REGION_STACK,
    RESUME_NAMES,
    Phase,
)
from kschwert_env.politics_and_intrigue.kernel.phases import TABLE

MOST_GAINS = 99  # that can be written down


def write_pending(states: np.ndarray, index: Index) -> dict[str, Any] | None:
    """Return the pending values of the phase, None if it has none."""
    return write(_list_keys(states, 0), states) or None


def read_pending(num_stacks: int, reader: PositionReader, place: str, states: np.ndarray, index: Index) -> None:
    """Read the pending values of the phase, which is read before, and refuse other keys."""
    table, value = _list_keys(states, num_stacks), reader.value(place)
    if table and isinstance(value, dict):
        read(table, reader, place, states)
    elif table or value is not None:
        reader.fail(place, f"a dict of {', '.join(table)}" if table else "null in this phase")


def _list_keys(states: np.ndarray, num_stacks: int) -> Table:
    phase = Phase(states["phase"][0])
    entries: Table = {
        "stack": Integer("stack", 0, num_stacks - 1, optional=phase == Phase.EXCHANGE_DRAW),
        "left": Integer("left", 1, TABLE[phase].most_left),
        "sorted": Integer("sorted", 0, SORTED - 2),
        "gains": ListOf(NUM_PLAYERS, Integer("gains", 0, MOST_GAINS)),
        "safe": ListOf(NUM_PLAYERS, Flag("safe")),
        "slots": Custom(partial(_write_numbers, "named"), partial(_read_numbers, "named", NUM_SLOTS)),
        "regions": Custom(partial(_write_numbers, "chosen"), partial(_read_numbers, "chosen", REGION_STACK)),
        "card": Name("card", CARD_NAMES),
        "from": Integer("source", 0, NUM_SLOTS - 1, optional=True),
        "resume": Name("resume", RESUME_NAMES, optional=True, first=1),
    }
    return {key: entries.get(key, Flag(key)) for key in TABLE[phase].pending}


def _write_numbers(field: str, states: np.ndarray, index: Index) -> list[int]:
    return [number for number in states[field][index].tolist() if number >= 0]


def _read_numbers(field: str, end: int, reader: PositionReader, place: str, states: np.ndarray, index: Index) -> None:
    """Read different numbers below `end`, at most as many as the field has room for."""
    target, number = states[field][index], len(reader.listed(place))
    if number > len(target):
        reader.fail(place, f"a list of at most {len(target)}")
        return
    for i in range(number):
        target[i] = reader.integer(f"{place}[{i}]", 0, end - 1)
    if len(set(target[:number].tolist())) < number:
        reader.fail(place, "a list of different numbers")
