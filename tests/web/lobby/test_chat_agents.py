"""Language models at the browser table: only those that the owner adds, and in worker processes."""

from collections.abc import Iterator

import pytest

from kschwert_env.requests.agents import runs_in_server
from kschwert_env.requests.errors import RequestError
from kschwert_env.requests.server_config import ServerConfig
from kschwert_env.two_crowns import Game, Rules
from kschwert_env.web.workers.worker import answer_job, make_job
from tests.agents.text.conftest import chat_spec
from tests.agents.text.servers import KEY, FaultyServer, running, status


@pytest.fixture
def server(monkeypatch: pytest.MonkeyPatch) -> Iterator[FaultyServer]:
    monkeypatch.setenv("TEST_KEY", KEY)
    with running() as server:
        yield server


def test_visitors_choose_only_what_the_owner_adds(server: FaultyServer) -> None:
    rules, spec = Rules(), chat_spec(server)
    with pytest.raises(RequestError, match="unknown agent 'chat:model="):
        ServerConfig().check_agent(rules, spec)
    config = ServerConfig(agents=(spec,))
    config.check_agent(rules, spec)
    with pytest.raises(RequestError, match="unknown option 'model' of chat here"):
        config.check_agent(rules, f"{spec},parallel=200")
    assert spec in config.agents_for(rules)
    assert "chat" not in ServerConfig().agents_for(rules)
    assert server.bodies == []


def test_a_model_decides_in_a_worker(server: FaultyServer) -> None:
    rules, spec = Rules(), chat_spec(server, retries=0)
    state = Game(rules, 0).state.reshape(1)
    assert not runs_in_server(spec)
    answer = answer_job(make_job("act", rules, state, agent=spec, seed=1))
    assert answer["action"] in Game(rules, 0).legal_actions()
    server.always = status(500, f"{KEY} failed")
    with pytest.raises(RuntimeError, match=r"\[key\] failed") as raised:  # the table shows the reason
        answer_job(make_job("act", rules, state, agent=spec, seed=2))
    assert KEY not in str(raised.value)
