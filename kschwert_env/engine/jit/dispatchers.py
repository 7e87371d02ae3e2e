"""Numba's side of the decorators in `compiling`. Only `functions.numba_tools` imports this module."""

import hashlib
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numba
import numba.extending
from numba.core.registry import cpu_target

from kschwert_env.engine.jit.code_cache import CodeCache
from kschwert_env.engine.jit.linking import CalleeCompiler, EntryPointCompiler, NoAliasCompiler

_njit: Any = numba.njit
_Record: Any = numba.types.Record

typeof: Any = numba.typeof
"""Returns the type of an argument."""


def _mangling_args(record: Any) -> tuple[str, tuple[str]]:
    return "Record", (hashlib.sha256(record.name.encode()).hexdigest()[:16],)


# Numba names symbols by argument types, and record types by a per-process counter. Two record kinds compiled by two
# processes could share a name, and one game would then run the code of the other.
_Record.mangling_args = property(_mangling_args)

_OPTIONS = {"nogil": True, "error_model": "numpy", "_nrt": False}  # nothing is allocated, so no reference counts
_PART: dict[str, Any] = {"no_cpython_wrapper": True, "no_cfunc_wrapper": True, "pipeline_class": CalleeCompiler}


def compiled(function: Callable[..., Any]) -> Any:
    """Return the dispatcher for `compiling.compiled`."""
    return _with_wide_integers(_njit(**_OPTIONS, **_PART)(function))


def noalias(function: Callable[..., Any]) -> Any:
    """Return the dispatcher for `compiling.noalias`."""
    return _with_wide_integers(_njit(**_OPTIONS, **_PART | {"pipeline_class": NoAliasCompiler})(function))


def _with_wide_integers(dispatcher: Any) -> Any:
    """Let a dispatcher compile for int64 whatever integers it is called with: Numba would compile it for each constant,
    enumeration and size of integer anew.
    """
    compile_for = dispatcher.compile
    dispatcher.compile = lambda signature: compile_for(tuple(map(_widened, signature)))
    return dispatcher


def _widened(kind: Any) -> Any:
    is_integer = isinstance(kind, (numba.types.Integer, numba.types.IntEnumMember))
    return numba.types.int64 if is_integer and kind is not numba.types.uint64 else kind


def inlined(function: Callable[..., Any]) -> Any:
    """Return the dispatcher for `compiling.inlined`."""
    return _njit(**_OPTIONS, inline="always")(function)


def entry_point(function: Callable[..., Any], folder: Path) -> Any:
    """Return the dispatcher for `compiling.entry_point`, cached in this folder."""
    dispatcher = _njit(**_OPTIONS, no_cfunc_wrapper=True, pipeline_class=EntryPointCompiler)(function)
    dispatcher._cache = CodeCache(function, folder)
    return dispatcher


def intrinsic(generator: Callable[..., Any], prefer_literal: bool) -> Any:
    """Return the intrinsic for `compiling.intrinsic`."""
    return numba.extending.intrinsic(prefer_literal=prefer_literal)(generator)


def type_of(function: Any) -> Any:
    """Return the type of a dispatcher or intrinsic, which may be new to Numba."""
    cpu_target.typing_context.refresh()
    return cpu_target.typing_context.resolve_value_type(function)
