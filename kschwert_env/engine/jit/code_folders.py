"""Folders of compiled code on disk, and a guard that lets one process compile while others wait."""

import functools
import gc
import hashlib
import os
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
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
    made_for = f"{numba_tools().settings()} {np.__version__} {sys.version} {ENGINE}"
    return user_folder(hashlib.sha256(made_for.encode()).hexdigest()[:16])


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


@contextmanager
def compiling(folder_name: str, kind: str, what: str) -> Iterator[bool]:
    """Guard the first calls of entry points for one record kind; one process compiles while others wait.

    Yield True if the code is neither in a library nor on disk yet, after printing a note on stderr. `folder_name` is
    that of their `entry_point`, `kind` a file name, and `what` completes the sentence "Compiling ...".
    """
    if not JIT or libraries.covers(folder_name, kind):
        yield False
        return
    folder = cache_folder() / folder_name
    done = folder / f"{kind}.compiled"
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
