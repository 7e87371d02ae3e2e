"""Sessions: tables are in memory exactly while clients are connected."""

from tests.web.client import LINK, ME, agent
from tests.web.conftest import Server


def live(served: Server) -> int:
    """Return the number of tables in memory."""
    return len(served.registry._sessions)


def test_tables_that_nobody_is_at_are_not_in_memory(served: Server) -> None:
    tokens = [served.client.table("two_crowns", [ME, LINK])["links"][0]["token"] for _ in range(5)]
    assert live(served) == 0
    for token in tokens:
        with served.client.join(token) as seat:
            assert live(served) == 1
            seat.act()
        while live(served):
            pass
    with served.client.join(tokens[0]) as seat:
        assert seat.state["number"] == 1


def test_a_table_stays_while_somebody_is_left(served: Server) -> None:
    links = served.client.table("two_crowns", [ME, LINK])["links"]
    with served.client.join(links[0]["token"]) as first:
        with served.client.join(links[0]["token"]) as again, served.client.join(links[1]["token"]):
            assert live(served) == 1
            first.act()
            again.until("state", where=lambda state: state["number"] == 1)
        first.until("table", where=lambda message: not message["table"]["seats"][1]["here"])
        assert live(served) == 1
        assert first.ask("goto", number=50)["type"] == "error"


def test_agents_rest_while_nobody_watches(served: Server) -> None:
    """They continue when a client connects."""
    token = served.client.table("two_crowns", [agent(), agent()], pace=0.05)["watch"]
    with served.client.join(token) as watcher:
        watcher.until("state", where=lambda state: state["number"] >= 3)
    while live(served):
        pass
    with served.client.join(token) as watcher:
        number = watcher.state["of"]
        assert number >= 3
        watcher.until("state", where=lambda state: state["number"] > number)


def test_many_come_and_go_at_once(served: Server) -> None:
    """A table that is unloaded while a client connects is loaded again."""
    token = served.client.table("two_crowns", [ME, LINK])["links"][0]["token"]
    for _ in range(10):
        seats = [served.client.join(token) for _ in range(3)]
        for seat in seats:
            assert seat.state["actions"]
            seat.close()
    while live(served):
        pass
