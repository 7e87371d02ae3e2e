"""Tianshou: a DQN against a random player, as in the library's test for tic-tac-toe, on one of our games."""

import logging

import numpy as np
from tianshou.algorithm import DQN, MARLRandomDiscreteMaskedOffPolicyAlgorithm, MultiAgentOffPolicyAlgorithm
from tianshou.algorithm.modelfree.dqn import DiscreteQLearningPolicy
from tianshou.algorithm.optim import AdamOptimizerFactory
from tianshou.data import Collector, CollectStats, VectorReplayBuffer
from tianshou.env import DummyVectorEnv
from tianshou.env.pettingzoo_env import PettingZooEnv
from tianshou.trainer import OffPolicyTrainerParams
from tianshou.utils.net.common import Net

from benchmarks.libraries.measurement import report_speed
from kschwert_env import two_crowns_v0
from kschwert_env.two_crowns import Rules

GAMES = 10

logging.disable(logging.WARNING)


def make_env() -> PettingZooEnv:
    return PettingZooEnv(two_crowns_v0.raw_env(scaled=True))


env = make_env()
net = Net(
    state_shape=env.observation_space["observation"].shape, action_shape=env.action_space.n, hidden_sizes=[128, 128]
)
policy = DiscreteQLearningPolicy(model=net, action_space=env.action_space, eps_training=0.1, eps_inference=0.05)
learner = DQN(policy=policy, optim=AdamOptimizerFactory(lr=1e-4), target_update_freq=320)
random_players = MARLRandomDiscreteMaskedOffPolicyAlgorithm(action_space=env.action_space)
algorithm = MultiAgentOffPolicyAlgorithm(algorithms=[learner, random_players], env=env)
train_envs, test_envs = (DummyVectorEnv([make_env] * GAMES) for _ in range(2))
collector = Collector[CollectStats](algorithm, train_envs, VectorReplayBuffer(20_000, GAMES), exploration_noise=True)
collector.reset()
report_speed(
    "tianshou", f"Collector of {GAMES} games", Rules(), lambda: collector.collect(n_step=1000).n_collected_steps
)


def learner_rewards(rewards: np.ndarray) -> np.ndarray:
    return rewards[:, 0]


params = OffPolicyTrainerParams(
    training_collector=collector,
    test_collector=Collector[CollectStats](algorithm, test_envs, exploration_noise=True),
    max_epochs=1,
    verbose=False,
    show_progress=False,
    epoch_num_steps=1000,
    collection_step_num_env_steps=100,
    test_step_num_episodes=GAMES,
    batch_size=64,
    update_step_num_gradient_steps_per_sample=0.1,
    multi_agent_return_reduction=learner_rewards,
)


def learn() -> int:
    return algorithm.run_training(params).train_step


report_speed("tianshou", "DQN against random, learning", Rules(), learn)
