"""How the table in the browser answers: `python -m benchmarks.web [--write]`.

A server in a process of its own; at each table one person, who clicks every one to three seconds, and heuristics. A
click's time is that from sending it until the picture is there that has it. `--write` puts what was found into
docs/benchmarks.md.
"""

import asyncio
import json
import os
import random
import re
import subprocess
import sys
import tempfile
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from http.client import HTTPConnection
from pathlib import Path
from time import perf_counter
from typing import Annotated, Any, NamedTuple

import numpy as np
import typer
from websockets.asyncio.client import connect
from websockets.typing import Origin

from benchmarks.peers import measure, report
from benchmarks.peers.catalogue import ROOT
from kschwert_env.web.app import STATIC
from kschwert_env.web.sessions.request_parsing import new_config
from kschwert_env.web.sessions.store import Store
from kschwert_env.web.sessions.table import Table
from kschwert_env.web.table_config import Seat, read_rules

BEGIN = "<!-- figures: python -m benchmarks.web --write -->"

TABLES = 1, 50, 500
KINDS = ("krone_schwert", 4), ("two_crowns", 2), ("politics_and_intrigue", 2)
"""Games and players; tables have them in turn."""

THINKING = 1.0, 3.0
"""Seconds that a person takes for a click, uniformly."""

STORED = 10_000
"""Games of a store that a server is started with."""


class Busy(NamedTuple):
    """What so many tables at once were like.

    Attributes:
        tables: how many.
        clicks: seconds from each click to the new picture.
        pictures: bytes of each message with a picture, and of the same deflated.
        memory: bytes of the server for each table, beyond what it has without.
        load: the part of one core that the server took.
    """

    tables: int
    clicks: list[float]
    pictures: list[tuple[int, int]]
    memory: float
    load: float


class Server:
    """A server in a process of its own."""

    def __init__(self, folder: Path, process: "subprocess.Popen[str]", address: str) -> None:
        self.folder, self.process, self.address = folder, process, address

    def ask(self, method: str, path: str, asked: Any = None) -> Any:
        """What it answers over HTTP."""
        connection = HTTPConnection(self.address, timeout=600)
        headers = {"origin": f"http://{self.address}", "content-type": "application/json"}
        connection.request(method, path, json.dumps(asked), headers)
        answer = json.loads(connection.getresponse().read())
        connection.close()
        return answer

    def memory(self) -> int:
        """Bytes that are resident."""
        fields = Path(f"/proc/{self.process.pid}/statm").read_text().split()
        return int(fields[1]) * os.sysconf("SC_PAGE_SIZE")

    def seconds(self) -> float:
        """Of the processor, so far."""
        fields = Path(f"/proc/{self.process.pid}/stat").read_text().rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


@contextmanager
def started(folder: Path) -> Iterator[Server]:
    """A server with the tables of a folder."""
    command = [sys.executable, "-m", "kschwert_env", "play", "--no-browser", "--port", "0", "--data", str(folder)]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env={**os.environ, "PYTHONUNBUFFERED": "1"})
    assert process.stdout is not None
    try:
        found = None
        while found is None:
            line = process.stdout.readline()
            if not line:
                raise RuntimeError("the server did not start")
            found = re.search(r"http://([\d.:]+)/", line)
        yield Server(folder, process, found[1])
    finally:
        process.kill()
        process.wait()


async def person(server: Server, number: int, until: float, busy: Busy) -> None:
    """Somebody who plays at a table of his own until the time is over."""
    rng = random.Random(number)
    game, players = KINDS[number % len(KINDS)]
    others = [{"kind": "agent", "agent": "heuristic"}] * (players - 1)
    asked = {"game": game, "options": {}, "seats": [{"kind": "me"}, *others], "seed": number}
    links = await asyncio.to_thread(server.ask, "POST", "/api/tables", asked)
    origin = Origin(f"http://{server.address}")
    async with connect(f"ws://{server.address}/ws", origin=origin, max_size=None, open_timeout=600) as socket:
        await socket.send(json.dumps({"type": "join", "token": links["links"][0]["token"]}))
        while perf_counter() < until:
            state = await shown(socket, busy)
            if state["over"]:
                return
            while state["actions"] and not state["forced"]:
                await asyncio.sleep(rng.uniform(*THINKING))
                action = rng.choice(state["actions"])["number"]
                clicked, before = perf_counter(), state["number"]
                await socket.send(json.dumps({"type": "act", "number": before, "action": action}))
                while state["number"] <= before and not state["over"]:
                    state = await shown(socket, busy)
                busy.clicks.append(perf_counter() - clicked)


async def shown(socket: Any, busy: Busy) -> Any:
    """The next state."""
    while True:
        text = await socket.recv()
        message = json.loads(text)
        if message["type"] == "state":
            busy.pictures.append((len(text), len(zlib.compress(text.encode(), 6))))
            return message


def play(server: Server, tables: int, seconds: float) -> Busy:
    """So many tables at once; the first seconds, in which all sit down, do not count."""

    async def everybody(until: float) -> None:
        people = [asyncio.create_task(person(server, number, until, busy)) for number in range(tables)]
        await asyncio.sleep(min(10 + tables / 20, seconds))
        busy.clicks.clear()
        start = perf_counter(), server.seconds()
        figures["memory"] = server.memory()
        await asyncio.wait(people, timeout=max(until - perf_counter(), 1))
        figures["load"] = (server.seconds() - start[1]) / (perf_counter() - start[0])
        for each in people:
            each.cancel()
        await asyncio.gather(*people, return_exceptions=True)

    busy, figures, before = Busy(tables, [], [], 0, 0), dict[str, float](), server.memory()
    asyncio.run(everybody(perf_counter() + seconds + 10 + tables / 20))
    return busy._replace(memory=(figures["memory"] - before) / tables, load=figures["load"])


def restart(folder: Path) -> tuple[float, float]:
    """Seconds from the start of a server with many stored games to its first answer, and until a game is shown."""

    async def fill() -> None:
        rules = read_rules("two_crowns", {"num_players": 2})
        config = new_config(rules, (Seat("me", "Ada"), Seat("link", "Bob")))
        table, rng = Table(config, []), np.random.default_rng(0)
        while not table.game.is_over:
            table.play(int(rng.choice(table.game.legal_actions())))
        actions = [event.action for event in table.events[:-1]]
        store = Store(folder / "tables.sqlite")
        for first in range(0, STORED, 500):
            begun = [store.create(config.to_json(), actions, {f"token {first + i}": 0}) for i in range(500)]
            await asyncio.gather(*begun)
        await store.close()

    asyncio.run(fill())
    start = perf_counter()
    with started(folder) as server:
        _page(server)
        answered = perf_counter() - start
        begun = perf_counter()
        asyncio.run(_joined(server, f"token {STORED // 2}"))
        joined = perf_counter() - begun
    return answered, joined


def _page(server: Server) -> None:
    connection = HTTPConnection(server.address, timeout=600)
    connection.request("GET", "/")
    connection.getresponse().read()
    connection.close()


async def _joined(server: Server, token: str) -> None:
    origin = Origin(f"http://{server.address}")
    async with connect(f"ws://{server.address}/ws", origin=origin, max_size=None, open_timeout=600) as socket:
        await socket.send(json.dumps({"type": "join", "token": token}))
        await shown(socket, Busy(0, [], [], 0, 0))


def table_of(found: list[Busy]) -> list[str]:
    """What was found at so many tables."""
    head = ("tables at once", "clicks", "median", "95 %", "slowest", "one core is busy", "memory a table")
    rows = []
    for busy in found:
        clicks = np.array(busy.clicks) * 1000
        times = [f"{value:,.0f} ms" for value in (*np.percentile(clicks, (50, 95)), clicks.max())]
        rows.append([f"{busy.tables}", f"{len(clicks):,}", *times, f"{busy.load:.0%}", f"{busy.memory / 1e6:.2f} MB"])
    return [f"| {' | '.join(row)} |" for row in (head, ["---"] * len(head), *rows)]


def sizes(found: list[Busy]) -> list[str]:
    """Bytes of the first load, and of a picture."""
    raw, sent = np.median([picture for busy in found for picture in busy.pictures], axis=0)
    page = [path for path in STATIC.rglob("*") if path.is_file()]
    return [
        f"- The page's first load: {sum(path.stat().st_size for path in page) / 1000:,.0f} kB in {len(page)} files.",
        f"- A decision with its picture: {sent / 1000:.1f} kB on the wire, {raw / 1000:.0f} kB unpacked (medians).",
    ]


def main(
    seconds: Annotated[float, typer.Option(min=5, help="For each number of tables.")] = 60,
    tables: Annotated[list[int] | None, typer.Option(help="Numbers of tables.")] = None,
    write: Annotated[bool, typer.Option("--write", help="Put the figures into docs/benchmarks.md.")] = False,
) -> None:
    """Measure clicks, bytes, memory and the restart."""
    found = []
    for number in tables or TABLES:
        with tempfile.TemporaryDirectory() as folder, started(Path(folder)) as server:
            play(server, len(KINDS), 5)  # loads compiled code
            found.append(play(server, number, seconds))
            print(*table_of(found[-1:]), sep="\n", flush=True)
    with tempfile.TemporaryDirectory() as folder:
        answered, joined = restart(Path(folder))
    text = [
        report.provenance(measure.provenance()),
        "",
        *table_of(found),
        "",
        *sizes(found),
        f"- A server with {STORED:,} stored games answers {answered:.1f} s after its start, and shows one of them "
        f"{joined * 1000:,.0f} ms after its link was opened.",
    ]
    print(*text, sep="\n")
    if write:
        report.replace_between(ROOT / "docs" / "benchmarks.md", BEGIN, report.END, "\n".join(text))


if __name__ == "__main__":
    typer.run(main)
