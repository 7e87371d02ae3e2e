"""Games in files of users: a file becomes a module once per process."""

import hashlib
import sys
import traceback
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from types import ModuleType


def load_game_file(path: Path) -> ModuleType:
    """Return the module of a Python file, which is executed unless this process has done so.

    A file is code: only a command line and Python may name one. Raises ValueError if it can't be read or executed.
    """
    path = path.resolve()
    name = f"kschwert_game_{hashlib.sha256(str(path).encode()).hexdigest()[:12]}_{path.stem}"
    if name in sys.modules:
        return sys.modules[name]
    spec = spec_from_file_location(name, path)
    if not path.is_file() or spec is None or spec.loader is None:
        raise ValueError(f"{path} must be a Python file with a game, such as my_game.py")
    module = sys.modules[name] = module_from_spec(spec)
    try:
        spec.loader.exec_module(module)
    except BaseException as error:
        del sys.modules[name]
        if not isinstance(error, Exception):
            raise
        line = next((f", line {frame.lineno}" for frame in _frames(error) if frame.filename == str(path)), "")
        raise ValueError(f"{path}{line}: the game can't be loaded: {type(error).__name__}: {error}") from error
    return module


def _frames(error: Exception) -> list[traceback.FrameSummary]:
    """Return the frames of a traceback, innermost first."""
    return list(reversed(traceback.extract_tb(error.__traceback__)))
