"""Parallel environments: they equal the AEC environment, and an agent that does not decide has one idle action."""

import importlib
import pickle
import warnings
from typing import Any

import gymnasium
import numpy as np
import pettingzoo
import pytest

from kschwert_env import two_crowns_v0
from kschwert_env.adapters.parallel import GameParallelEnv
from kschwert_env.adapters.pettingzoo import CheckedEnv
from tests.helpers.cases import SMALL, Case

with warnings.catch_warnings():  # PettingZoo warns about its own import
    warnings.simplefilter("ignore", DeprecationWarning)
    zoo_tests: Any = importlib.import_module("pettingzoo.test")
    conversions: Any = importlib.import_module("pettingzoo.utils.conversions")

pytestmark = pytest.mark.filterwarnings("ignore:.*Illegal move.*")


def parallel(case: Case, **options: Any) -> GameParallelEnv:
    return GameParallelEnv(case.game, "test_v0", **{**case.rules.options(), **options})


def lowest(observations: Any) -> dict[str, int]:
    """Return the lowest allowed action of every agent: an idle action where it does not decide."""
    return {agent: int(seen["action_mask"].argmax()) for agent, seen in observations.items()}


def test_pettingzoo_s_tests_pass(case: Case) -> None:
    zoo_tests.parallel_api_test(parallel(case), num_cycles=60)
    zoo_tests.parallel_seed_test(lambda: parallel(case), num_cycles=60)


def test_every_step_equals_that_of_the_aec_environment(case: Case) -> None:
    env, aec = parallel(case), CheckedEnv(case.game, "test_v0", **case.rules.options())
    observations, _ = env.reset(seed=5)
    aec.reset(seed=5)
    for _ in range(400):
        for agent, seen in observations.items():
            expected = aec.observe(agent)
            assert seen["observation"].tobytes() == expected["observation"].tobytes()
            if agent == aec.agent_selection:
                assert seen["action_mask"].tobytes() == expected["action_mask"].tobytes()
            else:
                assert np.flatnonzero(seen["action_mask"]).tolist() == [0]
            assert env.observation_space(agent).contains(seen)
        assert env.deciding_agent == aec.agent_selection
        assert env.state().tobytes() == aec.state().tobytes()
        actions = lowest(observations)
        observations, *results, infos = env.step(actions)
        aec.step(actions[aec.agent_selection])
        assert results == [aec.rewards, aec.terminations, aec.truncations]
        assert not any(infos.values())
        if not env.agents:
            break
    assert (not env.agents) == any([*aec.terminations.values(), *aec.truncations.values()])


def test_no_mask_is_empty_even_at_the_end() -> None:
    env = parallel(SMALL)
    observations, _ = env.reset(seed=1)
    while env.agents:
        observations, rewards, *_ = env.step(lowest(observations))
        assert all(seen["action_mask"].any() for seen in observations.values())
    assert sum(rewards.values()) == pytest.approx(0)
    assert any(rewards.values())
    with pytest.raises(gymnasium.error.ResetNeeded):
        env.step({})


def test_an_illegal_action_ends_the_game() -> None:
    env = parallel(SMALL)
    observations, _ = env.reset(seed=1)
    agent = env.deciding_agent
    _, rewards, terminations, _, infos = env.step({agent: int(observations[agent]["action_mask"].argmin())})
    assert rewards == {name: -1.0 if name == agent else 0.0 for name in env.possible_agents}
    assert all(terminations.values())
    assert env.agents == []
    assert "action" in infos[agent]["illegal_action"]


@pytest.mark.parametrize("actions", [{}, None, {"player_2": 0}, {"nobody": 0}, [0]])
def test_wrong_actions_are_refused_and_change_nothing(actions: Any) -> None:
    env = parallel(SMALL)
    env.reset(seed=1)
    if actions == {"nobody": 0}:
        actions[env.deciding_agent] = 0
    before = pickle.dumps(env.aec_env.game.state)
    with pytest.raises(ValueError, match=f"actions must be a dict with an action of {env.deciding_agent}"):
        env.step(actions)
    assert pickle.dumps(env.aec_env.game.state) == before


def test_pettingzoo_s_own_conversion_works_with_idle_actions() -> None:
    env = conversions.turn_based_aec_to_parallel(two_crowns_v0.env(idle_action=True))
    observations, _ = env.reset(seed=3)
    own, _ = two_crowns_v0.parallel_env().reset(seed=3)
    assert pickle.dumps(own) == pickle.dumps(observations)
    for _ in range(30):
        observations = env.step(lowest(observations))[0]


def test_formats_and_names() -> None:
    env = two_crowns_v0.parallel_env(scaled=True, bool_masks=True, keys=("obs", "mask"))
    observations, _ = env.reset(seed=0)
    for agent, seen in observations.items():
        assert env.observation_space(agent).contains(seen)
        assert seen["mask"].dtype == np.bool_
    assert isinstance(pettingzoo.make("parallel", "kschwert_env/two_crowns-v0").unwrapped, GameParallelEnv)
