"""`chat` against a real server: faults, limits, budgets and keys."""

import gzip
import json
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from threading import Barrier
from typing import Any

import numpy as np
import pytest

from kschwert_env.agents.base import AgentError
from kschwert_env.agents.registry import agent_name, available, make_agent
from kschwert_env.agents.text import chat_client
from kschwert_env.agents.text.chat_client import ChatClient
from kschwert_env.two_crowns import Rules
from tests.agents.text.conftest import MakeAgent, chat_spec, first_decisions
from tests.agents.text.servers import (
    KEY,
    Fault,
    FaultyServer,
    body,
    changed,
    drip,
    endless,
    ends,
    hang,
    says,
    slow,
    status,
    text,
)

pytestmark = pytest.mark.needs_jit

STREAM = "text/event-stream"
CHUNK = b'data: {"choices": [{"index": 0, "delta": {"content": "<answer>"}, "finish_reason": null}]}\n\n'

PASSING: dict[str, Fault] = {
    "too many requests": status(429),
    "with a time to wait": status(429, **{"retry-after-ms": "1"}),
    "with a wrong time": status(429, **{"retry-after": "soon"}),
    "time-out of the server": status(408),
    "error of the server": status(500),
    "overloaded": status(503, "<html>busy</html>"),
    "cut off": text(b'{"choices": [{"mess', length=4000),
    "not JSON": text(b"{]"),
    "a page": text(b"<html>Welcome to the hotel</html>", "text/html"),
    "nothing": text(b"", length=0),
    "another object": text(b'{"hello": 1}'),
    "a list": text(b"[1, 2]"),
    "nested without end": text(b'{"choices": ' + b"[" * 500_000),
    "many lists": text(b'{"choices": [' + b"[]," * 500_000 + b"0]}"),
    "choices in an object": changed(lambda found: found.update(choices={"0": found["choices"][0]})),
    "choices without objects": changed(lambda found: found.update(choices=[[]])),
    "a message without keys": changed(lambda found: found["choices"][0].update(message=[])),
    "compressed": endless(gzip.compress(b"{}"), encoding="gzip"),
    "no choices": changed(lambda found: found.update(choices=[])),
    "no message": changed(lambda found: found["choices"][0].pop("message")),
    "content of another type": changed(lambda found: found["choices"][0]["message"].update(content=[1])),
}
STREAM_FAULTS: dict[str, Fault] = {
    "cut off": text(CHUNK, STREAM),
    "cut off within a chunk": text(CHUNK[:40], STREAM),
    "not JSON": text(b"data: {]\n\n", STREAM),
    "an error inside": text(CHUNK + b'data: {"error": {"message": "broken"}}\n\n', STREAM),
    "nothing": text(b"data: [DONE]\n\n", STREAM),
    "another object": text(b'data: {"hello": 1}\n\ndata: [1, 2]\n\n', STREAM),
    "nested without end": text(b'data: {"choices": ' + b"[" * 500_000 + b"\n\n", STREAM),
    "choices in an object": text(b'data: {"choices": {"0": 1}}\n\n', STREAM),
    "another delta": text(CHUNK.replace(b'{"content": "<answer>"}', b"7"), STREAM),
    "content of another type": text(CHUNK.replace(b'"<answer>"', b"[7]"), STREAM),
    "error of the server": status(500),
}


def played(agent: Any, count: int = 1) -> list[int]:
    decisions = first_decisions(agent.rules, count)
    actions = agent.act(decisions)
    assert all(decisions.masks[row, action] for row, action in enumerate(actions))
    return list(actions)


@pytest.mark.parametrize("name", PASSING)
def test_requests_are_repeated_after(name: str, server: FaultyServer, chat: MakeAgent) -> None:
    wanted = played(chat())
    server.faults = {len(server.bodies): PASSING[name], len(server.bodies) + 1: PASSING[name]}
    before = len(server.bodies)
    assert played(chat()) == wanted
    assert len(server.bodies) - before == 3


@pytest.mark.parametrize("name", STREAM_FAULTS)
def test_streams_are_repeated_after(name: str, server: FaultyServer, chat: MakeAgent) -> None:
    wanted = played(chat())
    server.faults = {1: STREAM_FAULTS[name]}
    agent = chat(stream=1)
    assert played(agent) == wanted
    assert [body["stream"] for body in server.bodies] == [False, True, True]
    assert agent.log.tokens > 200  # the usage in the last chunk


@pytest.mark.parametrize(("stream", "fault"), [(0, hang), (1, hang), (1, drip)])
def test_a_request_has_a_time_limit(stream: int, fault: Fault, server: FaultyServer, chat: MakeAgent) -> None:
    wanted = played(chat())
    server.faults = {1: fault}
    assert played(chat(stream=stream, timeout=0.5, retries=50)) == wanted
    assert len(server.bodies) >= 3


@pytest.mark.parametrize(
    ("stream", "fault"),
    [
        (0, endless(b" " * (1 << 16))),
        (1, endless(b" " * (1 << 16), kind=STREAM)),
        (1, endless(b"data: {}\n\n" * 1000, kind=STREAM)),
        (0, endless(b"x" * (1 << 16), status=400)),
        (0, endless(b"x" * (1 << 16), status=500)),
    ],
    ids=["answer", "line", "chunks", "error", "error to repeat"],
)
def test_an_answer_has_a_maximum_size(stream: int, fault: Fault, server: FaultyServer, chat: MakeAgent) -> None:
    server.always = fault
    with pytest.raises(AgentError, match="the answer is larger than 4,296,704 bytes; gave up after 2 requests"):
        played(chat(stream=stream, retries=1, max_tokens=100))


def test_a_slow_answer_is_waited_for(server: FaultyServer, chat: MakeAgent) -> None:
    wanted = played(chat())
    server.faults = {1: slow}
    assert played(chat()) == wanted
    assert len(server.bodies) == 2


@pytest.mark.parametrize(
    ("fault", "message"),
    [
        (status(400, "max_tokens is too large"), "status 400: .*max_tokens is too large"),
        (status(404, "no such model"), "status 404: .*no such model"),
        (status(401, "who are you?"), "status 401: .*the key is the value of the environment variable TEST_KEY"),
        (status(429, "pay first", "insufficient_quota"), "status 429: .*pay first"),
    ],
)
def test_what_repeating_cannot_help_ends_the_run(
    fault: Fault, message: str, server: FaultyServer, chat: MakeAgent
) -> None:
    server.always = fault
    with pytest.raises(AgentError, match=message):
        played(chat())
    assert len(server.bodies) == 1


BODIES = {
    b'{"error": "model \'m\' not found, try pulling it first"}': "model 'm' not found, try pulling it first",  # Ollama
    b'{"error": {"message": "no such model", "code": 404}}': "no such model",
    b'[{"error": {"code": 404, "message": "models/m is not found"}}]': "models/m is not found",  # Google
    b'{"detail": "Not Found"}': "Not Found",  # FastAPI
    b'{"detail": [{"loc": ["body", "model"], "msg": "Field required"}]}': "body.model: Field required",
    b'{"object": "error", "message": "The model `m` does not exist."}': "The model `m` does not exist.",  # vLLM
    b'{"object":"error","message":{"detail":[{"loc":["body","n"],"msg":"Extra inputs"}]}}': "body.n: Extra inputs",
    b'{"type": "error", "error": {"type": "not_found_error", "message": "model: m"}}': "model: m",  # Anthropic
    b'{"title": "Gone", "status": 404}': "Gone",
    b"<html><body><h1>404 Not Found</h1>nginx</body></html>": "404 Not Found nginx",
    b"no such route": "no such route",
    b"": "Error code: 404",
}
"""Bodies of errors of different servers, and what is shown."""


@pytest.mark.parametrize("content", BODIES)
def test_the_reason_of_a_server_is_shown_whatever_its_form(
    content: bytes, server: FaultyServer, chat: MakeAgent
) -> None:
    server.always = body(404, content)
    with pytest.raises(AgentError) as raised:
        played(chat())
    assert str(raised.value).endswith(f"model random: status 404: {BODIES[content]}")


def test_a_run_ends_after_all_repetitions(server: FaultyServer, chat: MakeAgent) -> None:
    server.always = status(500, "sorry")
    with pytest.raises(AgentError, match=r"model random: status 500: .*sorry.*; gave up after 3 requests"):
        played(chat(retries=2))
    assert len(server.bodies) == 3
    server.always = None
    assert played(chat())  # nothing of the failure is kept


def test_a_server_that_is_not_there_is_named(short: Rules) -> None:
    agent = make_agent("chat:model=x,url=http://127.0.0.1:1/v1,retries=1", short)
    with pytest.raises(AgentError, match=r"/v1, model x: Connection error .*gave up after 2 requests"):
        played(agent)
    agent.close()  # type: ignore[attr-defined]


def test_waits_double_and_follow_the_server(monkeypatch: pytest.MonkeyPatch, server: FaultyServer) -> None:
    slept = list[float]()

    async def sleep(seconds: float) -> None:
        slept.append(seconds)

    monkeypatch.setattr(chat_client.asyncio, "sleep", sleep)  # type: ignore[attr-defined]
    monkeypatch.setattr(chat_client, "FIRST_WAIT", 0.5)
    monkeypatch.setattr(chat_client, "LONGEST_WAIT", 60.0)
    asked = status(429, **{"retry-after": "7"}), status(429, **{"retry-after": "9000"}), status(500), status(500)
    server.faults = dict(enumerate(asked))
    client = new_client(server, retries=4)
    client.ask([{"role": "user", "content": "?\n\nq\n[3] x\nAnswer"}])
    client.close()
    waits = [seconds for seconds in slept if seconds > 0]
    assert waits[:2] == [7.0, 60.0]
    assert 1.5 <= waits[2] <= 2 < 3 <= waits[3] <= 4


def test_requests_begin_at_the_rate_that_is_set(monkeypatch: pytest.MonkeyPatch, server: FaultyServer) -> None:
    slept = list[float]()

    async def sleep(seconds: float) -> None:
        slept.append(seconds)

    monkeypatch.setattr(chat_client.asyncio, "sleep", sleep)  # type: ignore[attr-defined]
    client = new_client(server, per_minute=0.5)
    for _ in range(3):
        client.ask([{"role": "user", "content": "?\n\nq\n[3] x\nAnswer"}])
    client.close()
    starts = [seconds for seconds in slept if seconds > 100]
    assert len(starts) == 2
    assert starts[0] <= 120 < starts[1] <= 240


def new_client(server: FaultyServer, **options: Any) -> ChatClient:
    limits = {"stream": False, "timeout": 60.0, "retries": 0, "parallel": 4, "per_minute": None, **options}
    return ChatClient(server.url, "TEST_KEY", {"model": "random"}, **limits)


def test_decisions_are_asked_at_once_up_to_the_limit(server: FaultyServer, chat: MakeAgent) -> None:
    server.barrier = Barrier(3, timeout=60)  # three requests wait for each other
    played(chat(parallel=3), 12)
    assert server.busiest == 3


def test_threads_that_begin_together_share_one_loop() -> None:
    chat_client._started_loop.cache_clear()
    barrier = Barrier(8, timeout=60)

    def loop(number: int) -> object:
        barrier.wait()
        return chat_client._loop()

    with ThreadPoolExecutor(8) as pool:
        assert len(set(pool.map(loop, range(8)))) == 1


def test_answers_do_not_depend_on_what_is_asked_at_once(chat: MakeAgent) -> None:
    agent = chat("sloppy")
    decisions = first_decisions(agent.rules, 12)  # type: ignore[arg-type]
    together = agent.act(decisions)
    assert together.tolist() == chat("sloppy", parallel=1).act(decisions).tolist()


# -- invalid answers ------------------------------------------------------------------------------------------


def test_invalid_answers_are_asked_again_with_the_reason(server: FaultyServer, chat: MakeAgent) -> None:
    server.faults = {0: says("I resign"), 1: says(""), 2: says("<answer>0</answer>")}
    agent = chat()
    turn = agent.turn(first_decisions(agent.rules, 1), 0)  # type: ignore[arg-type]
    assert (turn.action, turn.refusal) == (0, None)
    assert [exchange.answer for exchange in turn.exchanges] == ["I resign", "", "<answer>0</answer>"]
    assert "'I resign' is not one of the legal actions" in turn.exchanges[1].refused[0].reason
    assert [len(exchange.refused) for exchange in turn.exchanges] == [0, 1, 2]


@pytest.mark.parametrize("invalid", ["random", "heuristic"])
def test_another_agent_decides_after_the_last_invalid_answer(
    invalid: str, server: FaultyServer, chat: MakeAgent, short: Rules
) -> None:
    server.always = says("I resign")
    decisions = first_decisions(short, 4)
    agent = chat(asks=1, invalid=invalid)
    assert agent.act(decisions).tolist() == make_agent(invalid, short).act(decisions).tolist()
    assert len(server.bodies) == 8


def test_a_forfeit_is_for_arenas(server: FaultyServer, chat: MakeAgent, short: Rules) -> None:
    from kschwert_env.agents.base import FORFEIT, choose_actions

    server.always = says("I resign")
    agent = chat(asks=0, invalid="forfeit")
    decisions = first_decisions(short, 2)
    assert choose_actions(agent, decisions, may_forfeit=True).tolist() == [FORFEIT, FORFEIT]
    with pytest.raises(AgentError, match="ChatAgent forfeits the game"):
        choose_actions(agent, decisions)


@pytest.mark.parametrize(
    ("fault", "ended", "answer"),
    [
        (ends("length"), "cut off", ""),
        (ends("length", "<think>I would <answer>0</answer>"), "cut off", "<think>I would <answer>0</answer>"),
        (ends("length", "1"), "cut off", "1"),  # the beginning of 12
        (ends("content_filter"), "filtered", ""),
        (ends("stop", None, refusal="I don't play war games."), "refused", "I don't play war games."),
    ],
)
def test_answers_that_are_not_finished_name_no_action_and_are_counted(
    fault: Fault, ended: str, answer: str, server: FaultyServer, chat: MakeAgent
) -> None:
    server.faults = {0: fault, 1: says("<answer>0</answer>")}
    agent = chat()
    turn = agent.turn(first_decisions(agent.rules, 1), 0)  # type: ignore[arg-type]
    assert [(exchange.answer, exchange.ended) for exchange in turn.exchanges] == [
        (answer, ended),
        ("<answer>0</answer>", ""),
    ]


@pytest.mark.parametrize("content", ["So <answer>0</answer>", "So \\boxed{0}"])
def test_an_answer_that_is_cut_off_after_its_tag_counts(content: str, server: FaultyServer, chat: MakeAgent) -> None:
    server.faults = {0: ends("length", content)}
    assert played(chat()) == [0]
    assert len(server.bodies) == 1


def test_thoughts_in_parts_of_a_message_are_left_out(server: FaultyServer, chat: MakeAgent) -> None:
    parts = [{"type": "thinking", "thinking": [{"type": "text", "text": "1?"}]}, {"type": "text", "text": "0"}]
    server.faults = {0: changed(lambda found: found["choices"][0]["message"].update(content=parts))}
    assert played(chat()) == [0]


@pytest.mark.parametrize("stream", [0, 1])
def test_a_run_stops_if_nearly_no_answer_is_finished(stream: int, server: FaultyServer, chat: MakeAgent) -> None:
    chunk = (
        b'data: {"choices": [{"index": 0, "delta": {"content": "x"}, "finish_reason": "length"}]}\n\ndata: [DONE]\n\n'
    )
    server.always = text(chunk, STREAM) if stream else ends("length")
    server.faults = {5: says("no") if not stream else text(chunk.replace(b"length", b"stop"), STREAM)}
    with pytest.raises(AgentError, match=r"20 of 21 answers were not finished .*: 20 cut off\. .* allow more tokens"):
        played(chat(parallel=1, stream=stream), 12)
    assert 21 <= len(server.bodies) < 36  # decisions that had begun ask once more


def test_finished_answers_do_not_stop_a_run(server: FaultyServer, chat: MakeAgent) -> None:
    server.always = says("I resign")
    played(chat(asks=0), 40)
    server.always = None
    server.faults = {number: ends("length") for number in range(40, 100) if number % 4}
    played(chat(asks=0), 50)


def test_a_long_invalid_answer_is_not_sent_again_in_full(server: FaultyServer, chat: MakeAgent, tmp_path: Path) -> None:
    server.faults = {0: says("x" * 3_000_000)}
    agent = chat()
    agent.log_to(tmp_path / "log.jsonl", "x")
    played(agent)
    second = agent.log.tokens
    assert second < 800_000
    assert (tmp_path / "log.jsonl").stat().st_size < 1_000_000


def test_an_answer_that_cannot_be_encoded_is_kept(server: FaultyServer, chat: MakeAgent, tmp_path: Path) -> None:
    """Lone surrogates are replaced, in the log of an earlier version, too."""
    server.faults = {0: says("I \ud800 resign")}
    decisions = first_decisions(Rules(max_turns=6), 1)
    turns = []
    for _ in range(2):
        agent = chat()
        agent.log_to(tmp_path / "log.jsonl", "x")
        turns.append(agent.turn(decisions, 0))
        assert turns[-1].exchanges[0].answer == "I \N{REPLACEMENT CHARACTER} resign"
        lines = (tmp_path / "log.jsonl").read_text()
        (tmp_path / "log.jsonl").write_text(lines.replace("\\ufffd", "\\ud800"))
    assert turns[0] == turns[1]
    assert len(server.bodies) == 2


# -- budgets --------------------------------------------------------------------------------------------------


def test_money_is_counted_by_prices(chat: MakeAgent) -> None:
    agent = chat(input_price=2, output_price=10)
    turn = agent.turn(first_decisions(agent.rules, 1), 0)  # type: ignore[arg-type]
    (exchange,) = turn.exchanges
    assert exchange.money == pytest.approx((2 * exchange.input_tokens + 10 * exchange.output_tokens) / 1e6)
    assert agent.log.money == exchange.money > 0


USAGES: list[dict[str, Any]] = [
    {"prompt_tokens_details": {"cached_tokens": 800}},
    {"prompt_cache_hit_tokens": 800},
    {"cached_tokens": 800},
]


@pytest.mark.parametrize("usage", USAGES, ids=str)
def test_cached_tokens_have_a_price_of_their_own(usage: dict[str, Any], server: FaultyServer, chat: MakeAgent) -> None:
    counts = {"prompt_tokens": 1000, "completion_tokens": 50, **usage}
    server.always = changed(lambda found: found.update(usage=counts))
    for prices, wanted in (({}, 2000 + 500), ({"cached_price": 0.5}, 400 + 400 + 500), ({"cached_price": 0}, 900)):
        agent = chat(input_price=2, output_price=10, **prices)
        (exchange,) = agent.turn(first_decisions(agent.rules, 1), 0).exchanges  # type: ignore[arg-type]
        assert exchange.cached_tokens == 800
        assert exchange.money == pytest.approx(wanted / 1e6)


@pytest.mark.parametrize("options", [{"budget_tokens": 1000}, {"budget_money": 0.001, "input_price": 1}])
def test_a_budget_ends_the_run(options: dict[str, float], chat: MakeAgent, server: FaultyServer) -> None:
    agent = chat(parallel=1, **options)
    with pytest.raises(AgentError, match=f"{next(iter(options))} of .* is used up; continue with --resume"):
        played(agent, 12)
    assert 1 <= server.answered <= 2


def test_tokens_are_estimated_where_the_server_does_not_count(server: FaultyServer, chat: MakeAgent) -> None:
    agent = chat()
    wanted = played(agent)
    server.faults = {1: changed(lambda found: found.pop("usage"))}
    other = chat()
    assert played(other) == wanted
    assert other.log.tokens == agent.log.tokens


@pytest.mark.parametrize("count", [10**400, 2**60, -1, 1.5, "7", None, [1]])
def test_tokens_that_cannot_be_are_estimated(count: object, server: FaultyServer, chat: MakeAgent) -> None:
    agent = chat()
    wanted = played(agent)
    server.always = changed(lambda found: found.update(usage={"prompt_tokens": count, "completion_tokens": count}))
    other = chat(input_price=1, budget_money=1e9)
    assert played(other) == wanted
    assert other.log.tokens == agent.log.tokens


# -- keys -----------------------------------------------------------------------------------------------------


def test_the_key_comes_from_the_environment_and_appears_nowhere(
    server: FaultyServer, chat: MakeAgent, tmp_path: Path
) -> None:
    agent = chat()
    agent.log_to(tmp_path / "log.jsonl", "x")
    server.faults = {0: says(f"Your key is {KEY}."), 1: status(500, f"{KEY} failed")}
    turn = agent.turn(first_decisions(agent.rules, 1), 0)  # type: ignore[arg-type]
    assert turn.exchanges[0].answer == "Your key is [key]."
    assert set(server.keys) == {f"Bearer {KEY}"}
    server.always = status(401, f"wrong key {KEY}")
    with pytest.raises(AgentError, match=r"wrong key \[key\]") as raised:
        played(agent, 3)
    assert KEY not in (tmp_path / "log.jsonl").read_text()
    assert KEY not in "".join(map(str, (raised.value, raised.value.__cause__, vars(agent))))
    assert raised.value.__suppress_context__ or raised.value.__context__ is None


def test_a_server_without_keys_needs_none(
    monkeypatch: pytest.MonkeyPatch, server: FaultyServer, chat: MakeAgent
) -> None:
    monkeypatch.delenv("TEST_KEY")
    played(chat())
    assert server.keys == ["Bearer none"]


# -- options --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ("", "chat needs model"),
        ("model=", "model must be a name"),
        ("model=x,url=ftp://x", "url must be http"),
        ("model=x,url=https://me:pw@x/v1", "without password"),
        ("model=x,url=https://x/v1?key=1", "without password and parameters"),
        ("model=x,key_variable=sk-123", "key_variable must be the name of an environment variable"),
        ("model=x,asks=-1", "asks must be from 0 to 10"),
        ("model=x,invalid=cheat", "invalid must be one of random, heuristic, forfeit"),
        ("model=x,maps=3d", "maps must be one of list, drawing"),
        ("model=x,temperature=3", "temperature must be from 0 to 2"),
        ("model=x,timeout=0", "timeout must be more than 0"),
        ("model=x,timeout=inf", "timeout must be more than 0, and finite"),
        ("model=x,parallel=1000", "parallel must be from 1 to 256"),
        ("model=x,budget_money=1", "budget_money needs input_price and output_price"),
        ("model=x,stream=2", "stream must be 0 or 1"),
        ("model=x,retries=-1", "retries must be from 0 to 100"),
        ("model=x,input_price=-1", "input_price must be at least 0"),
    ],
)
def test_wrong_options_are_named(options: str, message: str, short: Rules) -> None:
    with pytest.raises(ValueError, match=message):
        make_agent(f"chat:{options}", short)


def test_options_that_do_not_change_the_play_are_not_in_the_name(server: FaultyServer) -> None:
    spec = chat_spec(server, timeout=3, budget_tokens=7, temperature=0.5, parallel=2)
    assert agent_name(spec) == chat_spec(server, temperature=0.5)
    assert agent_name("random") == "random"
    assert agent_name("policy:runs/a,timeout=3.npz") == "policy:runs/a,timeout=3.npz"


def test_it_is_not_offered_without_options(short: Rules) -> None:
    assert "chat" not in available(short)


def test_parameters_are_sent(server: FaultyServer, short: Rules, monkeypatch: pytest.MonkeyPatch) -> None:
    seen = list[dict[str, Any]]()

    def spy(body: Any) -> dict[str, Any]:
        seen.append(body)
        return found(body)

    from kschwert_env.agents.text import scripted_server

    found = scripted_server.completion
    monkeypatch.setattr(scripted_server, "completion", spy)
    agent = make_agent(chat_spec(server, temperature=0.5, effort="low", max_tokens=77), short)
    played(agent)
    agent.close()  # type: ignore[attr-defined]
    (body,) = seen
    assert {name: value for name, value in body.items() if name != "messages"} == {
        "model": "random",
        "temperature": 0.5,
        "reasoning_effort": "low",
        "max_completion_tokens": 77,
    }
    assert [message["role"] for message in body["messages"]] == ["system", "user"]
    assert json.dumps(body["messages"]).count("Two Crowns is a card game") == 1


@pytest.mark.parametrize("stream", [0, 1])
def test_a_server_that_does_not_know_a_parameter_gets_the_older_one(
    stream: int, server: FaultyServer, short: Rules, monkeypatch: pytest.MonkeyPatch
) -> None:
    seen = list[dict[str, Any]]()

    def mistral(body: Any) -> dict[str, Any]:
        seen.append(body)
        for name in ("max_completion_tokens", "stream_options"):
            if name in body:
                raise ValueError(f"Extra inputs are not permitted: body.{name}")
        return found(body)

    from kschwert_env.agents.text import scripted_server

    found = scripted_server.completion
    monkeypatch.setattr(scripted_server, "completion", mistral)
    agent = make_agent(chat_spec(server, max_tokens=77, retries=0, stream=stream), short)
    played(agent, 2)
    agent.close()  # type: ignore[attr-defined]
    assert seen[-1].get("max_tokens") == 77
    assert not {"max_completion_tokens", "stream_options"} & seen[-1].keys()


def test_no_limit_of_tokens_is_sent_for_0(server: FaultyServer, short: Rules, monkeypatch: pytest.MonkeyPatch) -> None:
    agent = make_agent(chat_spec(server, max_tokens=0), short)
    assert not [name for name in agent._client._body if "tokens" in name]  # type: ignore[attr-defined]
    agent.close()  # type: ignore[attr-defined]


def test_legal_numbers_are_those_of_the_prompt() -> None:
    from kschwert_env.adapters.text import TextGame
    from kschwert_env.agents.text.scripted_server import legal_numbers
    from tests.helpers.cases import CASES

    rng = np.random.default_rng(0)
    for case in CASES[::3]:
        game = TextGame(case.rules, 1)
        for _ in range(25):
            if game.player is None:
                break
            numbers = [choice.number for choice in game.choices(game.player)]
            assert sorted(legal_numbers(game.prompt(game.player))) == numbers
            game.act(int(rng.choice(numbers)))


@pytest.mark.parametrize(
    ("body", "message"),
    [
        ({"model": ["random"]}, "model must be one of random, sloppy"),
        ({"model": {}}, "model must be one of random, sloppy"),
        ({"content": "?\n\nq\nanswer with N alone: 0-999999999999\nAnswer"}, "1 to 2040 legal actions"),
        ({"content": "?\n\nq\nanswer with N alone: " + "0-2000, " * 100_000 + "\nAnswer"}, "1 to 2040 legal actions"),
        ({"content": "?\n\nq\n" + "[3]" * 3000 + "\nAnswer"}, "1 to 2040 legal actions"),
        ({"content": "?\n\nq\n[" + "9" * 5000 + "]\nAnswer"}, "Exceeds the limit"),
        ({"content": "?"}, "1 to 2040 legal actions"),
    ],
)
def test_scripted_models_refuse_prompts_that_explode(body: dict[str, Any], message: str) -> None:
    from kschwert_env.agents.text.scripted_server import completion

    sent = [{"role": "user", "content": body.get("content", "?\n\nq\n[3] x\nAnswer")}]
    with pytest.raises(ValueError, match=message):
        completion({"model": body.get("model", "random"), "messages": sent})
