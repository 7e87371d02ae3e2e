"""Single games in two tiers: as plain Python at once, compiled later; the same games whenever the code is there."""

import os
import random
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from kschwert_env import two_crowns
from kschwert_env.classics.connect_four import ConnectFour
from kschwert_env.classics.leduc_poker import LeducPoker
from kschwert_env.engine.contract.rules import GameRules
from kschwert_env.engine.jit import background, code_folders, tiers
from kschwert_env.engine.simulation import warmup
from kschwert_env.engine.simulation.game import game_type
from tests.helpers.background import REQUEST, in_the_background

pytestmark = pytest.mark.needs_jit

PLAY = """
import random, sys
from kschwert_env.importing import find_game
from kschwert_env.engine.simulation.game import game_type

def play(seed):
    rules = find_game("two_crowns")(2)
    game, choose = game_type(rules)(rules, seed), random.Random(seed)
    while not game.is_over:
        game.observe(game.player)
        game.step(choose.choice(game.legal_actions()))
    return game.resample(0, 1).to_bytes().hex()[-64:]
"""
"""Defines a function that plays a whole game, with observations, and returns a digest of it."""


def play(rules: GameRules, seed: int, until: Callable[[int], object] = lambda decision: None) -> bytes:
    """Play a whole game, with observations; `until` is called before each decision."""
    game, choose, decision = game_type(rules)(rules, seed), random.Random(seed), 0
    while (player := game.player) is not None:
        until(decision)
        game.observe(player)
        game.step(choose.choice(game.legal_actions()))
        decision += 1
    until(decision)
    assert not game.returns.sum()
    return bytes(game.resample(0, 1).to_bytes())


@pytest.fixture
def first_use(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let this process forget which code it has looked up and asked for."""
    monkeypatch.setattr(warmup, "_entry_points", {})
    monkeypatch.setattr(warmup, "_compiled", set())
    monkeypatch.setattr(tiers, "_postponed", {})
    monkeypatch.setattr(background, "request", REQUEST)
    monkeypatch.setattr(background, "_requests", {})
    monkeypatch.setattr(background, "_is_told", [])


@pytest.mark.parametrize("rules", [two_crowns.Rules(), LeducPoker(), ConnectFour()], ids=lambda rules: rules.package)
def test_a_game_is_the_same_whenever_its_code_comes(
    rules: GameRules, first_use: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    compiled = play(rules, 5)
    markers, is_there = set[Path](), False

    def request(job: Any, marker: Path) -> bool:
        markers.add(marker)
        return True

    monkeypatch.setattr(background, "request", request)
    monkeypatch.setattr(background, "is_ready", lambda marker: is_there)
    monkeypatch.setattr(warmup, "missing_marker", lambda folder, kind: None if is_there else Path(folder, kind))
    for switch in range(0, 60, 10):
        warmup._entry_points.clear()
        warmup._compiled.clear()
        tiers._postponed.clear()
        is_there, calls = False, list[int]()

        def come(decision: int, switch: int = switch, calls: list[int] = calls) -> None:
            nonlocal is_there
            is_there = decision >= switch
            calls.append(decision)

        assert play(rules, 5, come) == compiled, switch
    assert {marker.name.rpartition("-")[2] for marker in markers} >= {"games", "observations"}
    assert not any(isinstance(each, tiers.PlainUntilCompiled) for each in warmup._entry_points.values())


def test_copies_and_restarts_have_the_code_itself(first_use: None, monkeypatch: pytest.MonkeyPatch) -> None:
    rules, is_there = two_crowns.Rules(), False
    monkeypatch.setattr(background, "request", lambda job, marker: True)
    monkeypatch.setattr(background, "is_ready", lambda marker: is_there)
    monkeypatch.setattr(warmup, "missing_marker", lambda folder, kind: None if is_there else Path(folder, kind))
    game, other = game_type(rules)(rules, 1), game_type(rules)(rules, 1)
    assert isinstance(game._entry_points.start, tiers.PlainUntilCompiled)
    is_there = True
    copy = game.copy()
    other.reset(1)
    for each in (copy, other):
        assert not isinstance(each._entry_points.start, tiers.PlainUntilCompiled)
        each.step(game.legal_actions()[0])
    game.step(game.legal_actions()[0])
    assert game.to_bytes() == copy.to_bytes() == other.to_bytes()


def test_threads_play_their_own_games_while_the_code_comes(first_use: None, monkeypatch: pytest.MonkeyPatch) -> None:
    rules, looks = two_crowns.Rules(), 0
    expected = [play(rules, seed) for seed in range(4)]
    warmup._entry_points.clear()
    warmup._compiled.clear()

    def is_ready(marker: Path) -> bool:
        nonlocal looks
        looks += 1
        return looks > 300

    monkeypatch.setattr(background, "request", lambda job, marker: True)
    monkeypatch.setattr(background, "is_ready", is_ready)
    monkeypatch.setattr(warmup, "missing_marker", lambda folder, kind: None if looks > 300 else Path(folder, kind))
    played: dict[int, bytes] = {}
    threads = [threading.Thread(target=lambda seed=seed: played.update({seed: play(rules, seed)})) for seed in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert [played[seed] for seed in range(4)] == expected
    assert looks > 300


def run(code: str, cache: Path, **environment: str) -> subprocess.CompletedProcess[str]:
    """Run a program with an empty cache."""
    command, variables = [sys.executable, "-c", code], {**os.environ, "KSCHWERT_CACHE": str(cache), **environment}
    return subprocess.run(command, env=variables, capture_output=True, text=True, check=True)


@pytest.fixture(scope="module")
def digests() -> str:
    """Return the output of a program that plays two games with compiled code."""
    command = [sys.executable, "-c", f"{PLAY}\nprint(play(3), play(4))"]
    return subprocess.run(command, capture_output=True, text=True, check=True).stdout


ONE_CORE = "import os\nos.sched_setaffinity(0, {min(os.sched_getaffinity(0))})\n" if sys.platform == "linux" else ""
FORK = (
    f"{PLAY}\nimport os\nfirst = play(3)\nchild = os.fork()\nsecond = play(4)\n"
    "if child:\n    assert os.waitpid(child, 0)[1] == 0\n    print(first, second)\n"
    "else:\n    os._exit(0 if second == play(4) else 1)"
)


@pytest.mark.parametrize(
    "code",
    [f"{PLAY}\nprint(play(3), play(4))", f"{ONE_CORE}{PLAY}\nprint(play(3), play(4))", FORK],
    ids=["two cores", "one core", "fork"],
)
def test_games_with_an_empty_cache_are_the_same(code: str, digests: str, tmp_path: Path) -> None:
    done = run(code, tmp_path)
    assert done.stdout == digests
    assert done.stderr.count("kschwert_env: Games run in plain Python until their code is compiled") == 1
    assert "Compiling" not in done.stderr
    if code != FORK:
        wait_for(lambda: not list(tmp_path.glob("*/requests/*")), "the compiling process drops what nobody needs")


def test_two_processes_share_one_compiling_process(digests: str, tmp_path: Path) -> None:
    code = (
        f"{PLAY}\nfrom kschwert_env.engine.jit import background\nprint(play(3), play(4))\n"
        "print(background._process is not None, file=sys.stderr)\n"
    )
    command, environment = [sys.executable, "-c", code], {**os.environ, "KSCHWERT_CACHE": str(tmp_path)}
    told: Any = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE, "text": True, "env": environment}
    first = subprocess.Popen(command, **told)
    wait_for(lambda: list(tmp_path.glob("*/background.lock")), "a lock")
    wait_for(lambda: in_the_background(tmp_path), "a compiling process")
    second = subprocess.Popen(command, **told)
    assert [process.communicate()[0] for process in (first, second)] == [digests, digests]
    assert len(in_the_background(tmp_path)) <= 1
    wait_for(lambda: not in_the_background(tmp_path), "the end of the compiling process")


def test_nothing_is_compiled_by_an_import_or_without_the_jit(tmp_path: Path, digests: str) -> None:
    run("import kschwert_env.two_crowns, kschwert_env.game_v0", tmp_path)
    done = run(f"{PLAY}\nprint(play(3), play(4))", tmp_path, NUMBA_DISABLE_JIT="1")
    assert (done.stdout, done.stderr) == (digests, "")
    assert not list(tmp_path.iterdir())


def test_where_nothing_can_be_saved_the_process_compiles_itself(digests: str, tmp_path: Path) -> None:
    full = tmp_path / "file"
    full.write_text("")
    code = f"import tempfile\ntempfile.tempdir = {str(full)!r}\n{PLAY}\nprint(play(3), play(4))"
    done = run(code, full)
    assert done.stdout == digests
    assert "Compiling the rules of Two Crowns" in done.stderr
    assert "plain Python" not in done.stderr


@pytest.fixture
def own_cache(tmp_path: Path, first_use: None, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A cache folder of this test, looked at without pauses; the compiling process is ended afterwards."""
    monkeypatch.setattr(background, "cache_folder", lambda: tmp_path)
    monkeypatch.setattr(background, "_SECONDS", 0.0)
    monkeypatch.setattr(background, "_process", None)
    monkeypatch.setenv("KSCHWERT_CACHE", str(tmp_path))
    yield tmp_path
    if background._process is not None:
        background._process.kill()
        background._process.wait()


def wait_for(condition: Callable[[], object], what: str) -> None:
    """Wait until a condition is true; fail after two minutes."""
    end = time.monotonic() + 120
    while not condition():
        assert time.monotonic() < end, f"waited in vain for {what}"
        time.sleep(0.02)


def test_a_failure_is_reported_once(own_cache: Path, capfd: pytest.CaptureFixture[str], in_process: None) -> None:
    marker = own_cache / "never"
    assert background.request(partial(int, "many"), marker)
    background.main()
    for _ in range(3):
        assert not background.is_ready(marker)
    told = capfd.readouterr().err
    assert told.count("has failed: ValueError: invalid literal for int() with base 10: 'many'. Games go on in") == 1
    assert not list((own_cache / "requests").iterdir())


@pytest.fixture
def in_process(monkeypatch: pytest.MonkeyPatch) -> None:
    """Start no process; a test calls `main` instead."""
    monkeypatch.setattr(background, "_start", lambda: None)
    monkeypatch.setattr(os, "nice", lambda by: 0)
    monkeypatch.setattr(background, "_end_unneeded", lambda: None)
    monkeypatch.setattr("signal.signal", lambda number, handler: None)


def test_a_killed_process_is_started_again_a_few_times(own_cache: Path, capfd: pytest.CaptureFixture[str]) -> None:
    marker = own_cache / "never"
    assert background.request(partial(time.sleep, 300), marker)
    for _ in range(3):
        process = background._process
        assert process is not None
        process.kill()
        process.wait()
        (own_cache / "background.started").unlink(missing_ok=True)
        assert not background.is_ready(marker)
    assert background._process is process, "it is not started a fourth time"
    assert not background.is_ready(marker)
    assert capfd.readouterr().err.count("has failed: its process was killed") == 1


def test_requests_of_ended_processes_are_dropped_and_urgent_ones_come_first(own_cache: Path, in_process: None) -> None:
    ended = subprocess.Popen([sys.executable, "-c", ""])
    ended.wait()
    folder = own_cache / "requests"
    for number, is_urgent in enumerate((False, False, True)):
        assert background.request(partial(int, str(number)), own_cache / str(number), is_urgent)
    (folder / f"0-1-{ended.pid}.request").write_bytes(b"never read")
    first, *others = background._waiting()
    assert first == background._requests[own_cache / "2"].file
    assert others == [background._requests[own_cache / number].file for number in "01"]
    background.main()
    assert not list(folder.iterdir())


def test_what_another_process_can_not_do_is_not_asked_for(own_cache: Path) -> None:
    assert not background.request(lambda: None, own_cache / "lambda")
    assert not background.request(partial(print, type("Odd", (), {"__module__": "__main__"})), own_cache / "main")
    assert code_folders.missing_marker("two_crowns-folder", "kind") is not None
