"""A client without a browser: it sends the page's messages, and records every byte received."""

import json
import re
from collections.abc import Callable
from contextlib import ExitStack, suppress
from http.client import HTTPConnection
from types import TracebackType
from typing import Any, Self

from websockets.sync.client import connect

Message = dict[str, Any]

JOIN_SECONDS = 120  # seconds: something may have to be compiled
QUIET = 0.3  # seconds in which nothing comes

ME = {"kind": "me", "name": "Ada"}
LINK = {"kind": "link", "name": "Bob"}


def agent(typed: str = "random") -> Message:
    """Return a seat of an agent."""
    return {"kind": "agent", "agent": typed}


def without_names(picture: str) -> str:
    """Return a picture without its texts, which name players, and address the viewer as "you"."""
    return re.sub(r">[^<]+</", "></", picture)


class Client:
    """Sends HTTP requests to a server."""

    def __init__(self, address: str) -> None:
        self.address = address

    def ask(
        self, method: str, path: str, body: bytes | None = None, **headers: str
    ) -> tuple[int, dict[str, str], bytes]:
        """Return status, headers (lower case) and body."""
        connection = HTTPConnection(self.address, timeout=JOIN_SECONDS)
        try:
            connection.request(method, path, body, {name.replace("_", "-"): value for name, value in headers.items()})
            answer = connection.getresponse()
            return answer.status, {name.lower(): value for name, value in answer.getheaders()}, answer.read()
        finally:
            connection.close()

    def post(self, path: str, asked: Any) -> tuple[int, Any]:
        """Send a request as the page does."""
        headers = {"origin": f"http://{self.address}", "content_type": "application/json"}
        status, _, body = self.ask("POST", path, json.dumps(asked).encode(), **headers)
        return status, json.loads(body)

    def table(self, game: str, seats: list[Message], **asked: Any) -> Message:
        """Return the links of a new table, where people play forced decisions themselves unless `asked` otherwise."""
        settings = {"game": game, "options": {}, "seats": seats, "pace": 0, "forced": False, **asked}
        status, links = self.post("/api/tables", settings)
        assert status == 200, links
        found: Message = links
        return found

    def join(self, token: str) -> "Seat":
        """Join a table by a token."""
        return Seat(self.address, token)

    def sits(self, game: str, seats: list[Message], **asked: Any) -> "Seat":
        """Create a table and join its first seat, or watch."""
        links = self.table(game, seats, **asked)
        return self.join(links["links"][0]["token"] if links["links"] else links["watch"])


class Seat:
    """A connection to a table.

    Attributes:
        received: all messages so far, as they came.
        state: the last state.
        log: the lines of the game, as a page holds them.
    """

    def __init__(self, address: str, token: str | None = None, **named: Any) -> None:
        self.received: list[str] = []
        self.state: Message = {}
        self.table: Message = {}
        self.log: list[Message] = []
        self.token = token
        origin = named.pop("origin", f"http://{address}")
        opened = connect(f"ws://{address}/ws", origin=origin, max_size=None, open_timeout=JOIN_SECONDS, **named)
        self._held = ExitStack()
        self._socket = self._held.enter_context(opened)
        if token is not None:
            self.say("join", token=token)
            self.until("state")

    def say(self, kind: str, **fields: Any) -> None:
        """Send a message."""
        self.send(json.dumps({"type": kind, **fields}))

    def send(self, text: str | bytes) -> None:
        """Send any data."""
        self._socket.send(text)

    def next(self, patience: float = JOIN_SECONDS) -> Message:
        """Return the next message."""
        text = self._socket.recv(timeout=patience)
        assert isinstance(text, str)
        self.received.append(text)
        message: Message = json.loads(text)
        if message["type"] == "table":
            self.table = message["table"]
        if message["type"] == "state":
            self.state = message
            self.log = message["log"] if message["fresh"] else self.log + message["log"]
        return message

    def until(self, *kinds: str, where: Callable[[Message], bool] = lambda message: True) -> Message:
        """Return the next message of one of these types; errors are never skipped."""
        while True:
            message = self.next()
            if message["type"] in kinds and where(message):
                return message
            assert message["type"] != "error" or "error" in kinds, message

    def until_quiet(self) -> list[Message]:
        """Return all messages until none arrives for a while."""
        found: list[Message] = []
        with suppress(TimeoutError):
            while True:
                found.append(self.next(QUIET))
        return found

    def ask(self, kind: str, **fields: Any) -> Message:
        """Say something that is answered by a message of the same type, or another that is named; or by an error."""
        self.say(kind, **fields)
        answers = {"branch": "links", "analyse": "analysis", "goto": "state", "describe": "description"}
        return self.until(answers.get(kind, kind), "error")

    def act(self, choice: int = 0) -> None:
        """Play an action, and wait until it is shown."""
        before = self.state["number"]
        self.say("act", number=before, action=self.state["actions"][choice % len(self.state["actions"])]["number"])
        self.until("state", where=lambda state: state["number"] > before or state["over"])

    def wait_for_turn(self) -> None:
        """Wait until this seat has to decide, or the game is over."""
        while not (self.state["actions"] or self.state["over"]):
            self.until("state")

    def play_until(self, where: Callable[[], bool]) -> None:
        """Play actions until a condition holds. Fails if the game ends before."""
        while not where():
            assert not self.state["over"]
            if self.state["actions"] and not (self.state["forced"] and self.table["forced"]):
                self.act()
            else:
                self.until("state")

    def closed(self) -> int:
        """Return the close code of the server."""
        with suppress(Exception):
            while True:
                self.next()
        code = self._socket.close_code
        assert code is not None
        return code

    def close(self) -> None:
        """Close the connection."""
        self._held.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self.close()
