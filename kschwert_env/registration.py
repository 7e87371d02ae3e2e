"""Imports that wait: games are registered with a library when a program imports it, and parts of a package are imported
when they are used.
"""

import sys
from collections.abc import Callable, Sequence
from importlib import import_module
from importlib.machinery import ModuleSpec
from importlib.util import find_spec
from types import ModuleType
from typing import Any


def after_import(name: str, call: Callable[[], None]) -> None:
    """Call a function once a module has been imported, which may be now."""
    if name in sys.modules:
        call()
    else:
        sys.meta_path.insert(0, _AfterImport(name, call))


def import_on_use(package: str, **modules: str) -> Callable[[str], Any]:
    """Return the `__getattr__` of a package that has these names, each from the module given, once they are used."""

    def find(name: str) -> Any:
        if name not in modules:
            raise AttributeError(f"module {package!r} has no attribute {name!r}")
        value = getattr(import_module(modules[name]), name)
        setattr(sys.modules[package], name, value)
        return value

    return find


class _AfterImport:
    """Finder of one module, whose loader then also makes a call (protocol of `importlib.abc.MetaPathFinder`)."""

    def __init__(self, name: str, call: Callable[[], None]) -> None:
        self._name, self._call = name, call

    def find_spec(
        self, fullname: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        """Find the module by the other finders, and remove this one."""
        if fullname != self._name:
            return None
        sys.meta_path.remove(self)
        spec = find_spec(fullname)
        loader: Any = spec and spec.loader
        if loader:
            execute = loader.exec_module

            def execute_and_call(module: ModuleType) -> None:
                execute(module)
                self._call()

            loader.exec_module = execute_and_call
        return spec
