"""Principalities as JSON (chapter 2): places, roads, regions and slots."""

from typing import Any

import numpy as np

from kschwert_env.engine.io.reader import PositionReader, or_none
from kschwert_env.politics_and_intrigue.kernel.components import (
    CARD_NAMES,
    FIRST_METROPOLIS_SLOT,
    MOST_STOCK,
    NOBODY,
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

KEYS = ("row", "places", "open_roads", "regions", "slots", "brewery", "alliance")


def write(state: np.void, seat: int) -> dict[str, Any]:
    """Return the principality of one seat."""
    number = int(np.count_nonzero(state["places"][seat]))
    side = int(state["brewery_side"][seat])
    return {
        "row": state["row"][seat][:number].tolist(),
        "places": [PLACE_NAMES[place] for place in state["places"][seat][:number]],
        "open_roads": [bool(road) for road in state["open_roads"][seat]],
        "regions": [_region(state, seat, region) for region in range(2 * number + 2)],
        "slots": [CARD_NAMES[card] if card >= 0 else None for card in state["slots"][seat].tolist()],
        "brewery": SIDE_NAMES[side] if side >= 0 else None,
        "alliance": or_none(state["alliance"][seat]),
    }


def _region(state: np.void, seat: int, region: int) -> dict[str, Any]:
    kind, number = state["region_kind"][seat, region], state["region_number"][seat, region]
    return {"kind": RESOURCE_NAMES[kind], "number": int(number), "stock": int(state["stock"][seat, region])}


def read(reader: PositionReader, state: np.void, seat: int) -> None:
    """Read the principality of one seat into a blank `state`."""
    place = f"principalities[{seat}]"
    places = reader.listed(f"{place}.places")
    if not START_PLACES <= len(places) <= NUM_PLACES:
        reader.fail(f"{place}.places", f"a list of {START_PLACES} to {NUM_PLACES} (L1)")
        return
    _read_places(reader, state, seat, place, len(places))
    _read_regions(reader, state, seat, f"{place}.regions", 2 * len(places) + 2)
    for slot in range(len(reader.listed(f"{place}.slots", NUM_SLOTS))):
        state["slots"][seat, slot] = reader.name(f"{place}.slots[{slot}]", CARD_NAMES, optional=True)
    state["brewery_side"][seat] = reader.name(f"{place}.brewery", SIDE_NAMES, optional=True)
    state["alliance"][seat] = reader.integer(f"{place}.alliance", 0, FIRST_METROPOLIS_SLOT - 1, optional=True)
    reader.only(place, *KEYS)


def _read_places(reader: PositionReader, state: np.void, seat: int, place: str, number: int) -> None:
    """Read places, row and open roads. The row grows at its ends only (P1)."""
    founded = PLACE_NAMES[Place.SETTLEMENT :]
    for i in range(number):
        state["places"][seat, i] = Place.SETTLEMENT + reader.name(f"{place}.places[{i}]", founded)
    row = [
        reader.integer(f"{place}.row[{i}]", 0, number - 1) for i in range(len(reader.listed(f"{place}.row", number)))
    ]
    if len(row) == number and not _has_grown(row):
        reader.fail(f"{place}.row", "the ids of all places, in an order to which a row can grow by its ends (P1)")
    elif len(row) == number:
        state["row"][seat] = row + [NOBODY] * (NUM_PLACES - number)
    for end in range(len(reader.listed(f"{place}.open_roads", NUM_ENDS))):
        state["open_roads"][seat, end] = reader.flag(f"{place}.open_roads[{end}]")


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


def _read_regions(reader: PositionReader, state: np.void, seat: int, place: str, number: int) -> None:
    for region in range(len(reader.listed(place, number))):
        here = f"{place}[{region}]"
        state["region_kind"][seat, region] = reader.name(f"{here}.kind", RESOURCE_NAMES)
        state["region_number"][seat, region] = reader.integer(f"{here}.number", 1, NUM_NUMBERS)
        state["stock"][seat, region] = reader.integer(f"{here}.stock", 0, MOST_STOCK)
        reader.only(here, "kind", "number", "stock")
