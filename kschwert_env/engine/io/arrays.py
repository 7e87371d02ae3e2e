"""Reading of untrusted `.npz` files: headers are checked before memory is allocated."""

import math
import zipfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO, NamedTuple

import numpy as np
from numpy.lib import format as npy

from kschwert_env.engine.io.files import FileError, open_for_reading
from kschwert_env.engine.text.phrases import reason

_COMPRESSIONS = (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED)  # those that NumPy writes; others can use unlimited memory
_SUFFIX = ".npy"
_MAX_ARRAYS = 4096  # per file


class ArrayHeader(NamedTuple):
    """Header of an array.

    Attributes:
        shape: shape of the array.
        dtype: dtype of its entries.
    """

    shape: tuple[int, ...]
    dtype: np.dtype


class ArrayFile:
    """Arrays of an open file.

    Attributes:
        headers: headers by array name.
    """

    def __init__(self, file: zipfile.ZipFile) -> None:
        """Read the headers. Raises ValueError, or an exception of zipfile, if the file is damaged."""
        entries = file.infolist()
        self._file, self._entries = file, {entry.filename.removesuffix(_SUFFIX): entry for entry in entries}
        if len(self._entries) != len(entries) or len(entries) > _MAX_ARRAYS:
            raise ValueError("duplicate array names, or too many arrays")
        if any(entry.compress_type not in _COMPRESSIONS for entry in entries):
            raise ValueError("unsupported compression; expected that of NumPy")
        self.headers: dict[str, ArrayHeader] = {}
        for name, entry in self._entries.items():
            with file.open(entry) as stream:
                self.headers[name] = _read_header(stream)

    def read(self, name: str) -> np.ndarray:
        """Return an array whose header has been checked. Raises ValueError if its size contradicts the header."""
        shape, dtype = self.headers[name]
        size = math.prod(shape) * dtype.itemsize
        with self._file.open(self._entries[name]) as stream:
            _read_header(stream)
            data = stream.read(size)
            if len(data) != size or stream.read(1):
                raise ValueError(f"the size of {name} contradicts its header")
        return np.frombuffer(bytearray(data), dtype).reshape(shape)


def _read_header(stream: IO[bytes]) -> ArrayHeader:
    version = npy.read_magic(stream)
    shape, is_fortran, dtype = {(1, 0): npy.read_array_header_1_0, (2, 0): npy.read_array_header_2_0}[version](stream)
    if (is_fortran and len(shape) > 1) or dtype.hasobject or min(shape, default=0) < 0:
        raise ValueError("unsupported array; expected plain C-contiguous arrays")
    return ArrayHeader(shape, dtype)


@contextmanager
def open_arrays(path: Path, what: str) -> Iterator[ArrayFile]:
    """Open a file of arrays; `what` describes the expected contents. Raises FileError for a missing or damaged file."""
    try:
        if not path.exists():
            raise FileError(f"{what} {path} does not exist")
        with open_for_reading(path) as file, zipfile.ZipFile(file) as entries:
            yield ArrayFile(entries)
    except FileError:
        raise
    except Exception as error:  # damaged contents can raise any exception
        raise FileError(f"{path} is not a valid {what}: {reason(error)}") from None
