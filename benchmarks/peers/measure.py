"""Measure every row of every peer that is installed, run by run in turn."""

import os
import platform
import subprocess
from collections.abc import Iterable, Sequence
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


def command_of(peer: Peer) -> list[str]:
    """What starts a process that serves the peer's rows."""
    return [str(peer.python), "-m", f"benchmarks.peers.{peer.name}"]


def started(peer: Peer, cores: Sequence[int], stack: ExitStack) -> tuple[dict[str, Any], list[Case]]:
    """What a peer is, and its cases: on all cores one process that takes them all, or one pinned to each."""
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
    return {"versions": alone.greeting["versions"]}, cases


def ready(cases: Iterable[Case]) -> list[Case]:
    """The cases that could be prepared, one after another. Of the others the row tells the error."""
    found = []
    for case in track(list(cases), "compiling and warming up", console=console, transient=True):
        try:
            facts = prepared(case.workers, case.row["name"])
        except WorkerFailed as failure:
            case.row.setdefault("error", str(failure))
            continue
        if case.where == ONE:
            case.row["preparation"] = facts.pop("seconds")
            case.row.update(facts)
        found.append(case)
    return found


def measure(peers: Sequence[Peer], runs: int, seconds: float) -> dict[str, Any]:
    """All results, as they are written to JSON. Peers that are missing or fail are listed with the reason."""
    told: dict[str, dict[str, Any]] = {title: {"missing": reason} for title, reason in UNAVAILABLE.items()}
    cores = sorted(os.sched_getaffinity(0))
    cases: list[Case] = []
    with ExitStack() as stack:
        for peer in (OURS, *peers):
            reason = peer.missing()
            if reason is None:
                try:
                    told[peer.title], more = started(peer, cores, stack)
                    cases += more
                except WorkerFailed as failure:
                    reason = str(failure)
            if reason is not None:
                told[peer.title] = {"missing": reason}
        rows = [case.row for case in cases if case.where == ONE]
        remaining = ready(cases)
        for _ in track(range(runs), "measuring", console=console):
            for case in [case for case in remaining if "error" not in case.row]:
                try:
                    case.row[case.where].append(played(case.workers, case.row["name"], seconds))
                except WorkerFailed as failure:
                    case.row["error"] = str(failure)
    about = {"format": FORMAT, "date": datetime.now(UTC).date().isoformat(), "commit": _commit(), "machine": machine()}
    return {**about, "runs": runs, "seconds": seconds, "peers": told, "rows": rows}


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
