"""Hints over the connection: reasons in words, and never more than the seat knows."""

import re

import pytest

from kschwert_env import GAMES
from kschwert_env.web.sessions import analyst
from tests.web.client import ME, Client, agent


@pytest.fixture(autouse=True)
def few_simulations(monkeypatch: pytest.MonkeyPatch) -> None:
    """A hint after few simulations."""
    monkeypatch.setattr(analyst, "HINT_SIMS", 16)


@pytest.mark.parametrize("game", GAMES)
def test_a_hint_has_chances_the_runner_up_and_reasons(client: Client, game: str) -> None:
    with client.sits(game, [ME, agent("greedy")], analysis=True, seed=4) as seat:
        seat.wait_for_turn()
        hint = seat.ask("hint")
        assert hint["type"] == "hint", hint
        assert hint["words"] in {action["words"] for action in seat.state["actions"]}
        assert "chances to win" in hint["lines"][0]
        assert hint["lines"][1].startswith(("Next best: ", "About as good: "))


def test_a_hint_says_what_the_next_best_action_loses(client: Client) -> None:
    """By what each seat has at the next turn of the own one."""
    with client.sits("two_crowns", [ME, agent("greedy")], analysis=True, seed=4) as seat:
        found = []
        for _ in range(6):
            seat.wait_for_turn()
            found += seat.ask("hint")["lines"]
            seat.act()
        lines = [line for line in found if line.startswith("By your next turn, against ")]
        assert lines
        assert all(re.search(r"(you have|greedy has) [\d.]+ (more|fewer) ", line) for line in lines)


def test_mistakes_of_a_seat_are_exercises(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    """With the picture as the seat saw it, all choices with what they lose, and reasons."""
    monkeypatch.setattr(analyst, "CANDIDATE_SIMS", 300)
    for threshold in ("MIN_COST", "MIN_STANDARD_ERRORS"):  # few simulations find nothing significant
        monkeypatch.setattr(analyst, threshold, 0.0)
    with client.sits("two_crowns", [agent("heuristic"), agent("random")], options={}, seed=3) as watcher:
        while not watcher.state["over"]:
            watcher.until("state")
        watcher.say("graph", seat=1)
        graph = watcher.until("graph", where=lambda message: message["done"])
        assert graph["left"] == 0
        assert len(graph["turns"]) == len(graph["points"])
        assert graph["costly"]
        for exercise in graph["costly"]:
            assert exercise["seat"] == 1
            assert set(exercise["why"]) <= set(exercise["lines"])
            lost = {action["number"]: action["lost"] for action in exercise["actions"]}
            best, done = exercise["answers"]["best"], exercise["answers"]["done"]
            assert (lost[best], lost[done]) == (0, exercise["cost"])
            (chance,) = map(int, re.findall(r"about (\d+) %", exercise["lines"][0]))
            assert all(each <= chance / 100 + 0.01 for each in lost.values() if each is not None)
            assert "<svg" in exercise["svg"]
            assert "chances to win" in exercise["lines"][0]
        summary = watcher.ask("summary")
        assert [sum(found.values()) for found in summary["sources"]] == summary["scores"]


def test_there_is_no_summary_during_play(client: Client) -> None:
    with client.sits("two_crowns", [ME, agent("random")]) as seat:
        assert "when the game is over" in seat.ask("summary")["words"]


def test_a_hint_comes_also_when_something_else_is_asked_meanwhile(client: Client) -> None:
    """Only a request of the same kind replaces one: the page waits for the answers to all others."""
    with client.sits("two_crowns", [ME, agent("greedy")], analysis=True, seed=4) as seat:
        seat.wait_for_turn()
        seat.say("hint")
        seat.say("graph")
        seat.say("graph", seat=0)
        seat.say("analyse", seconds=0.2)
        awaited = {("hint", None), ("graph", None), ("graph", 0), ("analysis", None)}
        while awaited:
            message = seat.until("hint", "graph", "analysis")
            if message.get("done", True):
                awaited.discard((message["type"], message.get("seat")))
