"""Folders of compiled code, and messages during compilation."""

import errno
import os
import shutil
import stat
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import numba
import numpy as np
import pytest

import kschwert_env
from kschwert_env import GAMES, two_crowns
from kschwert_env.engine.jit import folder_problems
from kschwert_env.engine.jit.code_folders import cache_folder, compiling
from kschwert_env.engine.jit.compiling import compiled, machine_code
from kschwert_env.engine.jit.functions import JIT
from kschwert_env.engine.jit.native import libraries
from kschwert_env.engine.jit.native.digests import sources_digest
from kschwert_env.engine.simulation import warmup
from kschwert_env.engine.simulation.warmup import BATCH_STAGE, GAME_STAGE, OBSERVATION_STAGE, CompileStage, look_up
from kschwert_env.importing import find_game
from tests.helpers.cases import SMALL

FOLDER = "from kschwert_env.engine.jit.compiling import cache_folder; print(cache_folder())"
GAME_FOLDER = """
from kschwert_env.engine.jit.code_folders import cache_folder
from kschwert_env.{} import Rules
print(cache_folder() / Rules.code_folder)
"""
PACKAGE = Path(kschwert_env.__file__).parent


def folder_of(tmp_path: Path, asked: str = FOLDER, **environment: str) -> Path:
    """Return the cache folder of a process with this environment and temporary files in `tmp_path`, or what it is
    `asked`.
    """
    kept = {
        name: value for name, value in os.environ.items() if name not in ("KSCHWERT_CACHE", "XDG_CACHE_HOME", "HOME")
    }
    environment = {**kept, "PYTHONPATH": str(PACKAGE.parent), "TMPDIR": str(tmp_path), **environment}
    command = [sys.executable, "-c", asked]
    done = subprocess.run(command, env=environment, cwd=tmp_path, capture_output=True, text=True, check=True)
    return Path(done.stdout.strip())


def test_the_cache_lies_where_it_is_told(tmp_path: Path) -> None:
    assert folder_of(tmp_path, KSCHWERT_CACHE=str(tmp_path / "mine")).parent == tmp_path / "mine"
    assert folder_of(tmp_path, XDG_CACHE_HOME=str(tmp_path)).parent == tmp_path / "kschwert_env"
    assert folder_of(tmp_path, HOME=str(tmp_path)).parent == tmp_path / ".cache" / "kschwert_env"


def test_where_nothing_can_be_written_temporary_files_serve(tmp_path: Path) -> None:
    folder = folder_of(tmp_path, KSCHWERT_CACHE="/proc/nowhere").parent
    assert folder == tmp_path / f"kschwert_env-{os.getuid()}"
    assert stat.S_IMODE(folder.stat().st_mode) == 0o700


def test_a_temporary_folder_that_others_can_write_is_not_trusted(tmp_path: Path) -> None:
    theirs = tmp_path / f"kschwert_env-{os.getuid()}"
    theirs.mkdir()
    theirs.chmod(0o777)
    assert folder_of(tmp_path, KSCHWERT_CACHE="/proc/nowhere").parent != theirs


@pytest.mark.parametrize(
    ("edited", "changes"),
    [
        ("krone_schwert/kernel/revolt.py", {"krone_schwert"}),
        ("engine/compiled/rng.py", set(GAMES)),
        ("krone_schwert/text/drawing.py", set()),
    ],
)
def test_other_sources_have_another_folder(tmp_path: Path, edited: str, changes: set[str]) -> None:
    """Numba itself misses changes in functions of other files; the location of the files does not matter."""
    copy = tmp_path / "elsewhere" / PACKAGE.name
    shutil.copytree(PACKAGE, copy, ignore=shutil.ignore_patterns("__pycache__"))

    def folders() -> dict[str, Path]:
        places = {"PYTHONPATH": str(copy.parent), "KSCHWERT_CACHE": "there"}
        return {game: folder_of(tmp_path, GAME_FOLDER.format(game), **places) for game in GAMES}

    before = folders()
    here = {game: Path(cache_folder().name, find_game(game).code_folder) for game in GAMES}
    assert {game: folder.relative_to("there") for game, folder in before.items()} == here
    with (copy / edited).open("a") as source:
        source.write("# changed\n")
    after = folders()
    assert {game for game in GAMES if after[game] != before[game]} == changes


@pytest.mark.parametrize(
    ("setting", "value"),
    [
        ("NUMBA_BOUNDSCHECK", "1"),
        ("NUMBA_OPT", "1"),
        ("NUMBA_OPT", "max"),
        ("NUMBA_DEBUGINFO", "1"),
        ("NUMBA_LOOP_VECTORIZE", "0"),
        ("NUMBA_SLP_VECTORIZE", "1"),
    ],
)
def test_code_that_numba_makes_otherwise_has_another_folder(tmp_path: Path, setting: str, value: str) -> None:
    assert folder_of(tmp_path, **{setting: value}).name != folder_of(tmp_path).name


def test_code_from_elsewhere_is_known_by_its_own_sources(tmp_path: Path) -> None:
    file = tmp_path / "inner" / "player.py"
    file.parent.mkdir()
    found = []
    for text in ("a = 1", "a = 2", "a = 1"):
        file.write_text(text)
        found.append(sources_digest(tmp_path))
    assert found[0] != found[1]
    assert found[0] == found[2]


TOY = """
import sys
import numpy as np
from kschwert_env.engine.jit.compiling import compiled, entry_point

@compiled
def shuffle(row, salt):
    for i in range(row.values.size):
        j = (i * salt + 1) % row.values.size
        row.values[i], row.values[j] = row.values[j], row.values[i] + salt
        if row.values[i] % 3 == 0:
            row.values[j] += row.values[i] // 2

@compiled
def mix(row, times):  # too large to be inlined, and so a symbol of its own
    total = 0
    for k in range(times):
        shuffle(row, k)
        for i in range(row.values.size):
            if row.values[i] > 5:
                shuffle(row, i)
            elif row.values[i] > 2:
                shuffle(row, 7)
            total += row.values[i]
            if total > 1000000:
                shuffle(row, 3)
                total -= 900000
    return total

@entry_point("toy")
def play(rows):
    first = mix(rows[0], 3)
    return first + mix(rows[0], 20 if first > 20 else first % 3)

for length in map(int, sys.argv[1:]):
    print(play(np.array([(range(length),)], [("values", np.int64, (length,))])))
print("compiled:", len(play.stats.cache_misses))
"""


@pytest.mark.needs_jit
def test_records_compiled_by_two_processes_meet_in_a_third(tmp_path: Path) -> None:
    """Numba by itself gives both functions one name, and runs the wrong one or crashes."""
    script = tmp_path / "toy.py"
    script.write_text(TOY)

    def run(*lengths: str) -> list[str]:
        command = [sys.executable, str(script), *lengths]
        environment = {**os.environ, "KSCHWERT_CACHE": str(tmp_path)}
        return subprocess.run(command, env=environment, capture_output=True, text=True, check=True).stdout.splitlines()

    small, compiled = run("40")
    large, compiled_too = run("50")
    assert compiled == compiled_too == "compiled: 1"
    assert run("40", "50") == [small, large, "compiled: 0"]
    assert run("50", "40") == [large, small, "compiled: 0"]


@pytest.mark.needs_jit
@pytest.mark.skipif(not JIT, reason="there is no code")
def test_what_only_compiled_functions_call_has_no_machine_code() -> None:
    @compiled
    def twice(number):  # type: ignore[no-untyped-def]
        return 2 * number

    @numba.njit
    def ask(number):  # type: ignore[no-untyped-def]
        return twice(number) + 1  # type: ignore[no-untyped-call]

    assert ask(20) == 41
    inner: Any = twice
    [code] = inner.overloads.values()
    assert code.library.get_pointer_to_function(code.fndesc.llvm_func_name) == 0
    [code] = ask.overloads.values()
    assert code.library.get_pointer_to_function(code.fndesc.llvm_func_name) != 0


@pytest.mark.needs_jit
@pytest.mark.skipif(not JIT, reason="there is no code")
def test_machine_code_is_that_of_the_entry_point() -> None:
    legal: Any = SMALL.rules.loops.list_legal
    masks, numbers = np.ones((1, 9), np.int8), np.zeros(9, np.int64)
    code = machine_code(legal, masks, numbers)
    assert libraries.is_usable() or code is machine_code(legal, masks[:, :3].copy(), numbers)
    assert code(masks, numbers) == legal(masks, numbers) == 9
    assert len(legal.signatures) == (not libraries.is_usable())
    with pytest.raises(TypeError):  # by the size of an entry
        code(masks, numbers.astype(np.int32))


def test_what_a_single_game_does_not_need_is_compiled_later(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[str] = []

    @contextmanager
    def noted(folder: str, kind: str, what: str) -> Iterator[bool]:
        asked.append(kind)
        yield False

    monkeypatch.setattr(warmup, "compiling", noted)
    monkeypatch.setattr(warmup, "_compiled", set())
    monkeypatch.setattr(warmup, "_entry_points", {})
    game = two_crowns.Game(two_crowns.Rules())
    assert asked == ["2-games"]
    game.resample(0, 0)
    game.observe(0)
    assert asked == ["2-games", "2-worlds", "2-observations"]
    two_crowns.Batch(two_crowns.Rules(), 1)
    assert asked == ["2-games", "2-worlds", "2-observations", "2-batches"]


BEYOND = """
import numpy as np
from kschwert_env.engine.jit.compiling import compiled, entry_point

@compiled
def entry(row, place):
    return row.values[place]

@entry_point("beyond")
def play(rows, place):
    return entry(rows[0], place)

rows = np.zeros(2, [("values", np.int64, (4,))])
rows["values"][1] = 7
try:
    print(play(rows, 4))  # without a check the next row's first value
except IndexError as error:
    print("IndexError")
"""


@pytest.mark.needs_jit
def test_indices_are_checked_where_that_is_asked_for_also_with_a_warm_cache(tmp_path: Path) -> None:
    script = tmp_path / "beyond.py"
    script.write_text(BEYOND)
    told = [
        folder_of(tmp_path, script.read_text(), KSCHWERT_CACHE=str(tmp_path), NUMBA_BOUNDSCHECK=check).name
        for check in "010"
    ]
    assert told == ["7", "IndexError", "7"]


def test_compiling_is_announced_once(capsys: pytest.CaptureFixture[str]) -> None:
    kind = f"test-{os.getpid()}"
    try:
        for expected in (True, False):
            with compiling("krone_schwert", kind, "nothing at all") as needed:
                assert needed == expected
        assert capsys.readouterr().err.count("Compiling nothing at all, once") == 1
    finally:
        (cache_folder() / "krone_schwert" / f"{kind}.compiled").unlink()


def test_where_nothing_can_be_noted_games_are_played_all_the_same(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def refuse(path: Path) -> None:
        raise OSError(errno.ENOSPC, "the disk is full")

    folder_problems.warn_once.cache_clear()
    monkeypatch.setattr(folder_problems, "unwritable", set())
    monkeypatch.setattr(Path, "touch", refuse)
    with compiling("krone_schwert", "never", "nothing at all"):
        pass
    assert "is compiled at each start: the disk is full" in capsys.readouterr().err


def test_an_interrupted_compilation_is_begun_again(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(KeyboardInterrupt), compiling("krone_schwert", "never", "nothing at all"):
        raise KeyboardInterrupt
    assert not (cache_folder() / "krone_schwert" / "never.compiled").exists()
    assert "Compiling" in capsys.readouterr().err


@pytest.mark.parametrize("stage", [GAME_STAGE, OBSERVATION_STAGE, BATCH_STAGE], ids=lambda stage: stage.name)
def test_code_of_a_record_kind_is_looked_up_once(stage: CompileStage[Any], monkeypatch: pytest.MonkeyPatch) -> None:
    """Numba takes milliseconds for it, a hundred times as long as a game."""
    code = look_up(SMALL.rules, stage)
    monkeypatch.setattr(warmup, "machine_code", None)
    assert look_up(SMALL.rules, stage) is code
