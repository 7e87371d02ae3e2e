"""What every request must keep, and what every answer says to the browser."""

from collections.abc import Awaitable, Callable, Iterable, MutableMapping
from ipaddress import ip_address
from typing import Any
from urllib.parse import urlsplit

Scope = MutableMapping[str, Any]
"""Of a request, as ASGI has it; the others likewise."""

Receive = Callable[[], Awaitable[MutableMapping[str, Any]]]
"""Gets the next message of the client."""

Send = Callable[[MutableMapping[str, Any]], Awaitable[None]]
"""Sends one to it."""

App = Callable[[Scope, Receive, Send], Awaitable[None]]
"""What answers requests."""

HEADERS = {
    "content-security-policy": (
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; font-src 'self'; "
        "connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
    ),
    "referrer-policy": "no-referrer",
    "x-content-type-options": "nosniff",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "permissions-policy": "camera=(), geolocation=(), microphone=()",
}
"""Of every answer: nothing comes from elsewhere, nothing goes elsewhere, and nobody puts the page into his own."""

LOCAL = ("127.0.0.1", "localhost", "::1")
"""Names of this machine."""


class RequestGuard:
    """Lets in who calls the server by one of its names, and comes from no other site's page.

    Attributes:
        app: what it guards.
    """

    def __init__(self, app: App, hosts: Iterable[str], any_address: bool = False) -> None:
        """`hosts`: the names that the server answers to; with `any_address` to all addresses in numbers, too."""
        self.app, self._hosts, self._any_address = app, {host.lower() for host in hosts}, any_address

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """A request."""
        if scope["type"] == "lifespan":
            await self.app(scope, receive, send)
            return
        message = self._error(scope)
        if message is None:
            await self.app(scope, receive, _with_headers(send))
        elif scope["type"] == "websocket":
            await receive()
            await send({"type": "websocket.close", "code": 1008})  # before it was accepted: the answer is 403
        else:
            await _forbid(_with_headers(send), message)

    def _error(self, scope: Scope) -> str | None:
        headers = {name.decode("latin-1"): value.decode("latin-1") for name, value in scope["headers"]}
        host = headers.get("host", "")
        if not self._is_own_host(host):
            return "this server does not answer to that name"
        origin = headers.get("origin")
        needs_one = scope["type"] == "websocket" or scope["method"] not in ("GET", "HEAD")
        if needs_one and (origin is None or urlsplit(origin).netloc != host):
            return "only the server's own pages may ask this"
        return None

    def _is_own_host(self, host: str) -> bool:
        """Whether that is us. Another name could be a stranger's, led here; an address in numbers can't be."""
        try:
            name = urlsplit(f"//{host}").hostname or ""
        except ValueError:
            return False
        return name in self._hosts or (self._any_address and _is_address(name))


def _is_address(name: str) -> bool:
    try:
        ip_address(name)
    except ValueError:
        return False
    return True


def _with_headers(send: Send) -> Send:
    added = [(name.encode(), value.encode()) for name, value in HEADERS.items()]

    async def guarded(message: MutableMapping[str, Any]) -> None:
        if message["type"] == "http.response.start":
            message["headers"] = [*message.get("headers", []), *added]
        await send(message)

    return guarded


async def _forbid(send: Send, message: str) -> None:
    headers = [(b"content-type", b"text/plain; charset=utf-8")]
    await send({"type": "http.response.start", "status": 403, "headers": headers})
    await send({"type": "http.response.body", "body": message.encode()})
