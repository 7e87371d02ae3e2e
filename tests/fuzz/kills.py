"""Long work killed at any moment, again and again, and resumed: it ends bit for bit as if it had not been."""

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
_SELF_PLAY = [
    "--hyper",
    "games=16",
    "--hyper",
    "rollout_steps=32",
    "--hyper",
    "evaluation_opponents=random",
    "--hyper",
    "fixed_opponents=heuristic",
]
WORKS: dict[str, list[str]] = {
    "arena": ["arena", *_GAME, "random", "heuristic", "--games", "300"],
    "imitate": ["train", "imitate", *_GAME, *_SMALL, "--timesteps", "8000", "--games-per-file", "16"],
    "ppo": ["train", "ppo", *_GAME, *_SMALL, *_SELF_PLAY, "--timesteps", "5120"],
}
"""By name, the arguments of `kschwert`, without the folder."""


def _begin(work: str, folder: Path, resume: bool) -> "subprocess.Popen[bytes]":
    command = [sys.executable, "-m", "kschwert_env", *WORKS[work], "--out", str(folder)]
    # an arena can be resumed before it has begun, a run can't
    command += ["--resume"] if resume or work == "arena" else []
    return subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)


def _end(work: str, folder: Path) -> None:
    """Let it come to its end."""
    process = _begin(work, folder, (folder / "settings.json").exists())
    _, errors = process.communicate()
    assert process.returncode == 0, f"{work}: {errors.decode()}"


def _lines(path: Path, *without: str) -> list[dict[str, Any]]:
    lines = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]
    return [{key: value for key, value in line.items() if key not in without} for line in lines]


def _outcome(work: str, folder: Path) -> Any:
    """All that must be the same: everything but times."""
    if work == "arena":
        played = [line for line in _lines(folder / "games.jsonl")[1:] if "game" in line]
        assert len({line["game"] for line in played}) == len(played), "a game is there twice"
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
def _unbroken(work: str) -> tuple[Any, float]:
    """Return the result and the duration."""
    with tempfile.TemporaryDirectory() as folder:
        _end(work, Path(folder, "warm"))  # compiled, and read from disk once
        start = perf_counter()
        _end(work, Path(folder, "run"))
        return _outcome(work, Path(folder, "run")), perf_counter() - start


def killed(work: str, rng: np.random.Generator, times: int = 3) -> int:
    """Kill it up to so many times, let it end, and compare; how often it was killed before its end."""
    expected, seconds = _unbroken(work)
    with tempfile.TemporaryDirectory() as name:
        folder, count = Path(name, "run"), 0
        for _ in range(times):
            process = _begin(work, folder, (folder / "settings.json").exists())
            try:
                process.wait(rng.uniform(0.2, 1.1) * seconds)
            except subprocess.TimeoutExpired:
                os.kill(process.pid, signal.SIGKILL)
                count += 1
            _, errors = process.communicate()
            assert process.returncode in (0, -signal.SIGKILL), f"{work}: {errors.decode()}"
        _end(work, folder)
        assert _outcome(work, folder) == expected, f"{work} is another one, after {count} kills"
        assert not list(folder.rglob(".unfinished*")), f"{work} left something unfinished"
    return count


def killed_times(work: str, rng: np.random.Generator, times: int) -> int:
    """Kill it so often, from its beginning again where it has come to its end; how often it was killed."""
    count = 0
    while count < times:
        seed = int(rng.integers(2**63))
        try:
            count += killed(work, np.random.default_rng(seed), min(3, times - count))
        except AssertionError as error:
            raise AssertionError(f"seed {seed}: {error}") from error
    return count


def kills(rng: np.random.Generator, seconds: float) -> int:
    """All kinds of work in turn, until the time is over; how often one was killed."""
    end, count = perf_counter() + seconds, 0
    while perf_counter() < end or not count:
        count += sum(killed_times(work, rng, 3) for work in WORKS)
    return count
