"""Call compiled functions as ordinary Python, for code that is not hot: explanations, validation, texts, chance.

The rules are written once, in the kernel of a game. `plain(function)` returns such a function as ordinary Python, with
everything that it calls, so that no other module repeats a rule.
"""

import builtins
import functools
import weakref
from collections.abc import Callable, Mapping
from functools import cache
from types import CellType, FunctionType, ModuleType
from typing import Any

import numpy as np

from kschwert_env.engine.jit.functions import Part

Function = Callable[..., Any]
"""A function of the rules, compiled or not."""


class PlainRecord:
    """A record whose fields are attributes, copied as int64 on first access.

    Compiled code computes in 64 bits, where NumPy's small integers would overflow. What is written stays here: the
    record itself does not change. Several calls can share a `PlainRecord`, and then see each other's changes.
    """

    def __init__(self, record: np.void) -> None:
        """Wrap one record of a structured array."""
        self._record = record

    def __getattr__(self, name: str) -> Any:
        """Copy a field on first access."""
        if name not in (self._record.dtype.names or ()):
            raise AttributeError(name)
        value = self._record[name]
        copied = PlainRecord(value) if value.dtype.names else value.astype(np.int64)
        self.__dict__[name] = copied
        return copied

    def __setattr__(self, name: str, value: Any) -> None:
        """Set a field of the copy."""
        self.__dict__[name] = value

    def record(self) -> np.ndarray:
        """Return the record with all changes, as an array of length 1."""
        records = np.array([self._record])
        for name in records.dtype.names or ():
            if name in self.__dict__:
                records[name] = self.__dict__[name]
        return records


class PlainCode:
    """Compiled functions as ordinary Python, which call each other. Some functions may be replaced by others."""

    def __init__(self, replaced: Mapping[Function, Function]) -> None:
        """`replaced` maps functions to those that take their place."""
        self._twins = dict(replaced)

    def twin(self, function: Function) -> Function:
        """Return the same Python code, with the functions among its globals replaced by their twins."""
        if function not in self._twins:
            python: Any = getattr(function, "py_func", function)
            names: dict[str, Any] = {"__builtins__": builtins}
            cells = tuple(CellType(self.value(cell.cell_contents)) for cell in python.__closure__ or ())
            twin = FunctionType(python.__code__, names, python.__name__, python.__defaults__, cells or None)
            self._twins[function] = twin  # before its globals: a function may call itself
            used = [name for name in python.__code__.co_names if name in python.__globals__]
            names |= {name: self.value(python.__globals__[name]) for name in used}
        return self._twins[function]

    def value(self, value: Any) -> Any:
        """Return a global of a twin: functions as their twins, modules with the twins of their functions."""
        if isinstance(value, Part | FunctionType):
            return self.twin(value)
        return _PlainModule(self, value) if isinstance(value, ModuleType) else value


class _PlainModule:
    """A module with the twins of its functions."""

    def __init__(self, code: PlainCode, module: ModuleType) -> None:
        self._code, self._module = code, module

    def __getattr__(self, name: str) -> Any:
        value = self._code.value(getattr(self._module, name))
        self.__dict__[name] = value
        return value


_code = PlainCode({})

twin = _code.twin
"""Returns a compiled function as ordinary Python, which takes recarrays."""


@cache
def plain(function: Function) -> Function:
    """Return a compiled function as ordinary Python, which takes records as `PlainRecord`s or wraps them.

    Any object with the attributes that the function reads serves as a record, too. Functions that use `packed` or
    `scratch` work only with the JIT off.
    """
    python = twin(function)

    def call(*arguments: Any) -> Any:
        return python(*(PlainRecord(each) if isinstance(each, np.void) else each for each in arguments))

    return call


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
    """Return a function that takes structured arrays, also those in tuples, as `Rows`."""

    @functools.wraps(function)
    def call(*arguments: Any) -> Any:
        return function(*map(_wrap, arguments))

    return call


def _wrap(argument: Any) -> Any:
    if isinstance(argument, tuple):
        parts = [_wrap(each) for each in argument]
        return argument._make(parts) if hasattr(argument, "_make") else tuple(parts)
    return _rows(argument) if isinstance(argument, np.ndarray) and argument.dtype.names else argument


def _rows(array: np.ndarray) -> Rows:
    key = id(array)
    known = _wrapped.get(key)
    if known is None or known[0]() is not array:
        rows = Rows(array.view())  # a view, since the array would otherwise live as long as its rows
        known = _wrapped[key] = weakref.ref(array, functools.partial(_forget, _wrapped, key)), rows
    return known[1]


def _forget(wrapped: dict[int, Any], key: int, _: object) -> None:
    wrapped.pop(key, None)
