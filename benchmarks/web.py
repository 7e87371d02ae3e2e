"""Response times of the browser table under load: `python -m benchmarks.web [--write]`.

The server runs in a separate process. At each table there is one simulated person, who clicks every one to three
seconds, and heuristic agents. The response time of a click ends when its new picture has arrived. `--write` writes the
results into docs/benchmarks.md.
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
from kschwert_env.requests.rules import read_rules
from kschwert_env.web.lobby.table_config import Seat
from kschwert_env.web.sessions.request_parsing import new_config
from kschwert_env.web.sessions.store import Store
from kschwert_env.web.sessions.table import Table

BEGIN = "<!-- figures: python -m benchmarks.web --write -->"

TABLES = 1, 50, 500
KINDS = ("krone_schwert", 4), ("two_crowns", 2), ("politics_and_intrigue", 2)
"""Games and numbers of players, assigned to tables in turn."""

SAMPLED = 0.1
"""Share of the pictures whose sizes are measured, which takes processor time."""

CLICK_SECONDS = 1.0, 3.0
"""Bounds of the uniformly distributed time before a click, in seconds."""

STORED = 10_000
"""Number of stored games for the restart benchmark."""


class LoadResult(NamedTuple):
    """Measurements with a number of simultaneous tables.

    Attributes:
        tables: number of tables.
        clicks: response times of clicks, in seconds.
        pictures: sizes of messages with a picture, raw and deflated, in bytes.
        memory: additional memory of the server per table, in bytes.
        load: share of one core that the server used.
    """

    tables: int
    clicks: list[float]
    pictures: list[tuple[int, int]]
    memory: float
    load: float


class Server:
    """A server process."""

    def __init__(self, folder: Path, process: "subprocess.Popen[str]", address: str) -> None:
        self.folder, self.process, self.address = folder, process, address

    def ask(self, method: str, path: str, asked: Any = None) -> Any:
        """Send an HTTP request; return the answer."""
        connection = HTTPConnection(self.address, timeout=600)
        headers = {"origin": f"http://{self.address}", "content-type": "application/json"}
        connection.request(method, path, json.dumps(asked), headers)
        answer = json.loads(connection.getresponse().read())
        connection.close()
        return answer

    def memory(self) -> int:
        """Return the resident memory in bytes."""
        fields = Path(f"/proc/{self.process.pid}/statm").read_text().split()
        return int(fields[1]) * os.sysconf("SC_PAGE_SIZE")

    def seconds(self) -> float:
        """Return the processor time so far, in seconds."""
        fields = Path(f"/proc/{self.process.pid}/stat").read_text().rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


@contextmanager
def running_server(folder: Path) -> Iterator[Server]:
    """Yield a running server with the tables of a folder."""
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


async def play_as_person(server: Server, number: int, until: float, load_result: LoadResult) -> None:
    """Create a table, and play at it until the time is over."""
    rng = random.Random(number)
    game, players = KINDS[number % len(KINDS)]
    others = [{"kind": "agent", "agent": "heuristic"}] * (players - 1)
    asked = {"game": game, "options": {}, "seats": [{"kind": "me"}, *others], "seed": number}
    links = await asyncio.to_thread(server.ask, "POST", "/api/tables", asked)
    origin = Origin(f"http://{server.address}")
    async with connect(f"ws://{server.address}/ws", origin=origin, max_size=None, open_timeout=600) as socket:
        await socket.send(json.dumps({"type": "join", "token": links["links"][0]["token"]}))
        while perf_counter() < until:
            state = await next_state(socket, load_result)
            if state["over"]:
                return
            while state["actions"] and not state["forced"]:
                await asyncio.sleep(rng.uniform(*CLICK_SECONDS))
                action = rng.choice(state["actions"])["number"]
                clicked, before = perf_counter(), state["number"]
                await socket.send(json.dumps({"type": "act", "number": before, "action": action}))
                while state["number"] <= before and not state["over"]:
                    state = await next_state(socket, load_result)
                load_result.clicks.append(perf_counter() - clicked)


async def next_state(socket: Any, load_result: LoadResult) -> Any:
    """Return the next state message."""
    while True:
        text = await socket.recv()
        message = json.loads(text)
        if message["type"] == "state":
            if random.random() < SAMPLED:
                load_result.pictures.append((len(text), len(zlib.compress(text.encode(), 6))))
            return message


def play(server: Server, tables: int, seconds: float) -> LoadResult:
    """Measure a number of simultaneous tables; the first seconds, in which all tables are created, don't count."""

    async def run_all(until: float) -> None:
        people = [asyncio.create_task(play_as_person(server, number, until, load_result)) for number in range(tables)]
        await asyncio.sleep(min(10 + tables / 20, seconds))
        load_result.clicks.clear()
        start = perf_counter(), server.seconds()
        figures["memory"] = server.memory()
        await asyncio.wait(people, timeout=max(until - perf_counter(), 1))
        figures["load"] = (server.seconds() - start[1]) / (perf_counter() - start[0])
        for each in people:
            each.cancel()
        await asyncio.gather(*people, return_exceptions=True)

    load_result, figures, before = LoadResult(tables, [], [], 0, 0), dict[str, float](), server.memory()
    asyncio.run(run_all(perf_counter() + seconds + 10 + tables / 20))
    return load_result._replace(memory=(figures["memory"] - before) / tables, load=figures["load"])


def restart(folder: Path) -> tuple[float, float]:
    """Return the seconds from the start of a server with many stored games to its first answer, and to join a game."""

    async def fill() -> None:
        rules = read_rules("two_crowns", {"num_players": 2})
        config = new_config(rules, (Seat("me", "Ada"), Seat("link", "Bob")))
        table, rng = Table(config, []), np.random.default_rng(0)
        while not table.game.is_over:
            table.step(int(rng.choice(table.game.legal_actions())))
        actions = [event.action for event in table.events[:-1]]
        store = Store(folder / "tables.sqlite")
        for first in range(0, STORED, 500):
            begun = [store.create(config.to_json(), actions, {f"token {first + i}": 0}) for i in range(500)]
            await asyncio.gather(*begun)
        await store.close()

    asyncio.run(fill())
    start = perf_counter()
    with running_server(folder) as server:
        _page(server)
        first_answer = perf_counter() - start
        begun = perf_counter()
        asyncio.run(_joined(server, f"token {STORED // 2}"))
        joined = perf_counter() - begun
    return first_answer, joined


def _page(server: Server) -> None:
    connection = HTTPConnection(server.address, timeout=600)
    connection.request("GET", "/")
    connection.getresponse().read()
    connection.close()


async def _joined(server: Server, token: str) -> None:
    origin = Origin(f"http://{server.address}")
    async with connect(f"ws://{server.address}/ws", origin=origin, max_size=None, open_timeout=600) as socket:
        await socket.send(json.dumps({"type": "join", "token": token}))
        await next_state(socket, LoadResult(0, [], [], 0, 0))


def table_of(found: list[LoadResult]) -> list[str]:
    """Return the table of measurements as Markdown."""
    head = ("tables", "clicks", "median", "95 %", "maximum", "load of one core", "memory per table")
    rows = []
    for load_result in found:
        clicks = np.array(load_result.clicks) * 1000
        times = [f"{value:,.0f} ms" for value in (*np.percentile(clicks, (50, 95)), clicks.max())]
        rows.append(
            [
                f"{load_result.tables}",
                f"{len(clicks):,}",
                *times,
                f"{load_result.load:.0%}",
                f"{load_result.memory / 1e6:.2f} MB",
            ]
        )
    return [f"| {' | '.join(row)} |" for row in (head, ["---"] * len(head), *rows)]


def sizes(found: list[LoadResult]) -> list[str]:
    """Return the size of a picture, as Markdown."""
    raw, sent = np.median([picture for load_result in found for picture in load_result.pictures], axis=0)
    return [f"- A decision with its picture: {sent / 1000:.1f} kB compressed, {raw / 1000:.0f} kB raw (medians)."]


def main(
    seconds: Annotated[float, typer.Option(min=5, help="Duration for each number of tables, in seconds.")] = 60,
    tables: Annotated[list[int] | None, typer.Option(help="Number of tables. May be repeated.")] = None,
    write: Annotated[bool, typer.Option("--write", help="Write the results into docs/benchmarks.md.")] = False,
) -> None:
    """Measure response times, sizes, memory and the restart."""
    found = []
    for number in tables or TABLES:
        with tempfile.TemporaryDirectory() as folder, running_server(Path(folder)) as server:
            play(server, len(KINDS), 5)  # loads compiled code
            found.append(play(server, number, seconds))
            print(*table_of(found[-1:]), sep="\n", flush=True)
    with tempfile.TemporaryDirectory() as folder:
        first_answer, joined = restart(Path(folder))
    text = [
        report.provenance(measure.provenance()),
        "",
        *table_of(found),
        "",
        *sizes(found),
        f"- A server with {STORED:,} stored games answers {first_answer:.1f} s after its start, and shows one of them "
        f"{joined * 1000:,.0f} ms after its link was opened.",
    ]
    print(*text, sep="\n")
    if write:
        report.replace_between(ROOT / "docs" / "benchmarks.md", BEGIN, report.END, "\n".join(text))


if __name__ == "__main__":
    typer.run(main)
