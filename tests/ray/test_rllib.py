"""RLlib: its environment, its module, and that training uses them correctly."""

import re
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest
import ray
import torch
from ray.rllib.core.columns import Columns
from ray.rllib.core.rl_module.rl_module import RLModuleSpec

from kschwert_env.adapters.rllib import GameMultiAgentEnv, MaskedModule
from kschwert_env.engine.contract.actions import IllegalAction
from kschwert_env.engine.contract.rules import GameRules
from kschwert_env.engine.simulation.batch import Batch
from kschwert_env.engine.simulation.game import Game
from kschwert_env.krone_schwert import Rules as KroneSchwert
from kschwert_env.nn.networks import Shape
from kschwert_env.two_crowns import Rules
from training import rllib_self_play

RULES = [Rules(), Rules(max_turns=4), KroneSchwert(num_players=3, max_rounds=4)]


@pytest.mark.parametrize("rules", RULES, ids=["two_crowns", "truncated", "krone_schwert"])
def test_the_seed_determines_the_game(rules: GameRules) -> None:
    """Only the deciding seat gets an observation; at the end all seats get observations and returns."""
    env, game = GameMultiAgentEnv({"rules": rules}), Game(rules, 7)
    seen, infos = env.reset(seed=7)
    while game.player is not None:
        agent = f"player_{game.player}"
        assert list(seen) == [agent]
        assert env.observation_spaces[agent].contains(seen[agent])
        assert np.array_equal(seen[agent]["observation"], game.observe(game.player)["observation"])
        action = int(np.flatnonzero(seen[agent]["action_mask"])[-1])
        game.step(action)
        seen, rewards, terminated, truncated, infos = env.step({agent: action})
        over = game.player is None
        assert (terminated, truncated) == ({"__all__": over and not game.is_truncated}, {"__all__": game.is_truncated})
        assert list(rewards.values()) == (game.returns.tolist() if over else [0.0] * rules.num_players)
    assert list(seen) == list(rewards) == env.possible_agents
    assert not any(view["action_mask"].any() for view in seen.values())
    assert infos == {}


def test_games_follow_from_the_first_seed() -> None:
    ones, others = (GameMultiAgentEnv({"rules": Rules()}) for _ in range(2))
    assert ones.reset(seed=3)[0].keys() == others.reset(seed=3)[0].keys()
    assert ones.game.to_bytes() == others.game.to_bytes()
    before = ones.game.to_bytes()
    ones.reset(), others.reset()
    assert ones.game.to_bytes() == others.game.to_bytes() != before


def test_invalid_arguments_are_refused() -> None:
    with pytest.raises(ValueError, match="rules must be the rules of a game"):
        GameMultiAgentEnv({})
    env = GameMultiAgentEnv({"rules": Rules()})
    [(agent, seen)] = env.reset(seed=0)[0].items()
    with pytest.raises(IllegalAction):
        env.step({agent: int(np.argmin(seen["action_mask"]))})
    env.step({agent: int(np.argmax(seen["action_mask"]))})  # nothing has changed


def observed(rules: GameRules) -> dict[str, Any]:
    batch = Batch(rules, 64, seed=0)
    batch.rollout(5)
    seen = {"observation": torch.from_numpy(batch.observations), "action_mask": torch.from_numpy(batch.masks)}
    return {Columns.OBS: seen}


def test_a_masked_action_has_no_chance() -> None:
    env = GameMultiAgentEnv({"rules": Rules()})
    spaces = env.observation_spaces["player_0"], env.action_spaces["player_0"]
    module = RLModuleSpec(MaskedModule, *spaces, model_config={"hidden": (16, 8)}).build()
    batch = observed(Rules())
    chances = module.forward_exploration(batch)[Columns.ACTION_DIST_INPUTS].softmax(dim=1)
    masks = batch[Columns.OBS]["action_mask"]
    assert (chances[masks == 0] == 0).all()
    assert (chances[masks == 1] > 0).all()
    assert module.compute_values(batch).shape == (64,)


def test_only_the_learner_is_trained() -> None:
    rules = Rules()
    config = rllib_self_play.new_config(rules, Shape("mlp", width=16, layers=1), seed=0)
    config.env_runners(num_envs_per_env_runner=32).training(
        train_batch_size_per_learner=200, minibatch_size=100, num_epochs=1
    )
    ray.init(num_cpus=1, include_dashboard=False, object_store_memory=100 * 2**20, log_to_driver=False)
    try:
        algorithm = config.build_algo()
        first = weights(algorithm.env_runner.module[rllib_self_play.PAST])
        figures = algorithm.train()
        current = weights(algorithm.env_runner.module[rllib_self_play.LEARNER])
        assert same(weights(algorithm.env_runner.module[rllib_self_play.PAST]), first)
        assert not same(current, first)
        assert same(current, rllib_self_play.network_of(algorithm).state_dict())
        played = figures["env_runners"]["num_module_steps_sampled"]
        assert 0 < played[rllib_self_play.PAST] < played[rllib_self_play.LEARNER]
        assert set(figures["learners"]) >= {rllib_self_play.LEARNER}
        assert "total_loss" not in figures["learners"].get(rllib_self_play.PAST, {})
        rllib_self_play.update_past(algorithm)
        assert same(weights(algorithm.env_runner.module[rllib_self_play.PAST]), current)
        algorithm.stop()
    finally:
        ray.shutdown()


def test_the_example_of_the_page_runs() -> None:
    page = (Path(__file__).parents[2] / "docs/adapters.md").read_text(encoding="utf-8")
    [example] = re.findall(r"```python\n(from ray.*?)```", page, re.DOTALL)
    names: dict[str, Any] = {}
    try:
        exec(example.replace("gamma=1.0", "gamma=1.0, train_batch_size_per_learner=200"), names)
        assert names["algorithm"].iteration == 1
        names["algorithm"].stop()
    finally:
        ray.shutdown()


def test_observations_in_other_forms() -> None:
    env = GameMultiAgentEnv({"rules": Rules(), "keys": ("obs", "mask"), "scaled": True, "bool_masks": True})
    seen, _ = env.reset(seed=0)
    assert env.observation_spaces["player_0"].contains(seen["player_0"])
    assert seen["player_0"]["obs"].dtype.name == "float32"
    assert seen["player_0"]["mask"].dtype.name == "bool"
    with pytest.raises(TypeError, match="unexpected keyword argument"):
        GameMultiAgentEnv({"rules": Rules(), "colour": "red"})


def test_only_the_agent_that_decides_acts() -> None:
    env = GameMultiAgentEnv({"rules": Rules()})
    env.reset(seed=0)
    before, [action] = env.game.to_bytes(), env.game.legal_actions()[:1]
    for actions in ({}, {"player_1": action}, {"player_0": action, "player_1": action}):
        with pytest.raises(ValueError, match="one action, of player_0"):
            env.step(actions)
    assert env.game.to_bytes() == before


def weights(module: Any) -> dict[str, torch.Tensor]:
    return {name: tensor.clone() for name, tensor in module.network.state_dict().items()}


def same(one: dict[str, torch.Tensor], other: dict[str, torch.Tensor]) -> bool:
    return all(torch.equal(one[name], other[name]) for name in one)


def test_past_versions_play_every_seat() -> None:
    games = [SimpleNamespace(id_=f"game {number}") for number in range(600)]
    tables = [[rllib_self_play.policy_of(3, f"player_{seat}", game) for seat in range(3)] for game in games]
    past = np.array(tables) == rllib_self_play.PAST
    assert set(past.sum(axis=1)) == {0, 1}
    assert 0.4 < past.any(axis=1).mean() < 0.6
    assert (past.mean(axis=0) > 0.1).all()
