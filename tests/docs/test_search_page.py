"""docs/search_libraries.md: the search in NumPy."""

from typing import Any

import numpy as np
import pytest

from kschwert_env.engine.simulation.batch import Batch
from tests.docs.winning_positions import winning_positions
from tests.helpers.cases import ONE_EACH, Case
from tests.libraries.pages import run_section


@pytest.fixture(scope="module")
def names() -> dict[str, Any]:
    return run_section("search_libraries.md", "NumPy")


@pytest.mark.needs_jit
@pytest.mark.parametrize("case", ONE_EACH, ids=str)
def test_it_finds_wins_and_only_legal_actions(names: dict[str, Any], case: Case) -> None:
    states, streams, masks, wins = winning_positions(case.rules, 10)
    visits = names["search"](case.rules, states, streams, names["uniform"], 40)
    assert (visits.sum(axis=1) == 40).all()
    assert not visits[masks == 0].any()
    assert wins[np.arange(10), visits.argmax(axis=1)].all()


@pytest.mark.needs_jit
@pytest.mark.parametrize("case", ONE_EACH, ids=str)
def test_it_does_not_see_what_is_hidden(names: dict[str, Any], case: Case) -> None:
    """Positions that the deciding seat cannot tell apart lead to the same worlds, and so to the same visits."""
    batch = Batch(case.rules, 6, seed=2)
    batch.rollout(60)
    states, streams = names["determinize"](batch, 1, seed=7)
    twin = Batch.from_states(case.rules, states, streams)
    assert twin.observations.tobytes() == batch.observations.tobytes()
    found = [
        names["search"](case.rules, *names["determinize"](each, 2, seed=3), names["uniform"], 8)
        for each in (batch, twin)
    ]
    assert found[0].tobytes() == found[1].tobytes()
