"""Cache of compiled code on disk. Damaged files are compiled again; without a writable folder nothing is cached."""

import hashlib
import pickle
from collections.abc import Callable
from pathlib import Path
from typing import Any

from numba.core import caching, compiler, serialize

from kschwert_env.engine.io.files import FileError, atomic_write, read_bytes
from kschwert_env.engine.jit.folder_problems import mark_unwritable, warn_once

_rebuild: Any = compiler.CompileResult._rebuild  # Numba has no type annotations
_dumps: Any = serialize.dumps

_DIGEST = 32  # bytes of a SHA-256


class CodeCache(caching.NullCache):
    """Numba cache of one function: one file per signature, with a digest of its key and contents.

    Numba's own cache has an index beside its files. Concurrent processes can corrupt the index so that a signature
    finds wrong code. It also raises errors for damaged files, and runs damaged machine code.
    """

    def __init__(self, function: Callable[..., Any], folder: Path) -> None:
        """Cache a function, identified by module and name, in this folder, whose name identifies the sources."""
        self._function, self._folder = function, folder

    @property
    def cache_path(self) -> str:
        """Folder of the cache."""
        return str(self._folder)

    def load_overload(self, signature: Any, target: Any) -> Any:
        """Return the code for a signature; None where it is missing or damaged."""
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
        warn_once(self._folder, "is damaged; compiling it again takes some seconds")
        return None

    def save_overload(self, signature: Any, code: Any) -> None:
        """Save code, if the folder is writable."""
        if code.library.has_dynamic_globals:  # it contains addresses of this process
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
        """Return the path for a signature, and the key with everything that the code depends on besides the sources."""
        function = self._function
        cells = tuple(cell.cell_contents for cell in function.__closure__ or ())
        identity = function.__module__, function.__qualname__, function.__code__.co_code, _dumps(cells)
        name = repr((*identity, signature, codegen.magic_tuple())).encode()
        return self._folder / f"{function.__name__}-{hashlib.sha256(name).hexdigest()[:32]}.code", name
