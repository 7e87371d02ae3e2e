"""Arrays in `.npz` files from anywhere: each is judged by what its header says, before memory is taken for it."""

import math
import zipfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO, NamedTuple

import numpy as np
from numpy.lib import format as npy

from kschwert_env.engine.io.files import FileError, open_for_reading
from kschwert_env.engine.text import reason

_COMPRESSIONS = (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED)  # what NumPy writes; others take memory as they please
_SUFFIX = ".npy"
_MAX_ARRAYS = 4096  # arrays in a file


class ArrayHeader(NamedTuple):
    """What an array says of itself.

    Attributes:
        shape: of the array.
        dtype: of its entries.
    """

    shape: tuple[int, ...]
    dtype: np.dtype


class ArrayFile:
    """The arrays of a file that is open.

    Attributes:
        headers: by the names of the arrays.
    """

    def __init__(self, file: zipfile.ZipFile) -> None:
        """Reads the headers. Raises ValueError, and whatever ZIP files raise, where the file is damaged."""
        entries = file.infolist()
        self._file, self._entries = file, {entry.filename.removesuffix(_SUFFIX): entry for entry in entries}
        if len(self._entries) != len(entries) or len(entries) > _MAX_ARRAYS:
            raise ValueError("it holds two arrays of one name, or too many")
        if any(entry.compress_type not in _COMPRESSIONS for entry in entries):
            raise ValueError("it is compressed in another way than NumPy does it")
        self.headers: dict[str, ArrayHeader] = {}
        for name, entry in self._entries.items():
            with file.open(entry) as stream:
                self.headers[name] = _read_header(stream)

    def read(self, name: str) -> np.ndarray:
        """One of the arrays, whose header has been found right. Raises ValueError if it is not as it says."""
        shape, dtype = self.headers[name]
        size = math.prod(shape) * dtype.itemsize
        with self._file.open(self._entries[name]) as stream:
            _read_header(stream)
            found = stream.read(size)
            if len(found) != size or stream.read(1):
                raise ValueError(f"{name} is of another size than it says")
        return np.frombuffer(bytearray(found), dtype).reshape(shape)


def _read_header(stream: IO[bytes]) -> ArrayHeader:
    version = npy.read_magic(stream)
    shape, is_fortran, dtype = {(1, 0): npy.read_array_header_1_0, (2, 0): npy.read_array_header_2_0}[version](stream)
    if (is_fortran and len(shape) > 1) or dtype.hasobject or min(shape, default=0) < 0:
        raise ValueError("there are other things in it than plain arrays")
    return ArrayHeader(shape, dtype)


@contextmanager
def open_arrays(path: Path, what: str) -> Iterator[ArrayFile]:
    """The arrays of a file, which is to be `what`. Raises FileError, saying that it is none, whatever goes wrong."""
    try:
        if not path.exists():
            raise FileError(f"there is no {what} {path}")
        with open_for_reading(path) as file, zipfile.ZipFile(file) as entries:
            yield ArrayFile(entries)
    except FileError:
        raise
    except Exception as error:  # anything can be in a file, and do anything to those that look at it
        raise FileError(f"{path} is no {what}: {reason(error)}") from None
