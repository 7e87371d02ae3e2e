"""Worker processes: answers, and failures."""

import os
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from benchmarks import client
from benchmarks.client import Worker, WorkerFailed, measure_rate, prepare_all, without_paths

ROOT = Path(__file__).parent.parent.parent

PEER = """
import os, sys, time
from benchmarks.server import Workload, WorkloadSpec, serve

def play():
    print("noise that a library makes")
    time.sleep(0.01)
    return 3

def crash():
    sys.stderr.write("first\\nat /home/someone/secret: out of luck\\n")
    os._exit(7)

def wrong():
    raise ValueError("no such board")

serve([
    WorkloadSpec("fine", "all of it", lambda: Workload(play, 2, 7, 42), beside="Game: step"),
    WorkloadSpec("wrong", "", wrong),
    WorkloadSpec("crash", "", lambda: Workload(crash, 2, 7, 42)),
    WorkloadSpec("asleep", "", lambda: Workload(lambda: time.sleep(60), 2, 7, 42)),
    WorkloadSpec("cores", "", lambda: Workload(lambda: 1, len(os.sched_getaffinity(0)), 0, 0), threads=True),
], ["numpy"])
"""


@pytest.fixture
def worker() -> Iterator[Worker]:
    with Worker([sys.executable, "-c", PEER], ROOT, [max(os.sched_getaffinity(0))]) as process:
        yield process


def test_a_worker_tells_what_it_has(worker: Worker) -> None:
    assert set(worker.greeting["versions"]) == {"numpy"}
    first = {"name": "fine", "included": "all of it", "beside": "Game: step", "threads": False}
    assert worker.greeting["rows"][0] == first
    assert worker.greeting["rows"][-1]["threads"] is True


def test_a_worker_counts_decisions(worker: Worker) -> None:
    facts = prepare_all([worker], "fine")
    assert {key: facts[key] for key in ("players", "actions", "observation")} == {
        "players": 2,
        "actions": 7,
        "observation": 42,
    }
    answer = worker.ask({"play": "fine", "seconds": 0.05}, 30)
    assert answer["seconds"] >= 0.05
    assert 3 <= answer["decisions"] <= 15
    assert answer["decisions"] % 3 == 0
    assert answer["cpu_seconds"] < answer["seconds"]  # it slept


def test_several_workers_are_added_up(worker: Worker) -> None:
    with Worker([sys.executable, "-c", PEER], ROOT) as other:
        prepare_all([worker, other], "fine")
        assert 0 < measure_rate([worker, other], "fine", 0.05) < 600  # 3 decisions in 0.01 s at best, twice


def test_a_process_on_one_core_is_measured_by_its_processor_time(
    worker: Worker, monkeypatch: pytest.MonkeyPatch
) -> None:
    answer = {"decisions": 12, "seconds": 4.0, "cpu_seconds": 3.0}
    monkeypatch.setattr(client, "_ask_all", lambda workers, request, timeout: [answer] * len(workers))
    assert measure_rate([worker], "fine", 4.0) == 4
    assert measure_rate([worker, worker], "fine", 4.0) == 6
    with Worker([sys.executable, "-c", PEER], ROOT) as unpinned:
        assert measure_rate([unpinned], "fine", 4.0) == 3


def test_a_worker_is_pinned_before_it_starts(worker: Worker) -> None:
    assert prepare_all([worker], "cores")["players"] == 1


def test_a_row_that_fails_leaves_the_others(worker: Worker) -> None:
    with pytest.raises(WorkerFailed, match="ValueError: no such board"):
        prepare_all([worker], "wrong")
    assert prepare_all([worker], "fine")["players"] == 2


def test_a_failure_beside_others_takes_no_answer_of_theirs(worker: Worker) -> None:
    with Worker([sys.executable, "-c", PEER.replace('ValueError("no', 'KeyError("no')], ROOT) as other:
        with pytest.raises(WorkerFailed, match="ValueError"):
            prepare_all([worker, other], "wrong")
        assert prepare_all([other, worker], "fine")["players"] == 2


def test_a_crash_is_told_without_places(worker: Worker) -> None:
    with pytest.raises(WorkerFailed, match=r"^ended with status 7: at \.\.\.: out of luck$"):
        prepare_all([worker], "crash")
    with pytest.raises(WorkerFailed, match="ended with status 7"):
        prepare_all([worker], "fine")


def test_a_silent_worker_is_given_up(worker: Worker) -> None:
    worker.send({"prepare": "asleep"})
    with pytest.raises(WorkerFailed, match=r"no answer within 0 s"):
        worker.receive(0.1)
    with pytest.raises(WorkerFailed, match="ended with status -9"):
        worker.ask({"prepare": "fine"}, 30)


def test_a_worker_that_does_not_start_is_told() -> None:
    with pytest.raises(WorkerFailed, match=r"ended with status 1: .*no_such_module"):
        Worker([sys.executable, "-c", "import no_such_module"], ROOT)


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("ERROR: from https://host.example/simple/x: 404", "ERROR: from ... 404"),
        ("[Errno 2] No such file: '/root/a b'", "[Errno 2] No such file: '... b'"),
        ("3 decisions/s and 1/2", "3 decisions/s and 1/2"),
    ],
)
def test_places_are_left_out(text: str, told: str) -> None:
    assert without_paths(text) == told
