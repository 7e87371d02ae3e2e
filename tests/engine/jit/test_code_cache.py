"""Code cache on disk: damaged or missing files never run wrong code."""

import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numba
import numpy as np
import pytest

from kschwert_env.engine.jit import folder_problems
from kschwert_env.engine.jit.code_cache import CodeCache
from kschwert_env.engine.jit.code_folders import compiling
from kschwert_env.engine.jit.functions import JIT
from tests.engine.jit.test_compiling import TOY, folder_of

pytestmark = [pytest.mark.needs_jit, pytest.mark.skipif(not JIT, reason="there is no code")]

Told = Callable[[], str]


def total(values: Any) -> Any:
    found = 0
    for i in range(values.shape[0]):
        found += values[i]
    return found


INTS, FLOATS = np.arange(5), np.arange(5) / 2


def fresh(folder: Path) -> Any:
    """Return the cache as a new process sees it."""
    dispatcher: Any = numba.njit(total)
    dispatcher._cache = CodeCache(total, folder)
    return dispatcher


def is_right(folder: Path) -> list[int]:
    """Return how often each signature was compiled by a user of both, after checking the results."""
    dispatcher = fresh(folder)
    assert (dispatcher(INTS), dispatcher(FLOATS)) == (10, 5.0)
    return [sum(dispatcher.stats.cache_hits.values()), sum(dispatcher.stats.cache_misses.values())]


@pytest.fixture
def told(capsys: pytest.CaptureFixture[str]) -> Told:
    folder_problems.warn_once.cache_clear()

    def told() -> str:
        folder_problems.warn_once.cache_clear()
        return capsys.readouterr().err

    return told


@pytest.fixture
def folder(tmp_path: Path, told: Told) -> Path:
    assert is_right(tmp_path / "code") == [0, 2]
    assert is_right(tmp_path / "code") == [2, 0]
    assert told() == ""
    return tmp_path / "code"


def damaged(path: Path, whole: bytes, rng: np.random.Generator) -> None:
    """Damage a file in one of several ways."""
    kind, place = rng.integers(5), int(rng.integers(len(whole)))
    if kind == 0:
        path.write_bytes(whole[:place])
    elif kind == 1:
        path.write_bytes(rng.bytes(place))
    elif kind == 2:
        path.write_bytes(b"")
    elif kind == 3:
        path.write_bytes(whole[:place] + bytes([whole[place] ^ 1 << int(rng.integers(8))]) + whole[place + 1 :])
    else:
        path.write_bytes(whole + b"more")


def test_damaged_code_is_compiled_anew_and_one_line_says_so(folder: Path, told: Told) -> None:
    rng = np.random.default_rng(0)
    for _ in range(40):
        path = sorted(folder.iterdir())[rng.integers(2)]
        damaged(path, path.read_bytes(), rng)
        assert is_right(folder) == [1, 1]
        assert told().splitlines() == [
            f"The compiled code in {folder} is damaged; compiling it again takes some seconds"
        ]
        assert is_right(folder) == [2, 0]
        assert told() == ""


def test_code_of_other_arguments_is_not_run(folder: Path, told: Told) -> None:
    one, other = sorted(folder.iterdir())
    one.write_bytes(other.read_bytes())
    assert is_right(folder) == [1, 1]
    assert "is damaged" in told()


def test_what_is_no_file_is_left_alone(folder: Path, told: Told) -> None:
    one, other = sorted(folder.iterdir())
    one.unlink()
    one.mkdir()
    other.unlink()
    os.mkfifo(other)
    assert is_right(folder) == [0, 2]
    assert "is damaged" in told()
    assert {path.name for path in folder.iterdir()} == {one.name, other.name}


def test_where_nothing_can_be_written_it_goes_without(tmp_path: Path, told: Told) -> None:
    (tmp_path / "file").touch()
    for _ in range(2):
        assert is_right(tmp_path / "file" / "code") == [0, 2]
        assert told().splitlines() == [
            f"The compiled code in {tmp_path / 'file' / 'code'} can't be saved "
            "and is compiled at each start: Not a directory"
        ]


def test_on_a_full_disk_it_goes_without(folder: Path, told: Told, monkeypatch: pytest.MonkeyPatch) -> None:
    for path in folder.iterdir():
        path.unlink()

    def full(file: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    assert is_right(folder) == [0, 2]
    assert "is compiled at each start: No space left on device" in told()
    assert not list(folder.iterdir())
    monkeypatch.undo()
    assert is_right(folder) == [0, 2]
    assert is_right(folder) == [2, 0]


def test_what_could_not_be_kept_is_not_taken_for_compiled(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, told: Told
) -> None:
    monkeypatch.setattr("kschwert_env.engine.jit.code_folders.cache_folder", lambda: tmp_path)
    for _ in range(2):
        with compiling("toy", "kind", "a toy") as needed:
            assert needed
            folder_problems.mark_unwritable(tmp_path / "toy", OSError(28, "No space left on device"))
    folder_problems.unwritable.discard(tmp_path / "toy")
    (tmp_path / "odd" / "compiling.lock").mkdir(parents=True)
    with compiling("odd", "kind", "a toy") as needed:
        assert needed
    assert "odd can't be saved" in told()


def test_several_processes_at_once_leave_whole_code(tmp_path: Path) -> None:
    script = tmp_path / "toy.py"
    script.write_text(TOY)
    environment = {**os.environ, "KSCHWERT_CACHE": str(tmp_path / "cache")}

    def begin(*lengths: str) -> "subprocess.Popen[str]":
        command = [sys.executable, str(script), *lengths]
        return subprocess.Popen(command, env=environment, stdout=subprocess.PIPE, text=True)

    both = [begin("40", "50"), begin("50", "40")]
    (one, other, _), (again_other, again_one, _) = (process.communicate()[0].splitlines() for process in both)
    assert (one, other) == (again_one, again_other)
    assert begin("40", "50").communicate()[0].splitlines() == [one, other, "compiled: 0"]
    assert not list((tmp_path / "cache").rglob(".unfinished*"))


def test_where_no_folder_can_be_made_there_is_none(tmp_path: Path) -> None:
    """Neither the user's cache folder nor a temporary folder is writable."""
    (tmp_path / "kschwert_env-0").touch()
    (tmp_path / f"kschwert_env-{os.getuid()}").touch()
    assert folder_of(tmp_path, KSCHWERT_CACHE="/proc/nowhere").parent == Path(os.devnull)
