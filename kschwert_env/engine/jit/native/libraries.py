"""Finding machine code in the libraries beside this module, and loading it."""

import ctypes
import hashlib
import json
import os
import re
import sys
from collections.abc import Callable
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import Any, NamedTuple, Protocol

import numpy as np

from kschwert_env.engine.io.files import FileError, atomic_write_text, read_bytes
from kschwert_env.engine.jit.native.digests import ENGINE, dtype_digest

FOLDER = Path(__file__).with_name("libraries")
"""Folder of the libraries. For each code folder and level of processors there is one, with a manifest beside it."""

CALLER = Path(__file__).with_name("caller.abi3.so")
"""The module that calls code; its manifest is beside it, too."""


def manifest_path(binary: Path) -> Path:
    """Return the path of the manifest of a library or of the caller."""
    return binary.with_suffix(".json")


def write_manifest(binary: Path, **contents: Any) -> None:
    """Write the manifest of a library or of the caller: its digest, the contents, and a digest of both."""
    contents["sha256"] = hashlib.sha256(binary.read_bytes()).hexdigest()
    atomic_write_text(manifest_path(binary), json.dumps({"digest": _digest(contents), **contents}, indent=1) + "\n")


def checked_manifest(binary: Path) -> dict[str, Any] | None:
    """Return the manifest of a library or of the caller; None where it is missing.

    Raises ValueError if either is damaged: damaged code would end the process, or compute wrong results.
    """
    path = manifest_path(binary)
    if not os.path.lexists(path):
        return None
    try:
        manifest: dict[str, Any] = json.loads(read_bytes(path))
        is_whole = manifest.pop("digest") == _digest(manifest)
        if is_whole and manifest["sha256"] == hashlib.sha256(read_bytes(binary)).hexdigest():
            return manifest
    except (FileError, ValueError, KeyError, TypeError, AttributeError, RecursionError):
        pass
    raise ValueError(f"{binary} or its manifest is damaged")


def _digest(contents: dict[str, Any]) -> str:
    return hashlib.sha256(json.dumps(contents, sort_keys=True).encode()).hexdigest()


def _report(reason: object) -> None:
    print(f"kschwert_env: {reason}; Numba compiles it instead", file=sys.stderr, flush=True)


def _load_caller() -> Any:
    """Return the caller; None if it is missing, damaged, or built for another platform."""
    try:
        return None if checked_manifest(CALLER) is None else import_module("kschwert_env.engine.jit.native.caller")
    except ValueError as error:
        _report(f"the machine code can't be used: {error}")
    except ImportError:
        pass
    return None


_caller: Any = _load_caller()
_is_stale = _caller is not None and _caller.ENGINE != ENGINE
if _is_stale:
    _caller = None

BASELINE = "base"
"""Level of code that every processor of the platform runs."""


class Entry(Protocol):
    """Identity of an entry point (`functions.EntryPoint`).

    Attributes:
        py_func: the function as ordinary Python.
        folder: name of its code folder.
    """

    py_func: Callable[..., Any]
    folder: str

    @property
    def dispatcher(self) -> Any:
        """Numba's dispatcher."""


class Library(NamedTuple):
    """A loaded library.

    Attributes:
        manifest: the contents of its manifest.
        code: its functions.
    """

    manifest: dict[str, Any]
    code: ctypes.CDLL


def caller(entry: Entry) -> Callable[..., Any] | None:
    """Return a function that calls an entry point with any arguments; None where no library can be loaded."""
    if not is_usable():
        return None

    def load_and_call(*arguments: Any) -> Any:
        code_and_result = source.find(entry, arguments)
        if code_and_result is None:
            return entry.dispatcher(*arguments)
        overloads.add(*code_and_result, arguments)
        return overloads.call(*arguments)

    overloads = _caller.Function(load_and_call)
    return overloads.call


def code(entry: Entry, arguments: tuple[Any, ...]) -> Callable[..., Any] | None:
    """Return the code of an entry point for arguments of these types only; None where no library has it."""
    code_and_result = source.find(entry, arguments) if is_usable() else None
    if code_and_result is None:
        return None
    function = _caller.Function()
    function.add(*code_and_result, arguments)
    return function.call


def covers(folder: str, kind: str) -> bool:
    """Return whether a library has everything that is compiled for a kind (`code_folders.compiling`)."""
    return is_usable() and source.covers(folder, kind)


def is_native(code: Callable[..., Any]) -> bool:
    """Return whether code comes from a library."""
    return _caller is not None and isinstance(getattr(code, "__self__", None), _caller.Function)


@cache
def is_usable() -> bool:
    """Return whether libraries can be called, and KSCHWERT_LIBRARIES=0 does not forbid it."""
    if os.environ.get("KSCHWERT_LIBRARIES") == "0":
        return False
    if _is_stale:
        _report_other_sources()
    return _caller is not None


class Libraries:
    """The libraries on disk."""

    def find(self, entry: Entry, arguments: tuple[Any, ...]) -> tuple[int, str] | None:
        """Return the address of code and the kind of its result; None where there is none."""
        library = _open(entry.folder)
        symbol_and_result = library.manifest["entries"].get(name_of(entry, arguments)) if library else None
        if library is None or symbol_and_result is None:
            return None
        symbol, result = symbol_and_result
        address = ctypes.cast(library.code[symbol], ctypes.c_void_p).value
        assert address is not None
        return address, result

    def covers(self, folder: str, kind: str) -> bool:
        """Return whether a library has everything that is compiled for a kind."""
        library = _open(folder)
        return library is not None and kind in library.manifest["kinds"]


bind: Any = getattr(_caller, "bind", None)
"""Returns native code with all arguments but the last, an int, as a function of that."""

bind_list: Any = getattr(_caller, "bind_list", None)
"""Returns a function that lists the integers that native code writes into its last argument."""

source: Any = Libraries()
"""Where code is code_and_result. The command that builds libraries compiles it instead."""


def name_of(entry: Entry, arguments: tuple[Any, ...]) -> str:
    """Return the name of an entry point in a manifest: its function, what it closes over, and types of arguments."""
    function = entry.py_func
    cells = ", ".join(getattr(cell.cell_contents, "__name__", "?") for cell in function.__closure__ or ())
    return f"{function.__module__}.{function.__qualname__}[{cells}]({', '.join(map(_type_name, arguments))})"


def _type_name(argument: Any) -> str:
    if isinstance(argument, np.ndarray):
        flags = argument.flags
        layout = "C" if flags.c_contiguous and flags.aligned else "strided"
        return f"{dtype_digest(argument.dtype)}[{argument.ndim} {layout}{'' if flags.writeable else ' read-only'}]"
    if isinstance(argument, tuple):
        return f"{type(argument).__name__}({', '.join(map(_type_name, argument))})"
    if isinstance(argument, (int, np.integer)) and not isinstance(argument, bool):
        return "int" if -(2**63) <= argument < 2**63 else "large int"
    return "float" if isinstance(argument, float) else type(argument).__name__


@cache
def levels() -> list[str]:
    """Return the levels of code that this processor runs, the best first."""
    known = _caller.level()
    return (["v3"] if known >= 3 else []) + ([BASELINE] if known >= 2 else [])


@cache
def _open(folder: str) -> Library | None:
    """Load the library of a code folder; None if there is none that was made from these sources."""
    for name in levels():
        path = FOLDER / f"{folder}.{name}.so"
        try:
            manifest = checked_manifest(path)
            if manifest is not None and manifest["engine"] == ENGINE:
                return Library(manifest, ctypes.CDLL(str(path)))
        except (ValueError, OSError) as error:  # OSError: the system can't load the library
            _report(f"machine code can't be used: {error}")
            return None
    stem = _without_digests(folder)
    if FOLDER.is_dir() and any(_without_digests(path.name.partition(".")[0]) == stem for path in FOLDER.iterdir()):
        _report_other_sources()
    return None


def _without_digests(folder: str) -> str:
    return re.sub("-[0-9a-f]{16}", "", folder)


@cache
def _report_other_sources() -> None:
    told = "kschwert_env: the sources have changed since the machine code was built; Numba compiles them"
    print(told, file=sys.stderr, flush=True)
