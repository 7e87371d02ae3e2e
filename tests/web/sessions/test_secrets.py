"""Messages to a seat contain only what it may know: indistinguishable worlds give identical bytes."""

import json
from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from kschwert_env.engine.contract.rules import GameRules
from kschwert_env.engine.simulation.game import Game
from kschwert_env.web.lobby.table_config import Seat
from kschwert_env.web.sessions import analyst
from kschwert_env.web.sessions.analyst import analysed_positions
from kschwert_env.web.sessions.request_parsing import OpenedGame, new_config
from kschwert_env.web.sessions.table import Table
from tests.helpers.cases import CASES, ONE_EACH, Case
from tests.web.client import LINK, ME
from tests.web.client import Seat as Connection
from tests.web.conftest import Server

PEOPLE = [case for case in CASES if case.rules.num_players in (2, 4)]


def events(case: Case, count: int, every: int) -> list[Game[Any]]:
    """Return positions of a random game."""
    game, rng, found = case.game(case.rules, 5), np.random.default_rng(2), list[Game[Any]]()
    while not game.is_over and len(found) < count:
        for _ in range(every):
            if not game.is_over:
                game.step(int(rng.choice(game.legal_actions())))
        if not game.is_over:
            found.append(game.copy())
    return found


def opened(rules: GameRules, game: Game[Any], **settings: Any) -> OpenedGame:
    """Return a table of people that begins with a position."""
    people = tuple(Seat("me" if seat == 0 else "link", f"P{seat}") for seat in range(rules.num_players))
    config = replace(new_config(rules, people), seed=7, position=game.position(), **settings)
    return OpenedGame(config, [])


def tokens(served: Server, table: OpenedGame) -> dict[int, str]:
    """Return tokens by seat."""
    return {link["seat"]: link["token"] for link in served.inside(served.registry.create(table))["links"]}


def everything(served: Server, table: OpenedGame, viewer: int) -> list[str]:
    """Return all messages that a seat can get."""
    with Connection(served.client.address, tokens(served, table)[viewer]) as seat:
        for action in range(0, table.config.rules().num_actions, 23):
            seat.ask("why", action=action)
        for target in (None, "hand 0", "field 3"):
            seat.ask("reasons", target=target)
        seat.ask("act", number=5, action=0)
        seat.ask("record")
        seat.ask("position")
        seat.ask("position", number=3)
        seat.ask("back")
        seat.ask("hint")
        seat.ask("goto", number=4)
        if seat.state["number"]:  # an unchanged state is not sent again
            seat.ask("goto", number=0)
        seat.ask("analyse") if not table.config.analysis else None
        seat.until_quiet()
        return seat.received


@pytest.mark.parametrize("analysis", [False, True])
@pytest.mark.parametrize("case", ONE_EACH, ids=str)
def test_worlds_that_look_the_same_send_the_same_bytes(served: Server, case: Case, analysis: bool) -> None:
    for number, game in enumerate(events(case, 2, 40)):
        viewer = number % case.rules.num_players
        worlds = [game, game.resample(viewer, 99)]
        heard = [everything(served, opened(case.rules, world, analysis=analysis), viewer) for world in worlds]
        assert sorted(heard[0]) == sorted(heard[1])  # answers and news come from two tasks


def test_analysis_gets_no_more_than_the_seat_knows() -> None:
    """The input of searches and win chances is equal in indistinguishable worlds."""
    for case in PEOPLE:
        for number, game in enumerate(events(case, 3, 25)):
            viewer = number % case.rules.num_players
            found = []
            for world in (game, game.resample(viewer, 99)):
                table = Table(opened(case.rules, world, analysis=True).config, [])
                found.append((table.view(viewer).game.state.tobytes(), str(analysed_positions(table, viewer))))
            assert found[0] == found[1]


@pytest.mark.parametrize("case", ONE_EACH, ids=str)
def test_hints_in_worlds_that_look_the_same_are_equal(
    served: Server, case: Case, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Also their reasons and the losses by other actions: the search has a number of simulations, not a time."""
    monkeypatch.setattr(analyst, "HINT_SIMS", 8)
    for game in events(case, 3, 17):
        viewer = game.player
        assert viewer is not None
        hints = []
        for world in (game, game.resample(viewer, 99)):
            token = tokens(served, opened(case.rules, world, analysis=True))[viewer]
            with Connection(served.client.address, token) as seat:
                hints.append(seat.ask("hint"))
        assert hints[0] == hints[1]
        assert hints[0]["type"] == "hint", hints[0]


def test_hidden_points_reach_no_analysis() -> None:
    case = next(case for case in CASES if case.rules.options().get("visible_scores") is False)
    (game,) = events(case, 1, 60)
    state = game.state
    state["scores"] += 1
    other = type(game).from_state(case.rules, state)
    viewer = 0
    state = other.state
    state["scores"][viewer] -= 1
    other = type(game).from_state(case.rules, state)
    seen = []
    for world in (game, other):
        table = Table(opened(case.rules, game).config, [])
        table.game = world
        seen.append(table.view(viewer).game.state.tobytes())
    assert game.state.tobytes() != other.state.tobytes()
    assert seen[0] == seen[1]


def revolt() -> tuple[Case, Game[Any]]:
    """Return a position of Krone & Schwert with four seats in which a seat may lay two hidden cards."""
    case = next(case for case in CASES if case.rules.package == "krone_schwert" and case.rules.num_players == 4)
    rng = np.random.default_rng(0)
    for seed in range(100):
        game = case.game(case.rules, seed)
        while not game.is_over:
            lays = [action for action in game.legal_actions() if case.rules.actions.decode(action).kind == "lay"]
            if game.phase == "revolt_lay" and lays:
                further = game.copy()
                further.step(lays[0])
                if further.phase == "revolt_lay" and further.player == game.player:
                    return case, game
            game.step(int(rng.choice(game.legal_actions())))
    raise AssertionError("no revolt was found")


def test_how_many_cards_somebody_lays_in_secret_is_not_told(served: Server) -> None:
    """Not by a message, a number or a line of the log."""
    case, game = revolt()
    player = game.player
    assert player is not None
    kinds = {action: case.rules.actions.decode(action).kind for action in range(case.rules.num_actions)}
    heard = []
    for cards in (0, 1):
        links = tokens(served, opened(case.rules, game))
        others = [seat for seat in links if seat != player]
        with (
            Connection(served.client.address, links[others[0]]) as first,
            Connection(served.client.address, links[others[1]]) as second,
            Connection(served.client.address, links[player]) as actor,
        ):
            for seat in (first, second):
                seat.until("table", where=lambda message: message["table"]["seats"][player]["here"])
                seat.until_quiet()
            for seat in (first, second):
                seat.received.clear()
            for _ in range(cards):
                actor.act([kinds[action["number"]] for action in actor.state["actions"]].index("lay"))
                assert first.until_quiet() == second.until_quiet() == []
            actor.act([kinds[action["number"]] for action in actor.state["actions"]].index("done"))
            for seat in (first, second):
                while seat.state["number"] == 0:
                    seat.until("state")
                seat.until_quiet()
                assert seat.state["number"] == 1
            heard.append((first.received, second.received))
            assert first.received
    assert heard[0] == heard[1]


def forced_position() -> tuple[Case, Game[Any], int]:
    """Return a position in which seat 1 has a single legal action after a decision of seat 0, and this decision."""
    case = next(case for case in CASES if case.rules.package == "two_crowns")
    rng = np.random.default_rng(0)
    for seed in range(100):
        game = case.game(case.rules, seed)
        while not game.is_over:
            for action in game.legal_actions() if game.player == 0 else []:
                further = game.copy()
                further.step(action)
                if further.player == 1 and len(further.legal_actions()) == 1:
                    return case, game, action
            game.step(int(rng.choice(game.legal_actions())))
    raise AssertionError("no forced decision was found")


def test_another_seat_can_not_make_forced_decisions_automatic(served: Server) -> None:
    """A decision that makes itself at once tells the others that there was no choice."""
    case, game, action = forced_position()
    links = tokens(served, opened(case.rules, game))
    with served.client.join(links[0]) as spy, served.client.join(links[1]) as victim:
        spy.say("settings", forced=True)
        spy.until("table", where=lambda message: message["table"]["forced"])
        spy.say("act", number=0, action=action)
        victim.until("state", where=lambda state: len(state["actions"]) == 1)
        before = victim.state["number"]
        spy.say("settings", forced=False)
        spy.say("settings", forced=True)
        spy.until_quiet(), victim.until_quiet()
        assert victim.state["number"] == before
        assert victim.state["actions"]
        spy.received.clear()
        victim.say("settings", forced=True)
        victim.until("table", where=lambda message: message["table"]["forced"])
        victim.until("state", where=lambda state: state["number"] > before)
        spy.until_quiet()
        assert all(json.loads(text)["type"] == "state" for text in spy.received)  # nothing about the setting itself


def test_only_the_owner_changes_pace_and_pauses(served: Server) -> None:
    """The pace would show which decisions of others make themselves."""
    links = {link["seat"]: link["token"] for link in served.client.table("two_crowns", [ME, LINK])["links"]}
    with served.client.join(links[0]) as owner, served.client.join(links[1]) as other:
        for setting in ({"pace": 3}, {"paused": True}, {"pace": 3, "forced": True}):
            other.say("settings", **setting)
            assert "only the owner of the table may change" in other.until("error")["words"]
        owner.until_quiet(), other.until_quiet()
        assert (owner.table["owner"], owner.table["pace"], owner.table["paused"]) == (True, 0, False)
        assert (other.table["owner"], other.table["forced"]) == (False, False)
        owner.say("settings", pace=3, paused=True)
        other.until("table", where=lambda message: message["table"]["paused"] and message["table"]["pace"] == 3)
    links = {link["seat"]: link["token"] for link in served.client.table("two_crowns", [LINK, LINK])["links"]}
    with served.client.join(links[0]) as first, served.client.join(links[1]) as second:
        assert (first.table["owner"], second.table["owner"]) == (True, False)


def test_a_link_to_watch_shows_everything_only_where_agents_play(served: Server) -> None:
    bot = {"kind": "agent", "agent": "random"}
    me, link = {"kind": "me"}, {"kind": "link"}
    for seats, is_open in (([me, link], False), ([me, bot], False), ([bot, bot], True)):
        with served.client.join(served.client.table("two_crowns", seats)["watch"]) as watcher:
            assert watcher.table["open"] == is_open


def test_a_seed_is_not_chosen_where_others_play(served: Server) -> None:
    asked = {"game": "two_crowns", "options": {}, "seed": 3}
    status, answer = served.client.post("/api/tables", {**asked, "seats": [{"kind": "me"}, {"kind": "link"}]})
    assert (status, "it determines all draws" in answer["error"]) == (400, True)


def test_everything_is_open_once_the_game_is_over(served: Server) -> None:
    links = served.client.table("two_crowns", [{"kind": "me"}, {"kind": "link"}], options={"max_turns": 2})["links"]
    with served.client.join(links[0]["token"]) as first, served.client.join(links[1]["token"]) as second:
        assert "hidden information" in first.ask("record")["words"]
        assert all('data-back="hand' in seat.state["svg"] for seat in (first, second))
        while not first.state["over"]:
            for seat in (first, second):
                seat.until_quiet()
                if seat.state["actions"]:
                    seat.act()
        second.until_quiet()
        assert first.ask("record")["text"] == second.ask("record")["text"]
        assert all('data-back="hand' not in seat.state["svg"] for seat in (first, second))
        assert [line["number"] for line in first.log] == [line["number"] for line in second.log]
