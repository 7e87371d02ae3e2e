"""Agents at tables: failing agents, agents that never answer, and searches in worker processes."""

import asyncio

import numpy as np
import pytest

from kschwert_env.requests.errors import RequestError
from kschwert_env.requests.server_config import ServerConfig
from kschwert_env.two_crowns import Game, Rules
from kschwert_env.web.sessions import play_loop
from kschwert_env.web.workers import pool as worker_pool
from kschwert_env.web.workers.agent_runner import AgentRunner
from kschwert_env.web.workers.pool import WorkerError, WorkerPool
from kschwert_env.web.workers.worker import make_job
from tests.web.agents import Broken, First, Slow
from tests.web.client import ME, agent
from tests.web.conftest import Server

OWN = {kind.__name__: f"{kind.__module__}.{kind.__name__}" for kind in (Broken, First, Slow)}


@pytest.fixture(scope="module", autouse=True)
def own_agents(served: Server) -> None:
    """A server with a user's own agents."""
    served.registry.server_config = ServerConfig(agents=tuple(OWN.values()))


def test_an_agent_that_fails_pauses_its_table(served: Server) -> None:
    with served.client.sits("two_crowns", [agent(OWN["Broken"]), ME]) as seat:
        words = seat.until("error")["words"]
        assert words == "an agent failed, so the table is paused; see the log of the server"
        while not seat.table["paused"]:
            seat.until("table")
        assert seat.state["number"] == 0


def test_a_fault_in_an_automatic_decision_is_no_endless_loop(
    served: Server, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """Pausing the table does not stop automatic decisions, so they are tried again at intervals."""

    def fail(self: play_loop.PlayLoop) -> None:
        raise RuntimeError("a fault")

    with served.client.sits("two_crowns", [ME, agent("random")]) as seat, monkeypatch.context() as broken:
        broken.setattr(play_loop.PlayLoop, "_due", fail)
        seat.act()
        seat.until("error")
        seat.until_quiet()
    assert len(caplog.records) == 1


def test_a_slow_agent_holds_up_no_other_table(served: Server) -> None:
    with served.client.sits("two_crowns", [agent(OWN["Slow"]), ME]) as waiting:
        with served.client.sits("two_crowns", [ME, agent("heuristic")]) as seat:
            seat.act()
        assert waiting.state["number"] == 0


def test_agents_of_ones_own_play_and_may_print(served: Server) -> None:
    with served.client.sits("two_crowns", [ME, agent(OWN["First"])]) as seat:
        seat.play_until(lambda: any(line["seat"] == 1 for line in seat.log))


def test_a_search_is_told_to_who_sees_everything(served: Server) -> None:
    with served.client.sits("two_crowns", [agent("ismcts:sims=20"), agent("ismcts:sims=20")]) as watcher:
        thought = watcher.until("analysis")
        assert thought["agent"] == "ismcts:sims=20"
        assert sum(action["visits"] for action in thought["actions"]) == 20
        assert {"words", "card", "target", "value"} <= thought["actions"][0].keys()
    with served.client.sits("two_crowns", [ME, agent("ismcts:sims=20")]) as seat:
        seat.play_until(lambda: any(line["seat"] == 1 for line in seat.log))
        assert not any('"analysis"' in text.partition(",")[0] for text in seat.received)


def test_agents_that_can_not_be_made_sit_down_nowhere(served: Server) -> None:
    """They are created in a worker process, so their imports don't affect the server."""
    asked = {"game": "two_crowns", "options": {}, "seats": [ME, agent("ismcts:fly=1")]}
    status, answer = served.client.post("/api/tables", asked)
    assert (status, "unknown option 'fly' of ismcts" in answer["error"]) == (400, True)


def position(rules: Rules) -> np.ndarray:
    """Return the state at the start of a game."""
    return Game(rules, 0).state.reshape(1)


def test_a_process_that_takes_too_long_is_ended_and_the_next_job_is_done(monkeypatch: pytest.MonkeyPatch) -> None:
    rules = Rules()

    async def run() -> None:
        pool = WorkerPool(1)
        assert await pool.run(make_job("act", rules, position(rules), agent=OWN["First"], seed=0)) is not None
        monkeypatch.setattr(worker_pool, "EXTRA_SECONDS", 0.2)
        with pytest.raises(WorkerError, match="took longer than 0 seconds"):
            await pool.run(make_job("act", rules, position(rules), agent=OWN["Slow"], seed=0))
        monkeypatch.undo()
        with pytest.raises(RequestError, match="it is broken"):
            await pool.run(make_job("act", rules, position(rules), agent=OWN["Broken"], seed=0))
        assert (await pool.run(make_job("act", rules, position(rules), agent="random", seed=0)))["thought"] is None
        await pool.close()

    asyncio.run(run())


def test_a_process_that_can_not_be_started_pauses_no_table(served: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    """It is tried again: there may be enough memory or file descriptors later."""
    monkeypatch.setattr(play_loop, "RETRY_SECONDS", 0.1)
    token = served.client.table("two_crowns", [agent(OWN["First"]), ME])["links"][0]["token"]
    served.inside(served.registry._agent_runner._workers.close())  # it keeps no idle process
    with monkeypatch.context() as broken:
        broken.setattr(worker_pool, "COMMAND", ("/nowhere",))
        with served.client.join(token) as seat:
            assert "no worker process can be started" in seat.until("error")["words"]
            broken.undo()
            while seat.state["number"] == 0:
                seat.until("state", "error")
            assert not seat.table["paused"]


def test_an_agent_decides_alike_wherever_it_thinks() -> None:
    """In a thread of the server or in a worker process: the seed determines the action."""
    rules = Rules()

    async def both() -> list[int]:
        players, pool = AgentRunner(1), WorkerPool(1)
        quick = await players.choose(rules, "heuristic", position(rules), 5)
        slow = await pool.run(make_job("act", rules, position(rules), agent="heuristic", seed=5))
        await players.close()
        await pool.close()
        return [quick["action"], slow["action"]]

    first, second = asyncio.run(both())
    assert first == second
