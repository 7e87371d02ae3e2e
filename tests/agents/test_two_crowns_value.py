"""Value function of Two Crowns: features compared with the rules, and quality of predictions."""

import numpy as np
import pytest
import torch

from kschwert_env.agents.heuristics import two_crowns
from kschwert_env.agents.heuristics.two_crowns import NUM_FEATURES, VALUE_PATH
from kschwert_env.agents.heuristics.two_crowns.features import Feature
from kschwert_env.agents.heuristics.value_network import BIAS, HIDDEN, OUTPUT, read_weights
from kschwert_env.engine.simulation.batch import Batch
from kschwert_env.two_crowns import Rules
from tests.agents.value_functions import Valuing
from tests.two_crowns.scenes import Play, Scene
from training import fit_value

pytestmark = pytest.mark.needs_jit

RULES = Rules()
VALUING = Valuing(two_crowns, RULES)


def features(play: Play, seat: int) -> dict[str, float]:
    """Return the features of one seat by name."""
    found = VALUING.features(np.array([play.game.state]))[0, seat]
    return {feature.name: float(found[feature]) for feature in Feature}


def test_cards_and_castles_are_those_of_the_position() -> None:
    scene = Scene().castles(12, 3).hand(0, knight_1=2, knight_3=1, catapult=1, gold_2=2).hand(1, vassal=1, feint=2)
    found, others = features(scene.play(), 0), features(scene.play(), 1)
    assert (found["CASTLE"], found["ENEMY_CASTLE"]) == (others["ENEMY_CASTLE"], others["CASTLE"]) == (12 / 20, 3 / 20)
    assert (found["IN_DANGER"], found["ENEMY_IN_DANGER"]) == (0, 2 / 5)
    assert (found["KNIGHTS"], found["KNIGHT_POINTS"], found["CATAPULTS"], found["GOLD"]) == (3, 5, 1, 4)
    assert (others["VASSALS"], others["FEINTS"], others["BISHOPS"], others["HELD"]) == (1, 2, 0, 3)
    assert (found["ON_TURN"], others["ON_TURN"]) == (1, 0)
    resting = features(Scene().hand(0, knight_1=1).resting(0, knight_2=2, knight_1=1).play(), 0)
    assert (resting["RESTING_POINTS"], resting["KNIGHT_POINTS"], resting["HELD"]) == (5, 1, 4)


def test_a_battle_counts_as_it_stands() -> None:
    """A4, X1, X4: a vassal doubles the knights, a catapult costs ten points, the defence protects."""
    scene = Scene().hand(0, knight_2=2, catapult=1, vassal=1, gold_2=3).hand(1, knight_3=1)
    play = scene.play().do("attack").lay("knight_2", "knight_2", "catapult", "vassal")
    assert features(play, 0)["ENEMY_CASTLE"] == (20 - 8 - 10) / 20
    assert features(play, 0)["CASTLE"] == 1
    assert (features(play, 0)["RESTING_POINTS"], features(play, 0)["HELD"]) == (4, 3 + 2)  # T2: knights come back
    play.lay("knight_3")
    assert features(play, 0)["ENEMY_CASTLE"] == (20 - (8 - 3) - 10) / 20


def test_every_feature_is_of_some_use() -> None:
    """No feature is constant in games of the heuristic player."""
    found, _, _ = fit_value.positions(RULES, 100, seed=3)
    assert [feature.name for feature in Feature if np.ptp(found[:, :, feature]) == 0] == []


def test_a_finished_game_is_worth_its_outcome() -> None:
    scene = Scene().castles(20, 2).hand(0, knight_3=1).hand(1)
    over = scene.play().do("attack").lay("knight_3").lay()
    assert over.game.is_over
    assert VALUING.returns(np.array([over.game.state])).tolist() == [[1, -1]]


def test_the_table_foretells_who_wins() -> None:
    """The weights match the current features: predictions in new games are much better than a guess."""
    found, shares, _ = fit_value.positions(RULES, 200, seed=9)
    weights = read_weights(VALUE_PATH, 2)
    assert weights.shape == (NUM_FEATURES + 2, HIDDEN)
    scores = np.maximum(found @ weights[:BIAS] + weights[BIAS], 0) @ weights[OUTPUT]
    assert fit_value.log_loss(torch.from_numpy(scores), torch.from_numpy(shares)) < 0.55 < np.log(2)


def test_values_are_zero_sum() -> None:
    batch = Batch(RULES, 50, seed=1, observations=False)
    batch.rollout(100)
    assert np.abs(VALUING.returns(batch.states.copy()).sum(1)).max() < 1e-9
