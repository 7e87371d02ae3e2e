"""A TCP proxy in front of the server, whose lines can die without anybody being told."""

import socket
import threading
from contextlib import suppress
from urllib.parse import urlsplit


class Proxy:
    """Forwards bytes in both directions.

    Attributes:
        url: of the page, through the proxy.
        is_dead: whether bytes are swallowed. Connections that were open meanwhile stay dead.
    """

    def __init__(self, url: str) -> None:
        """Listen on a free port, in front of the server at `url`."""
        parts = urlsplit(url)
        self._server = (parts.hostname, parts.port)
        self._listener = socket.create_server(("127.0.0.1", 0))
        self.url = f"http://127.0.0.1:{self._listener.getsockname()[1]}/"
        self.is_dead = False
        self._dead_lines: set[int] = set()
        self._lines: list[socket.socket] = []
        threading.Thread(target=self._accept, daemon=True).start()

    def cut(self) -> None:
        """Swallow everything on all open and new lines from now on."""
        self.is_dead = True

    def restore(self) -> None:
        """Serve new lines again; old ones stay dead."""
        self._dead_lines = set(range(len(self._lines) // 2))
        self.is_dead = False

    def close(self) -> None:
        """End all lines."""
        for line in [self._listener, *self._lines]:
            with suppress(OSError):
                line.shutdown(socket.SHUT_RDWR)
            line.close()

    def _accept(self) -> None:
        with suppress(OSError):
            while True:
                client, _ = self._listener.accept()
                server = socket.create_connection(self._server)
                number = len(self._lines) // 2
                self._lines += [client, server]
                for source, sink in ((client, server), (server, client)):
                    threading.Thread(target=self._forward, args=(source, sink, number), daemon=True).start()

    def _forward(self, source: socket.socket, sink: socket.socket, number: int) -> None:
        with suppress(OSError):
            while data := source.recv(1 << 16):
                if not self.is_dead and number not in self._dead_lines:
                    sink.sendall(data)
            sink.shutdown(socket.SHUT_WR)
