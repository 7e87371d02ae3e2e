"""The server as a separate process, which can be killed."""

import signal
import socket
import subprocess
import sys
import time
import urllib.request
from pathlib import Path
from urllib.error import URLError

TIMEOUT = 120  # seconds until the server answers; it imports much


PROGRAM = (
    "from kschwert_env.web.server import command; command.request_preparation = bool; "  # tests prepare what they need
    "from kschwert_env.cli.app import app; app()"
)


class Server:
    """`kschwert play` on a free port.

    Attributes:
        url: of the page.
    """

    def __init__(self, folder: Path) -> None:
        """Start the server, with its tables in a folder, and wait until it answers."""
        self._folder = folder
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            self._port: int = free.getsockname()[1]
        self.url = f"http://127.0.0.1:{self._port}/"
        self.start()

    def start(self) -> None:
        """Start the server, on the same port as before."""
        told = ["play", "--no-browser", "--port", str(self._port), "--data", str(self._folder)]
        command = [sys.executable, "-c", PROGRAM, *told]
        self._process = subprocess.Popen(command, stdout=subprocess.DEVNULL)
        end = time.monotonic() + TIMEOUT
        while True:
            try:
                with urllib.request.urlopen(self.url, timeout=5):
                    return
            except (URLError, ConnectionError, TimeoutError):
                assert self._process.poll() is None, "the server has ended"
                assert time.monotonic() < end, "the server does not answer"
                time.sleep(0.1)

    def kill(self) -> None:
        """Kill the server."""
        self._process.send_signal(signal.SIGKILL)
        self._process.wait()
