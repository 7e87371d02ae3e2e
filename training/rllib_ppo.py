"""Self-play by RLlib's PPO: our networks as its modules, with a past self at some tables. Needs the extra `ray`."""

from functools import partial
from typing import Any
from zlib import crc32

from ray.rllib.algorithms.algorithm import Algorithm
from ray.rllib.algorithms.ppo import PPOConfig
from ray.rllib.core.rl_module.multi_rl_module import MultiRLModuleSpec
from ray.rllib.core.rl_module.rl_module import RLModuleSpec
from torch import nn

from kschwert_env.adapters.rllib import GameMultiAgentEnv, MaskedModule
from kschwert_env.agents.networks import Network, Shape, new_network
from kschwert_env.engine.contract import GameRules

CURRENT = "current"
"""The module that learns."""

PAST = "past"
"""The module that is what it was some time ago."""


class NetworkModule(MaskedModule):
    """A network of `kschwert_env.agents.networks`; `model_config` has `rules`, `shape` and `seed`."""

    def new_network(self) -> nn.Module:
        """As `MaskedModule` asks for."""
        config = self.model_config
        return new_network(config["rules"], config["shape"], config["seed"])


def who_plays(players: int, agent: str, episode: Any, **unused: Any) -> str:
    """In every other game of so many players one seat is a past self's; the game's id decides on both."""
    draw, seat = crc32(episode.id_.encode()), int(agent.rpartition("_")[2])
    return PAST if draw % 2 and draw // 2 % players == seat else CURRENT


def configured(rules: GameRules, shape: Shape, seed: int) -> PPOConfig:
    """All in this process, on one core; `env_runners` and `learners` of it have more of them play and learn."""
    module = RLModuleSpec(module_class=NetworkModule, model_config={"rules": rules, "shape": shape, "seed": seed})
    mapping = partial(who_plays, rules.num_players)
    return (
        PPOConfig()
        .debugging(seed=seed)
        .environment(GameMultiAgentEnv, env_config={"rules": rules}, disable_env_checking=True)
        .env_runners(num_env_runners=0, num_envs_per_env_runner=32)
        .multi_agent(policies={CURRENT, PAST}, policy_mapping_fn=mapping, policies_to_train=[CURRENT])
        .rl_module(rl_module_spec=MultiRLModuleSpec(rl_module_specs={CURRENT: module, PAST: module}))
        .training(
            lr=1e-3,
            gamma=1.0,
            lambda_=0.97,
            train_batch_size_per_learner=4000,
            minibatch_size=500,
            num_epochs=4,
            use_kl_loss=False,
            entropy_coeff=0.001,
            vf_loss_coeff=0.5,
            grad_clip=0.5,
        )
    )


def network_of(algorithm: Algorithm) -> Network:
    """What has been learned so far."""
    network: Network = algorithm.get_module(CURRENT).network
    return network


def keep(algorithm: Algorithm) -> None:
    """From now on the past self is what the current one is."""
    past = {PAST: algorithm.get_module(CURRENT).get_state()}
    algorithm.set_state({"learner_group": {"learner": {"rl_module": past}}})
    # Not by `sync_weights`: it passes over who has the latest weights by their number, which rises by learning alone.
    algorithm.env_runner_group.foreach_env_runner(lambda runner: runner.set_state({"rl_module": past}))
