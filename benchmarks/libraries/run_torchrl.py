"""TorchRL: single and vector environments, its environment checker, and random rollouts."""

from functools import partial

import gymnasium
from torchrl.envs import ActionMask, EnvBase, GymEnv, GymWrapper, TransformedEnv
from torchrl.envs.utils import check_env_specs

from benchmarks.libraries.measurement import report_speed
from kschwert_env import gymnasium_id
from kschwert_env.two_crowns import Rules

NAME = gymnasium_id("two_crowns")
GAMES = 512


def single_env() -> EnvBase:
    env = GymEnv(NAME, scaled=True, bool_masks=True, categorical_action_encoding=True)
    return TransformedEnv(env, ActionMask())


def vector_env() -> EnvBase:
    envs = gymnasium.make_vec(NAME, GAMES, autoreset_mode="DISABLED", scaled=True, bool_masks=True)
    return TransformedEnv(GymWrapper(envs, categorical_action_encoding=True), ActionMask())


def rollout(env: EnvBase, steps: int) -> int:
    decisions: int = env.rollout(steps, break_when_any_done=False).numel()
    return decisions


for name, env, steps in (("GymEnv", single_env(), 500), (f"GymWrapper of {GAMES} games", vector_env(), 30)):
    check_env_specs(env)
    report_speed("torchrl", name, Rules(), partial(rollout, env, steps))
