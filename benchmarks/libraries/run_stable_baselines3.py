"""Stable-Baselines3 with sb3-contrib: MaskablePPO, learning."""

from sb3_contrib import MaskablePPO
from stable_baselines3.common.vec_env import VecMonitor

from benchmarks.libraries.measurement import report_speed
from kschwert_env.adapters.sb3 import SeatVecEnv
from kschwert_env.two_crowns import Rules

GAMES, STEPS = 64, 32

envs = VecMonitor(SeatVecEnv(Rules(), num_envs=GAMES))
model = MaskablePPO("MlpPolicy", envs, n_steps=STEPS, batch_size=512, seed=0, device="cpu")


def learn() -> int:
    model.learn(GAMES * STEPS)
    return GAMES * STEPS


report_speed("stable_baselines3", "MaskablePPO, learning", Rules(), learn)
