"""The browser table killed at random moments: every decision that a client has seen is there afterwards."""

import os
import signal
import tempfile
import threading
from contextlib import suppress
from pathlib import Path
from typing import Any

import numpy as np
from websockets.exceptions import ConnectionClosed

from tests.fuzz.damage import trials
from tests.web.client import LINK, ME, agent
from tests.web.process import process

_KILLS = 2  # per trial


def _try_one(rng: np.random.Generator) -> None:
    with tempfile.TemporaryDirectory() as name:
        folder, log = Path(name), Path(name, "log")
        tokens, logs = list[str](), list[list[Any]]()
        for kill in range(_KILLS + 1):
            with process(folder / "tables", log=log) as (client, running):
                if not tokens:
                    tokens = [link["token"] for link in client.table("krone_schwert", [ME, LINK])["links"]]
                    tokens += [client.table("two_crowns", [ME, agent("heuristic")])["links"][0]["token"]]
                seats = [client.join(token) for token in tokens]
                for seat, before in zip(seats, logs, strict=False):
                    seat.until_quiet()
                    assert seat.log[: len(before)] == before, "a decision is lost"
                if kill < _KILLS:
                    dead = threading.Timer(rng.uniform(0.0, 1.5), os.kill, (running.pid, signal.SIGKILL))
                    dead.start()
                    with suppress(ConnectionClosed, ConnectionError, TimeoutError):
                        while True:
                            for seat in seats:
                                seat.until_quiet() if not seat.state["actions"] else seat.act(int(rng.integers(99)))
                    dead.join()
                logs = [list(seat.log) for seat in seats]
                for seat in seats:
                    with suppress(Exception):
                        seat.close()
        assert "Traceback" not in log.read_text()


def server_kills(rng: np.random.Generator, seconds: float) -> int:
    """Run trials, with two kills each, and return their number."""
    return trials(_try_one, rng, seconds)
