"""Tables of the keys of positions: each key is described once, and written to JSON and read by that description.

A table is a dict from keys to entries. An entry names its field of the state. Lists extend the index of their entries:
`ListOf(2, Flag("safe"))` is `safe[0]` and `safe[1]`. States are arrays of length 1, so each index begins with 0.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any, NamedTuple

import numpy as np

from kschwert_env.engine.contract.rules import GameRules, Position
from kschwert_env.engine.io.reader import PositionReader, by_name, or_none

Table = dict[str, Any]
"""Entries by key."""

Index = tuple[int, ...]
"""Index of a value in its field; the first number is that of the state."""


class Integer(NamedTuple):
    """An int.

    Attributes:
        field: name of the field of the state.
        low: smallest value.
        high: largest value.
        optional: whether -1 stands for null.
    """

    field: str
    low: int
    high: int
    optional: bool = False


class Flag(NamedTuple):
    """A bool.

    Attributes:
        field: name of the field of the state.
    """

    field: str


class Name(NamedTuple):
    """A name, stored as its index.

    Attributes:
        field: name of the field of the state.
        names: all names.
        optional: whether the number below `first` stands for null.
        first: smallest index.
    """

    field: str
    names: Sequence[str]
    optional: bool = False
    first: int = 0


class Counts(NamedTuple):
    """Numbers by name.

    Attributes:
        field: name of the field of the state.
        names: all names.
        complete: whether zeros are written.
        most: largest number of each; None without a limit.
    """

    field: str
    names: Sequence[str]
    complete: bool = False
    most: Sequence[int] | None = None


class ListOf(NamedTuple):
    """A list of entries of one kind.

    Attributes:
        length: number of entries.
        entry: kind of each.
    """

    length: int
    entry: Any


class At(NamedTuple):
    """An entry at one row of its field.

    Attributes:
        row: number of the row, or the field with that number.
        entry: what is there.
    """

    row: int | str
    entry: Any


class Nullable(NamedTuple):
    """An entry that is null while a field of the state is negative.

    Attributes:
        field: name of the field.
        entry: what is there otherwise.
    """

    field: str
    entry: Any


class During(NamedTuple):
    """An entry that is null except in some phases. The key of the phase comes earlier in the table.

    Attributes:
        phases: indices of the phases in which it is there.
        phase_names: names of all phases.
        entry: what is there.
    """

    phases: Sequence[int]
    phase_names: Sequence[str]
    entry: Any


class Custom(NamedTuple):
    """An entry with its own functions.

    Attributes:
        write: (states, index): returns the value in JSON types.
        read: (reader, path, states, index): reads it into the state.
    """

    write: Callable[[np.ndarray, Index], Any]
    read: Callable[[PositionReader, str, np.ndarray, Index], None]


def write(entry: Any, states: np.ndarray, index: Index = (0,)) -> Any:
    """Return an entry or a table in JSON types."""
    match entry:
        case Integer() | Flag() | Name() | Counts():
            return _write_value(entry, states[entry.field][index])
        case dict():
            return {key: write(part, states, index) for key, part in entry.items()}
        case ListOf(length, Integer() | Flag() | Name() | Counts() as part):  # not entry by entry, which is slow
            return [_write_value(part, value) for value in states[part.field][index][:length]]
        case ListOf(length, part):
            return [write(part, states, (*index, i)) for i in range(length)]
        case At(row, part):
            return write(part, states, _extend(index, row, states))
        case Nullable(field, part):
            return None if states[field][index] < 0 else write(part, states, index)
        case During(phases, _, part):
            return write(part, states, index) if states["phase"][0] in phases else None
        case Custom():
            return entry.write(states, index)


def _write_value(entry: Any, value: Any) -> Any:
    match entry:
        case Integer():
            return or_none(value) if entry.optional else int(value)
        case Flag():
            return bool(value)
        case Name():
            return None if entry.optional and value < entry.first else entry.names[value]
        case Counts(_, names, complete):
            return dict(zip(names, value.tolist(), strict=True)) if complete else by_name(value, names)


def read(entry: Any, reader: PositionReader, place: str, states: np.ndarray, index: Index = (0,)) -> None:
    """Read what is at a path into the state. After errors the state may hold anything."""
    match entry:
        case dict():
            for key, part in entry.items():
                read(part, reader, f"{place}.{key}", states, index)
            reader.only(place, *entry)
        case ListOf(length, part):
            for i in range(len(reader.listed(place, length))):
                read(part, reader, f"{place}[{i}]", states, (*index, i))
        case At(row, part):
            read(part, reader, place, states, _extend(index, row, states))
        case Nullable(_, part):
            if reader.value(place) is not None:
                read(part, reader, place, states, index)
        case During(phases, phase_names, part):
            is_null = reader.value(place) is None
            if is_null == (states["phase"][0] in phases):
                names = ", ".join(phase_names[phase] for phase in phases)
                reader.fail(place, f"null, except in the phases {names}")
            elif not is_null:
                read(part, reader, place, states, index)
        case Custom():
            entry.read(reader, place, states, index)
        case _:
            states[entry.field][index] = _read_field(entry, reader, place)


def _extend(index: Index, row: int | str, states: np.ndarray) -> Index:
    return *index, int(states[row][index]) if isinstance(row, str) else row


def _read_field(entry: Any, reader: PositionReader, place: str) -> Any:
    match entry:
        case Integer(_, low, high, optional):
            return reader.integer(place, low, high, optional)
        case Flag():
            return reader.flag(place)
        case Name(_, names, optional, first):
            return first + reader.name(place, names[first:], optional)
    counts = reader.counts(place, entry.names, entry.complete)
    for i, most in enumerate(entry.most or ()):
        if counts[i] > most:
            reader.fail(f"{place}.{entry.names[i]}", f"left out: there are {most} in the game")
            counts[i] = 0  # fits into the field
    return counts


def write_position(rules: GameRules, format_name: str, table: Table, state: np.void) -> dict[str, Any]:
    """Return a complete position, in JSON types."""
    return {"format": format_name, "rules": rules.options(), **write(table, state.reshape(1))}


def read_position(
    position: Position,
    format_name: str,
    table: Table,
    states: np.ndarray,
    check: Callable[[PositionReader], Iterable[str]],
) -> np.ndarray:
    """Read a position, a dict of JSON types, into a blank state; return it, as an array of length 1.

    Once all parts are well-formed, `check` returns the contradictions between them. Raises ValueError with every
    contradiction.
    """
    reader = PositionReader(position)
    reader.expect_format(format_name)
    for key, entry in table.items():
        read(entry, reader, key, states)
    reader.only("", "format", "rules", *table)
    reader.raise_if_wrong()
    reader.wrong += check(reader)
    reader.raise_if_wrong()
    return states


def check_turn(rules: GameRules, state: np.void) -> Iterator[str]:
    """Yield contradictions between options, turn, deciding seat and end."""
    is_over = rules.phase_names[state["phase"]] == "over"
    if not rules.board["random_start"][0] and state["start_player"] != 0:
        yield "start_player: it is 0 by the rules chosen"
    if (state["player"] < 0) != is_over:
        yield "player: null when the game is over, and only then"
    if state["truncated"] and not is_over:
        yield "truncated: only a game that is over is truncated"
    if state["turn"] > (last := int(rules.board["last_turn"][0])):
        yield f"turn: the game is truncated before turn {last + 1}"


def check_totals(key: str, names: Sequence[str], totals: np.ndarray, wanted: np.ndarray) -> Iterator[str]:
    """Yield the cards whose total in all piles is not that of the edition."""
    for card in np.flatnonzero(totals != wanted).tolist():
        yield f"{key}: there are {totals[card]} of {names[card]} in all, not {wanted[card]}"
