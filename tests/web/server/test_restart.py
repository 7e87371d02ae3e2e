"""A server that is killed during a game: all tables continue, with the same links."""

import os
import signal
import socket
import subprocess
from contextlib import closing
from pathlib import Path

from tests.web.client import LINK, ME, Client, Seat, agent
from tests.web.process import COMMAND, ROOT, process


def view(client: Client, token: str) -> Seat:
    """Return a connection, closed again, that has received the present state of a table."""
    with client.join(token) as seat:
        return seat


def test_a_killed_server_goes_on_where_it_was(tmp_path: Path) -> None:
    log = tmp_path / "log"
    with process(tmp_path / "tables", log=log) as (client, running):
        links = client.table("two_crowns", [ME, LINK])["links"]
        alone = client.table("two_crowns", [ME, agent("heuristic")])["links"][0]["token"]
        tokens = [links[0]["token"], links[1]["token"], alone]
        with (
            client.join(links[0]["token"]) as first,
            client.join(links[1]["token"]) as second,
            client.join(alone) as third,
        ):
            for _ in range(6):
                for seat in (first, second):
                    seat.until_quiet()
                    if seat.state["actions"]:
                        seat.act(1)
            third.act()
            third.wait_for_turn()
            views = [view(client, token) for token in tokens]  # of the present: updates of `first` may be late
            os.kill(running.pid, signal.SIGKILL)
            running.wait()
    with process(tmp_path / "tables", log=log) as (client, _):
        for token, before in zip(tokens, views, strict=True):
            seat = view(client, token)
            assert seat.state["svg"] == before.state["svg"]
            assert seat.state["actions"] == before.state["actions"]
            assert seat.log == before.log
            assert seat.table == {**before.table, "seats": seat.table["seats"]}
        stored = b"".join(path.read_bytes() for path in (tmp_path / "tables").iterdir())
    printed = log.read_text()
    for token in tokens:
        assert token not in printed
        assert token.encode() not in stored


def test_ctrl_c_ends_a_busy_server(tmp_path: Path) -> None:
    """While an agent searches, a visitor waits for an analysis, and a request is half sent."""
    log = tmp_path / "log"
    with process(tmp_path / "tables", log=log) as (client, running):
        searching = agent("ismcts:seconds=20")
        with client.join(client.table("two_crowns", [searching, searching])["watch"]) as watcher:
            host, port = client.address.split(":")
            with closing(socket.create_connection((host, int(port)))) as connection:
                connection.sendall(b"GET / HTTP/1.1\r\n")
                watcher.say("analyse", seconds=20)
                watcher.ask("position")
                running.send_signal(signal.SIGINT)
                assert running.wait(60) != -signal.SIGKILL
    assert "Traceback" not in log.read_text()


def test_one_server_at_a_time_has_a_folder(tmp_path: Path) -> None:
    with process(tmp_path / "tables", log=tmp_path / "log"):
        second = subprocess.run([*COMMAND, str(tmp_path / "tables")], capture_output=True, text=True, cwd=ROOT)
    assert second.returncode == 1
    assert "is in use by another process" in second.stderr


def test_it_says_what_it_means_to_be_reached_from_elsewhere(tmp_path: Path) -> None:
    log = tmp_path / "log"
    with process(tmp_path, log=log) as (client, _):
        assert client.ask("GET", "/api/games", host="10.0.0.1")[0] == 403
        assert "Traffic is not encrypted" not in log.read_text()
    with process(tmp_path, "--host", "0.0.0.0", log=log) as (client, _):
        assert client.ask("GET", "/api/games", host="10.0.0.1")[0] == 200
        assert client.ask("GET", "/api/games", host="evil.example")[0] == 403
        assert "Traffic is not encrypted" in " ".join(log.read_text().split())


def test_what_can_not_be_is_said_in_words(tmp_path: Path) -> None:
    for more, words in (
        (["--edition", "nowhere.toml"], "is not an edition of"),
        (["--host", "203.0.113.7"], "can't listen on"),
    ):
        failed = subprocess.run([*COMMAND, str(tmp_path), *more], capture_output=True, text=True, cwd=ROOT)
        assert failed.returncode in (1, 2)
        assert words in " ".join(failed.stderr.split())
