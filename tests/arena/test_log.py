"""The log of an arena: a single writer, no duplicates, and clear errors for damaged files."""

import errno
import json
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from typer import Typer
from typer.testing import CliRunner, Result

from kschwert_env.agents.random import RandomAgent
from kschwert_env.agents.registry import make_agents
from kschwert_env.arena.command import main
from kschwert_env.arena.contest import Contest
from kschwert_env.arena.game_log import GameLog, LogError
from kschwert_env.engine.io.files import FileError, locked_folder
from kschwert_env.two_crowns import Rules

GAMES = 4


def contest(folder: Path, games: int = GAMES, resume: bool = True) -> Contest:
    rules = Rules()
    return Contest(rules, make_agents(["random", "greedy:worlds=1"], rules), folder, games, resume=resume)


def command(folder: Path, *more: str) -> Result:
    app = Typer()
    app.command()(main)
    typed = ["--game", "two_crowns", "random", "greedy:worlds=1", "--games", str(GAMES), "--out", str(folder), *more]
    return CliRunner().invoke(app, typed)


@pytest.fixture(scope="module")
def lines(tmp_path_factory: pytest.TempPathFactory) -> list[str]:
    """Return the lines of a log with a complete session."""
    folder = tmp_path_factory.mktemp("played")
    with contest(folder) as played:
        assert played.play(workers=1)
    return (folder / "games.jsonl").read_text().splitlines()


def write(folder: Path, lines: list[str]) -> Path:
    (folder / "games.jsonl").write_text("".join(f"{line}\n" for line in lines))
    return folder


def test_a_second_arena_in_the_folder_is_refused(lines: list[str], tmp_path: Path) -> None:
    write(tmp_path, lines)
    with locked_folder(tmp_path):
        done = command(tmp_path, "--resume")
    assert done.exit_code == 1
    assert f"{tmp_path} is in use by another process" in done.output
    assert command(tmp_path, "--resume").exit_code == 0


def test_two_processes_play_every_game_once(tmp_path: Path) -> None:
    """The second process is refused, or finds all games of the first."""
    typed = ["random", "greedy:worlds=1", "--game", "two_crowns", "--games", str(GAMES), "--out", str(tmp_path)]
    play = [sys.executable, "-m", "kschwert_env", "arena", *typed, "--resume"]
    both = [subprocess.Popen(play, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) for _ in range(2)]
    for process in both:
        _, errors = process.communicate()
        assert process.returncode == 0 or "is in use by another process" in errors
    noted = [json.loads(line) for line in (tmp_path / "games.jsonl").read_text().splitlines()]
    assert sorted(line["game"] for line in noted[1:] if "game" in line) == list(range(GAMES))


def test_what_is_there_twice_counts_once(lines: list[str], tmp_path: Path) -> None:
    with contest(write(tmp_path, [*lines, *lines[1:]])) as again:
        assert again.finished == GAMES
        found = again.figures()
    assert found is not None
    assert found["games"] == GAMES


def changed(line: str, **values: Any) -> str:
    return json.dumps({**json.loads(line), **values})


@pytest.mark.parametrize(
    ("values", "message"),
    [
        ({"game": -1}, "line 2 is neither a game nor a session"),
        ({"game": True}, "line 2 is neither a game nor a session"),
        ({"game": 10**400}, "line 2 is neither a game nor a session"),
        ({"extra": 1}, "line 2 is neither a game nor a session"),
        ({"scores": [1]}, "line 2 is neither a game nor a session"),
        ({"scores": [1.5, 2]}, "line 2 is neither a game nor a session"),
        ({"scores": "ab"}, "line 2 is neither a game nor a session"),
        ({"line_up": 5}, "line 2 is neither a game nor a session"),
        ({"decisions": [-1, 2]}, "line 2 is neither a game nor a session"),
        ({"points": [{}, {"x": "y"}]}, "line 2 is neither a game nor a session"),
        ({"points": [{}, []]}, "line 2 is neither a game nor a session"),
        ({"ending": None}, "line 2 is neither a game nor a session"),
        ({"line_up": [7, 7]}, "does not fit the schedule"),
        ({"seed": 5}, "does not fit the schedule"),
        ({"game": 10**9}, "game 1000000000 does not fit the schedule"),
    ],
)
def test_a_line_that_cannot_be_is_named(values: dict[str, Any], message: str, lines: list[str], tmp_path: Path) -> None:
    damaged = write(tmp_path, [lines[0], changed(lines[1], **values), *lines[2:]])
    before = (tmp_path / "games.jsonl").read_bytes()
    with pytest.raises(LogError, match=re.escape(message)):
        contest(damaged)
    assert (tmp_path / "games.jsonl").read_bytes() == before
    with locked_folder(tmp_path):
        pass  # it is free again


@pytest.mark.parametrize(
    "text",
    [
        '{"session": 5}',
        '{"session": {"seconds": 1}}',
        '{"session": {"seconds": NaN, "thinking": {}}}',
        '{"session": {"seconds": 1e999, "thinking": {}}}',
        '{"session": {"seconds": 1, "thinking": {"a": 5}}}',
        '{"session": {"seconds": 1, "thinking": {}}}',
        '{"game": 0',
        "{}",
        "[" * 10**5,
        "5",
        "",
        "\x00\x00",
    ],
)
def test_a_line_of_something_else_is_named(text: str, lines: list[str], tmp_path: Path) -> None:
    with pytest.raises(LogError, match=r"is damaged: (line 3 is (not|neither)|a session has other agents)"):
        contest(write(tmp_path, [*lines[:2], text, *lines[2:]]))


def test_two_ends_of_one_game_are_refused(lines: list[str], tmp_path: Path) -> None:
    with pytest.raises(LogError, match="game 0 does not fit the schedule"):
        contest(write(tmp_path, [*lines, changed(next(line for line in lines if '"game": 0,' in line), ending="x")]))


def test_another_format_is_named(lines: list[str], tmp_path: Path) -> None:
    with pytest.raises(LogError, match=r"was started with format 'other.v9', not 'kschwert_env"):
        contest(write(tmp_path, [changed(lines[0], format="other.v9"), *lines[1:]]))


def test_what_is_no_file_is_refused(tmp_path: Path) -> None:
    (tmp_path / "games.jsonl").mkdir()
    with pytest.raises(FileError, match=r"games\.jsonl can't be read: not a regular file"):
        contest(tmp_path)
    done = command(tmp_path / ("x" * 300))
    assert done.exit_code == 1
    assert "can't be written to" in done.output


def test_a_session_that_never_ended_is_told_without_its_speed(lines: list[str], tmp_path: Path) -> None:
    """It was killed after all games: nothing is left to play, and its duration is unknown."""
    write(tmp_path, [line for line in lines if "session" not in line])
    done = command(tmp_path, "--resume")
    assert done.exit_code == 0, done.output
    assert "games per second" not in done.output
    assert json.loads((tmp_path / "results.json").read_text())["games_per_second"] is None


def test_damaged_results_are_written_anew(lines: list[str], tmp_path: Path) -> None:
    write(tmp_path, lines)
    (tmp_path / "results.json").write_bytes(b"\xff{")
    assert command(tmp_path, "--resume").exit_code == 0
    assert json.loads((tmp_path / "results.json").read_text())["games"] == GAMES


def test_a_line_that_finds_no_room_is_taken_back(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    log = GameLog(tmp_path, {}, resume=False)
    log.append({"first": 1})
    whole, write = log.path.read_bytes(), log._file.write
    rooms = iter([5])

    class Full:
        def __getattr__(self, name: str) -> Any:
            return getattr(file, name)

        def write(self, text: bytes) -> int:
            for room in rooms:
                return write(text[:room])
            raise OSError(errno.ENOSPC, "No space left on device")

    file = log._file
    monkeypatch.setattr(log, "_file", Full())
    with pytest.raises(LogError, match=r"games\.jsonl can't be written: No space left on device"):
        log.append({"second": 2})
    assert log.path.read_bytes() == whole
    assert log.lines == [{"first": 1}]
    log.close()


def test_a_file_that_an_arena_names_stays_the_same(tmp_path: Path) -> None:
    rules, file = Rules(), tmp_path / "network.npz"
    agents = {"random": RandomAgent(rules), f"policy:{file},sample=0": RandomAgent(rules)}
    file.write_bytes(b"one")
    for resume in (False, True):
        with Contest(rules, agents, tmp_path / "arena", resume=resume):
            pass
    file.write_bytes(b"two")
    with pytest.raises(LogError, match=r"was started with files \{.*network\.npz"):
        Contest(rules, agents, tmp_path / "arena", resume=True)
