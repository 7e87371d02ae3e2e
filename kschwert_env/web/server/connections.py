"""Limits of connections: their number, and the time that a client may take.

This is the only module that relies on undocumented parts of uvicorn (`tests/web/server/test_uvicorn.py`).

uvicorn limits only the number of requests and the time between them, so a client that sends half a request would keep
its connection, and with it a file descriptor, for ever.
"""

import asyncio
import socket
import sys
from asyncio import BaseTransport
from collections.abc import MutableMapping
from contextlib import suppress
from http import HTTPStatus
from time import monotonic
from typing import Any

import h11
import uvicorn
from uvicorn.protocols.http.h11_impl import H11Protocol
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.frames import CloseCode

MAX_CONNECTIONS = 4096
"""Maximum number of simultaneous connections."""

MIN_CONNECTIONS = 16
"""Minimum number of simultaneous connections; below, the server does not start."""

BACKLOG = 32
"""Maximum number of connections that are accepted before their number is checked."""

_JOINED = "joined"  # key of the state of a scope

QUEUE = 1024
"""Maximum number of connections that the system keeps until they are accepted."""

RESERVED_DESCRIPTORS = 128
"""File descriptors for everything but connections: the store, worker processes, and `BACKLOG` at three stages."""

DESCRIPTORS_PER_CONNECTION = 2
"""File descriptors per connection: its socket, and a file that it downloads."""

HEADER_SECONDS = 10.0
"""Time limit for the headers of a request, in seconds; idle connections are closed earlier."""

BODY_SECONDS = 60.0
"""Time limit for the body of a request, in seconds."""

READING_SECONDS = 60.0
"""Time limit for a client to read a part of an answer, in seconds."""


class LimitedServer(uvicorn.Server):
    """A server that accepts few connections at a time, without refusing those that come meanwhile."""

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Start to listen: with `BACKLOG` for asyncio, but a longer queue of the system."""
        await super().startup(sockets)
        for listener in sockets or []:
            listener.listen(QUEUE)


def connection_limit() -> int:
    """Return the maximum number of connections that the limit of open files allows, after raising its soft limit.

    Raises ValueError if there are fewer than `MIN_CONNECTIONS`.
    """
    if sys.platform == "win32":
        return MAX_CONNECTIONS
    import resource

    wanted = RESERVED_DESCRIPTORS + DESCRIPTORS_PER_CONNECTION * MAX_CONNECTIONS
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if soft != resource.RLIM_INFINITY and soft < wanted:
        raised = wanted if hard == resource.RLIM_INFINITY else min(hard, wanted)
        with suppress(ValueError, OSError):  # some systems have another maximum
            resource.setrlimit(resource.RLIMIT_NOFILE, (max(soft, raised), hard))
        soft = resource.getrlimit(resource.RLIMIT_NOFILE)[0]
    if soft == resource.RLIM_INFINITY:
        return MAX_CONNECTIONS
    most = min(MAX_CONNECTIONS, (soft - RESERVED_DESCRIPTORS) // DESCRIPTORS_PER_CONNECTION)
    if most < MIN_CONNECTIONS:
        least = RESERVED_DESCRIPTORS + DESCRIPTORS_PER_CONNECTION * MIN_CONNECTIONS
        raise ValueError(f"a process may open {soft} files here, but the server needs {least}; raise it with ulimit -n")
    return most


class LimitedHttp(H11Protocol):
    """An HTTP connection that is closed when its client takes too long.

    If there are too many connections, one that waits for its client gives way to a new one (`_give_way`). If none does,
    the new one gets status 503.

    Attributes:
        visitor: network address of the client.
    """

    def __init__(self, *args: Any, max_connections: int = MAX_CONNECTIONS, **kwargs: Any) -> None:
        """`max_connections` limits the connections of the server; the other arguments are uvicorn's."""
        super().__init__(*args, **kwargs)
        self._max_connections = max_connections
        self._awaited: str | None = None
        self._since = 0.0
        self._timer: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Start the time limit for the headers, or close a connection if there are too many."""
        super().connection_made(transport)
        self.visitor = "" if self.client is None else self.client[0]
        if len(self.connections) > self._max_connections and not _give_way(self, self._max_connections):
            transport.write(_refusal("too many connections; try again later"))
            transport.close()
            return
        self._watch()

    def connection_lost(self, exc: Exception | None) -> None:
        """Stop the time limit."""
        self._wait_for(None)
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        """Handle data of the client, and start the time limit for what has to follow."""
        super().data_received(data)
        self._watch()

    def handle_websocket_upgrade(self, event: h11.Request) -> None:
        """Stop the time limit: WebSocket connections have others."""
        self._wait_for(None)
        super().handle_websocket_upgrade(event)

    def on_response_complete(self) -> None:
        """Start the time limit for the next request."""
        super().on_response_complete()
        self._watch()

    def send_400_response(self, msg: str) -> None:
        """Refuse an invalid request, and tell the application that its answer is not wanted any more."""
        if self.conn.our_state in (h11.IDLE, h11.SEND_RESPONSE):
            super().send_400_response(msg)
        else:
            self.transport.abort()
        if self.cycle is not None:
            self.cycle.disconnected = True
            self.cycle.message_event.set()

    def pause_writing(self) -> None:
        """Start the time limit for reading: the client is slow."""
        super().pause_writing()
        self._wait_for("reading", READING_SECONDS)

    def resume_writing(self) -> None:
        """Stop the time limit for reading."""
        super().resume_writing()
        self._wait_for(None)
        self._watch()

    def _watch(self) -> None:
        if self.transport.is_closing() or self.transport.get_protocol() is not self or self._awaited == "reading":
            return
        if self.conn.their_state is h11.IDLE:
            self._wait_for("headers", HEADER_SECONDS)
        elif self.conn.their_state is h11.SEND_BODY:
            self._wait_for("body", BODY_SECONDS)
        else:
            self._wait_for(None)

    def _wait_for(self, what: str | None, seconds: float = 0.0) -> None:
        """Start to wait for the client; the time limit goes on if it was waited for already."""
        if what == self._awaited:
            return
        if self._timer is not None:
            self._timer.cancel()
        self._awaited, self._since = what, monotonic()
        self._timer = None if what is None else self.loop.call_later(seconds, self._give_up)

    @property
    def is_waiting(self) -> bool:
        """Return whether the client has to send or to read something."""
        return self._awaited is not None

    def _give_up(self) -> None:
        """Close the connection at once."""
        self._wait_for(None)
        self.transport.abort()


class LimitedWebSocket(WebSocketsSansIOProtocol):
    """A WebSocket connection that ends with its client: also if it no longer reads, or sends invalid text.

    It gives way to new connections until its client has joined a table, which the application tells by `joined`.

    Attributes:
        visitor: network address of the client.
    """

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        """Start to wait for a client that joins; the arguments are uvicorn's."""
        super().__init__(*args, **kwargs)
        self._since, self._has_given_up = monotonic(), False

    def connection_made(self, transport: BaseTransport) -> None:
        """Note the visitor."""
        super().connection_made(transport)
        self.visitor = "" if self.client is None else self.client[0]

    @property
    def is_waiting(self) -> bool:
        """Return whether the client has not joined a table yet."""
        scope = getattr(self, "scope", {"state": {}})  # there is none before the handshake
        return not self._has_given_up and not scope["state"].get(_JOINED)

    def _give_up(self) -> None:
        """Close the connection at once."""
        self._has_given_up = True
        self.transport.abort()

    def keepalive_timeout(self) -> None:
        """Close the connection at once: its client, which does not answer, need not read what was sent."""
        super().keepalive_timeout()
        self.transport.abort()

    def send_receive_event_to_app(self) -> None:
        """Pass a message to the application, or close the connection if it is not UTF-8."""
        if self.curr_msg_data_type == "text":
            try:
                b"".join(self.frames).decode()
            except UnicodeDecodeError:
                self.conn.fail(CloseCode.INVALID_DATA, "invalid UTF-8")
                self.handle_parser_exception()
                return
        super().send_receive_event_to_app()


def joined(scope: MutableMapping[str, Any]) -> None:
    """Note that the client of a WebSocket connection has joined a table; `scope` is that of the application."""
    scope["state"][_JOINED] = True


def _give_way(new: Any, most: int) -> bool:
    """Close a connection that waits for its client, for a new one: of the visitor with the most, the oldest.

    Return False if there is none, and if the visitor of the new one has its share of the `most` connections, while
    others wait, too: refusing it takes less time, and floods are repeated at once.
    """
    counts, waiting = {new.visitor: 0}, []
    for each in new.connections:
        if each is not new and each.is_waiting:
            waiting.append(each)
            counts[each.visitor] = counts.get(each.visitor, 0) + 1
    if not waiting or (len(counts) > 1 and counts[new.visitor] >= max(1, most // len(counts))):
        return False
    min(waiting, key=lambda each: (-counts[each.visitor], each._since))._give_up()
    return True


def _refusal(words: str) -> bytes:
    status = HTTPStatus.SERVICE_UNAVAILABLE
    head = f"HTTP/1.1 {status.value} {status.phrase}\r\ncontent-type: text/plain\r\ncontent-length: {len(words)}\r\n"
    return f"{head}connection: close\r\n\r\n{words}".encode()
