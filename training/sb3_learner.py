"""The learner of `sb3_maskable_ppo`: a model of sb3-contrib, its games, and past selves to play against."""

import json
from collections import deque
from dataclasses import dataclass
from typing import Any, ClassVar

import numpy as np
import torch
from sb3_contrib import MaskablePPO
from stable_baselines3.common.logger import Logger
from stable_baselines3.common.vec_env import VecMonitor
from stable_baselines3.common.vec_env.base_vec_env import VecEnvStepReturn

from kschwert_env.adapters.sb3 import SeatVecEnv
from kschwert_env.agents.networks import Network
from kschwert_env.engine.contract import GameRules
from kschwert_env.engine.options import check
from kschwert_env.training import checkpoint
from kschwert_env.training.past_selves import PastSelves
from kschwert_env.training.report import Stopwatch
from kschwert_env.training.sb3_policy import NetworkPolicy
from kschwert_env.training.settings import ClippedSettings


@dataclass(frozen=True)
class Sb3Settings(ClippedSettings):
    """Of `sb3_maskable_ppo`. A decision is one of a learning seat.

    Attributes:
        evaluate_every: iterations, here, between two evaluations.

    What it shares with MaskablePPO by another name means the same there.
    """

    games: int = 64
    steps: int = 128
    minibatch: int = 1024
    pool_every: int = 10
    evaluate_every: int = 20

    method: ClassVar[str] = "sb3_maskable_ppo"


class Sb3Learner:
    """A model with its games, and what is needed to go on with it exactly.

    Attributes:
        model: what learns.
        past: who plays the seats that do not learn.
    """

    def __init__(self, rules: GameRules, settings: Sb3Settings, watch: Stopwatch) -> None:
        """Every seat learns in as many games, as far as that goes. Raises ValueError for a network that can't be."""
        self._settings = settings
        seats = [game % rules.num_players for game in range(settings.games)]
        self._games = SeatVecEnv(rules, settings.games, seats, seed=settings.seed)
        self.model = new_model(settings, TimedGames(self._games, watch))
        self.model.watch = watch
        self.model.set_logger(Logger(None, []))
        self._generator = np.random.default_rng(settings.seed)
        self.past = PastSelves(rules, self.network, settings.pool, self._generator)
        self._games.opponents = self.past

    @property
    def network(self) -> Network:
        """What is trained: the network of the model's policy."""
        policy = self.model.policy
        assert isinstance(policy, NetworkPolicy)
        return policy.network

    @property
    def iteration(self) -> int:
        """How many are complete."""
        return self.model.num_timesteps // self._settings.round

    @property
    def decisions(self) -> int:
        """Of the learning seats, in the iterations that are complete."""
        return self.iteration * self._settings.round

    def state(self) -> dict[str, Any]:
        """All that the next iteration depends on, for `checkpoint`; to be taken when one begins."""
        model = self.model
        chance: Any = np.random.get_state()  # noqa: NPY002 # by which Stable-Baselines3 shuffles
        return {
            "policy": model.policy.state_dict(),
            "optimizer": model.policy.optimizer.state_dict(),
            "arrays": self._arrays(),
            "episodes": [[float(info["r"]), int(info["l"])] for info in model.ep_info_buffer or ()],
            "decisions": model.num_timesteps,
            "updates": model._n_updates,
            "pending": [[name, float(value)] for name, value in model.logger.name_to_value.items()],
            "pool": self.past.pool,
            "generator": json.dumps(self._generator.bit_generator.state),
            "torch": torch.get_rng_state(),
            "cuda": torch.cuda.get_rng_state_all() if model.device.type == "cuda" else [],
            "numpy": chance[1],
            "numpy_place": int(chance[2]),
        }

    def restore(self, state: dict[str, Any]) -> None:
        """Go on exactly as the learner did whose state it is. Raises ValueError for that of another run."""
        model, env = self.model, self._env()
        model._last_obs = env.reset()
        model._last_episode_starts = np.ones(env.num_envs, np.bool_)
        optimizer: Any = model.policy.optimizer
        checkpoint.check(state, {**self.state(), "optimizer": optimizer, "episodes": [], "pending": []})
        arrays = checkpoint.filled(self._arrays(), state["arrays"])
        self._games.restore(arrays)
        model._last_obs, model._last_episode_starts = arrays["seen"].copy(), arrays["starts"].copy()
        env.episode_returns, env.episode_lengths = arrays["episode_returns"].copy(), arrays["episode_lengths"].copy()
        episodes = [{"r": np.float32(r), "l": int(n), "t": 0.0} for r, n in state["episodes"]]  # as SB3 has them
        model.ep_info_buffer = deque(episodes, maxlen=100)
        model.ep_success_buffer = deque()
        model.policy.load_state_dict(state["policy"])
        checkpoint.restore_moments(optimizer, state["optimizer"])
        model.num_timesteps, model._n_updates = state["decisions"], state["updates"]
        for name, value in state["pending"]:
            model.logger.record(str(name), float(value))
        self.past.pool = state["pool"]
        self._generator.bit_generator.state = json.loads(state["generator"])
        torch.set_rng_state(state["torch"].cpu())
        torch.cuda.set_rng_state_all([one.cpu() for one in state["cuda"]])
        keys = np.frombuffer(state["numpy"].cpu().numpy().tobytes(), np.uint32)
        check("numpy_place", state["numpy_place"], state["numpy_place"] <= keys.size, f"at most {keys.size}")
        np.random.set_state(("MT19937", keys, state["numpy_place"], 0, 0.0))  # noqa: NPY002

    def _arrays(self) -> dict[str, np.ndarray]:
        """Of games and episodes under way."""
        env, seen, starts = self._env(), self.model._last_obs, self.model._last_episode_starts
        episodes = {"episode_returns": env.episode_returns, "episode_lengths": env.episode_lengths}
        return {**self._games.snapshot(), **episodes, "seen": seen, "starts": starts}

    def _env(self) -> Any:
        """The monitored games."""
        return self.model.get_env()


class TimedGames(VecMonitor):
    """Monitored games that note how long they take, the decisions of past selves included."""

    def __init__(self, games: SeatVecEnv, watch: Stopwatch) -> None:
        """Around `games`; the time goes to a part of `watch`."""
        super().__init__(games)
        self._watch = watch

    def step_wait(self) -> VecEnvStepReturn:
        """A game that was truncated has paid its whole return (E6): no value is to be added to it."""
        with self._watch("environment and past selves"):
            seen, rewards, ended, infos = super().step_wait()
        for info in infos:
            info.pop("TimeLimit.truncated", None)
        return seen, rewards, ended, infos


class TimedPPO(MaskablePPO):
    """MaskablePPO that notes how long its updates take.

    Attributes:
        watch: where it notes that; to be set before it learns.
    """

    watch: Stopwatch

    def train(self) -> None:
        """The update of an iteration, on the stopwatch."""
        with self.watch("update"):
            super().train()


def new_model(settings: Sb3Settings, envs: VecMonitor) -> TimedPPO:
    """MaskablePPO with one of our networks. Raises ValueError for a network or device that there is not."""
    rules = settings.game_rules()
    return TimedPPO(
        NetworkPolicy,
        envs,
        learning_rate=settings.falling_rate,
        n_steps=settings.steps,
        batch_size=settings.minibatch,
        n_epochs=settings.epochs,
        gamma=settings.gamma,
        gae_lambda=settings.gae_lambda,
        clip_range=settings.clip,
        ent_coef=settings.entropy,
        vf_coef=settings.value_weight,
        max_grad_norm=settings.max_gradient,
        seed=settings.seed,
        device=settings.torch_device(),
        policy_kwargs={"rules": rules, "shape": settings.shape(rules), "seed": settings.seed},
    )
