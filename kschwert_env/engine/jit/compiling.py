"""Compiling: rules are plain functions that Numba compiles once and keeps on disk.

Four decorators are all that a game needs: `compiled` for a function that other compiled functions call, `noalias` for one
that writes much, `inlined` for one that is worth more as a part of its callers, and `entry_point` for one that Python
calls. Only entry points are cached;
what they call is compiled into them. No function allocates, or makes an array to return: views are taken where used.
"""

import functools
import hashlib
import os
import sys
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, TypeVar

import numba
import numpy as np
from filelock import FileLock
from llvmlite.binding import get_host_cpu_features, get_host_cpu_name

from kschwert_env.engine.io.files import remove_unfinished
from kschwert_env.engine.jit.code_cache import CodeCache, mark_unwritable, unwritable
from kschwert_env.engine.jit.linking import CalleeCompiler, EntryPointCompiler, NoAliasCompiler

_config: Any = numba.config  # its attributes are made at run time
_njit: Any = numba.njit
_Record: Any = numba.types.Record


def _mangling_args(record: Any) -> tuple[str, tuple[str]]:
    return "Record", (hashlib.sha256(record.name.encode()).hexdigest()[:16],)


# Numba names the symbols of compiled functions by their argument types, and record types by a counter of the process.
# Two kinds of records compiled by two processes could so share a name, and one game then runs the other's code.
_Record.mangling_args = property(_mangling_args)

JIT = not _config.DISABLE_JIT
"""False with NUMBA_DISABLE_JIT=1: then the same functions run as ordinary Python, for debugging and coverage."""

Function = TypeVar("Function", bound=Callable[..., Any])

_OPTIONS = {"nogil": True, "error_model": "numpy", "_nrt": False}  # nothing is allocated, so nothing counted
_PART: dict[str, Any] = {"no_cpython_wrapper": True, "no_cfunc_wrapper": True, "pipeline_class": CalleeCompiler}


def compiled(function: Function) -> Function:
    """Compile a function that only compiled functions call: it allocates nothing and raises nothing.

    To print in it, switch the JIT off (NUMBA_DISABLE_JIT=1). It may call itself, but no two each other.
    """
    return _njit(**_OPTIONS, **_PART)(function) if JIT else function


def noalias(function: Function) -> Function:
    """`compiled`, where no two arguments share memory: what is written to one of them changes no other.

    Nothing in its loops then waits for what they write. For masks and observations; never for a function that is handed
    a record and a part of the same record.
    """
    return _njit(**_OPTIONS, **_PART | {"pipeline_class": NoAliasCompiler})(function) if JIT else function


def inlined(function: Function) -> Function:
    """`compiled` as a part of each caller, whose constants reach into it: what is known needs no check.

    Into the caller's source, as it were: what LLVM puts in later it has already translated by itself, unrolling loops
    that in the caller's place it would have handled many entries at a time. For small functions and for those with one
    caller: the source grows with each call. Not for recursion, nor for calls with `*args`.
    """
    return _njit(**_OPTIONS, inline="always")(function) if JIT else function


def entry_point(folder: str) -> Callable[[Function], Function]:
    """Compile a function that Python calls, cached in the folder of that name.

    The name must change with all sources that are compiled, but for the engine's (`sources_digest`). Structured arrays
    go in whole, and the function takes its record inside: handing over a single record costs twenty times as much.
    """

    def decorate(function: Function) -> Function:
        if not JIT:
            return _with_attribute_access(function)
        dispatcher = _njit(**_OPTIONS, pipeline_class=EntryPointCompiler)(function)
        dispatcher._cache = CodeCache(function, cache_folder() / folder)
        return dispatcher

    return decorate


def machine_code(function: Callable[..., Any], *arguments: Any) -> Callable[..., Any]:
    """The code of an entry point for arguments of these types, to be called with no others.

    Numba's own call looks up the type of every argument: half a microsecond for five, twice what a decision takes.
    """
    dispatcher: Any = function
    return dispatcher.compile(tuple(map(numba.typeof, arguments))) if JIT else function


def _with_attribute_access(function: Function) -> Function:
    """Without the JIT `state.king` needs a recarray where compiled code takes a structured array."""

    def attributed(argument: Any) -> Any:
        is_records = isinstance(argument, np.ndarray) and argument.dtype.names is not None
        return argument.view(np.recarray) if is_records else argument

    @functools.wraps(function)
    def call(*arguments: Any) -> Any:
        return function(*map(attributed, arguments))

    return call  # type: ignore[return-value]


def sources_digest(package: Path) -> str:
    """Stands for all sources of a package, wherever it lies.

    To be taken when they are imported: later it could be that of sources edited since, and old code be filed as new.
    """
    digest = hashlib.sha256()
    for source in sorted(package.rglob("*.py")):
        text = source.read_bytes()
        digest.update(f"{source.relative_to(package).as_posix()} {len(text)} ".encode() + text)
    return digest.hexdigest()[:16]


_SETTINGS = ("BOUNDSCHECK", "OPT", "DEBUGINFO_DEFAULT", "LOOP_VECTORIZE", "SLP_VECTORIZE")
"""Of Numba, by environment variables: each makes other code of the same sources."""


def _engine_digest() -> str:
    """Stands for the engine's sources, for the libraries that compile them, their settings and the processor."""
    processor = f"{get_host_cpu_name()} {get_host_cpu_features().flatten()}"
    settings = [repr(getattr(_config, name)) for name in _SETTINGS]
    made_for = f"{numba.__version__} {np.__version__} {sys.version} {processor} {settings} "
    return hashlib.sha256((made_for + sources_digest(Path(__file__).resolve().parents[1])).encode()).hexdigest()[:16]


_NAME = _engine_digest()


@functools.cache
def cache_folder() -> Path:
    """Where compiled code is kept: one folder per state of the engine, since Numba sees changes in one file only.

    `KSCHWERT_CACHE` names another place than the user's cache folder; where neither can be written, as in some
    containers, the folder for temporary files serves. Where not even that can be, nothing is kept.
    """
    for place in (_user_folder, _temporary_folder):
        try:
            wanted = place() / _NAME
            wanted.mkdir(parents=True, exist_ok=True)
        except (OSError, RuntimeError):  # RuntimeError: a user without a home
            continue
        if os.access(wanted, os.W_OK):
            return wanted
    return Path(os.devnull) / _NAME


def _user_folder() -> Path:
    named = os.environ.get("KSCHWERT_CACHE")
    return Path(named) if named else Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache", "kschwert_env")


def _temporary_folder() -> Path:
    """A folder of the user's own: compiled code is trusted, so nobody else may have put it there."""
    if not hasattr(os, "getuid"):
        return Path(tempfile.mkdtemp(prefix="kschwert_env-"))
    folder = Path(tempfile.gettempdir(), f"kschwert_env-{os.getuid()}")
    folder.mkdir(mode=0o700, exist_ok=True)
    status = folder.stat()
    is_ours = status.st_uid == os.getuid() and not status.st_mode & 0o022
    return folder if is_ours else Path(tempfile.mkdtemp(prefix="kschwert_env-"))


@contextmanager
def compiling(folder_name: str, kind: str, what: str) -> Iterator[bool]:
    """Guard the first calls of entry points for one kind of record.

    Yields True where they are not on disk yet, having said so on stderr; one process compiles, others wait for it.
    `folder_name` is that of their `entry_point`, `kind` a file name, `what` completes the sentence "Compiling ...".
    """
    folder = cache_folder() / folder_name
    done = folder / f"{kind}.compiled"
    if not JIT or done.exists():
        yield False
        return
    with _one_process(folder):
        if done.exists():
            yield False
            return
        print(f"Compiling {what}, once (some seconds) ...", file=sys.stderr, flush=True)
        yield True
        if folder not in unwritable:
            try:
                done.touch()
            except OSError as error:
                mark_unwritable(folder, error)


@contextmanager
def _one_process(folder: Path) -> Iterator[None]:
    """One process at a time compiles for a folder; all at once where it can't be written."""
    lock = FileLock(folder / "compiling.lock")
    try:
        folder.mkdir(parents=True, exist_ok=True)
        lock.acquire()
        remove_unfinished(folder)
    except (OSError, NotImplementedError) as error:
        mark_unwritable(folder, error)
    try:
        yield
    finally:
        lock.release()
