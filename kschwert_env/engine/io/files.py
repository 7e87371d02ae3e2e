"""Files that are complete or as they were, and folders that one process at a time writes to."""

import errno
import os
import secrets
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import BinaryIO

from filelock import FileLock, Timeout

_UNFINISHED = ".unfinished-"  # how the names of files begin that are being written
_LOCK = "writer.lock"

MAX_BYTES = 1 << 26
"""Of a file that is read, 64 MiB: a thousand times a long game. What is longer, or never ends, is refused."""

MAX_LOG_BYTES = 1 << 32
"""Bytes of a file that grows line by line, 4 GiB: some ten million games."""


class FileError(ValueError):
    """A file or a folder that can't be used as it is. Says which, why, and what would be right."""


@contextmanager
def atomic_write(path: str | os.PathLike[str]) -> Iterator[BinaryIO]:
    """A file to write to, which takes the place of `path` when all is written; where that fails, nothing is left of it.

    It lies beside `path`, under a name that nobody can foresee: no link that lies there is followed. Raises OSError,
    naming `path`.
    """
    place = Path(path)
    unfinished = place.with_name(_UNFINISHED + secrets.token_hex(8))
    try:
        if os.path.exists(place) and not place.is_file():  # such as a device, which must stay one
            raise FileExistsError(errno.EEXIST, "it is not a file")
        with _removed_on_error(unfinished), unfinished.open("xb") as file:
            yield file
            file.flush()
            os.fsync(file.fileno())
            file.close()
            os.replace(unfinished, place)
    except OSError as error:
        raise OSError(error.errno, error.strerror or str(error), str(place)) from None


@contextmanager
def _removed_on_error(unfinished: Path) -> Iterator[None]:
    try:
        yield
    except BaseException:
        if os.path.lexists(unfinished):
            unfinished.unlink()
        raise


def write_text(path: str | os.PathLike[str], text: str) -> None:
    """Write a text, in UTF-8, as `atomic_write` does. Raises OSError."""
    with atomic_write(path) as file:
        file.write(text.encode())


@contextmanager
def open_for_reading(path: Path) -> Iterator[BinaryIO]:
    """A file to read from. Raises FileError where it can't be read, and for devices and pipes: they might never end."""
    try:
        if path.exists() and not path.is_file():
            raise OSError(errno.EINVAL, "it is not a file")
        file = path.open("rb")
    except FileNotFoundError:
        raise FileError(f"there is no file {path}") from None
    except (OSError, ValueError) as error:  # ValueError: a name with a zero byte
        raise FileError(f"{path} can't be read: {getattr(error, 'strerror', error)}") from None
    with file:
        yield file


def read_bytes(path: Path, most: int = MAX_BYTES) -> bytes:
    """All that is in a file. Raises FileError as `open_for_reading` does, and where it has more than so many bytes."""
    with open_for_reading(path) as file:
        try:
            found = file.read(most + 1)
        except OSError as error:
            raise FileError(f"{path} can't be read: {error.strerror}") from None
    if len(found) > most:
        raise FileError(f"{path} is longer than {most >> 20} MiB")
    return found


def read_text(path: Path) -> str:
    """A file's text. Raises FileError as `read_bytes` does, and where it is no UTF-8."""
    try:
        return read_bytes(path, MAX_BYTES).decode()
    except UnicodeDecodeError as error:
        raise FileError(f"{path} is no text in UTF-8: {error.reason} at byte {error.start}") from None


@contextmanager
def locked_folder(folder: Path) -> Iterator[None]:
    """A folder, made where it is not there, that nobody else can claim meanwhile; the claim ends with its process, too.

    What an earlier process left unfinished in it is removed, and nothing in folders below: others may write to them.
    Raises FileError where another has the folder, and where nothing can be written there.
    """
    lock = FileLock(folder / _LOCK, timeout=0, thread_local=False)
    try:
        folder.mkdir(parents=True, exist_ok=True)
        lock.acquire()
    except Timeout:
        told = "is being written to by another process; wait until that has ended, or name another folder"
        raise FileError(f"{folder} {told}") from None
    except (OSError, NotImplementedError) as error:
        raise FileError(f"{folder} can't be written to: {error}") from None
    try:
        remove_unfinished(folder)
        yield
    finally:
        lock.release()


def remove_unfinished(folder: Path) -> None:
    """Remove what killed processes left in a folder; for those only whom nobody else writes there beside."""
    for remains in folder.glob(f"{_UNFINISHED}*"):
        if remains.is_symlink() or remains.is_file():
            with suppress(OSError):  # of another user's, say: it is in nobody's way
                remains.unlink()
