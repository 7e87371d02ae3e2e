"""Hostile clients of the browser table: raw bytes, damaged requests and messages never harm the server.

Every answer is valid and in words, the log has no exception, and a table of other people can be played meanwhile.
"""

import json
import logging
import socket
import tempfile
from contextlib import closing, suppress
from pathlib import Path
from typing import Any

import numpy as np
from websockets.exceptions import WebSocketException

from kschwert_env.engine.records.record import Recorder
from kschwert_env.two_crowns import Game, Rules
from kschwert_env.web.errors import FAILURE
from tests.fuzz.damage import damaged_bytes, damaged_json, trials
from tests.web.client import LINK, ME, Client, agent
from tests.web.conftest import Server

_TIMEOUT = 60.0
_ATTACKS_AT_LEAST = 20
_UPGRADE = "upgrade: websocket\r\nconnection: upgrade\r\nsec-websocket-version: 13\r\n"
_KEY = "sec-websocket-key: MDEyMzQ1Njc4OWFiY2RlZg==\r\n"
_ODD_HEADERS = (
    "origin: http://[::1",
    "origin: \xff",
    "host: [",
    "content-length: -1",
    "content-length: 99999999999999999999",
    "transfer-encoding: chunked",
    "expect: 100-continue",
    "upgrade: h2c\r\nconnection: upgrade",
    "sec-websocket-extensions: permessage-deflate; server_max_window_bits=99",
    "sec-websocket-protocol: ,,,",
    "range: bytes=5-1",
    "if-modified-since: never",
    f"x: {'y' * 20_000}",
)
_PATHS = (
    "/",
    "/ws",
    "/api/games",
    "/api/rules/%00",
    "/static/../app.py",
    "/static/%2e%2e/app.py",
    "//",
    "/\u00ff",
    "*",
)

_FRAMES = (
    b"\x81\x85\0\0\0\0\xff\xfehey",  # text that is not UTF-8
    b"\x81\x85\0\0\0\0hello",
    b"\x82\x82\0\0\0\0\0\0",  # bytes
    b"\x01\x81\0\0\0\0x",  # the first part of a text
    b"\x80\x81\0\0\0\0x",  # the last part
    b"\x88\x80\0\0\0\0",  # close
    b"\x89\x85\0\0\0\0hello",  # ping
)


class _Log(logging.Handler):
    """Collects errors, and everything with an exception."""

    def __init__(self) -> None:
        super().__init__()
        self.errors: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        if record.exc_info or record.levelno >= logging.ERROR:
            self.errors.append(self.format(record))


def _raw_request(client: Client, rng: np.random.Generator) -> bytes:
    """Return a request as bytes, with odd headers, or damaged."""
    head = f"{rng.choice(['GET', 'POST', 'PUT', 'OPTIONS'])} {rng.choice(_PATHS)} HTTP/1.1\r\n"
    head += f"host: {client.address}\r\norigin: http://{client.address}\r\ncontent-type: application/json\r\n"
    head += _UPGRADE + _KEY if rng.integers(2) else ""
    for _ in range(rng.integers(3)):
        head += f"{rng.choice(_ODD_HEADERS)}\r\n"
    whole = f"{head}\r\n".encode("latin-1") + rng.bytes(int(rng.integers(200)))
    return damaged_bytes(whole, rng) if rng.integers(2) else whole


def _send_bytes(client: Client, rng: np.random.Generator) -> None:
    """Send raw bytes; whatever comes back is HTTP without a failure."""
    answer = _answer(client, _raw_request(client, rng))
    assert not answer or answer.startswith(b"HTTP/1."), answer[:100]
    assert not answer.startswith(b"HTTP/1.1 500"), answer[:500]


def _answer(client: Client, data: bytes) -> bytes:
    host, port = client.address.split(":")
    parts = list[bytes]()
    with closing(socket.create_connection((host, int(port)), timeout=_TIMEOUT)) as connection:
        connection.settimeout(_TIMEOUT)
        with suppress(ConnectionError):
            connection.sendall(data)
            connection.shutdown(socket.SHUT_WR)
            while part := connection.recv(1 << 16):
                parts.append(part)
    return b"".join(parts)


def _send_frames(client: Client, rng: np.random.Generator) -> None:
    """Send random bytes as WebSocket frames."""
    head = f"GET /ws HTTP/1.1\r\nhost: {client.address}\r\norigin: http://{client.address}\r\n{_UPGRADE}{_KEY}\r\n"
    frames = [*_FRAMES, rng.bytes(int(rng.integers(300)))]
    data = b"".join(frames[i] for i in rng.integers(len(frames), size=int(rng.integers(1, 4))))
    answer = _answer(client, head.encode() + data)
    assert not answer or answer.startswith(b"HTTP/1.1 101"), answer[:100]


def _requests(client: Client) -> list[tuple[str, Any]]:
    """Return valid requests."""
    game = Game(Rules(), 3)
    recorder = Recorder(Game, Rules(), 3)
    recorder.step(recorder.game.legal_actions()[0])
    settings = {
        "format": "kschwert_env.arena.v1",
        "game": "two_crowns",
        "rules": Rules().options(),
        "names": ["random"],
    }
    result = {"game": 0, "seed": 1, "line_up": [0, 0], "scores": [1, 2], "ending": "x", "decisions": [1, 1]}
    table = {"game": "two_crowns", "options": {"max_turns": 9}, "seats": [ME, agent("heuristic")], "pace": 0.5}
    return [
        ("/api/tables", {**table, "seed": 5, "analysis": True, "forced": False}),
        ("/api/analyses", {"position": game.position()}),
        ("/api/analyses", {"record": recorder.text()}),
        (
            "/api/analyses",
            {"arena": {"settings": json.dumps(settings), "game": json.dumps({**result, "points": [{}, {}]})}},
        ),
    ]


def _post(client: Client, rng: np.random.Generator) -> None:
    """Send a damaged request; a refusal is one line."""
    requests = _requests(client)
    path, asked = requests[rng.integers(len(requests))]
    if "arena" in asked:
        key = ("settings", "game")[rng.integers(2)]
        asked["arena"][key] = json.dumps(damaged_json(json.loads(asked["arena"][key]), rng))
    else:
        asked = damaged_json(asked, rng)
    status, answer = client.post(path, asked)
    assert status in (200, 400), (status, answer, asked)
    if status == 400:
        assert len(answer["error"].splitlines()) == 1, answer


_MESSAGES: list[dict[str, Any]] = [
    {"type": "act", "number": 0, "action": 0},
    {"type": "back", "number": 1},
    {"type": "settings", "pace": 0.5, "paused": False, "forced": False},
    {"type": "goto", "number": 0},
    {"type": "why", "action": 3},
    {"type": "reasons", "target": "field 3"},
    {"type": "analyse", "number": 0, "agent": "ismcts:sims=5", "seconds": 0.1},
    {"type": "graph"},
    {"type": "stop"},
    {"type": "record"},
    {"type": "position", "number": 0},
    {"type": "branch", "number": 0, "seats": [{"kind": "me", "name": "A"}, {"kind": "link", "name": "B"}]},
    {"type": "join", "token": "x"},
]


def _say(client: Client, rng: np.random.Generator) -> None:
    """Send damaged messages at a table; each is answered, in words if it is refused."""
    with client.sits("two_crowns", [ME, LINK]) as seat:
        for _ in range(20):
            message = _MESSAGES[rng.integers(len(_MESSAGES))]
            message = damaged_json(message, rng) if rng.integers(4) else message
            text = json.dumps(message)
            seat.send(text if rng.integers(8) else damaged_bytes(text.encode() or b"x", rng).decode("latin-1"))
        seat.say("last")
        words = ""
        while "unknown message type 'last'" not in words:
            words = seat.next().get("words", "")
            assert words != FAILURE
            assert len(words.splitlines()) <= 1


_ATTACKS = (_send_bytes, _send_frames, _post, _say)


def hostile_clients(rng: np.random.Generator, seconds: float) -> int:
    """Run trials and return their number."""
    log = _Log()
    logging.getLogger().addHandler(log)
    with tempfile.TemporaryDirectory() as folder:
        served = Server(Path(folder))
        try:
            with served.client.sits("two_crowns", [ME, LINK]) as seat:

                def attack(rng: np.random.Generator) -> None:
                    with suppress(WebSocketException):
                        _ATTACKS[rng.integers(len(_ATTACKS))](served.client, rng)
                    assert log.errors == []
                    assert seat.ask("why", action=0)["words"]

                return trials(attack, rng, seconds, least=_ATTACKS_AT_LEAST)
        finally:
            served.close()
            logging.getLogger().removeHandler(log)
