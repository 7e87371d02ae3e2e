"""Games in files of users: a file becomes a module, and another one whenever it has changed."""

import hashlib
import sys
import traceback
from pathlib import Path
from types import ModuleType

from kschwert_env.engine.io.files import FileError, read_bytes


def load_game_file(path: Path) -> ModuleType:
    """Return the module of a Python file, which is executed unless this process has done so with the same contents.

    A file is code: only a command line and Python may name one. Raises ValueError if it can't be read or executed.
    """
    path = path.resolve()
    name = f"kschwert_game_{hashlib.sha256(str(path).encode()).hexdigest()[:12]}_{path.stem}"
    try:
        source = read_bytes(path)
    except FileError as error:
        raise ValueError(f"{path} must be a Python file with a game, such as my_game.py: {error}") from None
    before = sys.modules.get(name)
    if before is not None and vars(before)["__source__"] == source:
        return before
    module = sys.modules[name] = ModuleType(name)
    vars(module)["__source__"] = source
    module.__file__ = str(path)
    try:
        exec(compile(source, path, "exec", dont_inherit=True), vars(module))  # not from a .pyc, which may be older
    except BaseException as error:
        del sys.modules[name]
        if before is not None:
            sys.modules[name] = before
        if not isinstance(error, Exception):
            raise
        line = next((f", line {frame.lineno}" for frame in _frames(error) if frame.filename == str(path)), "")
        raise ValueError(f"{path}{line}: the game can't be loaded: {type(error).__name__}: {error}") from error
    return module


def _frames(error: Exception) -> list[traceback.FrameSummary]:
    """Return the frames of a traceback, innermost first."""
    return list(reversed(traceback.extract_tb(error.__traceback__)))
