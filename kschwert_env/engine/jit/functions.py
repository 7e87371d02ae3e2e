"""Functions that are compiled when they are needed, so that a process that needs no compiler does not import one."""

import functools
import os
from collections.abc import Callable
from importlib import import_module
from types import ModuleType
from typing import Any

from kschwert_env.engine.jit import tiers
from kschwert_env.engine.jit.native import libraries

JIT = not int(os.environ.get("NUMBA_DISABLE_JIT") or 0)
"""True if functions are compiled. With NUMBA_DISABLE_JIT=1 they run as ordinary Python, for debugging and coverage."""


def numba_tools() -> ModuleType:
    """Return the module that imports Numba. Raises ImportError with a command that installs it."""
    try:
        return import_module("kschwert_env.engine.jit.dispatchers")
    except ImportError as error:
        if (error.name or "").partition(".")[0] not in ("numba", "llvmlite"):
            raise
        what = (
            "the bundled machine code does not fit these rules or sources, and Numba, which compiles them, is missing"
        )
        raise ImportError(f'{what}: pip install "kschwert_env[jit]"', name="numba") from None


class Part:
    """A function that compiled functions call. To Numba, it has the type of its dispatcher or intrinsic.

    Attributes:
        py_func: the function as ordinary Python.
    """

    def __init__(self, function: Callable[..., Any], make: Callable[[], Any]) -> None:
        """`make` returns Numba's dispatcher or intrinsic."""
        functools.update_wrapper(self, function)
        self.py_func = function
        self._make = make

    @functools.cached_property
    def dispatcher(self) -> Any:
        """Numba's dispatcher or intrinsic."""
        return self._make()

    @functools.cached_property
    def _numba_type_(self) -> Any:
        return numba_tools().type_of(self.dispatcher)

    def __call__(self, *arguments: Any) -> Any:
        """Call the dispatcher from Python."""
        return self.dispatcher(*arguments)

    def __getattr__(self, name: str) -> Any:
        """Return an attribute of the dispatcher, such as `targetoptions` or `overloads`."""
        if name.startswith("__"):
            raise AttributeError(name)
        return getattr(self.dispatcher, name)


class EntryPoint(Part):
    """A function that Python calls. Its machine code comes from a library, or from Numba where none has it.

    Inside `tiers.without_waiting`, it runs as plain Python while Numba compiles it in another process.

    Attributes:
        folder: name of its code folder (`compiling.entry_point`).
    """

    def __init__(self, function: Callable[..., Any], make: Callable[[], Any], folder: str) -> None:
        """Load and compile nothing."""
        super().__init__(function, make)
        self.folder = folder
        self._call: Callable[..., Any] = self._load_and_call

    def __call__(self, *arguments: Any) -> Any:
        """Call the machine code for arguments of these types."""
        return self.plain(*arguments) if tiers.missing(self.folder) else self._call(*arguments)

    @functools.cached_property
    def plain(self) -> Callable[..., Any]:
        """The function as ordinary Python, with all functions that it calls."""
        plain: Any = import_module("kschwert_env.engine.jit.plain")  # which imports this module
        attribute_access: Callable[..., Any] = plain.with_attribute_access(plain.twin(self))
        return attribute_access

    def code(self, *arguments: Any) -> Callable[..., Any]:
        """Return the machine code for arguments of these types."""
        if native := libraries.code(self, arguments):
            return native

        def load() -> Callable[..., Any]:
            code: Callable[..., Any] = self.dispatcher.compile(tuple(map(numba_tools().typeof, arguments)))
            return code

        files = tiers.missing(self.folder)
        return tiers.PlainUntilCompiled(self.plain, files, load) if files else load()

    def _load_and_call(self, *arguments: Any) -> Any:
        self._call = libraries.caller(self) or self.dispatcher
        return self._call(*arguments)
