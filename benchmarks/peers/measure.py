"""Measure all workloads of all installed peers, run by run in turn."""

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

from benchmarks.client import Worker, WorkerFailed, measure_rate, prepare_all
from benchmarks.peers.catalogue import OURS, ROOT, Peer

FORMAT = "kschwert_env.peers.v1"
ONE, ALL = "one_core", "all_cores"

console = Console(stderr=True, highlight=False)


class Case(NamedTuple):
    """A workload on one core or on all: its processes, its row, and the key for its figures."""

    workers: Sequence[Worker]
    row: dict[str, Any]
    where: str


class RunningPeer(NamedTuple):
    """A peer with running processes: versions of its packages, its rows, and its cases."""

    versions: dict[str, str]
    rows: list[dict[str, Any]]
    cases: list[Case]


Start = Callable[[Peer, Sequence[int], ExitStack], RunningPeer]
Play = Callable[[Sequence[Worker], str, float], Any]


def command_of(peer: Peer) -> list[str]:
    """Return the command that starts a process of a peer."""
    return [str(peer.python), "-m", f"benchmarks.peers.run_{peer.name}"]


def start_peer(peer: Peer, cores: Sequence[int], stack: ExitStack) -> RunningPeer:
    """Start the processes of a peer, for one core and for all: one multi-threaded process, or one per core."""
    command = command_of(peer)
    one_core_worker = stack.enter_context(Worker(command, ROOT, cores[-1:]))
    rows = [{"peer": peer.title, **row, ONE: [], ALL: []} for row in one_core_worker.greeting["rows"]]
    cases = [Case([one_core_worker], row, ONE) for row in rows]
    if len(cores) > 1:
        all_cores_workers = {}  # keys: whether the workload is multi-threaded
        for threads in sorted({row["threads"] for row in rows}):
            core_sets = [cores] if threads else [[core] for core in cores[:-1]]
            workers = [stack.enter_context(Worker(command, ROOT, pin)) for pin in core_sets]
            all_cores_workers[threads] = workers if threads else [*workers, one_core_worker]
        cases += [Case(all_cores_workers[row["threads"]], row, ALL) for row in rows]
    return RunningPeer(one_core_worker.greeting["versions"], rows, cases)


def prepare_cases(cases: Iterable[Case]) -> list[Case]:
    """Prepare cases one after another; return those that succeed. The rows of the others get the error."""
    prepared = []
    for case in track(list(cases), "compiling and warming up", console=console, transient=True):
        try:
            answer = prepare_all(case.workers, case.row["name"])
        except WorkerFailed as failure:
            case.row.setdefault("error", str(failure))
            continue
        if "preparation" not in case.row:
            case.row["preparation"] = answer.pop("seconds")
            case.row.update(answer)
        prepared.append(case)
    return prepared


def measure(peers: Sequence[Peer], runs: int, seconds: float) -> dict[str, Any]:
    """Return all results for JSON. Missing and failed peers are listed with the reason."""
    measurements = in_turn((OURS, *peers), start_peer, measure_rate, runs, seconds)
    return {"format": FORMAT, **measurements}


def in_turn(peers: Iterable[Peer], start: Start, play: Play, runs: int, seconds: float) -> dict[str, Any]:
    """Return all measurements, with provenance: `start` returns the cases of a peer, `play` measures a case once."""
    peer_facts: dict[str, dict[str, Any]] = {}
    cores = sorted(os.sched_getaffinity(0))
    rows: list[dict[str, Any]] = []
    cases: list[Case] = []
    with ExitStack() as stack:
        for peer in peers:
            reason = peer.missing()
            if reason is None:
                try:
                    running = start(peer, cores, stack)
                    peer_facts[peer.title] = {"versions": running.versions}
                    rows, cases = [*rows, *running.rows], [*cases, *running.cases]
                except WorkerFailed as failure:
                    reason = str(failure)
            if reason is not None:
                peer_facts |= missing_peers({peer.title: reason})
        prepared = prepare_cases(cases)
        for _ in track(range(runs), "measuring", console=console):
            for case in [case for case in prepared if "error" not in case.row]:
                try:
                    case.row[case.where].append(play(case.workers, case.row["name"], seconds))
                except WorkerFailed as failure:
                    case.row["error"] = str(failure)
    return {**provenance(), "runs": runs, "seconds": seconds, "peers": peer_facts, "rows": rows}


def missing_peers(reasons: Mapping[str, str]) -> dict[str, dict[str, Any]]:
    """Return the entries of peers without figures in results."""
    return {title: {"missing": reason} for title, reason in reasons.items()}


def provenance() -> dict[str, Any]:
    """Return date, commit and machine of a benchmark."""
    return {"date": datetime.now(UTC).date().isoformat(), "commit": _commit(), "machine": machine()}


def machine() -> dict[str, Any]:
    """Return the properties of this machine."""
    memory = os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES")
    return {
        "processor": _processor(),
        "cores": len(os.sched_getaffinity(0)),
        "memory_gib": round(memory / 2**30),
        "system": f"{platform.system()} {platform.machine()}",
        "python": platform.python_version(),
    }


def _processor() -> str:
    """Return the name of the processor, from Linux."""
    names = [line for line in Path("/proc/cpuinfo").read_text().splitlines() if line.startswith("model name")]
    return names[0].split(":", 1)[1].strip() if names else platform.processor() or "unknown"


def _commit() -> str:
    described = subprocess.run(
        ["git", "-C", ROOT, "describe", "--always", "--dirty"], capture_output=True, text=True, check=False
    )
    return described.stdout.strip() or "unknown"
