"""AgileRL: its PPO on many games in parallel, playing and learning as in its tutorials."""

from typing import Any

import gymnasium
from agilerl.algorithms import PPO
from agilerl.rollouts import collect_rollouts
from gymnasium.vector import VectorWrapper

from benchmarks.libraries.measurement import report_speed
from kschwert_env import gymnasium_id
from kschwert_env.two_crowns import Rules

GAMES, STEPS = 64, 32


class MasksInInfos(VectorWrapper):
    """Moves masks into infos, where AgileRL expects them."""

    def __init__(self, envs: Any) -> None:
        super().__init__(envs)
        self.single_observation_space = envs.single_observation_space["observation"]
        self.observation_space = envs.observation_space["observation"]

    def reset(self, **options: Any) -> Any:
        observation_dict, infos = super().reset(**options)
        return observation_dict["observation"], {**infos, "action_mask": observation_dict["action_mask"]}

    def step(self, actions: Any) -> Any:
        observation_dict, *results, infos = super().step(actions)
        return observation_dict["observation"], *results, {**infos, "action_mask": observation_dict["action_mask"]}


envs = MasksInInfos(gymnasium.make_vec(gymnasium_id("two_crowns"), GAMES, scaled=True, bool_masks=True))
agent = PPO(envs.single_observation_space, envs.single_action_space, num_envs=GAMES, learn_step=GAMES * STEPS)
previous: dict[str, Any] = {}


def play() -> int:
    names = ("last_obs", "last_done", "last_scores", "last_info")
    previous.update(zip(names, collect_rollouts(agent, envs, n_steps=STEPS, **previous)[1:], strict=True))
    return GAMES * STEPS


def learn() -> int:
    decisions = play()
    agent.learn()
    return decisions


report_speed("agilerl", f"collect_rollouts of {GAMES} games", Rules(), play)
report_speed("agilerl", "PPO, learning", Rules(), learn)
