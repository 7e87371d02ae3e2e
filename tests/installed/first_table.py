"""A game at the browser table of an installed package: `python first_table.py`, beside `tests/web/client.py`."""

import re
import subprocess
import sys
import tempfile

from client import ME, Client, agent  # type: ignore[import-not-found]  # the file is copied here

GAME = "two_crowns"
COMMAND = [sys.executable, "-m", "kschwert_env", "play", "--no-browser", "--port", "0"]


def main() -> None:
    """Start the server, play a game against the heuristic, and stop the server."""
    with tempfile.TemporaryDirectory() as folder:
        server = subprocess.Popen([*COMMAND, "--data", folder], stdout=subprocess.PIPE, text=True)
        assert server.stdout is not None
        try:
            found = re.search(r"http://(\S+?)/", server.stdout.readline())
            assert found
            with Client(found[1]).sits(GAME, [ME, agent("heuristic")]) as seat:
                seat.play_until(lambda: bool(seat.state["over"]) or len(seat.log) > 20)
                print(f"{len(seat.log)} lines of a game's log")
        finally:
            server.terminate()
            server.wait()


if __name__ == "__main__":
    main()
