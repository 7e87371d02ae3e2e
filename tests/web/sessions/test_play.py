"""Whole games over the WebSocket: seats by token, agents, and decisions taken back."""

import json
from typing import Any

import pytest

from kschwert_env import GAMES
from kschwert_env.engine.simulation.game import Game
from kschwert_env.web.lobby.levels import levels_of
from kschwert_env.web.sessions.table import forced_action, seen_by
from tests.helpers.cases import CASES
from tests.web.client import LINK, ME, Client, agent
from tests.web.conftest import Server
from tests.web.sessions.test_secrets import events, opened, tokens

GAME = "two_crowns"


def test_a_game_is_played_to_its_end(client: Client) -> None:
    with client.sits(GAME, [ME, agent(next(iter(levels_of(GAME, 2))))]) as seat:
        assert seat.table["you"] == 0
        assert [each["name"] for each in seat.table["seats"]] == ["Ada", "Easy"]
        seat.play_until(lambda: seat.state["over"])
        assert sum(seat.state["returns"]) == 0
        assert len(seat.state["scores"]) == 2
        assert [line["number"] for line in seat.log] == list(range(1, seat.state["of"] + 1))
        assert "The game is over" in " ".join(seat.log[-1]["lines"])


@pytest.mark.parametrize("game", GAMES)
def test_agents_play_every_game_while_somebody_watches(client: Client, game: str) -> None:
    links = client.table(game, [agent(), agent()], options={"cap": 1})
    assert links["links"] == []
    with client.join(links["watch"]) as watcher:
        watcher.until("state", where=lambda state: state["over"]) if not watcher.state["over"] else None
        assert watcher.table["open"]
        assert watcher.state["svg"].startswith("<svg")


def test_two_people_play_by_links_of_their_own(client: Client) -> None:
    links = client.table(GAME, [ME, LINK])
    tokens = {link["seat"]: link["token"] for link in links["links"]}
    with client.join(tokens[0]) as first, client.join(tokens[1]) as second:
        first.until("table", where=lambda table: all(seat["here"] for seat in table["table"]["seats"]))
        assert [first.table["you"], second.table["you"]] == [0, 1]
        assert first.state["actions"]
        assert not second.state["actions"]
        first.act()
        second.until("state")
        assert second.state["number"] == first.state["number"] == 1
        second.close()
        first.until("table", where=lambda table: not table["table"]["seats"][1]["here"])


def test_a_click_that_comes_too_late_or_twice_changes_nothing(client: Client) -> None:
    with client.sits(GAME, [ME, LINK], forced=False) as seat:
        action = seat.state["actions"][0]["number"]
        for fields in ({"number": 7, "action": action}, {"number": 0, "action": 60000}, {"number": 0, "action": 0}):
            if fields["action"] in [each["number"] for each in seat.state["actions"]] and fields["number"] == 0:
                continue
            assert seat.ask("act", **fields)["type"] == "error"
        seat.say("act", number=0, action=action)
        seat.say("act", number=0, action=action)
        assert seat.until("error")["words"]
        while seat.state["number"] == 0:
            seat.until("state")
        seat.until_quiet()
        assert seat.state["number"] == 1


def test_who_is_not_asked_is_told_whose_turn_it_is(client: Client) -> None:
    tokens = [link["token"] for link in client.table(GAME, [ME, LINK])["links"]]
    with client.join(tokens[1]) as seat:
        assert seat.ask("act", number=0, action=0)["words"] == "you can't decide now: it is Ada's turn"
        assert seat.ask("why", action=0)["words"] == "it is Ada's turn"


def test_what_is_not_allowed_says_why(client: Client) -> None:
    with client.sits(GAME, [ME, LINK]) as seat:
        legal = [action["number"] for action in seat.state["actions"]]
        illegal = next(number for number in range(40) if number not in legal)
        words = seat.ask("why", action=illegal)["words"]
        assert words
        assert seat.ask("act", number=0, action=illegal)["words"] == words
        assert seat.ask("why", action=legal[0])["words"] == "this action is legal"
        assert "there is no action 50000" in seat.ask("why", action=50_000)["words"]
        assert "there is no action 50000" in seat.ask("act", number=0, action=50_000)["words"]


def test_a_decision_is_taken_back_where_only_agents_play(client: Client) -> None:
    with client.sits(GAME, [ME, agent("random")], seed=3) as seat:
        seat.wait_for_turn()
        assert seat.ask("back")["words"] == "you have no decision to take back"
        before = seat.state
        seat.act()
        seat.say("back")
        seat.until("state", where=lambda state: state["fresh"])
        seat.until_quiet()
        assert {**seat.state, "log": [], "fresh": False} == {**before, "log": [], "fresh": False}
    with client.sits(GAME, [ME, LINK]) as seat:
        seat.act()
        assert "only if all other seats are agents" in seat.ask("back")["words"]


def test_forced_decisions_are_made_by_themselves_unless_that_is_off(client: Client) -> None:
    for forced in (True, False):
        with client.sits(GAME, [ME, agent("heuristic")], forced=forced, seed=11) as seat:
            found = False
            for _ in range(60):
                seat.wait_for_turn()
                if seat.state["over"]:
                    break
                if seat.state["forced"]:
                    found = True
                    if forced:
                        seat.until("state")
                        continue
                    assert seat.until_quiet() == []
                seat.act(3)
            assert found


def test_cards_that_are_laid_are_no_forced_decisions() -> None:
    """More cards may follow, and the player confirms them together. That nothing can be laid is forced."""
    found = set()
    for case in (case for case in CASES if case.rules.package in ("two_crowns", "krone_schwert")):
        for game in events(case, 40, 5):
            actions = game.legal_actions()
            if len(actions) == 1 and game.rules.selection(game.position()) is not None:
                kind = game.rules.actions.decode(actions[0]).kind
                found.add(kind)
                assert forced_action(game) == (None if kind == "lay" else actions[0])
            elif len(actions) != 1:
                assert forced_action(game) is None
    assert found == {"lay", "done"}


def test_one_looks_back_and_sees_what_was_known_then(client: Client) -> None:
    with client.sits(GAME, [ME, LINK], forced=False) as seat:
        start = seat.state
        seat.act()
        seat.say("goto", number=0)
        then = seat.until("state", where=lambda state: state["number"] == 0)
        assert (then["svg"], then["of"], then["actions"]) == (start["svg"], 1, [])
        assert "number must be at most" in seat.ask("goto", number=9)["words"]
        seat.say("goto", number=None)
        assert seat.until("state")["number"] == 1


def test_settings_are_told_to_all_and_kept(client: Client) -> None:
    links = client.table(GAME, [ME, agent()])["links"]
    with client.join(links[0]["token"]) as seat:
        seat.say("settings", pace=3.5, paused=True, forced=True)
        seat.until("table", where=lambda message: message["table"]["paused"])
    with client.join(links[0]["token"]) as seat:
        assert (seat.table["pace"], seat.table["paused"], seat.table["forced"]) == (3.5, True, True)


def test_agents_wait_while_the_table_is_paused(client: Client) -> None:
    with client.sits(GAME, [agent(), agent()], pace=60) as watcher:
        watcher.say("settings", paused=True, pace=0)
        watcher.until("table", where=lambda message: message["table"]["paused"])
        watcher.until_quiet()
        number = watcher.state["number"]
        assert watcher.until_quiet() == []
        watcher.say("settings", paused=False)
        watcher.until("state", where=lambda state: state["number"] > number)


def test_a_name_is_shown_as_it_is(client: Client) -> None:
    name = "<img onerror=alert(1)>"
    with client.sits(GAME, [{"kind": "me", "name": name}, LINK]) as seat:
        assert seat.table["seats"][0]["name"] == name
        assert name not in seat.state["svg"]


def after_a_draw() -> tuple[Game[Any], int, int]:
    """Return a position, the action that draws a card, and one that is legal only with the card that a seat expects."""
    for case in CASES:
        if case.rules.package != "krone_schwert":
            continue
        draw = case.rules.actions.encode("draw")
        for game in events(case, 40, 5):
            if draw not in game.legal_actions():
                continue
            expected, real = seen_by(game, game.player), game.copy()
            for each in (expected, real):
                each.step(draw)
            if expected.player == real.player == game.player:
                only = set(expected.legal_actions()) - set(real.legal_actions())
                if only:
                    return game, draw, min(only)
    raise AssertionError("no such position")


def test_only_cards_that_are_laid_together_are_decided_together(served: Server) -> None:
    """A series after a draw depends on the card drawn, so it could store an illegal action."""
    game, draw, action = after_a_draw()
    people = tokens(served, opened(game.rules, game))
    player = game.player
    assert player is not None
    with served.client.join(people[player]) as seat:
        assert "laid together" in seat.ask("act", number=0, action=draw, then=[action])["words"]
        seat.say("check", actions=[draw, action])
        assert "laid together" in seat.until("checked")["reason"]
    with served.client.join(people[player]) as seat:
        assert seat.state["number"] == 0
        seat.act()


def test_an_answer_that_is_sent_twice_is_executed_once(client: Client) -> None:
    with client.sits(GAME, [ME, LINK], forced=False) as seat:
        answer = {"number": 0, "action": seat.state["actions"][0]["number"], "id": "x"}
        for _ in range(2):
            seat.say("act", **answer)
            assert seat.until("acknowledged") == {"type": "acknowledged", "id": "x"}
        seat.until_quiet()
        assert seat.state["number"] == 1
        assert not any(json.loads(text)["type"] == "error" for text in seat.received)


@pytest.mark.parametrize("name", ["\x08", "A\nB", "\x7f", "\ufffe", "\x1f", "A\u202eB", "\u2066A", "A\u200f"])
def test_names_that_no_picture_can_show_are_refused(client: Client, name: str) -> None:
    """Nor those that turn the direction of the words after them."""
    status, answer = client.post("/api/tables", {"game": GAME, "options": {}, "seats": [{**ME, "name": name}, LINK]})
    assert (status, "invalid name" in answer["error"]) == (400, True)
    typed = f"ismcts:sims=10{name}"
    status, _ = client.post("/api/tables", {"game": GAME, "options": {}, "seats": [ME, agent(typed)]})
    assert status == 400
