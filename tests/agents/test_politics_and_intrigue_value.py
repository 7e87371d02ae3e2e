"""Value function of Politics & Intrigue: features compared with the rules, and quality of predictions."""

import numpy as np
import pytest
import torch

from kschwert_env.agents.heuristics import politics_and_intrigue
from kschwert_env.agents.heuristics.politics_and_intrigue import NUM_FEATURES, VALUE_PATH
from kschwert_env.agents.heuristics.politics_and_intrigue.features import Feature
from kschwert_env.agents.heuristics.value_network import BIAS, HIDDEN, OUTPUT, read_weights
from kschwert_env.engine.simulation.batch import Batch
from kschwert_env.politics_and_intrigue import Rules
from tests.agents.value_functions import Valuing
from tests.politics_and_intrigue.scenes import Play, Scene
from training import fit_value

pytestmark = pytest.mark.needs_jit

RULES = Rules()
VALUING = Valuing(politics_and_intrigue, RULES)


def features(play: Play, seat: int) -> dict[str, float]:
    """Return the features of one seat by name."""
    found = VALUING.features(np.array([play.game.state]))[0, seat]
    return {feature.name: float(found[feature]) for feature in Feature}


def test_points_and_land_are_those_of_the_position() -> None:
    scene = Scene().city(0, 0).metropolis(0, 1).lay(0, {0: "church", 4: "knight_konrad"}).lay(1, {0: "ore_fleet"})
    found, others = features(scene.play(), 0), features(scene.play(), 1)
    assert (found["SCORE"], found["PLACES"], found["CITIES"], found["METROPOLIS"]) == (6, 2, 2, 1)
    assert (found["KNIGHT"], found["WINDMILL"], found["STRENGTH_AHEAD"], found["TRADE_AHEAD"]) == (1, 0, 3, -1)
    assert (others["SCORE"], others["WINDMILL"], others["RATES"], others["STRENGTH_AHEAD"]) == (3, 1, 1, -3)
    assert (found["ON_TURN"], others["ON_TURN"]) == (1, 0)


def test_a_mill_brings_income() -> None:
    """T4, F3: six regions yield a third of a unit each per round, one beside its mill twice as much."""
    assert features(Scene().play(), 0)["INCOME"] == pytest.approx(2)
    assert features(Scene().lay(0, {0: "lumber_mill"}).play(), 0)["INCOME"] == pytest.approx(2 + 1 / 3)


def test_what_can_be_paid_makes_a_difference() -> None:
    poor, rich = (features(Scene().stock(0, ore=3, grain=grain).play(), 0) for grain in (0, 2))
    assert poor["PAYABLE"] == 0 < rich["PAYABLE"]
    assert poor["PLAN_VALUE"] < rich["PLAN_VALUE"]


def test_every_feature_is_of_some_use() -> None:
    """No feature is constant in games of the heuristic player."""
    found, _, _ = fit_value.positions(RULES, 30, seed=3)
    assert [feature.name for feature in Feature if np.ptp(found[:, :, feature]) == 0] == []


def test_a_finished_game_is_worth_its_outcome() -> None:
    """B11: if both have enough points the turn player wins."""
    scene = Scene().settle(1, "left", ("lumber", 4), ("wool", 5)).city(1, 1, 2).metropolis(1, 0)
    scene.lay(1, {0: "church", 1: "library", 2: "mint", 3: "court", 4: "town_hall"}).hand(1, harbor=1)
    scene.stock(1, brick=1, wool=1, ore=1).turn(11)
    over = scene.play().build("harbor", 5)
    assert over.phase == "over"
    assert VALUING.returns(np.array([over.game.state])).tolist() == [[-1, 1]]
    both = np.array([over.game.state])
    both["scores"][0] = 15, 13
    assert VALUING.returns(both).tolist() == [[-1, 1]]


def test_the_table_foretells_who_wins() -> None:
    """The weights match the current features: predictions in new games are much better than a guess."""
    found, shares, _ = fit_value.positions(RULES, 100, seed=9)
    weights = read_weights(VALUE_PATH, 2)
    assert weights.shape == (NUM_FEATURES + 2, HIDDEN)
    scores = np.maximum(found @ weights[:BIAS] + weights[BIAS], 0) @ weights[OUTPUT]
    assert fit_value.log_loss(torch.from_numpy(scores), torch.from_numpy(shares)) < 0.55 < np.log(2)


def test_values_are_zero_sum() -> None:
    batch = Batch(RULES, 50, seed=1, observations=False)
    batch.rollout(100)
    assert np.abs(VALUING.returns(batch.states.copy()).sum(1)).max() < 1e-9
