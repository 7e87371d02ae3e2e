"""Middleware: checks of host and origin for every request, and security headers for every response."""

from collections.abc import Awaitable, Callable, Iterable, MutableMapping
from ipaddress import ip_address
from typing import Any
from urllib.parse import quote, urlsplit

from starlette.requests import ClientDisconnect

from kschwert_env.engine.text.phrases import brief
from kschwert_env.web.errors import log
from kschwert_env.web.server.public_address import PublicAddress

Scope = MutableMapping[str, Any]
"""ASGI scope of a request."""

Receive = Callable[[], Awaitable[MutableMapping[str, Any]]]
"""Receives the next ASGI message from the client."""

Send = Callable[[MutableMapping[str, Any]], Awaitable[None]]
"""Sends an ASGI message to the client."""

App = Callable[[Scope, Receive, Send], Awaitable[None]]
"""An ASGI application."""

HEADERS = {
    "content-security-policy": (
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; font-src data:; "
        "connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
    ),
    "referrer-policy": "no-referrer",
    "x-content-type-options": "nosniff",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "permissions-policy": "camera=(), geolocation=(), microphone=()",
}
"""Headers of every response: no resources from other sites, no requests to other sites, no embedding."""

LOCAL = ("127.0.0.1", "localhost", "::1")
"""Host names of this machine."""


class RequestGuard:
    """Middleware that rejects requests for other host names and from other origins, and logs exceptions.

    Attributes:
        app: the guarded application.
    """

    def __init__(
        self, app: App, hosts: Iterable[str], any_address: bool = False, public_address: PublicAddress | None = None
    ) -> None:
        """`hosts` are the accepted host names; with `any_address` all numeric IP addresses are accepted, too.

        `public_address` is that of a proxy, which may change or keep the name and the path of a request.
        """
        self.app, self._hosts, self._any_address = app, {host.lower() for host in hosts}, any_address
        self._public_address = public_address
        if public_address is not None:
            self._hosts.add(public_address.host)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a valid request to the application, or answer with status 403."""
        if scope["type"] == "lifespan":
            await self.app(scope, receive, send)
            return
        message = self._error(scope)
        path = scope["path"] if self._public_address is None else self._public_address.inner_path(scope["path"])
        if message is None and path is None:
            await _add_slash(scope["path"], _with_headers(send))
        elif message is None:
            try:
                await self.app({**scope, "path": path}, receive, _with_headers(send))
            except ClientDisconnect:
                pass
            except Exception:  # the client has got an answer
                log.exception("a request failed: %s %s", scope.get("method", "WebSocket"), brief(scope["path"]))
        elif scope["type"] == "websocket":
            await receive()
            await send({"type": "websocket.close", "code": 1008})  # before it was accepted: the answer is 403
        else:
            await _forbid(_with_headers(send), message)

    def _error(self, scope: Scope) -> str | None:
        headers = {name.decode("latin-1"): value.decode("latin-1") for name, value in scope["headers"]}
        host = headers.get("host", "")
        if not self._is_own_host(host):
            return "unknown host name; start the server with --name to add it"
        origin = headers.get("origin")
        needs_one = scope["type"] == "websocket" or scope["method"] not in ("GET", "HEAD")
        if needs_one and origin not in self._origins(host):
            return "requests from other origins are not allowed"
        return None

    def _origins(self, host: str) -> list[str]:
        """Return the origins of the server's own pages. Names may belong to another server that speaks HTTPS."""
        is_name = urlsplit(f"//{host}").hostname in self._hosts.difference(LOCAL)
        proxies = [] if self._public_address is None else [self._public_address.origin]
        return [*proxies, *(f"{scheme}://{host}" for scheme in (("http", "https") if is_name else ("http",)))]

    def _is_own_host(self, host: str) -> bool:
        """Return whether a host is accepted. Unlike names, numeric addresses are safe against DNS rebinding."""
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


async def _add_slash(path: str, send: Send) -> None:
    """Redirect to the page, so that its relative addresses lead to what is below it."""
    headers = [(b"location", f"{quote(path)}/".encode())]
    await send({"type": "http.response.start", "status": 307, "headers": headers})
    await send({"type": "http.response.body"})


async def _forbid(send: Send, message: str) -> None:
    headers = [(b"content-type", b"text/plain; charset=utf-8")]
    await send({"type": "http.response.start", "status": 403, "headers": headers})
    await send({"type": "http.response.body", "body": message.encode()})
