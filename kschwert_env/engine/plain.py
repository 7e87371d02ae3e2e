"""Compiled functions as ordinary Python, for code that is not hot: explanations, soundness checks and texts.

Functions that only compiled code calls (`engine.compiling`) have no wrapper for Python. Their sources are ordinary
Python, though: `plain` gives the functions of a module as that, and `fields` gives them a record to read.
"""

import sys
from types import FunctionType, ModuleType, SimpleNamespace
from typing import Any, TypeAlias

import numpy as np

from kschwert_env.engine.compiling import JIT

Fields: TypeAlias = SimpleNamespace
"""A record as plain functions read it (`fields`)."""

_ROOT = __name__.partition(".")[0]
_copies: dict[str, ModuleType] = {}


def plain(module: ModuleType) -> Any:
    """Return a module whose compiled functions are ordinary Python functions.

    It is a copy of `module`. Each compiled function is made again from its Python code, with the copy as its globals.
    In the copy, compiled functions that were imported from elsewhere, and modules of this package, are plain, too. So
    everything that a plain function calls is ordinary Python. Constants, classes and ordinary functions are the same
    objects as in `module`. Without the JIT the functions are ordinary already, and `module` itself is returned.

    Functions that use intrinsics, such as `packed` and `scratch`, can't be called this way.
    """
    if not JIT:
        return module
    if module.__name__ not in _copies:
        copy = _copies[module.__name__] = ModuleType(module.__name__, module.__doc__)
        for name, value in list(vars(module).items()):
            setattr(copy, name, _plain_value(value, copy))
    return _copies[module.__name__]


def _plain_value(value: Any, copy: ModuleType) -> Any:
    if isinstance(value, ModuleType) and value.__name__.partition(".")[0] == _ROOT:
        return plain(value)
    function = getattr(value, "py_func", None)  # of what Numba has compiled
    if not isinstance(function, FunctionType):
        return value
    if function.__module__ != copy.__name__:
        return getattr(plain(sys.modules[function.__module__]), function.__name__)
    return FunctionType(function.__code__, vars(copy), function.__name__, function.__defaults__, function.__closure__)


def fields(record: np.void) -> Fields:
    """Return the fields of a record as attributes, for plain functions that read it.

    Arrays are views of the record, scalars are copies: what a function writes to a scalar does not reach the record.
    """
    names = record.dtype.names or ()
    return Fields(**{name: record[name] for name in names})
