"""Logs of arenas: a damaged log is resumed and reported, or refused by a one-line FileError."""

import json
import tempfile
from functools import cache
from pathlib import Path

import numpy as np

from kschwert_env.agents.registry import make_agents
from kschwert_env.arena.contest import Contest
from kschwert_env.arena.report import write_report
from kschwert_env.engine.io.files import FileError
from kschwert_env.two_crowns import Rules
from tests.fuzz.damage import check_message, damaged_bytes, damaged_json

_GAMES = 4


def _contest(folder: Path) -> Contest:
    rules = Rules()
    return Contest(rules, make_agents(["random", "greedy:worlds=1"], rules), folder, _GAMES, resume=True)


@cache
def _written() -> bytes:
    with tempfile.TemporaryDirectory() as folder:
        with _contest(Path(folder)) as contest:
            contest.play(workers=1)
        return Path(folder, "games.jsonl").read_bytes()


def try_one(rng: np.random.Generator) -> None:
    if rng.integers(2):
        text = damaged_bytes(_written(), rng)
    else:
        lines = damaged_json([json.loads(line) for line in _written().splitlines()], rng)
        text = "".join(f"{json.dumps(line)}\n" for line in lines or []).encode() if isinstance(lines, list) else b"5"
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        (folder / "games.jsonl").write_bytes(text)
        try:
            contest = _contest(folder)
        except FileError as error:
            check_message(error, folder)
            return
        with contest:
            found = contest.figures()
        assert contest.finished <= _GAMES, "a game was counted twice"
        if found is not None:
            json.dumps(found, allow_nan=False)
            if rng.integers(8) == 0:  # generating it takes a second
                write_report(folder / "report.html", found)
