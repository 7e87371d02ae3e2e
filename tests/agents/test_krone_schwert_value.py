"""Value function of Krone & Schwert: features compared with the rules, network with NumPy, and its use in search."""

from typing import Any

import numba
import numpy as np
import pytest
import torch

from kschwert_env.agents.heuristics import krone_schwert
from kschwert_env.agents.heuristics.krone_schwert.features import NUM_FEATURES, VALUE_PATH, Feature
from kschwert_env.agents.heuristics.value_network import BIAS, HIDDEN, OUTPUT, read_weights
from kschwert_env.agents.search.ismcts import IsmctsAgent
from kschwert_env.krone_schwert import Batch, Game, Rules
from kschwert_env.krone_schwert.kernel import end
from tests.agents.value_functions import Valuing
from training import fit_value

pytestmark = pytest.mark.needs_jit

RULES = Rules(2)
VALUING = Valuing(krone_schwert, RULES)
finish: Any = end.finish


@numba.njit(error_model="numpy")
def ended(states: Any, board: Any) -> None:
    for i in range(states.shape[0]):
        finish(states[i], board[0])


@pytest.fixture(scope="module")
def states() -> np.ndarray:
    """Return positions of random games, from all stages of a game."""
    batch, found = Batch(RULES, 60, seed=5, observations=False), []
    for i in range(60):
        batch.rollout(12)
        found.append(batch.states[i].copy())
    return np.array(found, RULES.state_dtype)


def test_points_are_those_of_a_game_that_ends_now(states: np.ndarray) -> None:
    """E4, areas included."""
    found, over = VALUING.features(states), states.copy()
    ended(over, RULES.board)
    points = found[:, :, Feature.CURRENT_POINTS] + found[:, :, Feature.AREA_POINTS]
    assert points.tolist() == over["scores"].tolist()
    assert len(np.unique(found[:, :, Feature.AREA_POINTS])) > 2


def test_land_and_cards_are_counted(states: np.ndarray) -> None:
    found, terrain = VALUING.features(states), states["terrain"]
    for seat in range(2):
        own = states["owner"] == seat
        free_near = (states["owner"] < 0) & (states["own_neighbours"][:, seat] > 0)
        bare = own & (states["building"] == 0)
        combat = (states["hands"][:, seat] * RULES.board["combat"][0, : states["hands"].shape[2]]).sum(1)
        for feature, count in (
            (Feature.FIELDS, own.sum(1)),
            (Feature.PLAINS, (bare & (terrain == 0)).sum(1)),
            (Feature.MOUNTAINS, (bare & (terrain == 1)).sum(1)),
            (Feature.PLAINS_NEAR, (free_near & (terrain == 0)).sum(1)),
            (Feature.MOUNTAINS_NEAR, (free_near & (terrain == 1)).sum(1)),
            (Feature.FORESTS_NEAR, (free_near & (terrain == 2)).sum(1)),
            (Feature.FOREIGN, (bare & (states["own_neighbours"][:, 1 - seat] > 0)).sum(1)),
            (Feature.CARDS, states["hands"][:, seat].sum(1)),
            (Feature.COMBAT, combat),
        ):
            assert found[:, seat, feature].tolist() == count.tolist(), feature


def test_every_feature_is_of_some_use() -> None:
    """No feature is constant in games of the heuristic player."""
    found, _, _ = fit_value.positions(RULES, 200, seed=3)
    assert [feature.name for feature in Feature if np.ptp(found[:, :, feature]) == 0] == []


def test_the_value_is_the_softmax_of_the_network(states: np.ndarray) -> None:
    weights = read_weights(VALUE_PATH, 2)
    hidden = np.maximum(VALUING.features(states) @ weights[:NUM_FEATURES] + weights[BIAS], 0)
    scores = hidden @ weights[OUTPUT]
    shares = np.exp(scores - scores.max(1, keepdims=True))
    shares /= shares.sum(1, keepdims=True)
    np.testing.assert_allclose(VALUING.returns(states), 2 * shares - 1, atol=1e-9)


def test_a_finished_game_is_worth_its_outcome(states: np.ndarray) -> None:
    over = states.copy()
    ended(over, RULES.board)
    assert VALUING.returns(over).tolist() == np.sign(over["scores"] - over["scores"][:, ::-1]).tolist()


def test_the_table_says_what_the_fitted_network_says() -> None:
    torch.manual_seed(1)
    inputs = np.random.default_rng(1).normal(3, 2, (50, 4, NUM_FEATURES)).astype(np.float32)
    mean, spread = inputs.mean((0, 1)), inputs.std((0, 1))
    network = fit_value.train_network(torch.from_numpy((inputs - mean) / spread), torch.full((50, 4), 0.25))
    weights = fit_value.weight_table(network, mean, spread)
    scores = np.maximum(inputs @ weights[:NUM_FEATURES] + weights[BIAS], 0) @ weights[OUTPUT]
    with torch.no_grad():
        wanted = network(torch.from_numpy((inputs - mean) / spread)).numpy()
    np.testing.assert_allclose(scores, wanted, atol=1e-4)


@pytest.mark.parametrize("players", Rules.player_counts)
def test_there_is_a_table_for_every_number_of_players(players: int) -> None:
    weights = read_weights(VALUE_PATH, players)
    assert weights.shape == (NUM_FEATURES + 2, HIDDEN)
    assert np.isfinite(weights).all()


def test_the_table_foretells_who_wins() -> None:
    """The weights match the current features: predictions in new games are much better than a guess."""
    found, shares, _ = fit_value.positions(RULES, 200, seed=9)
    weights = read_weights(VALUE_PATH, 2)
    scores = np.maximum(found @ weights[:NUM_FEATURES] + weights[BIAS], 0) @ weights[OUTPUT]
    assert fit_value.log_loss(torch.from_numpy(scores), torch.from_numpy(shares)) < 0.45 < np.log(2)


# -- in search ------------------------------------------------------------------------------------------------


def test_a_simulation_stops_where_the_turn_named_begins() -> None:
    game = Game(RULES, seed=1)
    found = IsmctsAgent(RULES, sims=40, depth=1).search(game.state.reshape(1), 0)
    assert found.decisions == 40 * 4  # S2: four markers, and then turn 0 begins
    longer = IsmctsAgent(RULES, sims=40, depth=2).search(game.state.reshape(1), 0)
    assert longer.decisions >= 40 * 5
    whole = IsmctsAgent(RULES, sims=40, depth=0).search(game.state.reshape(1), 0)
    assert whole.decisions > 3 * longer.decisions
