"""Bounds of whole games: number of decisions, scores and returns."""

import random
from typing import Any

import pytest

from kschwert_env.engine.compiled.returns import REWARD_NAMES, return_range
from tests.helpers.cases import CAPPED, CASES, Case
from tests.two_crowns.scenes import Scene

NEAR = 1e-9


@pytest.mark.parametrize("case", CAPPED, ids=str)
def test_games_keep_to_their_bounds(case: Case) -> None:
    for seed, reward in enumerate(REWARD_NAMES):
        rules: Any = type(case.rules).from_options({**case.rules.options(), "reward": reward})
        low, high = return_range(reward, rules.num_players, rules.score_range)
        game, choose, decisions = case.game(rules, seed), random.Random(seed), 0
        while not game.is_over:
            game.step(choose.choice(game.legal_actions()))
            decisions += 1
        assert decisions <= rules.most_decisions
        assert rules.score_range[0] <= game.scores.min() <= game.scores.max() <= rules.score_range[1]
        assert low - NEAR <= game.returns.min() <= game.returns.max() <= high + NEAR


@pytest.mark.parametrize(("reward", "seats", "bounds"), [("win", 3, (-0.5, 1.0)), ("placement", 5, (-1.0, 1.0))])
def test_returns_reach_their_bounds(reward: str, seats: int, bounds: tuple[float, float]) -> None:
    assert return_range(reward, seats, (0, 50)) == bounds


def test_scores_bound_returns_made_of_them() -> None:
    """One seat has all points, the others none: the mean is a third of them."""
    assert return_range("score", 3, (-10, 20)) == (-2.0, 2.0)


@pytest.mark.parametrize("case", [case for case in CASES if case.rules.cap_in_turns is None], ids=str)
def test_without_a_cap_games_may_be_of_any_length(case: Case) -> None:
    assert case.rules.most_decisions is None


def test_the_longest_turn_of_two_crowns() -> None:
    """Four cards per side, three of them paid: the maximum number of decisions in a turn."""
    cards = {"knight_1": 1, "vassal": 3, "gold_1": 2}
    scene = Scene(max_turns=11).hand(0, **cards).hand(1, **cards)
    play = scene.play().do("attack").lay("knight_1", "vassal", "vassal", "vassal")
    play.lay("knight_1", "vassal", "vassal", "vassal")
    made = 1 + 5 + 5
    while not play.game.is_over:
        play.do("pay", choice="no")
        made += 1
    assert made * 11 == scene.rules.most_decisions


@pytest.mark.parametrize("case", CASES, ids=str)
def test_one_name_caps_every_game(case: Case) -> None:
    rules = type(case.rules)
    options = {name: value for name, value in case.rules.options().items() if name != rules.cap_option}
    capped = rules.from_options({**options, "cap": 7})
    assert capped == rules.from_options({**options, rules.cap_option: 7})
    assert capped.options()[rules.cap_option] == 7
    with pytest.raises(ValueError, match=f"cap is an alias of {rules.cap_option} in {rules.package}"):
        rules.from_options({**case.rules.options(), "cap": 7})
