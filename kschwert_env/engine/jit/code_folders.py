"""Folders of compiled code on disk, and a guard that lets one process compile while others wait."""

import functools
import gc
import hashlib
import os
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from importlib.metadata import version
from pathlib import Path

import numpy as np

from kschwert_env.engine.io.files import remove_unfinished
from kschwert_env.engine.jit.folder_problems import mark_unwritable, unwritable
from kschwert_env.engine.jit.functions import JIT, numba_tools
from kschwert_env.engine.jit.native import libraries
from kschwert_env.engine.jit.native.digests import ENGINE


@functools.cache
def cache_folder() -> Path:
    """Return the folder of compiled code: one per version of the engine, because Numba tracks changes in one file only.

    `KSCHWERT_CACHE` overrides the user's cache folder. If neither is writable, as in some containers, the folder for
    temporary files is used; if that is not writable either, nothing is cached.
    """
    made_for = f"{_numba_settings()} {np.__version__} {sys.version} {ENGINE}"
    return user_folder(hashlib.sha256(made_for.encode()).hexdigest()[:16])


_SETTINGS = "BOUNDSCHECK", "OPT", "DEBUGINFO", "LOOP_VECTORIZE", "SLP_VECTORIZE", "CPU_NAME", "CPU_FEATURES"
"""Settings of Numba that change the generated code: environment variables that begin with NUMBA_."""


def _numba_settings() -> str:
    """Return the version of Numba, its settings and the processor, on which generated code depends.

    It does not import Numba, which takes longer than a game in plain Python. Raises ImportError without Numba.
    """
    try:
        numba = version("numba")
        from llvmlite.binding import get_host_cpu_features, get_host_cpu_name
    except ImportError:
        numba_tools()  # its error names the extra
        raise
    processor = f"{get_host_cpu_name()} {get_host_cpu_features().flatten()}"
    file = Path(".numba_config.yaml")  # Numba reads it in the working folder
    return f"{numba} {processor} {[os.environ.get(f'NUMBA_{name}') for name in _SETTINGS]} " + (
        file.read_text(encoding="utf-8") if file.is_file() else ""
    )


def user_folder(name: str) -> Path:
    """Return a writable folder of the user for files that can be made again; one that does not exist if there is none.

    Where it is, `cache_folder` says.
    """
    for find_folder in (_user_folder, _temporary_folder):
        try:
            folder = find_folder() / name
            folder.mkdir(parents=True, exist_ok=True)
        except (OSError, RuntimeError):  # RuntimeError: a user without a home
            continue
        if os.access(folder, os.W_OK):
            return folder
    return Path(os.devnull) / name


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


def missing_marker(folder_name: str, kind: str) -> Path | None:
    """Return the file that exists once the entry points of one record kind are compiled; None where it does.

    None, too, if a library has their code, if nothing is compiled, and if the file could not be written.
    """
    if not JIT or libraries.covers(folder_name, kind):
        return None
    marker = _marker(folder_name, kind)
    return None if marker.exists() or marker.parent in unwritable or not os.access(cache_folder(), os.W_OK) else marker


def _marker(folder_name: str, kind: str) -> Path:
    return cache_folder() / folder_name / f"{kind}.compiled"


@contextmanager
def compiling(folder_name: str, kind: str, what: str) -> Iterator[bool]:
    """Guard the first calls of entry points for one record kind; one process compiles while others wait.

    Yield True if the code is neither in a library nor on disk yet, after printing a note on stderr. `folder_name` is
    that of their `entry_point`, `kind` a file name, and `what` completes the sentence "Compiling ...".
    """
    if not JIT or libraries.covers(folder_name, kind):
        yield False
        return
    done = _marker(folder_name, kind)
    folder = done.parent
    if done.exists():
        yield False
        return
    with _one_process(folder):
        if done.exists():
            yield False
            return
        print(f"Compiling {what}, once (some seconds) ...", file=sys.stderr, flush=True)
        with _without_garbage_collection():
            yield True
        if folder not in unwritable:
            try:
                done.touch()
            except OSError as error:
                mark_unwritable(folder, error)


@contextmanager
def _without_garbage_collection() -> Iterator[None]:
    """Collect no garbage, which takes a tenth of the time of compiling."""
    was_enabled = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_enabled:
            gc.enable()


@contextmanager
def _one_process(folder: Path) -> Iterator[None]:
    """Let one process at a time compile for a folder; all processes at once if it is not writable."""
    from filelock import FileLock  # imported only where something is compiled

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
