"""Files that are complete or as they were, and folders that one process at a time writes to."""

import errno
import os
import secrets
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import BinaryIO

from filelock import FileLock, Timeout

_UNFINISHED = ".unfinished-"  # how the names of files begin that are being written
_LOCK = "writer.lock"


class FileError(ValueError):
    """A file or a folder that can't be used as it is. Says which, why, and what would be right."""


@contextmanager
def replacing(path: str | os.PathLike[str]) -> Iterator[BinaryIO]:
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


def replace_text(path: str | os.PathLike[str], text: str) -> None:
    """Write a text, in UTF-8, as `replacing` does. Raises OSError."""
    with replacing(path) as file:
        file.write(text.encode())


def contents(path: Path) -> bytes:
    """All that is in a file. Raises FileError where it can't be read, and for a device, which might never end."""
    try:
        if path.exists() and not path.is_file():
            raise FileError(f"{path} is not a file")
        return path.read_bytes()
    except FileNotFoundError:
        raise FileError(f"there is no file {path}") from None
    except OSError as error:
        raise FileError(f"{path} can't be read: {error.strerror}") from None


@contextmanager
def claimed(folder: Path) -> Iterator[None]:
    """A folder, made where it is not there, that nobody else can claim meanwhile; the claim ends with its process, too.

    What an earlier process left unfinished is removed. Raises FileError where another has the folder, and where nothing
    can be written there.
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
        for remains in folder.rglob(f"{_UNFINISHED}*"):
            remains.unlink()
        yield
    finally:
        lock.release()
