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

from benchmarks.serve import Playing, Row, serve
from benchmarks.training.aec import SelfPlay
from benchmarks.training.ours import CORES, SAME, SELF_PLAY
from benchmarks.training.sb3_policy import NetworkPolicy
from kschwert_env import krone_schwert_v0
from kschwert_env.adapters.sb3 import SeatVecEnv
from kschwert_env.training.rollout.matchmaking import OpponentPool
from kschwert_env.training.runs.report import Stopwatch

PLAYERS = 2


class Timed(VecMonitor):
    """Notes how long the environments take, for their masks, too."""

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
    """Notes how long batches take, the decisions of past selves included."""

    def __init__(self, games: SeatVecEnv, watch: Stopwatch) -> None:
        super().__init__(games)
        self._watch = watch

    def step_wait(self) -> VecEnvStepReturn:
        with self._watch("environment and past selves"):
            return super().step_wait()


class TimedPPO(MaskablePPO):
    """Notes how long its updates take."""

    watch: Stopwatch

    def train(self) -> None:
        with self.watch("update"):
            super().train()


def new_model(envs: VecMonitor, steps: int) -> TimedPPO:
    """MaskablePPO with our network and the settings of `SAME`."""
    rules = SAME.game_rules()
    return TimedPPO(
        NetworkPolicy,
        envs,
        learning_rate=SAME.learning_rate,
        n_steps=steps,
        batch_size=SAME.minibatch_size,
        n_epochs=SAME.epochs,
        gamma=SAME.gamma,
        gae_lambda=SAME.gae_lambda,
        clip_range=SAME.clip_range,
        ent_coef=SAME.entropy_coef,
        vf_coef=SAME.value_coef,
        max_grad_norm=SAME.max_grad_norm,
        seed=SAME.seed,
        policy_kwargs={"rules": rules, "shape": SAME.shape(rules), "seed": SAME.seed},
    )


def timed(make: Callable[[], Any], count: int) -> tuple[Timed, Stopwatch]:
    """So many environments for self-play, one after another in one process."""
    watch = Stopwatch()
    return Timed(DummyVecEnv([lambda: SelfPlay(make())] * count), watch), watch


def learning(model: TimedPPO, decisions: int, watch: Stopwatch) -> Playing:
    """One iteration, of so many decisions, after another. All are learned from."""
    model.watch = watch
    model.set_logger(Logger(None, []))

    def play() -> int:
        model.learn(decisions, reset_num_timesteps=False)
        return decisions

    space: Any = model.action_space
    sizes = PLAYERS, int(space.n), prod(model.observation_space.shape or ())
    return Playing(play, *sizes, lambda: {**watch.seconds, "learned": model.num_timesteps})


def on_aec(make: Callable[..., Any], count: int) -> Playing:
    """The same network and settings as ours on our AEC environment."""
    torch.set_num_threads(CORES)
    envs, watch = timed(partial(make, num_players=PLAYERS), count)
    return learning(new_model(envs, SAME.buffer_size // count), SAME.buffer_size, watch)


def on_batches() -> Playing:
    """The same network and settings on `SeatVecEnv`; one seat of each game learns, a fixed copy plays the other."""
    watch = Stopwatch()
    torch.set_num_threads(CORES)
    rules = SAME.game_rules()
    seats = [game % rules.num_players for game in range(SAME.games)]
    games = SeatVecEnv(rules, SAME.games, seats, seed=SAME.seed)
    model = new_model(TimedGames(games, watch), SAME.rollout_steps)
    network: Any = model.policy.network
    games.opponents = OpponentPool(rules, network, 1, np.random.default_rng(SAME.seed))
    return learning(model, SAME.buffer_size, watch)


def tutorial() -> Playing:
    """Connect four as PettingZoo's tutorial for MaskablePPO trains it: all settings are the library's."""
    torch.set_num_threads(CORES)
    envs, watch = timed(connect_four.env, 1)
    model = TimedPPO("MlpPolicy", envs, seed=SAME.seed)
    return learning(model, model.n_steps, watch)


def rows() -> list[Row]:
    """All stand beside our self-play."""
    many, same = SAME.games, "the same network and settings"
    alone, raw = partial(on_aec, krone_schwert_v0.env, 1), partial(on_aec, krone_schwert_v0.raw_env, many)
    return [
        Row(f"our AEC environment, {many} of them", f"{same}; raw_env in DummyVecEnv", raw, SELF_PLAY),
        Row("our AEC environment, one", f"{same}; env, as PettingZoo's tutorial has it", alone, SELF_PLAY),
        Row(
            "our batches, SeatVecEnv",
            f"{same}; one seat learns, and the other, a past self, is not counted",
            on_batches,
            SELF_PLAY,
        ),
        Row("PettingZoo's connect four, one", "the library's network and settings", tutorial, SELF_PLAY),
    ]


if __name__ == "__main__":
    serve(rows(), ["stable_baselines3", "sb3_contrib", "pettingzoo", "torch"])
