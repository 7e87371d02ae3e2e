"""Structured arrays whose fields are attributes, for functions that run as plain Python.

NumPy's own (`recarray`) take ten times as long, and compute with narrow integers, where compiled code has 64 bits.
"""

import functools
import weakref
from collections.abc import Callable
from typing import Any

import numpy as np


class Rows:
    """A structured array; its entries are `Row`s. All other attributes are those of the array.

    Attributes:
        array: the array.
    """

    def __init__(self, array: np.ndarray) -> None:
        """Wrap an array, whose memory the entries share."""
        self.array = array
        self._row_type = _row_type(array.dtype)
        self._rows: dict[Any, Row] = {}

    def __getitem__(self, index: Any) -> Any:
        """Return one entry; for a slice, the rows of a part of the array."""
        if isinstance(index, slice):
            return Rows(self.array[index])
        row = self._rows.get(index)
        if row is None:
            *first, last = index if isinstance(index, tuple) else (index,)
            row = self._rows[index] = self._row_type(self.array[(*first, slice(last, last + 1))])
        return row

    def __setitem__(self, index: Any, row: "Row") -> None:
        """Write an entry."""
        self.array[index] = row.entry[0]

    def __getattr__(self, name: str) -> Any:
        """Return an attribute of the array."""
        return getattr(self.array, name)


class Row:
    """An entry of a structured array. Numbers are read as Python's, arrays as views.

    Attributes:
        entry: an array of length 1.
    """

    def __init__(self, entry: np.ndarray) -> None:
        """Wrap an array of length 1."""
        self.entry = entry


@functools.cache
def _row_type(dtype: np.dtype) -> type[Row]:
    """Return the class of entries with this dtype: a property for each field."""
    return type("Row", (Row,), {name: _property(name, dtype[name]) for name in dtype.names or ()})


def _property(name: str, dtype: np.dtype) -> property:
    key, is_number = f"field {name}", dtype.names is None and not dtype.shape
    # views are kept under the key, in the attributes of a row

    def view(row: Any) -> Any:
        field = row.entry[name]
        kept = field.item if is_number else _row_type(dtype)(field) if dtype.names else field[0]
        row.__dict__[key] = kept
        return kept

    def get(row: Any) -> Any:
        kept = row.__dict__.get(key)
        return view(row) if kept is None else kept

    def get_number(row: Any) -> Any:
        return (row.__dict__.get(key) or view(row))()

    def write(row: Any, value: Any) -> None:
        row.entry[name][0] = value

    return property(get_number if is_number else get, write)


_wrapped: dict[int, tuple[Any, Rows]] = {}  # by id of the array, with a weak reference that removes it


def with_attribute_access(function: Callable[..., Any]) -> Callable[..., Any]:
    """Return a function that takes structured arrays as `Rows`."""

    @functools.wraps(function)
    def call(*arguments: Any) -> Any:
        return function(
            *[_wrap(each) if isinstance(each, np.ndarray) and each.dtype.names else each for each in arguments]
        )

    return call


def _wrap(array: np.ndarray) -> Rows:
    key = id(array)
    known = _wrapped.get(key)
    if known is None or known[0]() is not array:
        rows = Rows(array.view())  # a view, since the array would otherwise live as long as its rows
        known = _wrapped[key] = weakref.ref(array, functools.partial(_forget, _wrapped, key)), rows
    return known[1]


def _forget(wrapped: dict[int, Any], key: int, _: object) -> None:
    wrapped.pop(key, None)
