"""The fair queues for worker processes and threads, and what happens to jobs of clients that leave."""

import asyncio
import json
import socket
from collections.abc import Awaitable, Callable
from functools import partial
from threading import Event

import pytest

from kschwert_env.requests.errors import RequestError
from kschwert_env.two_crowns import Game, Rules
from kschwert_env.web.server import app
from kschwert_env.web.workers import fair_queue, shared_jobs
from kschwert_env.web.workers.fair_queue import FairQueue, Requester
from kschwert_env.web.workers.pool import WorkerPool
from kschwert_env.web.workers.shared_jobs import SharedJobs
from kschwert_env.web.workers.work_queue import WorkQueue
from kschwert_env.web.workers.worker import make_job
from tests.web.agents import Slow
from tests.web.client import ME, agent
from tests.web.conftest import Server

SLOW = f"{Slow.__module__}.{Slow.__name__}"


class Clock:
    """A clock that the jobs of a test advance."""

    now = 0.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    """The clock of the queue."""
    clock = Clock()
    monkeypatch.setattr(fair_queue, "monotonic", clock)
    return clock


async def order(clock: Clock, jobs: list[tuple[Requester, float]]) -> list[Requester]:
    """Return in which order jobs with these durations are done that all wait at the same time."""
    queue, done = FairQueue(1), list[Requester]()

    async def work(who: Requester, seconds: float) -> None:
        async with queue.turn(who):
            await asyncio.sleep(0)
            clock.now += seconds
            done.append(who)

    async with queue.turn(Requester("first")):
        tasks = [asyncio.create_task(work(*each)) for each in jobs]
        await asyncio.sleep(0)
    await asyncio.gather(*tasks)
    assert queue._free == 1
    assert not queue._used
    return done


def run(work: Callable[[], Awaitable[None]]) -> None:
    asyncio.run(work())  # type: ignore[arg-type]


def test_many_requests_of_a_visitor_delay_another_by_one(clock: Clock) -> None:
    many = [(Requester("many", number), 20.0) for number in range(70)]
    done = asyncio.run(order(clock, [*many, (Requester("one", 1), 20.0)]))
    assert done.index(Requester("one", 1)) == 1


def test_slow_tables_of_a_visitor_do_not_stop_a_fast_one(clock: Clock) -> None:
    slow = [(Requester("same", number), 20.0) for number in range(4) for _ in range(3)]
    fast = [(Requester("same", 9), 0.1)] * 3
    done = asyncio.run(order(clock, [*slow, *fast]))
    assert max(place for place, who in enumerate(done) if who.table == 9) <= 6
    assert len(set(done[:5])) == 5  # each table has had a turn


def test_what_is_in_the_background_waits_for_all_others(clock: Clock) -> None:
    """Also for those who have used much."""
    patient = Requester("one", 1, in_background=True)
    others = [Requester("many"), Requester("one", 1)]
    jobs = [(patient, 50.0), *((who, 20.0) for who in others for _ in range(3)), (patient, 50.0)]
    done = asyncio.run(order(clock, jobs))
    assert done[-2:] == [patient, patient]


def test_past_use_is_forgotten(clock: Clock) -> None:
    """Who has used much is not held up for longer than `MEMORY_SECONDS`, and newcomers start with nothing."""

    async def work() -> None:
        queue = FairQueue(2)
        async with queue.turn(Requester("new")):
            async with queue.turn(Requester("old")):
                clock.now += 3600
            async with queue.turn(Requester("old")):
                assert queue._used["old", False] == fair_queue.MEMORY_SECONDS

    run(work)


def test_who_leaves_the_queue_keeps_no_place(clock: Clock) -> None:
    async def work() -> None:
        queue = FairQueue(1)

        async def wait() -> None:
            async with queue.turn(Requester("leaving")):
                raise AssertionError

        async with queue.turn(Requester("one")):
            waiting = [asyncio.create_task(wait()) for _ in range(3)]
            await asyncio.sleep(0)
            waiting[0].cancel()
            await asyncio.sleep(0)
        for task in waiting[1:]:
            task.cancel()  # one of them has been admitted, but has not noticed yet
        await asyncio.gather(*waiting, return_exceptions=True)
        async with asyncio.timeout(5), queue.turn(Requester("two")):
            assert queue._present == [Requester("two")]

    run(work)


def test_a_shared_job_is_run_once_and_goes_on_without_who_began_it() -> None:
    ran, jobs = list[str](), SharedJobs()

    async def ask(who: str) -> str:
        async def answer() -> str:
            ran.append(who)
            await asyncio.sleep(0.01)
            return who

        found: str = await jobs.run({"do": "compare", "seed": 0}, answer)
        return found

    async def work() -> None:
        asked = [asyncio.create_task(ask(who)) for who in ("leaver", "next", "last")]
        await asyncio.sleep(0)
        asked[0].cancel()
        assert await asyncio.gather(*asked[1:]) == ["next", "next"]
        assert await ask("late") == "next"

    run(work)
    assert ran == ["leaver", "next"]


def test_few_answers_of_shared_jobs_are_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(shared_jobs, "MAX_KEPT", 2)
    ran, jobs = list[int](), SharedJobs()

    async def answer(number: int) -> int:
        ran.append(number)
        return number

    async def work() -> None:
        for number in (1, 2, 3, 3, 2, 1):
            assert await jobs.run({"number": number}, partial(answer, number)) == number

    run(work)
    assert ran == [1, 2, 3, 1]


def test_a_cancelled_job_that_waits_is_dropped() -> None:
    rules = Rules()
    state = Game(rules, 0).state.reshape(1)

    async def work() -> None:
        pool = WorkerPool(1)
        running = asyncio.create_task(pool.run(make_job("act", rules, state, agent=SLOW, seed=0)))
        await asyncio.sleep(0)
        waiting = asyncio.create_task(pool.run(make_job("act", rules, state, agent="random", seed=0)))
        await asyncio.sleep(0)
        waiting.cancel()
        await asyncio.gather(waiting, return_exceptions=True)
        await asyncio.sleep(0.1)
        assert len(pool._jobs) == 1
        running.cancel()
        await asyncio.gather(running, return_exceptions=True)
        await pool.close()

    run(work)


def test_threads_are_shared_by_visitors() -> None:
    """Many pieces of work of one visitor delay another by one."""
    done, begun, released = list[str](), Event(), Event()

    def piece(name: str) -> None:
        begun.set()
        assert released.wait(60)
        done.append(name)

    async def work() -> None:
        queue = WorkQueue(1, "test")
        many = [asyncio.create_task(queue.run(Requester("many"), piece, "many")) for _ in range(5)]
        await asyncio.to_thread(begun.wait, 60)
        one = asyncio.create_task(queue.run(Requester("one"), piece, "one"))
        await asyncio.sleep(0)
        released.set()
        await asyncio.gather(one, *many)
        queue.close()

    run(work)
    assert done == ["many", "one", *["many"] * 4]


def test_work_of_who_has_left_is_dropped_or_keeps_its_place() -> None:
    done, begun, released = list[str](), Event(), Event()

    def piece(name: str) -> None:
        begun.set()
        assert released.wait(60)
        done.append(name)

    async def work() -> None:
        queue = WorkQueue(1, "test")
        running, waiting, last = (
            asyncio.create_task(queue.run(Requester(name), piece, name)) for name in ("running", "waiting", "last")
        )
        await asyncio.to_thread(begun.wait, 60)
        running.cancel()
        waiting.cancel()
        await asyncio.sleep(0.01)
        assert not running.done()  # its thread is busy
        released.set()
        await asyncio.gather(running, waiting, last, return_exceptions=True)
        assert (running.cancelled(), waiting.cancelled(), last.cancelled()) == (True, True, False)
        queue.close()

    run(work)
    assert done == ["running", "last"]


def test_long_requests_do_not_stop_short_ones(served: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    """Tables are created and played while games are opened that take for ever."""
    released = Event()

    def slow(body: object, server_config: object) -> None:
        assert released.wait(600)  # longer than clients wait
        raise RequestError("too long")

    monkeypatch.setattr(app, "read_opened", slow)
    asked = {"record": "x"}
    posts = [abandon(served, "/api/analyses", asked) for _ in range(5)]
    try:
        with served.client.sits("two_crowns", [ME, agent("heuristic")]) as ada:
            ada.act()
            assert served.client.ask("GET", "/api/games")[0] == 200
            assert ada.ask("describe")["type"] == "description"
    finally:
        released.set()
    for connection in posts:
        connection.settimeout(60)
        assert b"400 Bad Request" in connection.recv(1 << 16)
        connection.close()


def abandon(served: Server, path: str, asked: object) -> socket.socket:
    """Send a request and return its connection, on which nobody waits for the answer."""
    address = served.client.address
    body = json.dumps(asked).encode()
    head = f"POST {path} HTTP/1.1\r\nhost: {address}\r\norigin: http://{address}\r\ncontent-type: application/json\r\n"
    host, port = address.split(":")
    connection = socket.create_connection((host, int(port)))
    connection.sendall(f"{head}content-length: {len(body)}\r\n\r\n".encode() + body)
    return connection


def test_requests_of_who_has_left_are_dropped(served: Server) -> None:
    """A table with an agent that has to be made in a worker process."""
    asked = {"game": "two_crowns", "options": {}, "seats": [ME, agent("ismcts:sims=5")]}
    pool = served.registry._agent_runner._workers
    for connection in [abandon(served, "/api/tables", asked) for _ in range(20)]:
        connection.close()
    while pool._jobs:  # dropped, or done
        pass
    assert served.client.table("two_crowns", [ME, agent("ismcts:sims=5")])["links"]


def test_an_analysis_is_not_started_after_the_client_has_left(served: Server) -> None:
    token = served.client.table("two_crowns", [agent("heuristic"), agent("random")], options={"max_turns": 3})["watch"]
    with served.client.join(token) as watcher:
        while not watcher.state["over"]:
            watcher.until("state")
        watcher.say("graph")
        watcher.say("analyse", number=0)
        watcher.say("graph")
    while served.registry._sessions or served.registry._workers._jobs:
        pass
