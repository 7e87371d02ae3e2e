"""Server side of the benchmarks: a process, in any interpreter, that runs workloads on request.

It needs the standard library only, since each peer has its own virtual environment. Every line is a JSON object. The
process first lists its workloads:

    {"versions": {package: version}, "rows": [{"name", "included", "beside", "threads"}]}

and then answers requests in order, until its input ends:

    {"prepare": name}            {"seconds", "players", "actions", "observation"}: time until the first decisions
    {"play": name, "seconds": s} {"decisions", "seconds", "cpu_seconds", "totals"}: a run of about s seconds

or {"error": reason} for a workload that failed. Other workloads can still run.
"""

import json
import os
import sys
import time
from collections.abc import Callable, Mapping, Sequence
from importlib.metadata import version
from typing import Any, NamedTuple


class Workload(NamedTuple):
    """A prepared workload: `play` makes a few decisions and returns their number.

    `observation` is the number of observed values per decision, 0 without observations. `totals` returns further
    counters by name; an answer has their increase during the run.
    """

    play: Callable[[], int]
    players: int
    actions: int
    observation: int
    totals: Callable[[], Mapping[str, float]] = dict


class WorkloadSpec(NamedTuple):
    """Specification of a workload, one row of a table. Each decision of an agent is a step; actions are random."""

    name: str
    included: str  # what the time of a decision includes
    make: Callable[[], Workload]
    beside: str | None = None  # our workload that is comparable
    threads: bool = False  # whether one process uses all cores


def serve(rows: Sequence[WorkloadSpec], packages: Sequence[str] = ()) -> None:
    """Answer requests until the input ends; the versions of `packages` are reported."""
    answers = os.fdopen(os.dup(1), "w", buffering=1)
    os.dup2(2, 1)  # output of libraries must not mix with the answers

    def send(answer: dict[str, Any]) -> None:
        print(json.dumps(answer), file=answers)

    spec_rows = [
        {"name": row.name, "included": row.included, "beside": row.beside, "threads": row.threads} for row in rows
    ]
    send({"versions": {package: version(package) for package in packages}, "rows": spec_rows})
    makers = {row.name: row.make for row in rows}
    prepared: dict[str, Workload] = {}
    for line in sys.stdin:
        try:
            send(_answer(json.loads(line), makers, prepared))
        except Exception as error:  # other workloads must still run
            send({"error": f"{type(error).__name__}: {error}"})


def _answer(
    request: dict[str, Any], makers: dict[str, Callable[[], Workload]], ready: dict[str, Workload]
) -> dict[str, Any]:
    if "prepare" in request:
        name, start = request["prepare"], time.perf_counter()
        ready[name] = workload = makers[name]()
        workload.play()
        seconds = time.perf_counter() - start
        return {"seconds": seconds, **{key: getattr(workload, key) for key in ("players", "actions", "observation")}}
    return _run_workload(ready[request["play"]], request["seconds"])


def _run_workload(workload: Workload, seconds: float) -> dict[str, Any]:
    """Run a workload for about `seconds`."""
    decisions, before = 0, dict(workload.totals())
    start, cpu_start = time.perf_counter(), time.process_time()
    while time.perf_counter() < start + seconds:
        decisions += workload.play()
    return {
        "decisions": decisions,
        "seconds": time.perf_counter() - start,
        "cpu_seconds": time.process_time() - cpu_start,
        "totals": {name: total - before.get(name, 0) for name, total in workload.totals().items()},
    }
