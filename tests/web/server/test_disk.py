"""A disk that is full, and a store that another process locks: everybody is told, and play continues afterwards."""

import json
import resource
import sqlite3
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from kschwert_env.web.sessions import play_loop, store
from kschwert_env.web.sessions.timekeeper import Timekeeper
from tests.web.client import LINK, ME, Client, Seat, agent
from tests.web.conftest import Server
from tests.web.process import process

TWO = {"game": "two_crowns", "options": {}, "seats": [ME, LINK]}


def check_trouble(client: Client, trouble: "Trouble") -> None:
    """Check decisions of people and agents, settings and new tables before, during and after a failure of the store."""
    people = client.table("two_crowns", [ME, LINK], forced=False)["links"]
    watched = client.table("two_crowns", [agent(), agent()], pace=0.05)["watch"]
    with client.join(people[0]["token"]) as seat, client.join(watched) as watcher:
        watcher.until("state", where=lambda state: state["number"] > 0)
        with trouble():
            action = seat.state["actions"][0]["number"]
            for _ in range(2):
                assert "can't be saved" in seat.ask("act", number=0, action=action)["words"]
            seat.say("settings", pace=3)
            assert "can't be saved" in seat.until("error")["words"]
            while "can't be saved" not in watcher.until("error", "state").get("words", ""):
                pass
            status, answer = client.post("/api/tables", TWO)
            assert (status, "can't be saved" in answer["error"]) == (503, True)
        assert seat.state["number"] == 0
        seat.act()
        assert seat.state["number"] == 1
        number = watcher.state["number"]
        while watcher.until("error", "state").get("number", 0) <= number:
            pass
        client.table("two_crowns", [ME, LINK])
    with client.join(people[0]["token"]) as seat:
        assert seat.state["number"] == 1
        assert (seat.table["pace"], seat.table["paused"]) == (0, False)


class Trouble:
    """Something that makes writing impossible while the block lasts."""

    def __init__(self, path: Path) -> None:
        self.path = path

    @contextmanager
    def __call__(self) -> Iterator[None]:
        raise NotImplementedError


class Locked(Trouble):
    """Another connection holds the lock for writing."""

    @contextmanager
    def __call__(self) -> Iterator[None]:
        other = sqlite3.connect(self.path, isolation_level=None)
        other.execute("begin immediate")
        yield
        other.execute("rollback")
        other.close()


class Full(Trouble):
    """The server may write no more bytes to files, as on a full disk."""

    def __init__(self, pid: int) -> None:
        self.pid = pid

    @contextmanager
    def __call__(self) -> Iterator[None]:
        assert sys.platform == "linux"
        before = resource.prlimit(self.pid, resource.RLIMIT_FSIZE)
        resource.prlimit(self.pid, resource.RLIMIT_FSIZE, (1, before[1]))
        yield
        resource.prlimit(self.pid, resource.RLIMIT_FSIZE, before)


def test_a_locked_store(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(store, "BUSY_SECONDS", 0.1)
    monkeypatch.setattr(play_loop, "RETRY_SECONDS", 0.1)
    served = Server(tmp_path)
    try:
        check_trouble(served.client, Locked(tmp_path / "tables.sqlite"))
    finally:
        served.close()


def running_clock(seat: Seat) -> int | None:
    """Return the seat whose turn is measured."""
    clocks = [message for message in map(json.loads, seat.received) if message["type"] == "clock"]
    found: int | None = clocks[-1]["seat"] if clocks else None
    return found


def test_time_that_is_over_while_the_store_is_locked(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The loss is stored as soon as that is possible again."""
    monkeypatch.setattr(store, "BUSY_SECONDS", 0.1)
    monkeypatch.setattr(play_loop, "RETRY_SECONDS", 0.1)
    left: list[float | None] = [None]
    monkeypatch.setattr(Timekeeper, "left", property(lambda keeper: left[0]))
    served = Server(tmp_path)
    try:
        clock = {"seconds": 600, "free": 0}
        tokens = [link["token"] for link in served.client.table("two_crowns", [ME, LINK], clock=clock)["links"]]
        with served.client.join(tokens[0]) as ada, served.client.join(tokens[1]) as bob:
            while running_clock(ada) != 0:  # the first turns are not measured
                decides = (ada, bob)[ada.state["player"]]
                decides.wait_for_turn()
                decides.act()
                ada.until_quiet()
        with served.client.join(tokens[0]) as ada:
            assert ada.state["player"] == 0
            with Locked(tmp_path / "tables.sqlite")():
                left[0] = 0.0
                with served.client.join(tokens[1]):
                    assert "can't be saved" in ada.until("error")["words"]
                    assert not ada.state["over"]
            ada.until("state", where=lambda state: state["over"])
            assert ada.state["ending"] == {"seat": 0, "reason": "time"}
    finally:
        served.close()


@pytest.mark.skipif(sys.platform != "linux", reason="prlimit is for Linux only")
def test_a_full_disk(tmp_path: Path) -> None:
    log = tmp_path / "log"
    with process(tmp_path / "tables", log=log) as (client, running):
        check_trouble(client, Full(running.pid))
    assert "Traceback" not in log.read_text()


def test_a_store_that_can_not_be_read_for_now(served: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    """The client is told to try again: the link is not unknown."""
    token = served.client.table("two_crowns", [ME, LINK])["links"][0]["token"]

    def fail(*given: object) -> None:
        raise sqlite3.OperationalError("disk I/O error")

    with monkeypatch.context() as broken:
        broken.setattr(store.Store, "_select", fail)
        with pytest.raises(AssertionError, match=r"can't be read at the moment \(disk I/O error\)"):
            served.client.join(token)
    with served.client.join(token) as seat:
        assert seat.state["number"] == 0


def test_a_fault_while_writing_stops_no_later_writing(served: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    with served.client.sits("two_crowns", [ME, LINK], forced=False) as seat:

        def fail(self: store.Store, *given: object) -> None:
            raise RuntimeError("a fault")

        with monkeypatch.context() as broken:
            broken.setattr(store, "_numbered", fail)
            status, answer = served.client.post("/api/tables", TWO)
            assert (status, "failed" in answer["error"]) == (500, True)
        seat.act()
        assert seat.state["number"] == 1
