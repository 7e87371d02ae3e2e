"""The measured side of a benchmark: a process of its own, in any interpreter, that is asked on lines.

It needs the standard library only, since each peer lives in a virtual environment of its own. Every line is one JSON
object. The process first tells what it has:

    {"versions": {package: version}, "rows": [{"name", "included", "beside", "threads"}]}

and then answers requests in turn, until its input ends:

    {"prepare": name}            {"seconds", "players", "actions", "observation"}: until the first decisions were made
    {"play": name, "seconds": s} {"decisions", "seconds", "cpu_seconds", "totals"}: so many in about s seconds

or {"error": reason} for a row that failed, which does not keep the others from being measured.
"""

import json
import os
import sys
import time
from collections.abc import Callable, Mapping, Sequence
from importlib.metadata import version
from typing import Any, NamedTuple


class Playing(NamedTuple):
    """A way to play, ready to go on: `play` makes some decisions, as few as make sense, and tells how many.

    `observation` is the number of values that a decision is shown, 0 where nothing is. `totals` tells whatever else
    adds up while it plays, by name; an answer has what was added meanwhile.
    """

    play: Callable[[], int]
    players: int
    actions: int
    observation: int
    totals: Callable[[], Mapping[str, float]] = dict


class Row(NamedTuple):
    """What one row of the table measures: one decision by one agent is one step, actions are uniformly random."""

    name: str
    included: str  # in the time of a decision
    make: Callable[[], Playing]
    beside: str | None = None  # the row of ours that does the same from the same place
    threads: bool = False  # one process takes all cores that it may use


def serve(rows: Sequence[Row], packages: Sequence[str] = ()) -> None:
    """Answer requests about the rows until the input ends; `packages` are those whose versions are told."""
    answers = os.fdopen(os.dup(1), "w", buffering=1)
    os.dup2(2, 1)  # what libraries print must not get between the answers

    def say(answer: dict[str, Any]) -> None:
        print(json.dumps(answer), file=answers)

    told = [{"name": row.name, "included": row.included, "beside": row.beside, "threads": row.threads} for row in rows]
    say({"versions": {package: version(package) for package in packages}, "rows": told})
    makers = {row.name: row.make for row in rows}
    ready: dict[str, Playing] = {}
    for line in sys.stdin:
        try:
            say(_answer(json.loads(line), makers, ready))
        except Exception as error:  # whatever a peer fails of, the others are still to be measured
            say({"error": f"{type(error).__name__}: {error}"})


def _answer(
    request: dict[str, Any], makers: dict[str, Callable[[], Playing]], ready: dict[str, Playing]
) -> dict[str, Any]:
    if "prepare" in request:
        name, start = request["prepare"], time.perf_counter()
        ready[name] = playing = makers[name]()
        playing.play()
        seconds = time.perf_counter() - start
        return {"seconds": seconds, **{key: getattr(playing, key) for key in ("players", "actions", "observation")}}
    return _played(ready[request["play"]], request["seconds"])


def _played(playing: Playing, seconds: float) -> dict[str, Any]:
    """Play for about so many seconds."""
    decisions, before = 0, dict(playing.totals())
    start, cpu_start = time.perf_counter(), time.process_time()
    while time.perf_counter() < start + seconds:
        decisions += playing.play()
    return {
        "decisions": decisions,
        "seconds": time.perf_counter() - start,
        "cpu_seconds": time.process_time() - cpu_start,
        "totals": {name: total - before.get(name, 0) for name, total in playing.totals().items()},
    }
