"""Compilation: rules are plain functions that Numba compiles once and caches on disk.

A game needs four decorators. `compiled` is for functions that other compiled functions call, `noalias` for those that
write many entries, `inlined` for those that profit from being part of their callers, and `entry_point` for functions
that Python calls. Only entry points are cached; the functions that they call are compiled into them. Compiled functions
allocate nothing and create no arrays to return: views are taken where they are used.
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

_config: Any = numba.config  # its attributes are defined at run time
_njit: Any = numba.njit
_Record: Any = numba.types.Record


def _mangling_args(record: Any) -> tuple[str, tuple[str]]:
    return "Record", (hashlib.sha256(record.name.encode()).hexdigest()[:16],)


# Numba names symbols by argument types, and record types by a per-process counter. Two record kinds compiled by two
# processes could share a name, and one game would then run the code of the other.
_Record.mangling_args = property(_mangling_args)

JIT = not _config.DISABLE_JIT
"""True if functions are compiled. With NUMBA_DISABLE_JIT=1 they run as ordinary Python, for debugging and coverage."""

Function = TypeVar("Function", bound=Callable[..., Any])

_OPTIONS = {"nogil": True, "error_model": "numpy", "_nrt": False}  # nothing is allocated, so no reference counts
_PART: dict[str, Any] = {"no_cpython_wrapper": True, "no_cfunc_wrapper": True, "pipeline_class": CalleeCompiler}


def compiled(function: Function) -> Function:
    """Compile a function that only compiled functions call; it must not allocate or raise.

    To print inside it, disable the JIT (NUMBA_DISABLE_JIT=1). Self-recursion works, mutual recursion does not.
    """
    return _njit(**_OPTIONS, **_PART)(function) if JIT else function


def noalias(function: Function) -> Function:
    """Compile as `compiled` does, assuming that no two arguments share memory.

    Loops then need not wait for writes. Use it for masks and observations; never for a function that receives both a
    record and a part of that record.
    """
    return _njit(**_OPTIONS, **_PART | {"pipeline_class": NoAliasCompiler})(function) if JIT else function


def inlined(function: Function) -> Function:
    """Compile as `compiled` does, and inline the function into each caller, so that constants propagate into it.

    The source is inlined before optimization: LLVM's later inlining gets code whose loops are already unrolled and no
    longer vectorizable. Use it for small functions and those with one caller, because code grows with each call. It
    supports neither recursion nor calls with `*args`.
    """
    return _njit(**_OPTIONS, inline="always")(function) if JIT else function


def entry_point(folder: str) -> Callable[[Function], Function]:
    """Return a decorator that compiles a function called from Python, cached in the code folder of that name.

    The folder name must change with all compiled sources except those of the engine (`sources_digest`). Pass whole
    structured arrays and take the record inside: passing a single record costs twenty times as much.
    """

    def decorate(function: Function) -> Function:
        if not JIT:
            return _with_attribute_access(function)
        dispatcher = _njit(**_OPTIONS, pipeline_class=EntryPointCompiler)(function)
        dispatcher._cache = CodeCache(function, cache_folder() / folder)
        return dispatcher

    return decorate


def machine_code(function: Callable[..., Any], *arguments: Any) -> Callable[..., Any]:
    """Return the compiled code of an entry point for arguments of these types; call it with no other types.

    It skips Numba's type dispatch, which takes half a microsecond for five arguments, twice as long as a decision.
    """
    dispatcher: Any = function
    return dispatcher.compile(tuple(map(numba.typeof, arguments))) if JIT else function


def _with_attribute_access(function: Function) -> Function:
    """Return a function that receives recarrays: without the JIT, `state.king` fails on structured arrays."""

    def attributed(argument: Any) -> Any:
        is_records = isinstance(argument, np.ndarray) and argument.dtype.names is not None
        return argument.view(np.recarray) if is_records else argument

    @functools.wraps(function)
    def call(*arguments: Any) -> Any:
        return function(*map(attributed, arguments))

    return call  # type: ignore[return-value]


def sources_digest(package: Path) -> str:
    """Return a digest of all sources of a package, independent of its location.

    Call it on import: a later call could read newer sources, and store old code under their digest.
    """
    digest = hashlib.sha256()
    for source in sorted(package.rglob("*.py")):
        text = source.read_bytes()
        digest.update(f"{source.relative_to(package).as_posix()} {len(text)} ".encode() + text)
    return digest.hexdigest()[:16]


_SETTINGS = ("BOUNDSCHECK", "OPT", "DEBUGINFO_DEFAULT", "LOOP_VECTORIZE", "SLP_VECTORIZE")
"""Settings of Numba, from environment variables, that change the generated code."""


def _engine_digest() -> str:
    """Return a digest of the engine's sources, the compiler libraries and their settings, and the processor."""
    processor = f"{get_host_cpu_name()} {get_host_cpu_features().flatten()}"
    settings = [repr(getattr(_config, name)) for name in _SETTINGS]
    made_for = f"{numba.__version__} {np.__version__} {sys.version} {processor} {settings} "
    return hashlib.sha256((made_for + sources_digest(Path(__file__).resolve().parents[1])).encode()).hexdigest()[:16]


_NAME = _engine_digest()


@functools.cache
def cache_folder() -> Path:
    """Return the folder of compiled code: one per version of the engine, because Numba tracks changes in one file only.

    `KSCHWERT_CACHE` overrides the user's cache folder. If neither is writable, as in some containers, the folder for
    temporary files is used; if that is not writable either, nothing is cached.
    """
    for find_folder in (_user_folder, _temporary_folder):
        try:
            folder = find_folder() / _NAME
            folder.mkdir(parents=True, exist_ok=True)
        except (OSError, RuntimeError):  # RuntimeError: a user without a home
            continue
        if os.access(folder, os.W_OK):
            return folder
    return Path(os.devnull) / _NAME


def _user_folder() -> Path:
    named = os.environ.get("KSCHWERT_CACHE")
    return Path(named) if named else Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache", "kschwert_env")


def _temporary_folder() -> Path:
    """Return a folder that only the user can write: compiled code is trusted, so nobody else may put files there."""
    if not hasattr(os, "getuid"):
        return Path(tempfile.mkdtemp(prefix="kschwert_env-"))
    folder = Path(tempfile.gettempdir(), f"kschwert_env-{os.getuid()}")
    folder.mkdir(mode=0o700, exist_ok=True)
    status = folder.stat()
    is_ours = status.st_uid == os.getuid() and not status.st_mode & 0o022
    return folder if is_ours else Path(tempfile.mkdtemp(prefix="kschwert_env-"))


@contextmanager
def compiling(folder_name: str, kind: str, what: str) -> Iterator[bool]:
    """Guard the first calls of entry points for one record kind; one process compiles while others wait.

    Yield True if the code is not on disk yet, after printing a note on stderr. `folder_name` is that of their
    `entry_point`, `kind` a file name, and `what` completes the sentence "Compiling ...".
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
    """Let one process at a time compile for a folder; all processes at once if it is not writable."""
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
