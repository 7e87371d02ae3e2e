"""Call compiled functions as ordinary Python, for code that is not hot: explanations, validation, texts.

The rules are written once, in the kernel of a game. `plain(function)` returns such a function as ordinary Python, with
everything that it calls, so that no other module repeats a rule.
"""

import builtins
from collections.abc import Callable
from functools import cache
from types import FunctionType, ModuleType
from typing import Any

import numpy as np

from kschwert_env.engine.jit.functions import JIT, Part


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


def plain(function: Callable[..., Any]) -> Callable[..., Any]:
    """Return a compiled function as ordinary Python, which takes records as `PlainRecord`s or wraps them.

    Any object with the attributes that the function reads serves as a record, too. Functions that use `packed` or
    `scratch` work only with the JIT off.
    """
    twin = _twin(function)

    def call(*arguments: Any) -> Any:
        return twin(*(PlainRecord(each) if isinstance(each, np.void) else each for each in arguments))

    return call


@cache
def _twin(function: Callable[..., Any]) -> Callable[..., Any]:
    """Return the same Python code, with compiled functions among its globals replaced by their twins."""
    if not JIT:
        return function
    python: Any = getattr(function, "py_func", function)
    names = {"__builtins__": builtins}
    twin = FunctionType(python.__code__, names, python.__name__, python.__defaults__)
    used = [name for name in python.__code__.co_names if name in python.__globals__]
    names |= {name: twin if python.__globals__[name] is function else _plain(python.__globals__[name]) for name in used}
    return twin


def _plain(value: Any) -> Any:
    if isinstance(value, Part):
        return _twin(value)
    return _PlainModule(value) if isinstance(value, ModuleType) else value


class _PlainModule:
    """A module with the twins of its compiled functions."""

    def __init__(self, module: ModuleType) -> None:
        self._module = module

    def __getattr__(self, name: str) -> Any:
        value = _plain(getattr(self._module, name))
        self.__dict__[name] = value
        return value
