"""Principalities as JSON (chapter 2): places, roads, regions and slots."""

from typing import Any

import numpy as np

from kschwert_env.engine.contract.position_table import Flag, Index, Integer, ListOf, Name, Table, read, write
from kschwert_env.engine.io.reader import PositionReader
from kschwert_env.politics_and_intrigue.kernel.components import (
    CARD_NAMES,
    FIRST_METROPOLIS_SLOT,
    MOST_STOCK,
    NUM_ENDS,
    NUM_NUMBERS,
    NUM_PLACES,
    NUM_SLOTS,
    PLACE_NAMES,
    RESOURCE_NAMES,
    SIDE_NAMES,
    START_PLACES,
    Place,
)


def write_principality(states: np.ndarray, index: Index) -> dict[str, Any]:
    """Return the principality of the seat in `index`."""
    table = _list_keys(int(np.count_nonzero(states["places"][index])))
    return dict(write(table, states, index))


def read_principality(reader: PositionReader, place: str, states: np.ndarray, index: Index) -> None:
    """Read the principality of the seat in `index` into a blank state."""
    number = len(reader.listed(f"{place}.places"))
    if not START_PLACES <= number <= NUM_PLACES:
        reader.fail(f"{place}.places", f"a list of {START_PLACES} to {NUM_PLACES} (L1)")
        return
    read(_list_keys(number), reader, place, states, index)
    if not _has_grown(states["row"][index][:number].tolist()):
        reader.fail(f"{place}.row", "the ids of all places, in an order to which a row can grow by its ends (P1)")


def _list_keys(number: int) -> Table:
    """Return the keys of a principality with this number of places."""
    region = {
        "kind": Name("region_kind", RESOURCE_NAMES),
        "number": Integer("region_number", 1, NUM_NUMBERS),
        "stock": Integer("stock", 0, MOST_STOCK),
    }
    return {
        "row": ListOf(number, Integer("row", 0, number - 1)),
        "places": ListOf(number, Name("places", PLACE_NAMES, first=Place.SETTLEMENT)),
        "open_roads": ListOf(NUM_ENDS, Flag("open_roads")),
        "regions": ListOf(2 * number + 2, region),
        "slots": ListOf(NUM_SLOTS, Name("slots", CARD_NAMES, optional=True)),
        "brewery": Name("brewery_side", SIDE_NAMES, optional=True),
        "alliance": Integer("alliance", 0, FIRST_METROPOLIS_SLOT - 1, optional=True),
    }


def _has_grown(row: list[int]) -> bool:
    row = list(row)
    for newest in range(len(row) - 1, START_PLACES - 1, -1):
        if row[-1] == newest:
            row.pop()
        elif row[0] == newest:
            row.pop(0)
        else:
            return False
    return row == list(range(START_PLACES))
