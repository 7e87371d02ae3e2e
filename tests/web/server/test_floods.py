"""Floods of connections, clients that send or read slowly, and a log that stays short."""

import logging
import os
import resource
import socket
import subprocess
import threading
from collections.abc import Iterator
from contextlib import ExitStack, closing, suppress
from pathlib import Path
from typing import Any
from unittest.mock import Mock

import pytest

from kschwert_env.web.server import connections
from kschwert_env.web.server.connections import LimitedHttp, LimitedWebSocket, connection_limit
from kschwert_env.web.server.log import RepeatFilter
from tests.web.client import LINK, ME, Client
from tests.web.conftest import Server
from tests.web.process import process

HALF = b"GET / HTTP/1.1\r\nhost: 127.0.0.1"
DESCRIPTORS = 300

UPGRADE = (
    "GET /ws HTTP/1.1\r\nhost: {host}\r\norigin: http://{host}\r\nconnection: Upgrade\r\nupgrade: websocket\r\n"
    "sec-websocket-version: 13\r\nsec-websocket-key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n"
)
"""Request for a WebSocket connection."""


def opened(client: Client) -> socket.socket:
    """Return a connection to the server."""
    host, port = client.address.split(":")
    connection = socket.create_connection((host, int(port)), timeout=60)
    connection.settimeout(60)
    return connection


def received(connection: socket.socket) -> bytes:
    """Return everything until the server closes the connection."""
    parts = []
    try:
        while part := connection.recv(1 << 16):
            parts.append(part)
    except ConnectionResetError:
        pass
    return b"".join(parts)


@pytest.fixture
def flooded(tmp_path: Path) -> Iterator[tuple[Client, "subprocess.Popen[str]", Path]]:
    """A server with few file descriptors, its process and its log."""
    log = tmp_path / "log"
    with process(tmp_path / "tables", log=log, descriptors=DESCRIPTORS) as (client, running):
        yield client, running, log


def test_half_requests_keep_nobody_out(flooded: tuple[Client, "subprocess.Popen[str]", Path]) -> None:
    """With more of them than file descriptors, tables can be created and played."""
    client, running, log = flooded
    with ExitStack() as stack:
        for number in range(2 * DESCRIPTORS):
            connection = stack.enter_context(closing(opened(client)))
            with suppress(OSError):  # it may have had to give way already
                connection.sendall(HALF)
            if number % 100 == 99:
                with client.join(client.table("two_crowns", [ME, LINK])["links"][0]["token"]) as seat:
                    seat.act()
        assert len(os.listdir(f"/proc/{running.pid}/fd")) < DESCRIPTORS
    assert log.stat().st_size < 10_000
    assert "Traceback" not in log.read_text()


def test_half_bodies_keep_nobody_out(flooded: tuple[Client, "subprocess.Popen[str]", Path]) -> None:
    client, _, log = flooded
    head = f"POST /api/tables HTTP/1.1\r\nhost: {client.address}\r\norigin: http://{client.address}\r\n"
    head += "content-type: application/json\r\ncontent-length: 1000\r\n\r\n{"
    with ExitStack() as stack:
        for _ in range(2 * DESCRIPTORS):
            connection = stack.enter_context(closing(opened(client)))
            with suppress(OSError):
                connection.sendall(head.encode())
        assert client.table("two_crowns", [ME, LINK])["links"]
    assert log.stat().st_size < 10_000


def test_connections_that_join_no_table_keep_nobody_out(flooded: tuple[Client, "subprocess.Popen[str]", Path]) -> None:
    """They give way, also to new ones of their own kind; who has joined stays."""
    client, running, log = flooded
    with client.join(client.table("two_crowns", [ME, LINK])["links"][0]["token"]) as first, ExitStack() as stack:
        for number in range(2 * DESCRIPTORS):
            connection = stack.enter_context(closing(opened(client)))
            with suppress(OSError):
                connection.sendall(UPGRADE.format(host=client.address).encode())
                connection.recv(1 << 12)
            if number % 100 == 99:
                with client.join(client.table("two_crowns", [ME, LINK])["links"][0]["token"]) as seat:
                    seat.act()
        assert len(os.listdir(f"/proc/{running.pid}/fd")) < DESCRIPTORS
        first.act()
    assert log.stat().st_size < 10_000
    assert "Traceback" not in log.read_text()


def waiting(kind: type[Any], visitor: str, since: float) -> Any:
    """Return a connection that waits for its client since then; 0 is one that does not wait."""
    connection = Mock(spec=kind, visitor=visitor, _since=since, is_waiting=since > 0)
    connection._give_up = Mock(side_effect=lambda: setattr(connection, "is_waiting", False))
    return connection


def test_the_visitor_with_most_waiting_connections_gives_way() -> None:
    """No connection of an honest visitor gives way before all but one of a flood have."""
    honest = waiting(LimitedHttp, "honest", 1)
    hostile = [waiting(LimitedWebSocket, "hostile", since) for since in (5, 3, 4)]
    new = waiting(LimitedHttp, "new", 6)
    new.connections = {honest, *hostile, new, waiting(LimitedWebSocket, "hostile", 0)}
    order = []
    while connections._give_way(new, 4):
        order.append([each.is_waiting for each in (honest, *hostile)])
    assert order == [
        [True, True, False, True],
        [True, True, False, False],
        [False, True, False, False],
        [False, False, False, False],
    ]


def test_a_flood_gets_no_more_than_its_share_while_others_wait() -> None:
    honest, new = waiting(LimitedHttp, "honest", 1), waiting(LimitedHttp, "hostile", 9)
    hostile = [waiting(LimitedWebSocket, "hostile", since) for since in (2, 3, 4)]
    new.connections = {honest, new, *hostile}
    assert not connections._give_way(new, 6)
    assert honest.is_waiting
    assert connections._give_way(new, 8)  # half of eight are not taken yet
    assert [each.is_waiting for each in (honest, *hostile)] == [True, False, True, True]
    new.connections = {new, *hostile}  # the only visitor has all
    assert connections._give_way(new, 2)


def test_seats_that_are_taken_are_kept_in_a_flood(flooded: tuple[Client, "subprocess.Popen[str]", Path]) -> None:
    """If all places belong to people at tables, others get an answer with status 503."""
    client, _, log = flooded
    token = client.table("two_crowns", [ME, LINK], forced=False)["links"][0]["token"]
    with ExitStack() as stack:
        most = (DESCRIPTORS - connections.RESERVED_DESCRIPTORS) // connections.DESCRIPTORS_PER_CONNECTION
        seats = [stack.enter_context(client.join(token)) for _ in range(most)]
        with closing(opened(client)) as connection:
            assert b"503 Service Unavailable" in received(connection)
        seats[0].act()
        seats[-1].until("state", where=lambda state: state["number"] == 1)
    assert log.stat().st_size < 10_000


def test_a_limit_of_open_files_that_is_too_low_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(resource, "getrlimit", lambda what: (64, 64))
    monkeypatch.setattr(resource, "setrlimit", lambda what, limits: None)
    with pytest.raises(ValueError, match="64 files here, but the server needs 160"):
        connection_limit()


@pytest.mark.parametrize(
    ("soft", "hard", "most"),
    [
        (256, 1 << 20, 4096),
        (256, resource.RLIM_INFINITY, 4096),
        (resource.RLIM_INFINITY, resource.RLIM_INFINITY, 4096),
        (256, 1128, 500),
        (1 << 20, 1 << 20, 4096),
    ],
)
def test_the_limit_of_open_files_is_raised_and_fitted(
    monkeypatch: pytest.MonkeyPatch, soft: int, hard: int, most: int
) -> None:
    limits = [(soft, hard)]
    monkeypatch.setattr(resource, "getrlimit", lambda what: limits[-1])
    monkeypatch.setattr(resource, "setrlimit", lambda what, given: limits.append(given))
    assert connection_limit() == most
    assert limits[-1][1] == hard


# -- time limits ------------------------------------------------------------------------------------------------


@pytest.fixture
def hasty(monkeypatch: pytest.MonkeyPatch) -> None:
    """Time limits of a tenth of a second."""
    for name in ("HEADER_SECONDS", "BODY_SECONDS", "READING_SECONDS"):
        monkeypatch.setattr(connections, name, 0.1)


@pytest.mark.parametrize("sent", [b"", HALF, b"POST /api/tables HTTP/1.1\r\n"])
def test_headers_have_a_time_limit(client: Client, hasty: None, sent: bytes) -> None:
    with closing(opened(client)) as connection:
        connection.sendall(sent)
        assert received(connection) == b""


def test_bodies_have_a_time_limit(client: Client, hasty: None) -> None:
    head = f"POST /api/tables HTTP/1.1\r\nhost: {client.address}\r\norigin: http://{client.address}\r\n"
    with closing(opened(client)) as connection:
        connection.sendall(f"{head}content-type: application/json\r\ncontent-length: 9\r\n\r\n{{".encode())
        assert received(connection) == b""


def test_a_second_request_has_a_time_limit_too(client: Client, hasty: None) -> None:
    with closing(opened(client)) as connection:
        connection.sendall(f"GET /static/icon.svg HTTP/1.1\r\nhost: {client.address}\r\n\r\n".encode() + HALF)
        assert received(connection).startswith(b"HTTP/1.1 200 OK")


def test_who_does_not_read_an_answer_is_disconnected(served: Server, hasty: None) -> None:
    """The answers are much longer than the buffers of a connection."""
    request = f"GET /api/rules/politics_and_intrigue HTTP/1.1\r\nhost: {served.client.address}\r\n\r\n".encode()
    with closing(opened(served.client)) as connection, pytest.raises(ConnectionError):
        send_for_ever(connection, request)


def send_for_ever(connection: socket.socket, data: bytes) -> None:
    while True:
        connection.sendall(data)


def test_a_seat_is_not_disconnected_by_time_limits_of_requests(client: Client, hasty: None) -> None:
    with client.join(client.table("two_crowns", [ME, LINK])["links"][0]["token"]) as seat:
        threading.Event().wait(0.5)
        seat.act()


# -- messages that are invalid, and the log --------------------------------------------------------------------


def test_invalid_text_closes_the_connection_without_a_traceback(
    client: Client, caplog: pytest.LogCaptureFixture
) -> None:
    with closing(opened(client)) as connection:
        head = f"GET /ws HTTP/1.1\r\nhost: {client.address}\r\norigin: http://{client.address}\r\n"
        head += "upgrade: websocket\r\nconnection: upgrade\r\nsec-websocket-version: 13\r\n"
        connection.sendall(f"{head}sec-websocket-key: MDEyMzQ1Njc4OWFiY2RlZg==\r\n\r\n".encode())
        assert b"101 Switching" in connection.recv(1 << 16)
        connection.sendall(b"\x81\x82\x00\x00\x00\x00\xff\xff")  # a masked text frame
        assert received(connection)[:4] == b"\x88\x0f\x03\xef"  # code 1007
    assert caplog.records == []


def test_an_invalid_body_is_refused_once(client: Client, caplog: pytest.LogCaptureFixture) -> None:
    head = f"PUT / HTTP/1.1\r\nhost: {client.address}\r\norigin: http://{client.address}\r\n"
    with closing(opened(client)) as connection:
        connection.sendall(f"{head}transfer-encoding: chunked\r\n\r\nno length\r\n".encode())
        assert received(connection).startswith(b"HTTP/1.1 400 Bad Request")
    assert [record.getMessage() for record in caplog.records] == ["Invalid HTTP request received."]


def test_an_exception_is_an_error_in_words_and_logged_once(
    served: Server, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*given: object) -> None:
        raise RuntimeError("a fault")

    token = served.client.table("two_crowns", [ME, LINK], analysis=True)["links"][0]["token"]
    with served.client.join(token) as seat, monkeypatch.context() as broken:
        registry = served.registry
        for name in ("create", "find", "work", "work_long"):
            broken.setattr(registry, name, fail)
        broken.setattr("kschwert_env.web.sessions.table.Table.why", fail)
        broken.setattr("kschwert_env.web.sessions.analyst.Evaluator.search", fail)
        words = "the server failed to handle this; see its log"
        assert seat.ask("why", action=0)["words"] == words
        assert seat.ask("analyse")["words"] == words
        for path in ("/api/tables", "/api/analyses"):
            assert served.client.post(path, {}) == (500, {"error": words})
        assert served.client.ask("GET", "/api/games")[0] == 500
        with pytest.raises(AssertionError, match=words):
            served.client.join(token)
        seat.act()
    errors = [record for record in caplog.records if record.levelno >= logging.ERROR]
    assert len(errors) == len(caplog.records) == 6
    assert all(record.name == "kschwert_env.web" for record in errors)
    assert token not in caplog.text


def test_the_log_does_not_repeat_itself(monkeypatch: pytest.MonkeyPatch) -> None:
    now = [0.0]
    monkeypatch.setattr("kschwert_env.web.server.log.monotonic", lambda: now[0])
    repeats, lines = RepeatFilter(), list[str]()

    def log(text: str, *values: object) -> None:
        record = logging.LogRecord("x", logging.WARNING, "file", 1, text, values, None)
        if repeats.filter(record):
            lines.append(record.getMessage())

    for _ in range(1000):
        log("invalid request")
        log("table %d failed", len(lines))
    now[0] = 61.0
    log("invalid request")
    assert lines == ["invalid request", "table 1 failed", "invalid request (and 999 times before)"]
    for number in range(10_000):
        log(f"kind {number}")
    assert len(repeats._seen) <= 1001
