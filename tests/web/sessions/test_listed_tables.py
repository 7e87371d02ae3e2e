"""Tables that the lobby lists: anyone may take a free seat."""

import asyncio
import json
import threading
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import replace
from typing import Any

import pytest

from kschwert_env import krone_schwert
from kschwert_env.rendering.viewers import PUBLIC
from kschwert_env.requests.agents import decide
from kschwert_env.web.lobby import listed_tables
from kschwert_env.web.lobby.table_config import Seat as TableSeat
from kschwert_env.web.sessions.request_parsing import OpenedGame, new_config
from kschwert_env.web.sessions.session_registry import SessionRegistry
from kschwert_env.web.sessions.table import Table
from kschwert_env.web.workers.fair_queue import Requester
from tests.web.client import LINK, ME, Client, Message, Seat, agent
from tests.web.conftest import Server

GAME, THREE = "two_crowns", "krone_schwert"
STRANGER = {"kind": "link", "name": None}


def listed(client: Client) -> list[Message]:
    """Return the tables that the lobby lists."""
    status, headers, body = client.ask("GET", "/api/listed")
    assert (status, headers["cache-control"]) == (200, "no-store")
    found: list[Message] = json.loads(body)
    return found


@contextmanager
def waiting(client: Client, game: str = GAME, seats: Any = (ME, STRANGER), **more: Any) -> Iterator[tuple[Seat, Any]]:
    """Yield the connection of who waits at a new listed table in the first seat, and the answer of its creation."""
    made = client.table(game, list(seats), listed=True, **more)
    with client.join(made["links"][0]["token"]) as owner:
        yield owner, made


@pytest.fixture(autouse=True)
def an_empty_list(served: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    """Tables leave it at once when their owner does."""
    monkeypatch.setattr(listed_tables, "GRACE_SECONDS", 0.0)
    monkeypatch.setattr(served.registry, "listed", listed_tables.ListedTables(served.registry.attendance))


def test_a_listed_table_tells_the_game_the_players_and_the_clock(client: Client) -> None:
    clock = {"seconds": 600, "free": 10}
    with waiting(client, THREE, [ME, agent(), LINK, STRANGER], clock=clock, options={"max_rounds": 9}) as (_, made):
        assert listed(client) == [
            {
                "id": made["listing"],
                "game": THREE,
                "title": "Krone & Schwert",
                "players": ["Ada", "random", None, None],
                "clock": clock,
                "options": {"max_rounds": 9},
                "analysis": False,
                "begun": False,
            }
        ]


def test_only_tables_that_were_asked_for_are_listed(client: Client) -> None:
    """Neither invitations, nor games of agents, nor records."""
    assert "listing" not in client.table(GAME, [ME, LINK])
    with client.sits(GAME, [ME, LINK]) as ada, client.sits(GAME, [agent(), agent()]) as watcher:
        watcher.play_until(lambda: watcher.state["over"])
        record = watcher.ask("record")["text"]
        token = client.post("/api/analyses", {"record": record})[1]["token"]
        with client.join(token):
            assert listed(client) == []
        ada.say("offer", seat=1)
        ada.until("table", where=lambda message: message["table"]["seats"][1]["offered"])
        assert listed(client) == []
        assert not ada.table["listed"]


def test_a_listed_table_needs_a_seat_for_another_person(client: Client) -> None:
    asked = {"game": GAME, "options": {}, "seats": [ME, agent()], "listed": True}
    for path in ("/api/tables", "/api/pairings"):
        status, answer = client.post(path, asked)
        assert (status, answer["error"]) == (400, "a listed table needs a seat of kind 'link', for anyone who joins")


def test_a_table_is_listed_while_its_owner_is_there(client: Client) -> None:
    with waiting(client) as (owner, made):
        assert len(listed(client)) == 1
        assert owner.table["listed"]
        assert [seat["offered"] for seat in owner.table["seats"]] == [False, True]
    assert listed(client) == []
    status, answer = client.post("/api/joins", {"listing": made["listing"]})
    assert (status, answer["error"]) == (400, listed_tables.NOT_OPEN)
    with client.join(made["links"][0]["token"]):
        assert [each["id"] for each in listed(client)] == [made["listing"]]
    with client.join(made["watch"]):
        assert listed(client) == []


def test_the_list_outlasts_a_moment_without_the_owner(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    """Such as before the page has opened the new table, or while it loads again."""
    monkeypatch.setattr(listed_tables, "GRACE_SECONDS", 60.0)
    made = client.table(GAME, [ME, STRANGER], listed=True)
    assert [each["id"] for each in listed(client)] == [made["listing"]]
    _, joined = client.post("/api/joins", {"listing": made["listing"]})
    with client.join(joined["token"]) as bob:
        assert bob.table["you"] == 1
    assert listed(client) == []


def test_the_list_outlasts_that_moment_also_if_nobody_has_asked_for_it_before(
    served: Server, client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    now = 0.0
    monkeypatch.setattr(listed_tables, "monotonic", lambda: now)
    monkeypatch.setattr(listed_tables, "GRACE_SECONDS", 15.0)
    with waiting(client) as (_, made):
        now = 3600.0
    while served.registry._sessions:
        pass  # the server has not noticed yet that the owner has left
    assert [each["id"] for each in listed(client)] == [made["listing"]]
    now += 16.0
    assert listed(client) == []


def test_who_joins_gets_the_next_free_seat(client: Client) -> None:
    """The invitation to that seat is for watching then. A table without free seats is not listed."""
    with waiting(client, THREE, [ME, STRANGER, LINK]) as (ada, made):
        first, second = (client.post("/api/joins", {"listing": made["listing"]})[1] for _ in range(2))
        assert (first["seat"], second["seat"]) == (1, 2)
        assert listed(client) == []
        with client.join(first["token"]) as bob, client.join(second["token"]) as carol:
            assert (bob.table["you"], carol.table["you"]) == (1, 2)
            assert [seat["name"] for seat in carol.table["seats"]] == ["Ada", "Player 2", "Player 3"]
            bob.say("name", name="Bob")
            ada.until("table", where=lambda message: message["table"]["seats"][1]["name"] == "Bob")
        with client.join(made["links"][1]["token"]) as late:
            assert late.table["public"]
        assert client.post("/api/joins", {"listing": made["listing"]})[1] == {"error": listed_tables.NOT_OPEN}


def test_who_comes_by_an_invitation_takes_a_seat_off_the_list(client: Client) -> None:
    with waiting(client) as (_, made), client.join(made["links"][1]["token"]):
        assert listed(client) == []


def test_one_of_two_who_join_at_once_gets_the_seat(client: Client) -> None:
    with waiting(client) as (_, made), ThreadPoolExecutor(8) as threads:
        asked = [{"listing": made["listing"]}] * 8
        answers = [answer for _, answer in threads.map(client.post, ["/api/joins"] * 8, asked)]
        tokens = [answer["token"] for answer in answers if "token" in answer]
        assert len(tokens) == 1
        assert answers.count({"error": listed_tables.NOT_OPEN}) == 7
        with client.join(tokens[0]) as bob:
            assert bob.table["you"] == 1


def test_the_list_has_no_token(client: Client) -> None:
    with waiting(client, THREE, [ME, STRANGER, LINK]) as (_, made):
        client.post("/api/joins", {"listing": made["listing"]})
        body = client.ask("GET", "/api/listed")[2].decode()
        assert made["listing"] in body
        tokens = [made["watch"], *(link["token"] for link in made["links"])]
        assert all(token not in body for token in tokens)
        assert client.post("/api/joins", {"listing": tokens[0]})[1] == {"error": listed_tables.NOT_OPEN}
        with Seat(client.address) as nobody:
            nobody.say("join", token=made["listing"])
            assert nobody.closed() == 4404


def test_a_seat_that_is_offered_at_a_listed_table_is_listed(client: Client) -> None:
    with waiting(client) as (ada, made):
        with client.join(client.post("/api/joins", {"listing": made["listing"]})[1]["token"]) as bob:
            ada.play_until(lambda: ada.state["player"] == 1)
            bob.wait_for_turn()
            bob.act()
        ada.until("table", where=lambda message: not message["table"]["seats"][1]["here"])
        assert listed(client) == []
        ada.say("offer", seat=1)
        ada.until("table", where=lambda message: message["table"]["seats"][1]["offered"])
        (found,) = listed(client)
        assert (found["players"], found["begun"]) == (["Ada", None], True)
        ada.say("resign")
        ada.until("state", where=lambda state: state["over"])
        assert listed(client) == []


def test_pairing_joins_the_oldest_equal_table_or_creates_one(client: Client) -> None:
    asked = {"game": GAME, "options": {}, "seats": [ME, STRANGER], "listed": True}
    different = ({"options": {"max_turns": 9}}, {"clock": {"seconds": 60, "free": 0}}, {"analysis": True})
    for more in different:
        with waiting(client, **more):
            made = client.post("/api/pairings", asked)[1]
            assert len(made["links"]) == 2
    with waiting(client) as (_, first), waiting(client):
        turned = {**asked, "seats": [STRANGER, ME]}
        joined = client.post("/api/pairings", turned)[1]
        assert joined.keys() == {"seat", "token"}
        assert first["listing"] not in [each["id"] for each in listed(client)]


def test_two_who_ask_for_a_pairing_at_once_meet(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(listed_tables, "GRACE_SECONDS", 60.0)
    asked = {"game": "politics_and_intrigue", "options": {}, "seats": [ME, STRANGER], "listed": True}
    with ThreadPoolExecutor(2) as threads:
        answers = [answer for _, answer in threads.map(client.post, ["/api/pairings"] * 2, [asked] * 2)]
    (joined,), (made,) = ([answer for answer in answers if ("token" in answer) == has] for has in (True, False))
    with client.join(made["links"][0]["token"]) as ada, client.join(joined["token"]) as bob:
        assert (ada.table["you"], bob.table["you"]) == (0, 1)


def test_a_pairing_that_takes_long_stops_no_other(
    served: Server, client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Such as one with an agent that is still compiled. Who is slower joins the table that is listed meanwhile."""
    begun, released, make_table = threading.Event(), threading.Event(), SessionRegistry.make_table

    async def slow_for_one(registry: SessionRegistry, who: Requester, *arguments: Any) -> Any:
        if who.table is None and not begun.is_set():
            begun.set()
            await asyncio.to_thread(released.wait)
        return await make_table(registry, who, *arguments)

    monkeypatch.setattr(listed_tables, "GRACE_SECONDS", 60.0)
    monkeypatch.setattr(SessionRegistry, "make_table", slow_for_one)
    asked = {"game": GAME, "options": {}, "seats": [ME, STRANGER], "listed": True}
    with ThreadPoolExecutor(1) as threads:
        slow = threads.submit(client.post, "/api/pairings", asked)
        assert begun.wait(60)
        _, made = client.post("/api/pairings", asked)
        released.set()
        _, joined = slow.result()
    assert [joined["seat"], len(made["links"])] == [1, 2]
    assert listed(client) == []


def before_a_secret() -> tuple[Table, int]:
    """Return a table of four people, and a decision of a guest that nobody else will know of."""
    people = tuple(TableSeat("me" if seat == 0 else "link", f"P{seat}", forced=False) for seat in range(4))
    table = Table(replace(new_config(krone_schwert.Rules(num_players=4), people), seed=2), [])
    while True:
        position = table.game.position()
        action = decide(table.rules, "heuristic", table.game.state, len(table.events))
        table.step(action)
        if table.events[-1].player and not table.events[-1].lines_for(PUBLIC):
            return Table(table.config.changed(position=position), []), action


def test_the_list_hides_a_secret_decision(served: Server, client: Client) -> None:
    """Somebody has laid a card, and left: nobody else knows that."""
    table, action = before_a_secret()
    seat = int(table.player or 0)
    links = served.inside(served.registry.create(OpenedGame(table.config, [], True)))["links"]
    with client.join(links[0]["token"]) as owner:
        with client.join(links[seat]["token"]) as leaver:
            leaver.say("act", number=0, action=action)
            leaver.until("state", where=lambda state: state["number"] > 0)
        owner.until("table", where=lambda message: not message["table"]["seats"][seat]["here"])
        owner.say("offer", seat=seat)
        owner.until("table", where=lambda message: message["table"]["seats"][seat]["offered"])
        (found,) = listed(client)
        assert not found["begun"]
        assert found["players"][seat] is None


def test_a_visitor_can_neither_fill_the_list_nor_take_all_seats(
    served: Server, client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(listed_tables, "MAX_LISTED", 3)
    monkeypatch.setattr(listed_tables, "MAX_JOINS", 4)
    monkeypatch.setattr(listed_tables, "GRACE_SECONDS", 60.0)
    registry = served.registry
    made = [client.table(GAME, [ME, STRANGER], listed=True)["listing"] for _ in range(3)]
    for visitor in ("192.0.2.1", "192.0.2.2"):
        registry.listed.add(99, registry.listed.find(made[-1]).config, visitor)
    found = [each["id"] for each in listed(client)]
    assert len(found) == 3
    assert found[0] == made[2]  # the oldest of the visitor with most tables give way
    for _ in range(4):
        registry.listed.count_join("192.0.2.1")
    with pytest.raises(ValueError, match="too many seats at once; wait a minute"):
        registry.listed.count_join("192.0.2.1")
    answer = served.inside(registry.join_listed(registry.listed.find(made[2]), Requester("192.0.2.2")))
    assert answer["seat"] == 1


@pytest.mark.parametrize("asked", [{}, {"listing": 5}, {"listing": "x" * 99}, {"listing": "x", "seat": 1}, [], None])
def test_invalid_requests_to_join_are_refused(client: Client, asked: Any) -> None:
    status, answer = client.post("/api/joins", asked)
    assert status == 400
    assert answer["error"]
