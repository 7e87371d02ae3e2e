"""Soak test of the browser table: many tables with people and agents keep the memory of the server constant."""

import re
import tempfile
from pathlib import Path
from time import perf_counter

import numpy as np

from kschwert_env import GAMES
from tests.fuzz.damage import trials
from tests.web.client import ME, Client, agent
from tests.web.process import process

_DECISIONS = 40  # per table
_TABLES = 5  # per round and game
_WARM = 3  # rounds until all caches are filled
_MOST_GROWN = 32 << 10  # KiB


def server_soak(rng: np.random.Generator, seconds: float) -> int:
    """Play at new tables until the time is over; return the number of rounds, each with tables of all games."""
    end, sizes = perf_counter() + seconds, list[int]()
    with tempfile.TemporaryDirectory() as name:
        log = Path(name, "log")
        with process(Path(name, "tables"), log=log) as (client, running):

            def play_round(rng: np.random.Generator) -> None:
                for game in GAMES:
                    for _ in range(_TABLES):
                        _play(client, game, rng)
                sizes.append(_resident(running.pid))

            rounds = trials(play_round, rng, end - perf_counter())
        assert "Traceback" not in log.read_text()
    grown = sizes[-1] - sizes[min(_WARM, rounds) - 1]
    assert grown <= _MOST_GROWN, f"the server has grown by {grown:,} KiB in {rounds:,} rounds"
    return rounds


def _play(client: Client, game: str, rng: np.random.Generator) -> None:
    """Play the beginning of a game against a heuristic, look at earlier positions, and leave."""
    with client.sits(game, [ME, agent("heuristic")], analysis=True, forced=True) as seat:
        for _ in range(_DECISIONS):
            seat.wait_for_turn()
            if seat.state["over"]:
                return
            if seat.state["forced"]:  # it is made automatically
                seat.until("state")
            else:
                seat.act(int(rng.integers(99)))
        seat.say("reasons", target=None)
        seat.say("goto", number=int(rng.integers(seat.state["number"])))
        seat.ask("position", number=0)


def _resident(pid: int) -> int:
    """Return the memory of a process in KiB."""
    found = re.search(r"VmRSS:\s+(\d+) kB", Path(f"/proc/{pid}/status").read_text())
    assert found is not None
    return int(found[1])
