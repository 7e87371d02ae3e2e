"""A server of scripted models, and agents that ask it."""

from collections.abc import Callable, Iterator

import numpy as np
import pytest

from kschwert_env.agents.base import DecisionBatch, make_decision_batch
from kschwert_env.agents.registry import make_agent
from kschwert_env.agents.text import chat_client
from kschwert_env.agents.text.chat_agent import ChatAgent
from kschwert_env.engine.simulation.batch import Batch
from kschwert_env.two_crowns import Rules
from tests.agents.text.servers import KEY, FaultyServer, running

MakeAgent = Callable[..., ChatAgent]
"""Function that makes an agent for the server, with options."""


@pytest.fixture(autouse=True)
def no_key_and_short_waits(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(chat_client, "FIRST_WAIT", 0.001)
    monkeypatch.setattr(chat_client, "LONGEST_WAIT", 0.01)
    monkeypatch.setenv("TEST_KEY", KEY)


@pytest.fixture
def server() -> Iterator[FaultyServer]:
    with running() as server:
        yield server


@pytest.fixture
def chat(server: FaultyServer, short: Rules) -> Iterator[MakeAgent]:
    made = list[ChatAgent]()

    def make(model: str = "random", **options: object) -> ChatAgent:
        agent = make_agent(chat_spec(server, model, **options), short)
        assert isinstance(agent, ChatAgent)
        made.append(agent)
        return agent

    yield make
    for agent in made:
        agent.close()


def chat_spec(server: FaultyServer, model: str = "random", **options: object) -> str:
    """Return the specification of an agent that asks a server."""
    given = {"model": model, "url": server.url, "key_variable": "TEST_KEY", **options}
    return "chat:" + ",".join(f"{name}={value}" for name, value in given.items())


@pytest.fixture(scope="session")
def short() -> Rules:
    return Rules(max_turns=6)


def first_decisions(rules: Rules, count: int) -> DecisionBatch:
    """Return the first decisions of `count` games."""
    states = Batch(rules, count, seed=5, observations=False).states.copy()
    return make_decision_batch(rules, states, np.arange(count))
