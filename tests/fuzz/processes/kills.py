"""Long jobs killed at random times and resumed: the results equal those of an uninterrupted run bit for bit."""

import json
import os
import signal
import subprocess
import sys
import tempfile
from functools import cache
from pathlib import Path
from time import perf_counter
from typing import Any

import numpy as np

_GAME = ["--game", "two_crowns"]
_SMALL = ["--threads", "1", "--width", "8", "--layers", "1", "--evaluation-games", "4"]
_SMALL += ["--checkpoint-interval", "0", "--minibatch-size", "64", "--epochs", "1"]
_SELF_PLAY = ["--games", "16", "--rollout-steps", "32"]
_SELF_PLAY += ["--evaluation-opponents", "random", "--fixed-opponents", "heuristic"]
JOBS: dict[str, list[str]] = {
    "arena": ["arena", *_GAME, "random", "heuristic", "--games", "300"],
    "imitate": ["train", "imitate", *_GAME, *_SMALL, "--timesteps", "8000", "--games-per-file", "16"],
    "ppo": ["train", "ppo", *_GAME, *_SMALL, *_SELF_PLAY, "--timesteps", "5120"],
}
"""Arguments of `kschwert` by job, without the folder."""


def _start(job: str, folder: Path, resume: bool) -> "subprocess.Popen[bytes]":
    command = [sys.executable, "-m", "kschwert_env", *JOBS[job], "--out", str(folder)]
    # an arena can be resumed before its start, a run can't
    command += ["--resume"] if resume or job == "arena" else []
    return subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)


def _finish(job: str, folder: Path) -> None:
    """Run the job to its end."""
    process = _start(job, folder, (folder / "settings.json").exists())
    _, errors = process.communicate()
    assert process.returncode == 0, f"{job}: {errors.decode()}"


def _lines(path: Path, *without: str) -> list[dict[str, Any]]:
    lines = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]
    return [{key: value for key, value in line.items() if key not in without} for line in lines]


def _outcome(job: str, folder: Path) -> Any:
    """Return everything that must be equal: all results except durations."""
    if job == "arena":
        played = [line for line in _lines(folder / "games.jsonl")[1:] if "game" in line]
        assert len({line["game"] for line in played}) == len(played), "a game was recorded twice"
        results = json.loads((folder / "results.json").read_text())
        for timed in ("games_per_second", "seconds_per_decision"):
            results.pop(timed)
        assert (folder / "report.html").stat().st_size
        return sorted(played, key=lambda line: line["game"]), results
    with np.load(folder / "agent.npz") as file:
        network = {name: array.tobytes() for name, array in file.items() if name != "about"}
    games = {path.name: path.read_bytes() for path in sorted(folder.glob("games/*.npz"))}
    return network, games, _lines(folder / "progress.jsonl", "seconds")


@cache
def _uninterrupted(job: str) -> tuple[Any, float]:
    """Return the result of an uninterrupted run, and its duration."""
    with tempfile.TemporaryDirectory() as folder:
        _finish(job, Path(folder, "warm"))  # fill the compilation cache first
        start = perf_counter()
        _finish(job, Path(folder, "run"))
        return _outcome(job, Path(folder, "run")), perf_counter() - start


def kill_and_resume(job: str, rng: np.random.Generator, times: int = 3) -> int:
    """Kill a job up to `times` times, let it finish, and compare; return the number of kills before its end."""
    expected, seconds = _uninterrupted(job)
    with tempfile.TemporaryDirectory() as name:
        folder, count = Path(name, "run"), 0
        for _ in range(times):
            process = _start(job, folder, (folder / "settings.json").exists())
            try:
                process.wait(rng.uniform(0.2, 1.1) * seconds)
            except subprocess.TimeoutExpired:
                os.kill(process.pid, signal.SIGKILL)
                count += 1
            _, errors = process.communicate()
            assert process.returncode in (0, -signal.SIGKILL), f"{job}: {errors.decode()}"
        _finish(job, folder)
        assert _outcome(job, folder) == expected, f"{job}: results differ after {count} kills"
        assert not list(folder.rglob(".unfinished*")), f"{job} left unfinished files"
    return count


def kill_repeatedly(job: str, rng: np.random.Generator, times: int) -> int:
    """Kill a job `times` times, restarting it after it has finished; return the number of kills."""
    count = 0
    while count < times:
        seed = int(rng.integers(2**63))
        try:
            count += kill_and_resume(job, np.random.default_rng(seed), min(3, times - count))
        except AssertionError as error:
            raise AssertionError(f"seed {seed}: {error}") from error
    return count


def kills(rng: np.random.Generator, seconds: float) -> int:
    """Kill all kinds of jobs in turn until the time is over; return the number of kills."""
    end, count = perf_counter() + seconds, 0
    while perf_counter() < end or not count:
        count += sum(kill_repeatedly(job, rng, 3) for job in JOBS)
    return count
