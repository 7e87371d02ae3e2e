"""The replayed games equal those of a rollout."""

import pytest

from benchmarks import step_breakdown
from kschwert_env.engine.simulation.batch import Batch
from kschwert_env.two_crowns import Rules


@pytest.mark.parametrize("count", range(1, 5))
def test_the_same_games_are_played_with_each_part(count: int) -> None:
    rules = Rules(2)
    states, streams, masks, observations = step_breakdown.initial_arrays(rules, 3)
    step_breakdown._replay_loop(rules.package)(
        rules.board, step_breakdown.recorded_actions(rules, 3), states, streams, masks, observations, count
    )
    batch = Batch(rules, 3, seed=1, threads=1)
    batch.rollout(step_breakdown.DECISIONS)
    assert (states == batch.states).all()
    assert (masks == batch.masks).all() == (count > 1)
    assert (observations == batch.observations).all() == (count > 3)
