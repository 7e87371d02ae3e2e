"""Measure every row of every peer that is installed, run by run in turn."""

import os
import platform
import subprocess
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import ExitStack
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, NamedTuple

from rich.console import Console
from rich.progress import track

from benchmarks.ask import Worker, WorkerFailed, played, prepared
from benchmarks.peers.catalogue import OURS, ROOT, UNAVAILABLE, Peer

FORMAT = "kschwert_env.peers.v1"
ONE, ALL = "one_core", "all_cores"

console = Console(stderr=True, highlight=False)


class Case(NamedTuple):
    """One row on one core or on all: which processes play it, and where the figures go."""

    workers: Sequence[Worker]
    row: dict[str, Any]
    where: str


class Started(NamedTuple):
    """A peer whose processes run: the versions of its packages, its rows, and how they are to be measured."""

    versions: dict[str, str]
    rows: list[dict[str, Any]]
    cases: list[Case]


Start = Callable[[Peer, Sequence[int], ExitStack], Started]
Play = Callable[[Sequence[Worker], str, float], Any]


def command_of(peer: Peer) -> list[str]:
    """What starts a process that serves the peer's rows."""
    return [str(peer.python), "-m", f"benchmarks.peers.{peer.name}"]


def started(peer: Peer, cores: Sequence[int], stack: ExitStack) -> Started:
    """On one core, and on all of them: one process that takes them all, or one pinned to each."""
    command = command_of(peer)
    alone = stack.enter_context(Worker(command, ROOT, cores[-1:]))
    rows = [{"peer": peer.title, **row, ONE: [], ALL: []} for row in alone.greeting["rows"]]
    cases = [Case([alone], row, ONE) for row in rows]
    if len(cores) > 1:
        everywhere = {}  # by whether the row takes all cores by itself
        for threads in sorted({row["threads"] for row in rows}):
            pins = [cores] if threads else [[core] for core in cores[:-1]]
            more = [stack.enter_context(Worker(command, ROOT, pin)) for pin in pins]
            everywhere[threads] = more if threads else [*more, alone]
        cases += [Case(everywhere[row["threads"]], row, ALL) for row in rows]
    return Started(alone.greeting["versions"], rows, cases)


def ready(cases: Iterable[Case]) -> list[Case]:
    """The cases that could be prepared, one after another. Of the others the row tells the error."""
    found = []
    for case in track(list(cases), "compiling and warming up", console=console, transient=True):
        try:
            facts = prepared(case.workers, case.row["name"])
        except WorkerFailed as failure:
            case.row.setdefault("error", str(failure))
            continue
        if "preparation" not in case.row:
            case.row["preparation"] = facts.pop("seconds")
            case.row.update(facts)
        found.append(case)
    return found


def measure(peers: Sequence[Peer], runs: int, seconds: float) -> dict[str, Any]:
    """All results, as they are written to JSON. Peers that are missing or fail are listed with the reason."""
    found = in_turn((OURS, *peers), started, played, runs, seconds)
    return {"format": FORMAT, **found, "peers": {**lacking(UNAVAILABLE), **found["peers"]}}


def in_turn(peers: Iterable[Peer], start: Start, play: Play, runs: int, seconds: float) -> dict[str, Any]:
    """What was measured where and when: `start` gives the cases of a peer, and `play` one figure of one of them."""
    told: dict[str, dict[str, Any]] = {}
    cores = sorted(os.sched_getaffinity(0))
    rows: list[dict[str, Any]] = []
    cases: list[Case] = []
    with ExitStack() as stack:
        for peer in peers:
            reason = peer.missing()
            if reason is None:
                try:
                    about = start(peer, cores, stack)
                    told[peer.title] = {"versions": about.versions}
                    rows, cases = [*rows, *about.rows], [*cases, *about.cases]
                except WorkerFailed as failure:
                    reason = str(failure)
            if reason is not None:
                told |= lacking({peer.title: reason})
        remaining = ready(cases)
        for _ in track(range(runs), "measuring", console=console):
            for case in [case for case in remaining if "error" not in case.row]:
                try:
                    case.row[case.where].append(play(case.workers, case.row["name"], seconds))
                except WorkerFailed as failure:
                    case.row["error"] = str(failure)
    return {**provenance(), "runs": runs, "seconds": seconds, "peers": told, "rows": rows}


def lacking(reasons: Mapping[str, str]) -> dict[str, dict[str, Any]]:
    """Peers without figures, as results list them."""
    return {title: {"missing": reason} for title, reason in reasons.items()}


def provenance() -> dict[str, Any]:
    """When, of what and on what a benchmark was made."""
    return {"date": datetime.now(UTC).date().isoformat(), "commit": _commit(), "machine": machine()}


def machine() -> dict[str, Any]:
    """What the figures depend on."""
    memory = os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES")
    return {
        "processor": _processor(),
        "cores": len(os.sched_getaffinity(0)),
        "memory_gib": round(memory / 2**30),
        "system": f"{platform.system()} {platform.machine()}",
        "python": platform.python_version(),
    }


def _processor() -> str:
    """Its name as Linux tells it."""
    names = [line for line in Path("/proc/cpuinfo").read_text().splitlines() if line.startswith("model name")]
    return names[0].split(":", 1)[1].strip() if names else platform.processor() or "unknown"


def _commit() -> str:
    told = subprocess.run(
        ["git", "-C", ROOT, "describe", "--always", "--dirty"], capture_output=True, text=True, check=False
    )
    return told.stdout.strip() or "unknown"
