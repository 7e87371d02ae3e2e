"""Entries of a position that describe the map: parts, fields, and buildings."""

from collections.abc import Sequence
from typing import Any

import numpy as np

from kschwert_env.engine.contract.edition_rules import EditionRules
from kschwert_env.engine.contract.position_table import Index
from kschwert_env.engine.io.reader import PositionReader
from kschwert_env.engine.text.phrases import names_of
from kschwert_env.krone_schwert.editions.board import Board
from kschwert_env.krone_schwert.kernel.components import NOBODY, Building, Supply, Terrain

_KINDS = (Building.CASTLE, Building.SMALL_CITY, Building.LARGE_CITY)  # a cathedral is written as part of its city
_KIND_NAMES = tuple(kind.name.lower() for kind in _KINDS)
_TERRAIN_NAMES = names_of(Terrain)


def map_of(rules: EditionRules) -> Board:
    """Return the map for the rules' number of parts."""
    board: Board = rules.edition_data.boards[int(rules.board["map"][0])]
    return board


def fields_of(board: Board, terrain: Sequence[int]) -> list[dict[str, Any]]:
    """Return the entry `fields` of a position for a map with that terrain."""
    return [
        {
            "id": field,
            "shape": "octagon" if field < board.num_octagons else "square",
            "terrain": _TERRAIN_NAMES[terrain[field]],
            "row": row,
            "column": column,
            "neighbours": list(board.adjacent[field]),
        }
        for field, (row, column) in enumerate(board.coordinates)
    ]


def write_parts(rules: EditionRules, states: np.ndarray, index: Index) -> list[str]:
    """Return the names of the parts by slot."""
    return [rules.edition_data.parts[part].name for part in states["parts"][index] if part != NOBODY]


def read_parts(rules: EditionRules, reader: PositionReader, place: str, states: np.ndarray, index: Index) -> None:
    """Read the parts, which must have the sizes of their slots; write the terrain, too."""
    state, board, parts = states[0], map_of(rules), rules.edition_data.parts
    names = [part.name for part in parts]
    for slot in range(len(reader.listed(place, len(board.slots)))):
        number = reader.name(f"{place}[{slot}]", names)
        state["parts"][slot] = number
        if parts[number].size == board.slots[slot].size:
            state["terrain"][list(board.slot_fields[slot])] = parts[number].terrain
        else:
            rows, columns = board.slots[slot].size
            reader.fail(f"{place}[{slot}]", f"a part of {rows} rows of {columns} octagons")


def write_fields(rules: EditionRules, states: np.ndarray, index: Index) -> list[dict[str, Any]]:
    """Return the fields with their terrain."""
    return fields_of(map_of(rules), states["terrain"][index].tolist())


def read_fields(rules: EditionRules, reader: PositionReader, place: str, states: np.ndarray, index: Index) -> None:
    """Compare the fields with those of the edition."""
    expected = write_fields(rules, states, index)
    for field, entry in enumerate(reader.listed(place, len(expected))):
        if entry != expected[field]:
            reader.fail(f"{place}[{field}]", f"{expected[field]}, as the edition says")


def write_buildings(rules: EditionRules, states: np.ndarray, index: Index) -> list[dict[str, Any]]:
    """Return all buildings; a large city is written once, at its octagon."""
    state, buildings = states[0], []
    for field in map(int, np.flatnonzero(state["building"])):
        building, direction = Building(state["building"][field]), int(state["partner"][field])
        fields = [field]
        if direction:
            if field >= map_of(rules).num_octagons:
                continue
            fields.append(int(rules.neighbours[field, direction - 1]))
        has_cathedral = building == Building.CATHEDRAL
        kind = Building.LARGE_CITY if has_cathedral else building
        buildings.append({"kind": kind.name.lower(), "fields": fields, "cathedral": has_cathedral})
    return buildings


def read_buildings(rules: EditionRules, reader: PositionReader, place: str, states: np.ndarray, index: Index) -> None:
    """Read all buildings. Terrain and owners are read before."""
    for i in range(len(reader.listed(place))):
        _read_building(rules, reader, f"{place}[{i}]", states[0])


def _read_building(rules: EditionRules, reader: PositionReader, place: str, state: np.void) -> None:
    """Read a building. Check that one seat owns its fields, and their terrain (B1, B2)."""
    kind = _KINDS[reader.name(f"{place}.kind", _KIND_NAMES)]
    is_large = kind == Building.LARGE_CITY
    listed = reader.listed(f"{place}.fields", 2 if is_large else 1)
    last = len(rules.neighbours) - 1
    fields = sorted(reader.integer(f"{place}.fields[{i}]", 0, last) for i in range(len(listed)))  # octagon first
    if reader.flag(f"{place}.cathedral"):
        if not is_large:
            reader.fail(f"{place}.cathedral", "false: only a large city has a cathedral")
        kind = Building.CATHEDRAL
    reader.only(place, "kind", "fields", "cathedral")
    terrain = Terrain.MOUNTAIN if kind == Building.CASTLE else Terrain.PLAIN
    if any(state["terrain"][field] != terrain for field in fields):
        reader.fail(f"{place}.fields", f"on {terrain.name.lower()}")
    if any(state["building"][field] for field in fields):
        reader.fail(f"{place}.fields", "without another building")
    owners = set(state["owner"][fields].tolist())
    if len(owners) != 1 or NOBODY in owners:
        reader.fail(f"{place}.fields", "owned, by one seat")
    if is_large and len(fields) == 2:
        if tuple(fields) not in map_of(rules).city_sites:
            reader.fail(f"{place}.fields", "an octagon and a square beside it")
        else:
            connect(rules.neighbours, state, *fields)
    state["building"][fields] = kind


def connect(neighbours: np.ndarray, state: np.void, octagon: int, square: int) -> None:
    """Write the directions of both fields of a large city to each other."""
    for field, other in ((octagon, square), (square, octagon)):
        state["partner"][field] = 1 + int(np.flatnonzero(neighbours[field] == other)[0])


def derive(board: Board, state: np.void) -> None:
    """Write the state fields that are derived from owners and buildings."""
    neighbours = board.neighbours
    is_free_land = (state["owner"] == NOBODY) & (state["terrain"] != Terrain.MOUNTAIN)
    state["free_land"] = is_free_land.sum()
    octagons = np.arange(len(neighbours)) < board.num_octagons  # a large city is counted at its octagon
    for seat in range(len(state["scores"])):
        own = state["owner"] == seat
        beside = np.append(own, False)[neighbours]  # index -1 (no neighbour) reads the last entry
        state["own_neighbours"][seat] = beside.sum(axis=1)
        state["markers"][seat] -= own.sum()
        large = own & octagons & (state["building"] >= Building.LARGE_CITY)
        state["buildings"][seat, Supply.CASTLES] = (own & (state["building"] == Building.CASTLE)).sum()
        state["buildings"][seat, Supply.SMALL_CITIES] = (own & (state["building"] == Building.SMALL_CITY)).sum()
        state["buildings"][seat, Supply.LARGE_CITIES] = large.sum()
        state["buildings"][seat, Supply.CATHEDRALS] = (large & (state["building"] == Building.CATHEDRAL)).sum()
    state["supply"] -= state["buildings"].sum(axis=0)
