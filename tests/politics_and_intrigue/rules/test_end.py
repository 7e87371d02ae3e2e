"""Chapters 7 and 10: the gate, and the end."""

import numpy as np
import pytest

from kschwert_env.politics_and_intrigue import Game
from kschwert_env.politics_and_intrigue.kernel.components import GOAL
from tests.politics_and_intrigue.scenes import Scene

BUILT = {0: "cathedral", 1: "library", 2: "church", 3: "town_hall", 4: "bath_house", 5: "mint", 6: "harbor"}


def rich() -> Scene:
    """Seat 0 has 12 points: two cities, 8 for buildings, no figure."""
    scene = Scene().city(0, 0, 1).lay(0, BUILT).lay(1, {0: "marketplace"})
    assert scene.play().scores == [12, 2]
    return scene


def test_thirteen_points_end_the_game_at_once() -> None:
    """B11, W1: no decision is left, nothing is pending."""
    game = rich().hand(0, merchant_guild=1).full(0).play().build("merchant_guild", 7)
    assert (game.phase, game.player, game.pending, game.legal()) == ("over", None, None, set())
    assert (game.scores, game.game.returns.tolist(), game.position["truncated"]) == ([14, 2], [1, -1], False)


def test_the_game_may_end_in_the_enemys_turn() -> None:
    """B11, B10: a figure can bring the last point in the turn of either seat."""
    scene = rich().lay(0, {7: "knight_bertram"}).lay(1, {2: "knight_konrad"}).turn(11)
    assert scene.play().scores == [12, 3]
    game = scene.play().do("demolish", slot=2)
    assert (game.phase, game.scores, game.game.returns.tolist()) == ("over", [13, 2], [1, -1])


def test_the_gate_opens_at_three_points_each() -> None:
    """B12: at the same time; then it stays open, whatever the points."""
    scene = Scene().city(0, 0).full(1).hand(1, spy=1).hand(0, abbey=1).turn(11).set(gate_open=False)
    game = scene.play()
    assert (game.position["gate_open"], game.can("play")) == (False, False)
    game.do("city", place=0)
    assert (game.position["gate_open"], game.cards("play")) == (True, {"spy"})
    stays = Scene().lay(0, {0: "knight_arno"}).city(1, 0).play().do("demolish", slot=0)
    assert (stays.scores, stays.position["gate_open"]) == ([2, 3], True)


def test_the_cap_truncates() -> None:
    """W2, W3: the turn and its turn player stay the last ones; more points win, equal ones are a draw."""
    game = Scene(max_rounds=6).hand(0, spy=3).turn(11).hand(1, scout=2, caravan=1).play().do("end_turn").do("done")
    position = game.position
    assert (position["phase"], position["turn"], position["turn_player"], position["truncated"]) == (
        "over",
        11,
        1,
        True,
    )
    assert (game.game.is_truncated, game.game.returns.tolist()) == (True, [0, 0])
    ahead = Scene(max_rounds=6).city(1, 0).turn(11).hand(1, scout=2, caravan=1).play().do("end_turn").do("done")
    assert ahead.game.returns.tolist() == [-1, 1]
    assert Scene(max_rounds=6).hand(0, spy=3).play().do("end_turn").do("done").position["turn"] == 11


@pytest.mark.parametrize(("reward", "returns"), [("win", [-1, 1]), ("placement", [-1, 1]), ("score", [-0.05, 0.05])])
def test_returns(reward: str, returns: list[float]) -> None:
    """W3: scores are the victory points, less their mean, by ten."""
    scene = Scene(max_rounds=6, reward=reward).city(1, 0).turn(11).hand(1, scout=2, caravan=1)
    game = scene.play().do("end_turn").do("done")
    assert game.game.returns.tolist() == pytest.approx(returns)
    assert game.game.scores.tolist() == [2, 3]


@pytest.mark.parametrize("turn", [10, 11])
def test_the_turn_player_wins_if_both_have_thirteen(turn: int) -> None:
    """B11, W1, W3: also with fewer points; not in a game that the cap ends."""
    rules = Scene().rules
    states, returns = rules.board["blank"].copy(), np.zeros((1, 2))
    states["scores"], states["turn_player"], states["player"] = (GOAL, GOAL + 1), turn % 2, -1
    rules.loops.compute_returns(states, rules.board, returns)
    assert returns.tolist() == [[1, -1] if turn == 10 else [-1, 1]]
    states["truncated"] = 1
    rules.loops.compute_returns(states, rules.board, returns)
    assert returns.tolist() == [[-1, 1]]


def test_a_game_ends() -> None:
    """W4, W2: with any decisions, at the cap at the latest."""
    game = Game(Scene(max_rounds=2).rules, 1)
    for _ in range(2000):
        if game.is_over:
            break
        game.step(game.legal_actions()[0])
    assert game.is_truncated
