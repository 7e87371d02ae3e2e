"""A server in this process, for all tests of a module; a separate process for tests that kill it."""

import asyncio
import threading
from collections.abc import Coroutine, Iterator
from pathlib import Path
from typing import Any, TypeVar

import pytest

pytest.importorskip("starlette")

from kschwert_env.requests.server_config import ServerConfig
from kschwert_env.web.server.app import make_app
from kschwert_env.web.server.command import listen, server
from kschwert_env.web.server.middleware import LOCAL
from kschwert_env.web.sessions.session_registry import SessionRegistry
from kschwert_env.web.sessions.store import Store
from tests.helpers.cases import BUSY
from tests.web.client import Client

T = TypeVar("T")


class Server:
    """A server in a thread.

    Attributes:
        client: asks it.
        folder: has its tables.
    """

    def __init__(self, folder: Path) -> None:
        listener = listen(LOCAL[0], 0)
        self.folder = folder
        self.client = Client(f"{LOCAL[0]}:{listener.getsockname()[1]}")
        self._app = make_app(
            Store(folder / "tables.sqlite"), server_config=ServerConfig.read(["policy:sample=0"], [BUSY])
        )
        self._server = server(self._app)
        self._loop = asyncio.new_event_loop()
        serving = self._server.serve(sockets=[listener])
        self._thread = threading.Thread(target=lambda: self._loop.run_until_complete(serving))
        self._thread.start()
        while not self._server.started:
            threading.Event().wait(0.01)

    @property
    def registry(self) -> SessionRegistry:
        """Return its sessions, to be used by `inside`."""
        registry: SessionRegistry = self._app.app.state.registry  # type: ignore[attr-defined]
        return registry

    def inside(self, work: Coroutine[Any, Any, T]) -> T:
        """Run a coroutine in the server's event loop; return its result."""
        return asyncio.run_coroutine_threadsafe(work, self._loop).result(120)

    def close(self) -> None:
        """Stop the server."""
        self._server.should_exit = True
        self._thread.join()
        self._loop.close()


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A running server."""
    running = Server(tmp_path_factory.mktemp("tables"))
    yield running
    running.close()


@pytest.fixture
def client(served: Server) -> Client:
    """A client of the server."""
    return served.client
