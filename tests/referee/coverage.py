"""Rule coverage: the lines of a referee's rules that a run has not executed."""

import inspect
import linecache
import sys
from collections.abc import Iterator
from types import CodeType, FrameType, ModuleType
from typing import Any, Self


class Coverage:
    """Lines of functions in modules. While the context is open, executed lines are removed."""

    def __init__(self, *modules: ModuleType) -> None:
        self.codes = {id(code): code for module in modules for code in _codes_of(module)}
        self.left = {key: _lines_of(code) for key, code in self.codes.items()}

    def __enter__(self) -> Self:
        sys.settrace(self._begin)
        return self

    def __exit__(self, *error: object) -> None:
        sys.settrace(None)

    def missing(self) -> list[str]:
        """Return the lines that were not executed, as `file:line: source`."""
        missing = {(code.co_filename, line) for key, code in self.codes.items() for line in self.left[key]}
        return [f"{path}:{line}: {_source(path, line)}" for path, line in sorted(missing)]

    def _begin(self, frame: FrameType, event: str, argument: Any) -> Any:
        lines = self.left.get(id(frame.f_code))
        if not lines:
            return None
        lines.discard(frame.f_lineno)
        return self._step

    def _step(self, frame: FrameType, event: str, argument: Any) -> Any:
        self.left[id(frame.f_code)].discard(frame.f_lineno)
        return self._step


def _codes_of(module: ModuleType) -> Iterator[CodeType]:
    """Yield the code of the functions and methods that a module defines, nested ones included."""
    classes = [value for value in vars(module).values() if inspect.isclass(value)]
    for value in [value for owner in (module, *classes) for value in vars(owner).values()]:
        function = value.fget if isinstance(value, property) else value
        if inspect.isfunction(function) and function.__module__ == module.__name__:
            yield from _nested(function.__code__)


def _nested(code: CodeType) -> Iterator[CodeType]:
    yield code
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            yield from _nested(constant)


def _lines_of(code: CodeType) -> set[int]:
    """Return the lines of a function; a correct engine never makes the rules raise an error."""
    lines = {line for _, _, line in code.co_lines() if line}
    if len(lines) > 1:
        lines.discard(code.co_firstlineno)
    return {line for line in lines if not _source(code.co_filename, line).startswith(("raise ", "assert "))}


def _source(path: str, line: int) -> str:
    return linecache.getline(path, line).strip()
