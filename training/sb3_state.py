"""Past selves to play against, and all that a run of `training.sb3_maskable_ppo` goes on with."""

import json
from collections import deque
from typing import Any

import numpy as np
import torch
from sb3_contrib import MaskablePPO

from agents.networks import Network, new_network
from kschwert_env.adapters.sb3 import SeatVecEnv
from kschwert_env.engine.contract import GameRules
from training import checkpoint
from training.collect import draw


class PastSelves:
    """Copies of a network as it was, one of which plays all seats that do not learn: a policy for the adapters."""

    def __init__(self, rules: GameRules, network: Network, most: int, seed: int) -> None:
        """At first there is one copy; `most` are kept."""
        self._network, self._most = network, most
        device = next(network.parameters()).device
        self._playing = new_network(rules, network.shape).to(device)
        self._pool: list[dict[str, torch.Tensor]] = []
        self._generator = np.random.default_rng(seed)
        self.keep()
        self.change()

    def keep(self) -> None:
        """Keep one more copy, and forget the oldest where there are too many."""
        copy = {name: tensor.detach().clone() for name, tensor in self._network.state_dict().items()}
        self._pool = [*self._pool, copy][-self._most :]

    def change(self) -> None:
        """Let any of the copies play from now on."""
        self._playing.load_state_dict(self._pool[self._generator.integers(len(self._pool))])

    def __call__(self, observations: np.ndarray, masks: np.ndarray) -> np.ndarray:
        """Actions int64 (n,), drawn by their probabilities."""
        device = next(self._playing.parameters()).device
        uniform = torch.from_numpy(self._generator.random(len(masks), np.float32)).to(device)
        with torch.inference_mode():
            seen = torch.from_numpy(observations).to(device), torch.from_numpy(masks).to(device)
            return draw(self._playing(*seen)[0], uniform)[0].cpu().numpy()

    def state(self) -> dict[str, Any]:
        """All of it, for `restore`."""
        chance = json.dumps(self._generator.bit_generator.state)
        return {"pool": self._pool, "playing": self._playing.state_dict(), "generator": chance}

    def restore(self, state: dict[str, Any]) -> None:
        """Go on as those did whose state it is."""
        self._pool = state["pool"]
        self._playing.load_state_dict(state["playing"])
        self._generator.bit_generator.state = json.loads(state["generator"])


def state_of(model: MaskablePPO, games: SeatVecEnv, past: PastSelves) -> dict[str, Any]:
    """All that the next iteration depends on, for `training.checkpoint`; to be taken when one begins."""
    chance: Any = np.random.get_state()  # noqa: NPY002 # by which Stable-Baselines3 shuffles
    return {
        "policy": model.policy.state_dict(),
        "optimizer": model.policy.optimizer.state_dict(),
        "arrays": arrays_of(model, games),
        "episodes": [[float(info["r"]), int(info["l"])] for info in model.ep_info_buffer or ()],
        "decisions": model.num_timesteps,
        "updates": model._n_updates,
        "pending": {name: float(value) for name, value in model.logger.name_to_value.items()},
        "past": past.state(),
        "torch": torch.get_rng_state(),
        "numpy": chance[1],
        "numpy_place": int(chance[2]),
    }


def restore(model: MaskablePPO, games: SeatVecEnv, past: PastSelves, state: dict[str, Any]) -> None:
    """Let a new model with new games go on as those did whose state it is. Raises ValueError where it does not fit."""
    env: Any = model.get_env()
    model._last_obs = env.reset()
    model._last_episode_starts = np.ones(env.num_envs, np.bool_)
    arrays = checkpoint.filled(arrays_of(model, games), state["arrays"])
    games.restore(arrays)
    model._last_obs, model._last_episode_starts = arrays["seen"].copy(), arrays["starts"].copy()
    env.episode_returns, env.episode_lengths = arrays["episode_returns"].copy(), arrays["episode_lengths"].copy()
    model.ep_info_buffer = deque(({"r": r, "l": n, "t": 0.0} for r, n in state["episodes"]), maxlen=100)
    model.ep_success_buffer = deque()
    model.policy.load_state_dict(state["policy"])
    model.policy.optimizer.load_state_dict(state["optimizer"])
    model.num_timesteps, model._n_updates = state["decisions"], state["updates"]
    for name, value in state["pending"].items():
        model.logger.record(name, value)
    past.restore(state["past"])
    torch.set_rng_state(state["torch"].cpu())
    keys = np.frombuffer(state["numpy"].cpu().numpy().tobytes(), np.uint32)
    np.random.set_state(("MT19937", keys, state["numpy_place"], 0, 0.0))  # noqa: NPY002


def arrays_of(model: MaskablePPO, games: SeatVecEnv) -> dict[str, np.ndarray]:
    """Of games and episodes under way."""
    env: Any = model.get_env()
    seen: Any = model._last_obs
    starts: Any = model._last_episode_starts
    episodes = {"episode_returns": env.episode_returns, "episode_lengths": env.episode_lengths}
    return {**games.snapshot(), **episodes, "seen": seen, "starts": starts}
