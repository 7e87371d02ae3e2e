"""MaskablePPO of sb3-contrib: our network on our AEC environment and on our batches, and PettingZoo's tutorial."""

from collections.abc import Callable
from functools import partial
from math import prod
from typing import Any

import numpy as np
import torch
from pettingzoo.classic.connect_four import connect_four
from sb3_contrib import MaskablePPO
from stable_baselines3.common.logger import Logger
from stable_baselines3.common.vec_env import DummyVecEnv, VecMonitor
from stable_baselines3.common.vec_env.base_vec_env import VecEnvStepReturn

from benchmarks.server import Workload, WorkloadSpec, serve
from benchmarks.training.aec import SelfPlay
from benchmarks.training.ours import CORES, SELF_PLAY, SHARED_SETTINGS
from benchmarks.training.sb3_policy import NetworkPolicy
from kschwert_env import krone_schwert_v0
from kschwert_env.adapters.sb3 import SeatVecEnv
from kschwert_env.training.rollout.matchmaking import OpponentPool
from kschwert_env.training.runs.report import Stopwatch

PLAYERS = 2


class Timed(VecMonitor):
    """Measures the time of the environments, including masks."""

    def __init__(self, envs: DummyVecEnv, watch: Stopwatch) -> None:
        super().__init__(envs)
        self._watch = watch

    def step_wait(self) -> VecEnvStepReturn:
        with self._watch("environment"):
            return super().step_wait()

    def env_method(self, method_name: str, *args: Any, **options: Any) -> list[Any]:
        with self._watch("environment"):
            return super().env_method(method_name, *args, **options)


class TimedGames(VecMonitor):
    """Measures the time of batches, including the decisions of past versions."""

    def __init__(self, games: SeatVecEnv, watch: Stopwatch) -> None:
        super().__init__(games)
        self._watch = watch

    def step_wait(self) -> VecEnvStepReturn:
        with self._watch("environment and past versions"):
            return super().step_wait()


class TimedPPO(MaskablePPO):
    """Measures the time of updates."""

    watch: Stopwatch

    def train(self) -> None:
        with self.watch("update"):
            super().train()


def new_model(envs: VecMonitor, steps: int) -> TimedPPO:
    """Return a MaskablePPO with our network and the settings of `SHARED_SETTINGS`."""
    rules = SHARED_SETTINGS.task.game_rules()
    return TimedPPO(
        NetworkPolicy,
        envs,
        learning_rate=SHARED_SETTINGS.optimizer.learning_rate,
        n_steps=steps,
        batch_size=SHARED_SETTINGS.optimizer.minibatch_size,
        n_epochs=SHARED_SETTINGS.optimizer.epochs,
        gamma=SHARED_SETTINGS.rollout.gamma,
        gae_lambda=SHARED_SETTINGS.rollout.gae_lambda,
        clip_range=SHARED_SETTINGS.loss.clip_range,
        ent_coef=SHARED_SETTINGS.loss.entropy_coef,
        vf_coef=SHARED_SETTINGS.loss.value_coef,
        max_grad_norm=SHARED_SETTINGS.optimizer.max_grad_norm,
        seed=SHARED_SETTINGS.run.seed,
        policy_kwargs={
            "rules": rules,
            "shape": SHARED_SETTINGS.architecture.shape(rules),
            "seed": SHARED_SETTINGS.run.seed,
        },
    )


def timed(make: Callable[[], Any], count: int) -> tuple[Timed, Stopwatch]:
    """Return `count` self-play environments in one process, and their stopwatch."""
    watch = Stopwatch()
    return Timed(DummyVecEnv([lambda: SelfPlay(make())] * count), watch), watch


def learning(model: TimedPPO, decisions: int, watch: Stopwatch) -> Workload:
    """Return a workload of training iterations; every decision is learned from."""
    model.watch = watch
    model.set_logger(Logger(None, []))

    def play() -> int:
        model.learn(decisions, reset_num_timesteps=False)
        return decisions

    space: Any = model.action_space
    sizes = PLAYERS, int(space.n), prod(model.observation_space.shape or ())
    return Workload(play, *sizes, lambda: {**watch.seconds, "learned": model.num_timesteps})


def on_aec(make: Callable[..., Any], count: int) -> Workload:
    """Return a workload with our network and settings on our AEC environment."""
    torch.set_num_threads(CORES)
    envs, watch = timed(partial(make, num_players=PLAYERS), count)
    return learning(
        new_model(envs, SHARED_SETTINGS.rollout.buffer_size // count), SHARED_SETTINGS.rollout.buffer_size, watch
    )


def on_batches() -> Workload:
    """Return a workload with our network and settings on `SeatVecEnv`; a fixed copy plays the other seat."""
    watch = Stopwatch()
    torch.set_num_threads(CORES)
    rules = SHARED_SETTINGS.task.game_rules()
    seats = [game % rules.num_players for game in range(SHARED_SETTINGS.rollout.games)]
    games = SeatVecEnv(rules, SHARED_SETTINGS.rollout.games, seats, seed=SHARED_SETTINGS.run.seed)
    model = new_model(TimedGames(games, watch), SHARED_SETTINGS.rollout.rollout_steps)
    network: Any = model.policy.network
    games.opponents = OpponentPool(rules, network, 1, np.random.default_rng(SHARED_SETTINGS.run.seed))
    return learning(model, SHARED_SETTINGS.rollout.buffer_size, watch)


def tutorial() -> Workload:
    """Return a workload of connect four as in PettingZoo's tutorial for MaskablePPO, with the library's defaults."""
    torch.set_num_threads(CORES)
    envs, watch = timed(connect_four.env, 1)
    model = TimedPPO("MlpPolicy", envs, seed=SHARED_SETTINGS.run.seed)
    return learning(model, model.n_steps, watch)


def rows() -> list[WorkloadSpec]:
    """Return all workloads, each comparable to our self-play."""
    count, shared = SHARED_SETTINGS.rollout.games, "the same network and settings"
    tutorial_env, raw_envs = partial(on_aec, krone_schwert_v0.env, 1), partial(on_aec, krone_schwert_v0.raw_env, count)
    return [
        WorkloadSpec(f"our AEC environment, {count} of them", f"{shared}; raw_env in DummyVecEnv", raw_envs, SELF_PLAY),
        WorkloadSpec(
            "our AEC environment, one", f"{shared}; env, as in PettingZoo's tutorial", tutorial_env, SELF_PLAY
        ),
        WorkloadSpec(
            "our batches, SeatVecEnv",
            f"{shared}; one seat learns; the other, a past version, is not counted",
            on_batches,
            SELF_PLAY,
        ),
        WorkloadSpec("PettingZoo's connect four, one", "the library's network and settings", tutorial, SELF_PLAY),
    ]


if __name__ == "__main__":
    serve(rows(), ["stable_baselines3", "sb3_contrib", "pettingzoo", "torch"])
