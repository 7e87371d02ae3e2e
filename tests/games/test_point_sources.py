"""The sources of points of a finished game add up to its scores."""

from typing import Any

import numpy as np
import pytest

from kschwert_env.engine.simulation.game import Game
from kschwert_env.requests.agents import decide
from tests.helpers.cases import CASES, ONE_EACH, Case


def check(case: Case, game: Game[Any], agent: str | None) -> list[dict[str, int]]:
    """Play a game to its end; check its sources, and return them."""
    rng, decisions, before = np.random.default_rng(1), [], game.position()
    for number in range(4000):
        if game.is_over:
            break
        legal = game.legal_actions()
        action = decide(case.rules, agent, game.state.reshape(1), number) if agent else int(rng.choice(legal))
        game.step(action)
        after = game.position()
        decisions.append((before, case.rules.actions.decode(action), after))
        before = after
    assert game.is_over
    sources: list[dict[str, int]] = case.rules.text_module().point_sources(decisions)
    assert [sum(found.values()) for found in sources] == game.scores.tolist()
    assert all(0 not in found.values() for found in sources)
    return sources


@pytest.mark.needs_jit
@pytest.mark.parametrize("case", CASES, ids=str)
def test_sources_add_up_to_the_scores(case: Case) -> None:
    check(case, case.game(case.rules, 3), None)


@pytest.mark.needs_jit
@pytest.mark.parametrize("case", ONE_EACH, ids=str)
def test_sources_of_games_of_the_heuristic_add_up(case: Case) -> None:
    assert max(map(len, check(case, case.game(case.rules, 3), "heuristic"))) > 1
