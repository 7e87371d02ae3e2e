"""Compilation: rules are plain functions that become machine code, ahead of time or by Numba at first use.

A game needs four decorators. `compiled` is for functions that other compiled functions call, `noalias` for those that
write many entries, `inlined` for those that profit from being part of their callers, and `entry_point` for functions
that Python calls. Only entry points are cached; the functions that they call are compiled into them. Compiled functions
allocate nothing and create no arrays to return: views are taken where they are used.
"""

import functools
from collections.abc import Callable
from importlib import import_module
from typing import Any, TypeVar

import numpy as np

from kschwert_env.engine.jit.code_folders import cache_folder
from kschwert_env.engine.jit.functions import JIT, EntryPoint, Part, numba_tools
from kschwert_env.engine.jit.native import libraries
from kschwert_env.engine.jit.plain import with_attribute_access

Function = TypeVar("Function", bound=Callable[..., Any])


def compiled(function: Function) -> Function:
    """Compile a function that only compiled functions call; it must not allocate or raise.

    To print inside it, disable the JIT (NUMBA_DISABLE_JIT=1). Self-recursion works, mutual recursion does not.
    """
    return _part(function, lambda: numba_tools().compiled(function))


def noalias(function: Function) -> Function:
    """Compile as `compiled` does, assuming that no two arguments share memory.

    Loops then need not wait for writes. Use it for masks and observations; never for a function that receives both a
    record and a part of that record.
    """
    return _part(function, lambda: numba_tools().noalias(function))


def inlined(function: Function) -> Function:
    """Compile as `compiled` does, and inline the function into each caller, so that constants propagate into it.

    The source is inlined before optimization: LLVM's later inlining gets code whose loops are already unrolled and no
    longer vectorizable. Use it for small functions and those with one caller, because code grows with each call. It
    supports neither recursion nor calls with `*args`.
    """
    return _part(function, lambda: numba_tools().inlined(function))


def intrinsic(generator: str) -> Callable[[Function], Function]:
    """Return a decorator for a function whose code a generator writes; as ordinary Python the function itself runs.

    `generator` is the full name of a function for `numba.extending.intrinsic`, imported where Numba compiles. If its
    name ends with "_literal", constants are passed to it as such.
    """

    def make() -> Any:
        module, _, name = generator.rpartition(".")
        return numba_tools().intrinsic(getattr(import_module(module), name), name.endswith("_literal"))

    return lambda function: _part(function, make)


def _part(function: Function, make: Callable[[], Any]) -> Function:
    return Part(function, make) if JIT else function  # type: ignore[return-value]


def entry_point(folder: str) -> Callable[[Function], Function]:
    """Return a decorator that compiles a function called from Python, cached in the code folder of that name.

    The folder name must change with all compiled sources except those of the engine (`sources_digest`). Pass whole
    structured arrays and take the record inside: passing a single record costs twenty times as much.
    """

    def decorate(function: Function) -> Function:
        if not JIT:
            return with_attribute_access(function)  # type: ignore[return-value]
        return EntryPoint(function, lambda: numba_tools().entry_point(function, cache_folder() / folder), folder)  # type: ignore[return-value]

    return decorate


def machine_code(function: Callable[..., Any], *arguments: Any) -> Callable[..., Any]:
    """Return the compiled code of an entry point for arguments of these types; call it with no other types.

    It skips the choice among several types, which takes Numba half a microsecond for five arguments, twice as long as a
    decision.
    """
    return function.code(*arguments) if isinstance(function, EntryPoint) else function


def binder(code: Callable[..., Any]) -> Callable[..., Callable[[int], Any]]:
    """Return a function that binds machine code to all its arguments but the last, an int, which each call gives."""
    return functools.partial(libraries.bind if libraries.is_native(code) else functools.partial, code)


def list_binder(code: Callable[..., Any]) -> Callable[..., Callable[[], list[int]]]:
    """Return a function that binds machine code to two arrays; the result lists what the code writes into the second.

    The code returns how many numbers, int64, it has written. Several lists may share the second array.
    """
    return functools.partial(libraries.bind_list if libraries.is_native(code) else _bind_list, code)


def _bind_list(code: Callable[..., Any], first: np.ndarray, numbers: np.ndarray) -> Callable[[], list[int]]:
    own = numbers.copy()
    written = own.data
    return lambda: written[: code(first, own)].tolist()
