"""Invalid messages get an error message, and change nothing."""

import json
import random
from typing import Any

import pytest

from kschwert_env.requests.errors import RequestError
from kschwert_env.web import messages
from tests.web.client import LINK, ME, Client, Seat, agent

WRONG = [
    "",
    "{",
    "[]",
    "null",
    "17",
    '"act"',
    "{}",
    '{"type": null}',
    '{"type": "fly"}',
    '{"type": ["act"]}',
    '{"type": "act"}',
    '{"type": "act", "number": 0}',
    '{"type": "act", "number": 0, "action": true}',
    '{"type": "act", "number": 0, "action": -1}',
    '{"type": "act", "number": 0, "action": 1.0}',
    '{"type": "act", "number": 0, "action": 1e400}',
    '{"type": "act", "number": 0, "action": 99999999999999999999}',
    '{"type": "act", "number": "0", "action": 1}',
    '{"type": "act", "number": 0, "action": 1, "seat": 1}',
    '{"type": "join", "token": "again"}',
    '{"type": "settings", "pace": NaN}',
    '{"type": "settings", "pace": -1}',
    '{"type": "settings", "paused": 1}',
    '{"type": "goto", "number": -1}',
    '{"type": "why", "action": null}',
    '{"type": "reasons", "target": 5}',
    '{"type": "branch", "seats": []}',
    '{"type": "branch", "seats": [{}, {}]}',
    '{"type": "branch", "seats": [{"kind": "king"}, {"kind": "me"}]}',
    '{"type": "analyse", "agent": "policy:path=/etc/passwd"}',
    '{"type": "analyse", "seconds": 1e9}',
    '{"type": "position", "number": 100}',
    "[" * 5000,
    '{"type": "settings", "pace": 1' + "0" * 400 + "}",
    '{"type": "settings", "pace": 1e999}',
    '{"type": "reasons", "target": "\\ud800"}',
    '{"type": "branch", "seats": [{"kind": "me", "name": "\\ud800"}, {"kind": "link"}]}',
    '{"type": "act", "number": 0, "action": ' + "1" * 5000 + "}",
]


@pytest.mark.parametrize("text", WRONG, ids=range(len(WRONG)))
def test_what_makes_no_sense_gets_an_error_and_changes_nothing(client: Client, text: str) -> None:
    with client.sits("two_crowns", [ME, LINK], analysis=True) as seat:
        before = seat.state
        seat.send(text)
        words = seat.until("error")["words"]
        assert words
        assert len(words) < 600
        seat.say("goto", number=None)
        seat.until_quiet()
        assert seat.state == before


def test_bytes_and_long_messages_end_or_refuse(client: Client) -> None:
    links = client.table("two_crowns", [ME, LINK])["links"]
    with client.join(links[0]["token"]) as seat:
        seat.send(b"\x00\xff")
        assert seat.until("error")["words"] == "messages must be text, not bytes"
    with client.join(links[0]["token"]) as seat:
        seat.send("x" * (messages.MAX_MESSAGE_BYTES + 1))
        assert seat.closed() == 1009
    with client.join(links[0]["token"]) as seat:
        assert seat.state["number"] == 0


@pytest.mark.parametrize(
    "first",
    [
        "{}",
        '{"type": "join", "token": "\\ud800"}',
        '{"type": "act", "number": 0, "action": 0}',
        '{"type": "join", "token": 5}',
        "x",
    ],
)
def test_the_first_message_names_the_link(client: Client, first: str) -> None:
    with Seat(client.address) as stranger:
        stranger.send(first)
        assert stranger.next()["type"] == "error"
        assert stranger.closed() == 4404


def test_a_token_is_in_no_error() -> None:
    with pytest.raises(RequestError) as refused:
        messages.read(json.dumps({"type": "join", "token": "secret" * 20}))
    assert "secret" not in str(refused.value)


def test_whatever_is_made_up_is_refused_or_understood() -> None:
    rng = random.Random(3)
    values: list[Any] = [None, True, 0, 1, -1, 1.5, 1e308, float("nan"), "", "x" * 300, [], {}, [[]], {"a": 1}, 2**70]
    for _ in range(3000):
        kind = rng.choice([*messages.KINDS, "other"])
        names = [*messages.KINDS.get(kind, {}), "more"]
        message = {"type": kind, **{name: rng.choice(values) for name in rng.sample(names, rng.randint(0, len(names)))}}
        try:
            understood, fields = messages.read(json.dumps(message))
        except RequestError:
            continue
        assert understood == kind
        assert fields.keys() == messages.KINDS[kind].keys()


TABLES: list[tuple[Any, str]] = [
    ([], "must be a JSON object"),
    ({}, "game of a table"),
    ({"game": "chess", "options": {}, "seats": [ME]}, "unknown game 'chess'"),
    ({"game": "two_crowns", "options": {}, "seats": [ME]}, "num_players must be 2"),
    ({"game": "two_crowns", "options": {"max_turns": 0}, "seats": [ME, LINK]}, "max_turns must be"),
    ({"game": "two_crowns", "options": {"x": "y" * 5000}, "seats": [ME, LINK]}, "options of a table"),
    ({"game": "two_crowns", "options": {"edition": []}, "seats": [ME, LINK]}, "edition must be one of"),
    ({"game": "two_crowns", "options": {"fly": 1}, "seats": [ME, LINK]}, "unknown option 'fly'"),
    ({"game": "two_crowns", "options": {"reward": []}, "seats": [ME, LINK]}, "reward must be one of"),
    ({"game": "two_crowns", "options": {"edition": "/etc/passwd"}, "seats": [ME, LINK]}, "edition must be one of"),
    ({"game": "two_crowns", "options": {}, "seats": [ME, agent("os.system")]}, "unknown agent 'os.system'"),
    ({"game": "two_crowns", "options": {}, "seats": [ME, agent("policy:path=x.npz")]}, "only the owner of the server"),
    ({"game": "two_crowns", "options": {}, "seats": [ME, agent("policy:network=os.path")]}, "unknown option 'network'"),
    ({"game": "two_crowns", "options": {}, "seats": [ME, agent("policy:/etc/passwd")]}, "unknown option"),
    ({"game": "two_crowns", "options": {}, "seats": [ME, agent("greedy:worlds=2000000")]}, "at most 64"),
    ({"game": "two_crowns", "options": {}, "seats": [ME, agent("ismcts:depth=" + "9" * 99)]}, "at most 10,000"),
    ({"game": "two_crowns", "options": {}, "seats": [ME, agent("ismcts:seconds=nan")]}, "at most 20"),
    ({"game": "two_crowns", "options": {}, "seats": [ME, agent("ismcts:rollout=os")]}, "one of random, heuristic"),
    ({"game": "two_crowns", "options": {}, "seats": [ME, agent("function:os.getcwd")]}, "unknown agent"),
    ({"game": "two_crowns", "options": {}, "seats": [ME, agent("ismcts:seconds=1e9")]}, "at most 20"),
    ({"game": "two_crowns", "options": {}, "seats": [ME, agent("ismcts:sims=999999")]}, "at most 5,000"),
    ({"game": "two_crowns", "options": {}, "seats": [ME, agent("ismcts:sims=abc")]}, "must be a number, not 'abc'"),
    ({"game": "two_crowns", "options": {}, "seats": [ME, agent("random:fly=1")]}, "unknown option 'fly'"),
    ({"game": "two_crowns", "options": {}, "seats": [ME, {"kind": "agent"}]}, "the field agent is required"),
    ({"game": "two_crowns", "options": {}, "seats": [ME, {"kind": "link", "name": "x" * 41}]}, "name of a seat"),
    ({"game": "two_crowns", "options": {}, "seats": [ME, LINK], "pace": "fast"}, "pace of a table"),
]


@pytest.mark.parametrize(("asked", "words"), TABLES, ids=range(len(TABLES)))
def test_tables_that_can_not_be_are_refused_in_words(client: Client, asked: Any, words: str) -> None:
    status, answer = client.post("/api/tables", asked)
    assert status == 400
    assert words in answer["error"]
