"""Call compiled functions as ordinary Python, for code that is not hot: explanations, validation, texts, chance.

The rules are written once, in the kernel of a game. `plain(function)` returns such a function as ordinary Python, with
everything that it calls, so that no other module repeats a rule.
"""

import builtins
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
