"""Agents of Krone & Schwert on maps unlike the standard one."""

import json
import os
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from kschwert_env.agents.base import make_decision_batch
from kschwert_env.agents.registry import make_agent
from kschwert_env.engine.compiled.rng import derived_seeds
from kschwert_env.engine.simulation.batch import Batch
from kschwert_env.krone_schwert import Rules
from kschwert_env.nn.networks import Shape, new_network
from tests.krone_schwert.editions import HAND_DRAWN, ISLANDS

pytestmark = pytest.mark.needs_jit

MAPS = pytest.mark.parametrize("rules", [Rules(3, ISLANDS), Rules(2, HAND_DRAWN)], ids=str)
GAMES = 24


@pytest.mark.parametrize("typed", ["heuristic", "ismcts:sims=30", "greedy"])
@MAPS
def test_agents_act_legally(rules: Rules, typed: str) -> None:
    agent, batch = make_agent(typed, rules), Batch(rules, 32, seed=3)
    batch.rollout(60)
    for step in range(8):
        seeds = derived_seeds(np.arange(32), np.full(32, step))
        actions = agent.act(make_decision_batch(rules, batch.states, seeds))
        assert batch.masks[np.arange(32), actions].all()
        batch.step(actions)


def test_the_heuristic_builds_wherever_the_map_lets_it() -> None:
    """Also on octagons with high numbers, on a map where more than half of the fields are octagons."""
    rules = Rules(3, HAND_DRAWN)
    agent, batch = make_agent("heuristic", rules), Batch(rules, GAMES, seed=8)
    built: dict[str, set[int]] = {}
    for step in range(400):
        seeds = derived_seeds(np.arange(GAMES), np.full(GAMES, step))
        actions = agent.act(make_decision_batch(rules, batch.states, seeds))
        for action in map(rules.actions.decode, map(int, actions)):
            if action.field is not None:
                built.setdefault(action.kind, set()).add(action.field)
        batch.step(actions)
    for kind in ("cathedral", "large_city"):
        assert max(built[kind]) >= rules.num_fields // 2
        assert min(built[kind]) < rules.num_fields // 2


@MAPS
def test_a_graph_network_scores_every_action(rules: Rules) -> None:
    network = new_network(rules, Shape("graph", width=16, field_width=8), seed=1)
    assert network.score_index.shape == (rules.num_actions,)


def test_a_partner_of_the_other_shape_is_worth_something() -> None:
    """For an octagon with a high number: a square beside it, and no octagon."""
    program = f"""if True:
        import json
        import numpy as np
        from types import SimpleNamespace
        from kschwert_env.agents.heuristics.krone_schwert.evaluation import neighbourhood_value
        from kschwert_env.krone_schwert import Rules
        rules = Rules(3, {HAND_DRAWN!r})
        board, octagons = rules.board.view(np.recarray)[0], rules.map.num_octagons
        weights = SimpleNamespace(growth=0, riches=0, contest=0, pair=1)
        found = {{"octagon": set(), "square": set()}}
        for field in range(rules.num_fields // 2, octagons):
            for other in rules.map.adjacent[field]:
                state = rules.board["blank"].copy().view(np.recarray)[0]
                state.owner[other] = 0
                state.terrain[[field, other]] = 0
                worth = neighbourhood_value(state, board, weights, SimpleNamespace(ready=1), 0, field)
                found["octagon" if other < octagons else "square"].add(float(worth))
        print(json.dumps({{shape: list(worth) for shape, worth in found.items()}}))
        """
    done = subprocess.run(
        [sys.executable, "-c", program],
        env={**os.environ, "NUMBA_DISABLE_JIT": "1"},
        cwd=Path(__file__).parents[2],
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, done.stderr
    assert json.loads(done.stdout) == {"octagon": [0.0], "square": [1.0]}
