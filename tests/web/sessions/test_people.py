"""Between people: watchers, resignation, abandoned seats, rematches, clocks."""

import json
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from kschwert_env.rendering.viewers import PUBLIC
from kschwert_env.web.lobby.clock import Clock
from kschwert_env.web.lobby.table_config import Ending
from kschwert_env.web.sessions import timekeeper
from kschwert_env.web.sessions.table import Table
from kschwert_env.web.sessions.timekeeper import Timekeeper
from kschwert_env.web.sessions.views import description_message, state_message
from tests.helpers.cases import CASES, ONE_EACH, Case
from tests.web.client import LINK, ME, Client, agent
from tests.web.client import Seat as Connection
from tests.web.conftest import Server
from tests.web.sessions.test_secrets import events, opened, revolt

GAME, THREE = "two_crowns", "krone_schwert"


def tokens(links: dict[str, Any]) -> list[str]:
    return [link["token"] for link in links["links"]]


# -- watching -------------------------------------------------------------------------------------------------


def public_worlds(case: Case) -> list[tuple[Any, Any]]:
    """Return pairs of positions that differ only in what is not public."""
    pairs = []
    for game in events(case, 3, 30):
        other = game
        for seat in range(case.rules.num_players):
            other = other.resample(seat, 77)
        pairs.append((game, other))
    return pairs


def heard(served: Server, case: Case, game: Any) -> list[str]:
    """Return all messages that a watcher gets."""
    token = served.inside(served.registry.create(opened(case.rules, game)))["watch"]
    with Connection(served.client.address, token) as watcher:
        for kind in ("record", "position", "analyse", "describe"):
            watcher.ask(kind)
        watcher.ask("reasons", target="hand 0")
        watcher.ask("why", action=0)
        watcher.until_quiet()
        return watcher.received


@pytest.mark.parametrize("case", ONE_EACH, ids=str)
def test_watchers_get_the_same_bytes_in_worlds_that_differ_in_secrets(served: Server, case: Case) -> None:
    for worlds in public_worlds(case):
        first, second = (heard(served, case, world) for world in worlds)
        assert sorted(first) == sorted(second)


@pytest.mark.parametrize("case", CASES, ids=str)
def test_watchers_read_only_what_every_seat_may_read(case: Case) -> None:
    """Lines about a decision are those for a seat that neither decides nor has a secret of its own."""
    rng = np.random.default_rng(4)
    table = Table(opened(case.rules, case.game(case.rules, 3)).config, [])
    for _ in range(150):
        if table.is_over:
            break
        table.step(int(rng.choice(table.game.legal_actions())))
        event = table.events[-1]
        others = [event.lines_for(seat) for seat in range(case.rules.num_players) if seat != event.player]
        if case.rules.num_players > 2:  # somebody knows nothing beyond what is public
            assert event.lines_for(PUBLIC) in others
        assert bool(event.lines_for(PUBLIC)) == any(map(bool, others))


def test_watchers_do_not_learn_how_many_cards_somebody_lays_in_secret(served: Server) -> None:
    case, game = revolt()
    player, heard = game.player, []
    kinds = {action: case.rules.actions.decode(action).kind for action in range(case.rules.num_actions)}
    for cards in (0, 1):
        made = served.inside(served.registry.create(opened(case.rules, game, clock=Clock(600, 5, (600,) * 4))))
        token = {link["seat"]: link["token"] for link in made["links"]}[player]
        with served.client.join(made["watch"]) as watcher, served.client.join(token) as actor:
            watcher.until("table", where=lambda message: message["table"]["seats"][player]["here"])
            watcher.until_quiet()
            watcher.received.clear()
            for kind in ["lay"] * cards + ["done"]:
                assert watcher.received == []
                actor.act([kinds[action["number"]] for action in actor.state["actions"]].index(kind))
                watcher.until_quiet()
            messages = [json.loads(text) for text in watcher.received]
            heard.append([message for message in messages if message["type"] != "clock"])
            assert watcher.state["number"] == 1
    assert heard[0] == heard[1]


def test_watchers_see_a_game_of_people_and_touch_nothing(client: Client) -> None:
    links = client.table(GAME, [ME, LINK])
    with client.join(tokens(links)[0]) as ada, client.join(links["watch"]) as watcher:
        assert (watcher.table["you"], watcher.table["public"], watcher.table["open"]) == (None, True, False)
        assert watcher.state["actions"] == []
        for kind, fields in (("act", {"number": 0, "action": 0}), ("resign", {}), ("settings", {"forced": True})):
            assert "is for watching" in watcher.ask(kind, **fields)["words"]
        assert "only the owner" in watcher.ask("settings", pace=3)["words"]
        assert "only the owner" in watcher.ask("replace", seat=1)["words"]
        ada.act()
        watcher.until("state", where=lambda state: state["number"] == 1)
        assert [each["here"] for each in watcher.table["seats"]] == [True, False]


def test_everybody_at_a_table_sees_how_many_watch(client: Client) -> None:
    links = client.table(GAME, [ME, LINK])
    with client.join(tokens(links)[0]) as ada, client.join(tokens(links)[0]), client.join(links["watch"]) as watcher:
        with client.join(links["watch"]):
            for seat in (ada, watcher):
                seat.until("table", where=lambda message: message["table"]["watchers"] == 2)
        ada.until("table", where=lambda message: message["table"]["watchers"] == 1)
        watcher.close()
        ada.until("table", where=lambda message: message["table"]["watchers"] == 0)
    token = client.table(GAME, [agent(), agent()])["watch"]
    with client.join(token) as one, client.join(token):
        one.until("table", where=lambda message: message["table"]["watchers"] == 2)


# -- resignation ----------------------------------------------------------------------------------------------


def test_who_resigns_loses(client: Client) -> None:
    links = tokens(client.table(GAME, [ME, LINK]))
    with client.join(links[0]) as ada, client.join(links[1]) as bob:
        ada.say("resign")
        for seat in (ada, bob):
            seat.until("state", where=lambda state: state["over"])
            seat.until_quiet()
            assert seat.state["returns"] == [-1, 1]
            assert seat.state["ending"] == {"seat": 0, "reason": "resigned"}
            assert (seat.state["player"], seat.state["actions"], seat.table["over"]) == (None, [], True)
        assert "the game is over" in bob.ask("resign")["words"]
        assert ada.ask("record")["text"] == bob.ask("record")["text"]  # everything is open
    with client.join(links[1]) as bob:  # it is saved
        assert bob.state["ending"] == {"seat": 0, "reason": "resigned"}


def test_an_agent_plays_on_for_one_of_several_people(client: Client) -> None:
    links = tokens(client.table(THREE, [ME, LINK, LINK]))
    with client.join(links[0]) as ada, client.join(links[1]) as bob:
        bob.say("resign")
        bob.until("table", where=lambda message: message["table"]["public"])
        ada.until("table", where=lambda message: message["table"]["seats"][1]["kind"] == "agent")
        taken_over = {"kind": "agent", "name": "Bob (computer)", "agent": "heuristic", "here": False, "offered": False}
        assert ada.table["seats"][1] == taken_over
        assert not ada.table["over"]
    with client.join(links[1]) as bob:  # the link of the seat is for watching now
        assert bob.table["you"] is None
        assert bob.table["public"]


def test_a_resigned_game_has_a_summary_and_takes_nothing_back(client: Client) -> None:
    with client.sits(GAME, [ME, agent()]) as ada:
        ada.play_until(lambda: ada.state["number"] >= 4)
        assert ada.table["back"]
        ada.say("resign")
        ada.until("state", where=lambda state: state["over"])
        assert ada.ask("summary")["type"] == "summary"
        assert not ada.table["back"]
        assert "the game is over" in ada.ask("back")["words"]


@pytest.mark.parametrize("case", ONE_EACH, ids=str)
def test_nobody_decides_after_a_resignation(case: Case) -> None:
    """Neither in the picture nor in words."""
    rng = np.random.default_rng(6)
    for game in [case.game(case.rules, 1), *events(case, 40, 7)]:
        table = Table(opened(case.rules, game).config, [])
        table.step(int(rng.choice(game.legal_actions())))
        if table.is_over:
            continue
        table.config = table.config.changed(ending=Ending(1, "resigned"))
        view, voice = table.view(None), table.voice(0)
        shown = state_message(case.rules, view, voice)
        assert shown["over"]
        assert shown["player"] is shown["question"] is None
        assert ">decides<" not in shown["svg"]
        words = description_message(case.rules, view, voice)["lines"][0]
        assert "given up in" in words
        assert "decide" not in words


# -- abandoned seats ------------------------------------------------------------------------------------------


def test_an_agent_takes_an_abandoned_seat_over(client: Client) -> None:
    links = tokens(client.table(GAME, [ME, LINK]))
    with client.join(links[0]) as ada:
        ada.say("replace", seat=1, agent="random")
        ada.until("table", where=lambda message: message["table"]["seats"][1]["agent"] == "random")
        assert ada.table["seats"][1]["name"] == "Bob (random)"
        ada.play_until(lambda: any(line["seat"] == 1 for line in ada.log))
    with client.join(links[1]) as bob:
        assert bob.table["public"]


def test_another_person_takes_an_abandoned_seat_over(client: Client) -> None:
    links = tokens(client.table(GAME, [ME, LINK]))
    with client.join(links[0]) as ada:
        ada.say("replace", seat=1)
        given = ada.until("link")
        with client.join(given["token"]) as carol, client.join(links[1]) as bob:
            assert (carol.table["you"], bob.table["you"], bob.table["public"]) == (1, None, True)
            ada.play_until(lambda: ada.state["player"] == 1)
            carol.wait_for_turn()
            assert carol.state["actions"]


def test_a_seat_is_given_away_only_by_the_owner_and_only_if_abandoned(client: Client) -> None:
    links = tokens(client.table(GAME, [ME, LINK]))
    with client.join(links[0]) as ada, client.join(links[1]) as bob:
        assert "only the owner" in bob.ask("replace", seat=0, agent="random")["words"]
        ada.until("table", where=lambda message: message["table"]["seats"][1]["here"])
        assert "Bob is at the table" in ada.ask("replace", seat=1, agent="random")["words"]
        assert "unknown agent" in ada.ask("replace", seat=1, agent="nobody")["words"]
        bob.close()
        ada.until("table", where=lambda message: not message["table"]["seats"][1]["here"])
        assert "can't be given" in ada.ask("replace", seat=7, agent="random")["words"]
        ada.say("replace", seat=1, agent="random")
        ada.until("table", where=lambda message: message["table"]["seats"][1]["kind"] == "agent")
        assert "can't be given" in ada.ask("replace", seat=1, agent="random")["words"]


def test_a_table_opens_again_with_an_agent_of_a_long_spec(client: Client) -> None:
    typed = f"ismcts:sims={'0' * 180}10"
    links = tokens(client.table(GAME, [ME, {**LINK, "name": "B" * 40}]))
    with client.join(links[0]) as ada:
        ada.say("replace", seat=1, agent=typed)
        ada.until("table", where=lambda message: message["table"]["seats"][1]["agent"] == typed)
    with client.join(links[0]) as ada:
        assert ada.table["seats"][1]["name"] == f"{'B' * 40} (ismcts)"


def test_owners_give_their_own_seats_to_others(client: Client) -> None:
    """The seat and the table are the other person's then."""
    links = tokens(client.table(GAME, [ME, LINK]))
    with client.join(links[0]) as ada, client.join(links[1]) as bob:
        assert "only the owner" in bob.ask("replace", seat=1)["words"]
        ada.say("replace", seat=0)
        given = ada.until("link")
        while not ada.table["public"]:
            ada.until("table")
        with client.join(given["token"]) as carol:
            assert (carol.table["you"], carol.table["owner"], bob.table["owner"]) == (0, True, False)
            assert carol.table["seats"][0]["name"] == "Player 1"
    with client.join(links[0]) as ada:
        assert ada.table["public"]


def test_a_table_is_open_when_its_last_person_leaves_it_to_an_agent(client: Client) -> None:
    made = client.table(GAME, [ME, agent("heuristic")])
    with client.join(made["links"][0]["token"]) as ada, client.join(made["watch"]) as watcher:
        ada.say("replace", seat=0, agent="random")
        for seat in (ada, watcher):
            seat.until("table", where=lambda message: message["table"]["open"])
            seat.until("state", where=lambda state: state["number"] > 3)
    for token in (made["links"][0]["token"], made["watch"]):
        with client.join(token) as watcher:
            assert (watcher.table["open"], watcher.table["public"], watcher.table["you"]) == (True, False, None)


def test_watchers_take_a_seat_that_the_owner_offers(client: Client) -> None:
    made = client.table(GAME, [ME, LINK])
    links = tokens(made)
    with client.join(links[0]) as ada, client.join(made["watch"]) as carol, client.join(made["watch"]) as dan:
        assert "is not offered" in carol.ask("take", seat=1)["words"]
        assert "only the owner" in carol.ask("offer", seat=1)["words"]
        ada.say("offer", seat=1)
        for seat in (ada, carol, dan):
            seat.until("table", where=lambda message: message["table"]["seats"][1]["offered"])
        assert "only people who watch" in ada.ask("take", seat=1)["words"]
        carol.say("take", seat=1)
        token = carol.until("taken")["token"]
        assert "is not offered" in dan.ask("take", seat=1)["words"]
        with client.join(token) as seated:
            assert (seated.table["you"], seated.table["seats"][1]["offered"]) == (1, False)
            assert seated.table["seats"][1]["name"] == "Player 2"  # Bob's name went with Bob
    with client.join(links[1]) as bob:  # the seat is another person's now
        assert bob.table["public"]


def test_an_offer_lapses_when_the_person_returns(client: Client) -> None:
    made = client.table(GAME, [ME, LINK])
    links = tokens(made)
    with client.join(links[0]) as ada, client.join(made["watch"]) as carol:
        ada.say("offer", seat=1)
        carol.until("table", where=lambda message: message["table"]["seats"][1]["offered"])
        with client.join(links[1]) as bob:
            assert not bob.table["seats"][1]["offered"]
            assert "Bob is at the table" in ada.ask("offer", seat=1)["words"]
        assert "is not offered" in carol.ask("take", seat=1)["words"]


def test_a_table_says_that_its_creator_may_know_the_deal(client: Client) -> None:
    links = tokens(client.table(GAME, [ME, {"kind": "me"}], seed=5))
    with client.join(links[0]) as ada:
        assert ada.table["known"]
        ada.say("replace", seat=1)
        given = ada.until("link")["token"]
    with client.join(given) as carol:  # the table was stored meanwhile
        assert (carol.table["you"], carol.table["known"]) == (1, True)
        carol.say("resign")
        carol.until("state", where=lambda state: state["over"])
        carol.say("rematch")
        with client.join(carol.until("rematch")["token"]) as again:
            assert not again.table["known"]
    with client.join(tokens(client.table(GAME, [ME, {"kind": "me"}]))[0]) as ada:
        assert not ada.table["known"]


def test_a_table_that_begins_in_a_position_says_so(client: Client) -> None:
    with client.sits(GAME, [ME, agent()], analysis=True) as ada:
        links = ada.ask("branch", number=None, seats=[ME, LINK])
    with client.join(tokens(links)[1]) as bob:
        assert bob.table["known"]


# -- rematch --------------------------------------------------------------------------------------------------


def test_a_rematch_exchanges_the_seats(client: Client) -> None:
    made = client.table(GAME, [ME, LINK], options={"max_turns": 9}, analysis=True)
    links = tokens(made)
    with client.join(links[0]) as ada, client.join(links[1]) as bob, client.join(made["watch"]) as watcher:
        assert "whose game is over" in ada.ask("rematch")["words"]
        assert "is for watching" in watcher.ask("rematch")["words"]
        ada.say("resign")
        bob.until("state", where=lambda state: state["over"])
        assert "is for watching" in watcher.ask("rematch")["words"]
        bob.say("rematch")
        ada.say("rematch")  # both at once: it is the same
        offers = [seat.until("rematch")["token"] for seat in (ada, bob, watcher)]
        again = [client.join(token) for token in offers]
        assert [seat.table["you"] for seat in again] == [1, 0, None]
        assert [seat["name"] for seat in again[0].table["seats"]] == ["Bob", "Ada"]
        assert again[0].table["options"]["max_turns"] == 9
        assert [seat.table["owner"] for seat in again] == [True, False, False]
        assert not again[0].table["over"]
        assert again[2].table["public"]
        for seat in again:
            seat.close()


def test_names_by_seat_are_exchanged_as_well(client: Client) -> None:
    with client.sits(GAME, [{"kind": "me"}, agent()]) as ada:
        ada.say("resign")
        ada.until("state", where=lambda state: state["over"])
        ada.say("rematch")
        with client.join(ada.until("rematch")["token"]) as again:
            assert [seat["name"] for seat in again.table["seats"]] == ["random", "Player 2"]
            assert again.table["you"] == 1


def test_a_rematch_stays_offered_at_the_old_table(client: Client) -> None:
    """Also when everybody has left it meanwhile."""
    links = tokens(client.table(GAME, [ME, LINK]))
    with client.join(links[0]) as ada:
        ada.say("resign")
        ada.until("state", where=lambda state: state["over"])
        ada.say("rematch")
        own = ada.until("rematch")["token"]
    for link, is_own in ((links[0], True), (links[1], False)):
        with client.join(link) as seat:
            offered = seat.until("rematch")["token"]
            assert (offered == own) == is_own
            with client.join(offered) as again:
                assert again.table["you"] == (1 if is_own else 0)


# -- clocks ---------------------------------------------------------------------------------------------------


def test_a_clock_counts_turns_beyond_their_free_time() -> None:
    clock = Clock(60, 5, (60, 60))
    assert clock.after_turn(0, 3).left == (60, 60)
    assert clock.after_turn(1, 25).left == (60, 40)
    assert clock.after_turn(1, 100).left == (60, 0)
    assert clock.limit(0) == 65


def test_turns_are_measured_from_the_second_of_each_person() -> None:
    """Several decisions of one player are one turn, so that the clock does not reveal their number."""
    case = next(case for case in CASES if case.rules.package == "two_crowns")
    table = Table(opened(case.rules, case.game(case.rules, 5), clock=Clock(60, 0, (60, 60))).config, [])
    now = [0.0]
    keeper = Timekeeper(table, lambda: now[0])
    assert (keeper.seat, keeper.left) == (None, None)
    rng, ended, turns = np.random.default_rng(1), 0, set()
    while not table.is_over and ended < 12:
        player, before = table.player, keeper.turn
        now[0] += 2 + keeper.stopped
        table.step(int(rng.choice(table.game.legal_actions())))
        measured, clock = keeper.seat, keeper.follow()
        if table.player == player:
            assert (clock, keeper.turn) == (None, before)
        else:
            assert keeper.turn == before + 1
            ended += 1
            assert (clock is None) == (measured is keeper.seat is None)
            if clock is None:
                continue
            assert table.config.clock is not None
            assert clock.since == (None if keeper.seat is None else now[0] + keeper.stopped)
            if measured is None:
                assert clock.left == table.config.clock.left
            else:
                assert clock.left[measured] <= table.config.clock.left[measured] - 2
                turns.add(measured)
            table.config = table.config.changed(clock=clock)
    assert turns == {0, 1}


@pytest.fixture
def now(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    """Return the time of the clocks, in a list."""
    seconds = [1000.0]
    monkeypatch.setattr(timekeeper, "time", lambda: seconds[0])
    return seconds


def measured_turn(links: list[str], client: Client, now: list[float]) -> None:
    """Play until a turn is measured, whose player has used two seconds when both leave."""
    with client.join(links[0]) as ada, client.join(links[1]) as bob:
        people = [ada, bob]
        while not is_measured(ada):
            decides = people[ada.state["player"]]
            decides.wait_for_turn()
            decides.act()
            ada.until_quiet()
        for person in people:
            person.say("scene_over")
            person.until_quiet()
        now[0] += 2


def last_clock(seat: Connection) -> dict[str, Any]:
    """Return the last clock that a client was sent."""
    clocks: list[dict[str, Any]] = [each for each in map(json.loads, seat.received) if each["type"] == "clock"]
    return clocks[-1]


def present(client: Client, token: str) -> tuple[Any, ...]:
    """Return what a client is sent when it joins."""
    with client.join(token) as seat:
        return seat.table, seat.state, seat.log, last_clock(seat)


@pytest.mark.parametrize("stays", [True, False])
def test_a_turn_is_measured_while_people_are_away(stays: bool, client: Client, now: list[float]) -> None:
    """One person stays, or everybody leaves and the table is loaded again."""
    links = tokens(client.table(GAME, [ME, LINK], clock={"seconds": 30, "free": 1}))
    measured_turn(links, client, now)
    with ExitStack() as held:
        if stays:
            held.enter_context(client.join(links[1]))
        assert present(client, links[0])[-1]["used"] == 2
        now[0] += 16
        assert present(client, links[0])[-1]["used"] == 18
        now[0] += 100
        with client.join(links[0]) as ada:
            while not ada.state["over"]:
                ada.until("state")
            assert ada.state["ending"]["reason"] == "time"


def test_a_table_is_the_same_after_a_restart(tmp_path: Path, now: list[float]) -> None:
    """Seats, decisions, settings and clocks: all that clients are sent."""
    before, after = [], []
    running = Server(tmp_path)
    try:
        links = tokens(running.client.table(GAME, [ME, LINK], clock={"seconds": 30, "free": 1}))
        measured_turn(links, running.client, now)
        before = [present(running.client, token) for token in links]
    finally:
        running.close()
    again = Server(tmp_path)
    try:
        after = [present(again.client, token) for token in links]
        now[0] += 16
        assert present(again.client, links[0])[-1]["used"] == 18
    finally:
        again.close()
    for old, new in zip(before, after, strict=True):
        assert new == old
    assert before[0][-1]["used"] == 2


def test_a_turn_of_the_store_that_has_ended_is_not_measured_again() -> None:
    """The store may have the decisions that ended a turn, and not yet its clock, when its process is killed."""
    case = next(case for case in CASES if case.rules.package == "two_crowns")
    table = Table(opened(case.rules, case.game(case.rules, 5), clock=Clock(60, 0, (60, 60))).config, [])
    rng, seconds = np.random.default_rng(1), [100.0]
    keeper = Timekeeper(table, lambda: seconds[0])
    while keeper.seat is None:
        table.step(int(rng.choice(table.game.legal_actions())))
        if (clock := keeper.follow()) is not None:
            table.config = table.config.changed(clock=clock)
    ended = keeper.seat
    seconds[0] += 7
    assert Timekeeper(table, lambda: seconds[0]).used == keeper.used == 7
    while table.player == ended:
        table.step(int(rng.choice(table.game.legal_actions())))
    assert Timekeeper(table, lambda: seconds[0]).used == 0
    clock = keeper.follow()
    assert clock is not None
    assert clock.left[ended] == 53


def is_measured(seat: Connection) -> bool:
    """Return whether a clock was running in any turn so far."""
    clocks = [message for message in map(json.loads, seat.received) if message["type"] == "clock"]
    return any(clock["seat"] is not None for clock in clocks)


def test_who_runs_out_of_time_loses(client: Client) -> None:
    links = tokens(client.table(GAME, [ME, LINK], clock={"seconds": 0, "free": 4}))
    with client.join(links[0]) as ada, client.join(links[1]) as bob:
        assert last_clock(ada) == {"type": "clock", "left": [0, 0], "free": 4, "seat": None, "used": 0, "stopped": 0}
        people = [ada, bob]
        while not is_measured(ada) and not ada.state["over"]:
            decides = people[ada.state["player"]]
            decides.wait_for_turn()
            decides.act()
            ada.until_quiet()
        while not ada.state["over"]:
            ada.until("state")
        assert ada.state["ending"]["reason"] == "time"
        assert ada.state["returns"][ada.state["ending"]["seat"]] == -1


@pytest.mark.parametrize("clock", [5, {}, {"seconds": 5}, {"seconds": -1, "free": 0}, {"seconds": "x", "free": 0}])
def test_invalid_clocks_are_refused(client: Client, clock: Any) -> None:
    asked = {"game": GAME, "options": {}, "seats": [ME, LINK], "clock": clock}
    status, answer = client.post("/api/tables", asked)
    assert (status, "invalid clock" in answer["error"]) == (400, True)


# -- names and chat -------------------------------------------------------------------------------------------


def test_somebody_who_came_by_a_link_takes_a_name(client: Client) -> None:
    """Everybody sees it; watchers have none."""
    links = client.table(GAME, [ME, {"kind": "link", "name": None}])
    ada, bob = tokens(links)
    with client.join(ada) as one, client.join(bob) as other, client.join(links["watch"]) as watcher:
        other.say("name", name=" Bob ")
        table = one.until("table", where=lambda message: message["table"]["seats"][1]["name"] == "Bob")
        assert table["table"]["seats"][0]["name"] == "Ada"
        assert "must not be empty" in other.ask("name", name="  ")["words"]
        assert "for watching" in watcher.ask("name", name="Eve")["words"]


def test_people_chat_and_watchers_do_not(client: Client) -> None:
    links = client.table(GAME, [ME, LINK])
    ada, bob = tokens(links)
    with client.join(ada) as one, client.join(links["watch"]) as watcher:
        one.say("chat", words="hello")
        assert one.until("chat") == {"type": "chat", "seat": 0, "words": "hello"}
        assert "wait a moment" in one.ask("chat", words="again")["words"]
        assert "only people who play" in watcher.ask("chat", words="psst")["words"]
        assert not any('"chat"' in text for text in watcher.received)
        with client.join(bob) as other:
            assert other.until("chat")["words"] == "hello"
