"""Chances of positions and actions: one source, and no jumps between the seats."""

import numpy as np
import pytest

from kschwert_env import krone_schwert, two_crowns
from kschwert_env.requests.agents import decide
from kschwert_env.web.lobby.guides import guide_of, guided_decisions
from kschwert_env.web.sessions.analyst import AnalysedPosition, candidates
from kschwert_env.web.workers import analysis, comparison


def opening(rules: krone_schwert.Rules, decisions: int) -> krone_schwert.Game:
    """Return a game of the heuristic after some decisions."""
    game = krone_schwert.Game(rules, 5)
    for number in range(decisions):
        game.step(decide(rules, "heuristic", game.state.reshape(1), number))
    return game


@pytest.mark.parametrize("has_network", [True, False], ids=["network", "playouts"])
def test_a_loss_is_a_difference_of_chances(has_network: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    if has_network:
        pytest.importorskip("torch")
    else:
        monkeypatch.setattr(analysis, "has_network", lambda rules: False)
    game = two_crowns.Game(two_crowns.Rules(), 4)
    actions = game.legal_actions()
    found = comparison.compare(game.rules, game.state.reshape(1), actions, 0)
    assert [each["number"] for each in found] == actions[: len(found)]
    for each in found:
        assert 0 <= each["chance"] <= 1
        assert each["lost"] == pytest.approx(found[0]["chance"] - each["chance"])
    assert (found[0]["lost"], found[0]["error"]) == (0, 0)


@pytest.mark.needs_jit
def test_chances_do_not_jump_when_another_seat_decides() -> None:
    """Each seat's network overrates itself; at these decisions the two differed by 0.2 on average."""
    pytest.importorskip("torch")
    rules = krone_schwert.Rules(num_players=2)
    game, changes = opening(rules, 20), list[float]()
    before, player = analysis.win_chances(rules, game.state.reshape(1), 0, 16)[0], game.player
    for number in range(40):
        game.step(decide(rules, "heuristic", game.state.reshape(1), number))
        after = analysis.win_chances(rules, game.state.reshape(1), 0, 16)[0]
        if game.player != player:
            changes.append(abs(after - before))
        before, player = after, game.player
    assert np.mean(changes) < 0.08


def test_decisions_of_the_guide_are_no_mistakes() -> None:
    guide = guide_of("two_crowns")
    rules = two_crowns.Rules()
    named = [action for step in guide.steps for action in step.actions]
    decisions = [(0, named[0]), (1, 0), (0, named[1]), (0, -1), (0, named[3])]
    assert guided_decisions("two_crowns", guide.seed, rules, decisions) == {0, 2}
    assert guided_decisions("two_crowns", guide.seed + 1, rules, decisions) == set()
    state = np.zeros(1)
    points = [AnalysedPosition(state, i, 0, 0, 2, is_guided=i == 0) for i in range(3)]
    assert candidates(points, [[0.9, 0.1], [0.5, 0.5], [0.2, 0.8]], None) == [1]
