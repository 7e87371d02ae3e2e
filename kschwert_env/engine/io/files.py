"""Atomic file writing, size-limited reading, and folders that are locked by one process."""

import errno
import hashlib
import os
import secrets
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from io import BufferedReader
from pathlib import Path
from typing import BinaryIO

_UNFINISHED = ".unfinished-"  # prefix of temporary files
_LOCK = "writer.lock"
_BLOCK = 1 << 20  # bytes that are read at once

MAX_BYTES = 1 << 26
"""Maximum size of a file that is read, 64 MiB: a thousand times a long game. Larger or endless files are refused."""

MAX_LOG_BYTES = 1 << 32
"""Maximum size of a log file, 4 GiB: about ten million games."""


class FileError(ValueError):
    """Raised for an unusable file or folder. The message names it, the reason and what is expected."""


@contextmanager
def atomic_write(path: str | os.PathLike[str]) -> Iterator[BinaryIO]:
    """Open a temporary file that replaces `path` when the block ends; on an error it is removed.

    It lies beside `path` under an unpredictable name, so no symbolic link is followed. Raises OSError, naming `path`.
    """
    target = Path(path)
    unfinished = target.with_name(_UNFINISHED + secrets.token_hex(8))
    try:
        if os.path.exists(target) and not target.is_file():  # such as a device, which must not be replaced
            raise FileExistsError(errno.EEXIST, "not a regular file")
        with _removed_on_error(unfinished), unfinished.open("xb") as file:
            yield file
            file.flush()
            os.fsync(file.fileno())
            file.close()
            os.replace(unfinished, target)
    except OSError as error:
        raise OSError(error.errno, error.strerror or str(error), str(target)) from None


@contextmanager
def _removed_on_error(unfinished: Path) -> Iterator[None]:
    try:
        yield
    except BaseException:
        if os.path.lexists(unfinished):
            unfinished.unlink()
        raise


def atomic_write_text(path: str | os.PathLike[str], text: str) -> None:
    """Write a text in UTF-8 atomically (`atomic_write`). Raises OSError."""
    with atomic_write(path) as file:
        file.write(text.encode())


@contextmanager
def open_for_reading(path: Path) -> Iterator[BufferedReader]:
    """Open a file for reading. Raises FileError for unreadable files, and for devices and pipes."""
    try:
        if path.exists() and not path.is_file():
            raise OSError(errno.EINVAL, "not a regular file")
        file = path.open("rb")
    except FileNotFoundError:
        raise FileError(f"file {path} does not exist") from None
    except (OSError, ValueError) as error:  # ValueError: a name with a zero byte
        raise FileError(f"{path} can't be read: {getattr(error, 'strerror', error)}") from None
    with file:
        yield file


def read_bytes(path: Path, most: int = MAX_BYTES) -> bytes:
    """Return the contents of a file. Raises FileError as `open_for_reading` does, and above `most` bytes."""
    contents = bytearray()
    with open_for_reading(path) as file:
        try:
            while len(contents) <= most and (block := file.read(_BLOCK)):  # a longer read would allocate its length
                contents += block
        except OSError as error:
            raise FileError(f"{path} can't be read: {error.strerror}") from None
    if len(contents) > most:
        raise FileError(f"{path} is larger than the limit of {most >> 20} MiB")
    return bytes(contents)


def file_digest(path: Path) -> str:
    """Return the hexadecimal SHA-256 of a file. Raises FileError as `open_for_reading` does."""
    with open_for_reading(path) as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def read_text(path: Path, most: int | None = None) -> str:
    """Return the text of a file, without a byte order mark, which some editors write.

    Raises FileError as `read_bytes` does, above `most` or `MAX_BYTES`, and for text that is not UTF-8.
    """
    try:
        return read_bytes(path, most or MAX_BYTES).decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise FileError(f"{path} is not UTF-8 text: {error.reason} at byte {error.start}") from None


@contextmanager
def locked_folder(folder: Path) -> Iterator[None]:
    """Create a folder if necessary and lock it; the lock ends with the block or the process.

    Temporary files of interrupted processes are removed from the folder, but not from subfolders. Raises FileError if
    another process holds the lock, or if the folder is not writable.
    """
    from filelock import FileLock, Timeout  # takes long, and only commands need it

    lock = FileLock(folder / _LOCK, timeout=0, thread_local=False)
    try:
        folder.mkdir(parents=True, exist_ok=True)
        lock.acquire()
    except Timeout:
        raise FileError(
            f"{folder} is in use by another process; wait for it to end, or choose another folder"
        ) from None
    except (OSError, NotImplementedError) as error:
        raise FileError(f"{folder} can't be written to: {error}") from None
    try:
        remove_unfinished(folder)
        yield
    finally:
        lock.release()


def remove_unfinished(folder: Path) -> None:
    """Remove temporary files of interrupted processes from a folder that no other process writes to."""
    for remains in folder.glob(f"{_UNFINISHED}*"):
        if remains.is_symlink() or remains.is_file():
            with suppress(OSError):  # for example another user's file, which does no harm
                remains.unlink()
