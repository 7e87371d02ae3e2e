"""Compiled code on disk: what is damaged there is compiled anew, and where nothing can be written it goes without."""

import hashlib
import pickle
import sys
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

from numba.core import caching, compiler, serialize

from kschwert_env.engine.io.files import FileError, atomic_write, read_bytes
from kschwert_env.engine.text import shown

_rebuild: Any = compiler.CompileResult._rebuild  # Numba has no types
_dumps: Any = serialize.dumps

_DIGEST = 32  # bytes of a SHA-256

unwritable: set[Path] = set()
"""Folders in which something could not be kept."""


class CodeCache(caching.NullCache):
    """The code of one function, for Numba: a file for each kind of arguments, with a digest of what it is and holds.

    Numba's own cache has an index beside its files. Two processes can leave it so that one's arguments find the other's
    code, and it raises whatever reading a damaged file raises; damaged machine code it runs.
    """

    def __init__(self, function: Callable[..., Any], folder: Path) -> None:
        """For a function that is known by its module and name in this folder, whose name stands for all sources."""
        self._function, self._folder = function, folder

    @property
    def cache_path(self) -> str:
        """The folder."""
        return str(self._folder)

    def load_overload(self, signature: Any, target: Any) -> Any:
        """The code for a signature; None where it is not there, or damaged."""
        target.refresh()
        path, name = self._file(signature, target.codegen())
        if not path.exists():
            return None
        try:
            whole = read_bytes(path)
            payload = whole[_DIGEST:]
            if hashlib.sha256(name + payload).digest() == whole[:_DIGEST]:
                return _rebuild(target, *pickle.loads(payload))
        except FileError:
            pass
        warn_once(self._folder, "is damaged: it is compiled anew, which takes some seconds")
        return None

    def save_overload(self, signature: Any, code: Any) -> None:
        """Keep code, if that can be."""
        if code.library.has_dynamic_globals:  # addresses of this process are in it
            return
        path, name = self._file(signature, code.library.codegen)
        payload = _dumps(code._reduce())
        try:
            self._folder.mkdir(parents=True, exist_ok=True)
            with atomic_write(path) as file:
                file.write(hashlib.sha256(name + payload).digest() + payload)
        except OSError as error:
            mark_unwritable(self._folder, error)

    def _file(self, signature: Any, codegen: Any) -> tuple[Path, bytes]:
        """Where the code for a signature lies, and all that it depends on besides the sources."""
        function = self._function
        cells = tuple(cell.cell_contents for cell in function.__closure__ or ())
        known = function.__module__, function.__qualname__, function.__code__.co_code, _dumps(cells)
        name = repr((*known, signature, codegen.magic_tuple())).encode()
        return self._folder / f"{function.__name__}-{hashlib.sha256(name).hexdigest()[:32]}.code", name


@cache
def warn_once(folder: Path, what: str) -> None:
    """Say on stderr what is the matter with the compiled code in a folder, once."""
    print(f"The compiled code in {shown(folder)} {what}", file=sys.stderr, flush=True)


def mark_unwritable(folder: Path, error: Exception) -> None:
    """Something could not be kept in a folder."""
    unwritable.add(folder)
    warn_once(folder, f"can't be kept there, and is compiled at each start: {shown(getattr(error, 'strerror', error))}")
