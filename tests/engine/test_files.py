"""Atomic files, and locked folders."""

import ast
import errno
import multiprocessing
import os
import re
import signal
import sys
from multiprocessing.connection import Connection
from pathlib import Path

import pytest

import kschwert_env
from kschwert_env import two_crowns
from kschwert_env.engine.io import files
from kschwert_env.engine.io.files import (
    FileError,
    atomic_write,
    atomic_write_text,
    locked_folder,
    read_bytes,
    read_text,
)
from kschwert_env.engine.records.record import Recorder, replay
from kschwert_env.training.runs import settings
from tests.helpers.cases import RICH


def test_a_file_stays_until_the_new_one_is_complete(tmp_path: Path) -> None:
    path = tmp_path / "notes.txt"
    atomic_write_text(path, "löwe")
    with atomic_write(path) as file:
        file.write(b"half")
        assert path.read_bytes() == "löwe".encode()
        file.write(b" and half")
    assert [file.read_bytes() for file in tmp_path.iterdir()] == [b"half and half"]


def write_half(path: Path, error: BaseException) -> None:
    with atomic_write(path) as file:
        file.write(b"half")
        raise error


@pytest.mark.parametrize("error", [KeyboardInterrupt(), OSError(errno.ENOSPC, "full"), ValueError()], ids=repr)
def test_what_is_not_finished_replaces_nothing_and_leaves_nothing(tmp_path: Path, error: BaseException) -> None:
    path = tmp_path / "notes.txt"
    path.write_text("before")
    with pytest.raises(type(error)):
        write_half(path, error)
    assert [(file.name, file.read_text()) for file in tmp_path.iterdir()] == [("notes.txt", "before")]


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no limit on the size of files")
def test_on_a_full_disk_nothing_is_left(tmp_path: Path) -> None:
    """A file size limit simulates a full disk; the error names the file, not the temporary one."""
    import resource

    path = tmp_path / "notes.txt"
    path.write_text("before")
    limits = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (100, limits[1]))
    try:
        with pytest.raises(OSError, match=r"notes\.txt"):
            atomic_write_text(path, "x" * 1000)
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, limits)
    assert [(file.name, file.read_text()) for file in tmp_path.iterdir()] == [("notes.txt", "before")]


def test_no_link_that_lies_beside_it_is_followed(tmp_path: Path) -> None:
    """The name of the temporary file is unpredictable, and a link at the target itself is replaced."""
    victim, folder = tmp_path / "victim", tmp_path / "folder"
    victim.write_text("dear")
    folder.mkdir()
    for name in ("report.html", "report.html.unfinished", "report.html.part"):
        (folder / name).symlink_to(victim)
    atomic_write_text(folder / "report.html", "new")
    assert victim.read_text() == "dear"
    assert (folder / "report.html").read_text() == "new"
    assert not (folder / "report.html").is_symlink()


def test_what_is_no_file_is_not_replaced(tmp_path: Path) -> None:
    for place in (tmp_path, tmp_path / "none" / "notes.txt", tmp_path / ("x" * 300)):
        with pytest.raises(OSError, match=str(place)):
            atomic_write_text(place, "text")
    assert not list(tmp_path.iterdir())
    with pytest.raises(OSError, match="/dev/null"):
        atomic_write_text("/dev/null", "text")


@pytest.mark.skipif(sys.platform == "win32", reason="there are no pipes in folders")
def test_what_might_never_end_is_not_read(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    with pytest.raises(FileError, match="pipe can't be read: not a regular file"):
        read_bytes(tmp_path / "pipe")
    with pytest.raises(FileError, match="does not exist"):
        read_bytes(tmp_path / "nothing")
    with pytest.raises(FileError, match="can't be read"):
        read_bytes(tmp_path / ("x" * 300))


def test_more_than_there_can_be_is_not_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(files, "MAX_BYTES", 1 << 20)
    for name, text in (("long", b"x" * ((1 << 20) + 1)), ("odd", b"\xff")):
        (tmp_path / name).write_bytes(text)
    with pytest.raises(FileError, match="long is larger than the limit of 1 MiB"):
        read_text(tmp_path / "long")
    assert len(read_bytes(tmp_path / "long", files.MAX_LOG_BYTES)) == (1 << 20) + 1
    with pytest.raises(FileError, match="odd is not UTF-8 text: invalid start byte at byte 0"):
        read_text(tmp_path / "odd")


def calls_that_write(source: Path) -> list[str]:
    """Return the calls in a module that write a file, except logs that grow line by line."""
    found = []
    for call in (node for node in ast.walk(ast.parse(source.read_text())) if isinstance(node, ast.Call)):
        name = call.func.attr if isinstance(call.func, ast.Attribute) else getattr(call.func, "id", "")
        modes = [
            given.value
            for given in (*call.args, *(word.value for word in call.keywords))
            if isinstance(given, ast.Constant)
        ]
        opened = name == "open" and any(
            isinstance(mode, str) and re.fullmatch("[rbt+]*[wx+][rbt+]*", mode) for mode in modes
        )
        if opened or name in ("write_text", "write_bytes"):
            found.append(f"{source}:{call.lineno}")
    return found


def test_every_other_file_is_written_by_one_helper(tmp_path: Path) -> None:
    """All other files are written atomically."""
    package = Path(kschwert_env.__file__).parent
    sources = [
        source for folder in (package, package / "agents", package / "training") for source in folder.rglob("*.py")
    ]
    assert len(sources) > 150
    assert [call for source in sources for call in calls_that_write(source)] == calls_that_write(
        package / "engine" / "io" / "files.py"
    )
    odd = tmp_path / "odd.py"
    odd.write_text(
        "p.write_text(t)\np.open('w')\nopen(p, mode='xb')\nopen(p, 'r+')\np.open()\nlog.open('ab')\nopen('rb')\n"
    )
    assert [call.rpartition(":")[2] for call in calls_that_write(odd)] == ["1", "2", "3", "4"]


# -- one writer -----------------------------------------------------------------------------------------------


def hold(folder: Path, told: Connection) -> None:
    """Lock a folder, leave a temporary file in it, and wait until killed."""
    with locked_folder(folder), atomic_write(folder / "notes.txt"):
        told.send("claimed")
        signal.pause()


@pytest.mark.skipif(sys.platform == "win32", reason="a process ends otherwise there")
def test_a_claim_ends_with_its_process_and_what_that_left_is_removed(tmp_path: Path) -> None:
    folder = tmp_path / "run"
    context = multiprocessing.get_context("spawn")
    here, there = context.Pipe()
    holder = context.Process(target=hold, args=(folder, there))
    holder.start()
    assert here.recv() == "claimed"
    with pytest.raises(FileError, match=r"run is in use by another process; wait .* or choose another"):
        locked_folder(folder).__enter__()
    holder.kill()
    holder.join()
    assert len(list(folder.iterdir())) == 2
    with locked_folder(folder):
        assert [file.name for file in folder.iterdir()] == ["writer.lock"]


def test_what_others_write_in_folders_below_is_left(tmp_path: Path) -> None:
    folder = tmp_path / "run"
    (folder / "games").mkdir(parents=True)
    (folder / ".unfinished-folder").mkdir()
    with atomic_write(folder / "games" / "0.npz"), locked_folder(folder):
        pass
    names = sorted(str(path.relative_to(folder)) for path in folder.rglob("*"))
    assert [name for name in names if name != "writer.lock"] == [".unfinished-folder", "games", "games/0.npz"]


def test_a_claim_can_be_given_back(tmp_path: Path) -> None:
    for _ in range(2):
        with (
            locked_folder(tmp_path / "run"),
            pytest.raises(FileError, match="another process"),
            locked_folder(tmp_path / "run"),
        ):
            pass


def test_a_folder_that_cannot_be_claimed_says_so(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    (tmp_path / "odd" / "writer.lock").mkdir(parents=True)
    (tmp_path / "linked").mkdir()
    (tmp_path / "linked" / "writer.lock").symlink_to(tmp_path / "file")
    for folder in ("file", "odd", "linked", "x" * 300):
        with pytest.raises(FileError, match="can't be written to"), locked_folder(tmp_path / folder):
            pass


def test_a_byte_order_mark_is_skipped(tmp_path: Path) -> None:
    """Editors of Windows write it. Records, editions and settings are read as without it."""
    mark, record, edition = b"\xef\xbb\xbf", tmp_path / "game.jsonl", tmp_path / "mine.toml"
    Recorder(two_crowns.Game, two_crowns.Rules(), 5).write(record)
    record.write_bytes(mark + record.read_bytes())
    assert replay(record, two_crowns.Game).lines[0]["seed"] == 5
    edition.write_bytes(mark + Path(RICH).read_bytes())
    assert (
        two_crowns.Rules(edition=str(edition)).edition_fingerprint == two_crowns.Rules(edition=RICH).edition_fingerprint
    )
    (tmp_path / "settings.toml").write_bytes(mark + b"decisions = 7")
    assert settings.read_settings_file(tmp_path / "settings.toml") == {"decisions": 7}
