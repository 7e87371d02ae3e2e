"""A real server of scripted models with faults, in a thread of the test's process."""

import json
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from socket import SHUT_RDWR, socket
from threading import Barrier, Event, Lock, Thread
from typing import Any

from kschwert_env.agents.text.scripted_server import ScriptedHandler, ScriptedServer

KEY = "sk-very-secret-0123456789"

Fault = Callable[["FaultyHandler", dict[str, Any]], None]
"""What happens to a request instead of its completion."""


class FaultyServer(ScriptedServer):
    """Counts requests, and answers those of `faults` wrongly.

    Attributes:
        faults: fault of the request with each number, from 0; `always` is that of all others.
        bodies: requests so far.
        keys: header `Authorization` of each request.
        answered: number of completions.
        busiest: maximum number of requests at once.
        released: ends faults that hang.
        barrier: where completions wait for each other, if set.
    """

    daemon_threads = False  # so that closing the server waits for them

    def __init__(self) -> None:
        super().__init__(handler=FaultyHandler)
        self.faults: dict[int, Fault] = {}
        self.always: Fault | None = None
        self.bodies: list[dict[str, Any]] = []
        self.keys: list[str] = []
        self.answered, self.busiest, self._busy = 0, 0, 0
        self.released = Event()
        self.barrier: Barrier | None = None
        self._lock = Lock()
        self._connections: list[socket] = []

    def process_request(self, request: Any, client_address: Any) -> None:
        self._connections.append(request)
        super().process_request(request, client_address)

    def disconnect(self) -> None:
        """End all connections, which clients keep open."""
        for connection in self._connections:
            with suppress(OSError):
                connection.shutdown(SHUT_RDWR)

    @contextmanager
    def counted(self) -> Iterator[None]:
        """Count a request that is being answered."""
        with self._lock:
            self._busy += 1
            self.busiest = max(self.busiest, self._busy)
        try:
            yield
        finally:
            with self._lock:
                self._busy -= 1


class FaultyHandler(ScriptedHandler):
    """Answers, or fails."""

    server: FaultyServer

    def send_completion(self, found: dict[str, Any], stream: bool) -> None:
        server = self.server
        with server.counted():
            with server._lock:
                fault = server.faults.get(len(server.bodies), server.always)
                server.bodies.append({"stream": stream})
                server.keys.append(self.headers.get("authorization", ""))
            if fault is not None:
                return fault(self, found)
            if server.barrier is not None:
                server.barrier.wait()
            super().send_completion(found, stream)
            with server._lock:
                server.answered += 1
        return None


def status(number: int, message: str = "no", code: str | None = None, **headers: str) -> Fault:
    """Return a fault that answers with a status."""

    def fail(handler: FaultyHandler, found: dict[str, Any]) -> None:
        handler.send_json(number, {"error": {"message": message, "type": "test", "code": code}}, **headers)

    return fail


def body(number: int, content: bytes) -> Fault:
    """Return a fault that answers with a status and any body."""

    def fail(handler: FaultyHandler, found: dict[str, Any]) -> None:
        handler.send_response(number)
        handler.send_header("Content-Length", str(len(content)))
        handler.end_headers()
        handler.wfile.write(content)

    return fail


def text(content: bytes, kind: str = "application/json", length: int | None = None) -> Fault:
    """Return a fault that answers with any bytes, and announces `length`."""

    def answer(handler: FaultyHandler, found: dict[str, Any]) -> None:
        handler.close_connection = True
        handler.send_response(200)
        handler.send_header("Content-Type", kind)
        handler.send_header("Connection", "close")
        if length is not None:
            handler.send_header("Content-Length", str(length))
        handler.end_headers()
        handler.wfile.write(content)

    return answer


def changed(change: Callable[[dict[str, Any]], object]) -> Fault:
    """Return a fault that changes the completion."""

    def answer(handler: FaultyHandler, found: dict[str, Any]) -> None:
        change(found)
        handler.send_json(200, found)

    return answer


def says(content: str) -> Fault:
    """Return an answer with this text."""
    return changed(lambda found: found["choices"][0]["message"].update(content=content))


def ends(reason: str, content: str | None = "", **message: Any) -> Fault:
    """Return an answer that was not finished, for this reason."""

    def change(found: dict[str, Any]) -> None:
        found["choices"][0]["finish_reason"] = reason
        found["choices"][0]["message"].update(content=content, **message)

    return changed(change)


def endless(block: bytes, status: int = 200, kind: str = "application/json", encoding: str = "identity") -> Fault:
    """Return a fault that sends 64 MiB of blocks, or as much as the client takes."""

    def answer(handler: FaultyHandler, found: dict[str, Any]) -> None:
        handler.close_connection = True
        handler.send_response(status)
        for name, content in {"Content-Type": kind, "Content-Encoding": encoding, "Connection": "close"}.items():
            handler.send_header(name, content)
        handler.end_headers()
        with suppress(OSError):
            for _ in range((1 << 26) // len(block)):
                handler.wfile.write(block)

    return answer


def hang(handler: FaultyHandler, found: dict[str, Any]) -> None:
    """Never answer."""
    handler.server.released.wait()


def drip(handler: FaultyHandler, found: dict[str, Any]) -> None:
    """Send a stream of words without end."""
    chunk = {"id": "x", "object": "chat.completion.chunk", "created": 0, "model": "x"}
    chunk |= {"choices": [{"index": 0, "delta": {"content": "and "}, "finish_reason": None}]}
    text(b"", "text/event-stream")(handler, found)
    while not handler.server.released.wait(0.01):
        handler.wfile.write(f"data: {json.dumps(chunk)}\n\n".encode())
        handler.wfile.flush()


def slow(handler: FaultyHandler, found: dict[str, Any]) -> None:
    """Send the answer in small parts."""
    content = json.dumps(found).encode()
    handler.send_response(200)
    handler.send_header("Content-Type", "application/json")
    handler.send_header("Content-Length", str(len(content)))
    handler.end_headers()
    for start in range(0, len(content), 20):
        handler.wfile.write(content[start : start + 20])
        handler.wfile.flush()
        handler.server.released.wait(0.001)


@contextmanager
def running() -> Iterator[FaultyServer]:
    """Run a server inside the block."""
    server = FaultyServer()
    thread = Thread(target=server.serve_forever, args=(0.01,))
    thread.start()
    try:
        yield server
    finally:
        server.released.set()
        server.shutdown()
        thread.join()
        server.disconnect()
        server.server_close()
