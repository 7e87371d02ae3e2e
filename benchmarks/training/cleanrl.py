"""PPO with action masks in the style of CleanRL's single files, on PettingZoo's connect four.

Settings are those of CleanRL's `ppo.py`, except for 64 environments instead of 4, since larger batches make better use
of the network.
"""

from itertools import pairwise
from math import prod
from typing import Any

import numpy as np
import torch
from pettingzoo.classic.connect_four import connect_four
from torch import Tensor, nn
from torch.distributions import Categorical

from benchmarks.server import Workload, WorkloadSpec, serve
from benchmarks.training.aec import SelfPlay
from benchmarks.training.ours import CORES, SELF_PLAY
from kschwert_env.training.runs.report import Stopwatch

ENVS, STEPS, EPOCHS, MINIBATCHES = 64, 128, 4, 4
RATE, GAMMA, LAMBDA, CLIP, ENTROPY, VALUE, GRADIENT = 2.5e-4, 0.99, 0.95, 0.2, 0.01, 0.5, 0.5
WIDTH = 64


def layers(*sizes: int, gain: float) -> nn.Sequential:
    """Return linear layers with tanh between them; `gain` is the gain of the last layer's initial weights."""
    found: list[nn.Module] = []
    for inputs, outputs in pairwise(sizes):
        linear = nn.Linear(inputs, outputs)
        nn.init.orthogonal_(linear.weight, gain if len(found) == 2 * len(sizes) - 4 else 2**0.5)
        nn.init.zeros_(linear.bias)
        found += [linear, nn.Tanh()]
    return nn.Sequential(*found[:-1])


class Learner:
    """Environments, network and optimiser; `iterate` plays and learns."""

    def __init__(self) -> None:
        self.watch = Stopwatch()
        self._envs = [SelfPlay(connect_four.raw_env()) for _ in range(ENVS)]
        first: Any = self._envs[0]
        self.size, self.actions = prod(first.observation_space.shape), int(first.action_space.n)
        self._actor = layers(self.size, WIDTH, WIDTH, self.actions, gain=0.01)
        self._critic = layers(self.size, WIDTH, WIDTH, 1, gain=1.0)
        self._parameters = [*self._actor.parameters(), *self._critic.parameters()]
        self._optimizer = torch.optim.Adam(self._parameters, lr=RATE, eps=1e-5)
        self._seen = torch.from_numpy(np.stack([env.reset()[0] for env in self._envs])).float().flatten(1)
        self._ended = torch.zeros(ENVS)

    def iterate(self) -> int:
        """Run one iteration; return its number of decisions."""
        self._play()
        with self.watch("update"):
            self._update()
        return ENVS * STEPS

    def _play(self) -> None:
        self._observations = torch.zeros(STEPS, ENVS, self.size)
        self._masks = torch.zeros(STEPS, ENVS, self.actions, dtype=torch.bool)
        self._chosen = torch.zeros(STEPS, ENVS, dtype=torch.int64)
        self._log_chances, self._values, self._rewards, self._starts = (torch.zeros(STEPS, ENVS) for _ in range(4))
        for t in range(STEPS):
            with self.watch("environment"):
                masks = torch.from_numpy(np.stack([env.action_masks() for env in self._envs]))
            with torch.no_grad():
                chances = self._chances(self._seen, masks)
                chosen = chances.sample()
                self._values[t] = self._critic(self._seen).squeeze(1)
            self._observations[t], self._masks[t], self._starts[t] = self._seen, masks, self._ended
            self._chosen[t], self._log_chances[t] = chosen, chances.log_prob(chosen)
            with self.watch("environment"):
                self._step(t, chosen.tolist())

    def _step(self, t: int, chosen: list[int]) -> None:
        seen, rewards, ended = [], [], []
        for env, action in zip(self._envs, chosen, strict=True):
            observation, reward, terminated, truncated, _ = env.step(action)
            rewards.append(reward)
            ended.append(terminated or truncated)
            seen.append(env.reset()[0] if ended[-1] else observation)
        self._rewards[t], self._ended = torch.tensor(rewards), torch.tensor(ended).float()
        self._seen = torch.from_numpy(np.stack(seen)).float().flatten(1)

    def _chances(self, observations: Tensor, masks: Tensor) -> Any:
        """Return the distribution of actions; torch does not annotate its methods."""
        return Categorical(logits=self._actor(observations).masked_fill(~masks, -1e8))

    def _advantages(self) -> Tensor:
        found, last = torch.zeros(STEPS, ENVS), torch.zeros(ENVS)
        with torch.no_grad():
            value, continues = self._critic(self._seen).squeeze(1), 1 - self._ended
        for t in reversed(range(STEPS)):
            error = self._rewards[t] + GAMMA * value * continues - self._values[t]
            found[t] = last = error + GAMMA * LAMBDA * continues * last
            value, continues = self._values[t], 1 - self._starts[t]
        return found

    def _update(self) -> None:
        advantages = self._advantages()
        everything = (self._observations, self._masks, self._chosen, self._log_chances, self._values, advantages)
        flat = [array.flatten(0, 1) for array in everything]
        for _ in range(EPOCHS):
            for indices in torch.randperm(ENVS * STEPS).chunk(MINIBATCHES):
                self._descend(*(array[indices] for array in flat))

    def _descend(
        self, observations: Tensor, masks: Tensor, chosen: Tensor, before: Tensor, values: Tensor, wanted: Tensor
    ) -> None:
        """Update on one minibatch, with clipped values as in CleanRL."""
        chances, estimates = self._chances(observations, masks), self._critic(observations).squeeze(1)
        ratio = (chances.log_prob(chosen) - before).exp()
        better = (wanted - wanted.mean()) / (wanted.std() + 1e-8)
        policy = -torch.minimum(better * ratio, better * ratio.clamp(1 - CLIP, 1 + CLIP)).mean()
        returns, near = wanted + values, values + (estimates - values).clamp(-CLIP, CLIP)
        value = 0.5 * torch.maximum((estimates - returns) ** 2, (near - returns) ** 2).mean()
        self._optimizer.zero_grad()
        loss: Tensor = policy - ENTROPY * chances.entropy().mean() + VALUE * value
        loss.backward()  # type: ignore[no-untyped-call]
        nn.utils.clip_grad_norm_(self._parameters, GRADIENT)
        self._optimizer.step()


def new_workload() -> Workload:
    torch.set_num_threads(CORES)
    torch.manual_seed(1)
    learner, made = Learner(), 0

    def play() -> int:
        nonlocal made
        made += ENVS * STEPS
        return learner.iterate()

    return Workload(play, 2, learner.actions, learner.size, lambda: {**learner.watch.seconds, "learned": made})


if __name__ == "__main__":
    included = f"{ENVS} environments, raw_env; settings of CleanRL's ppo.py"
    serve([WorkloadSpec("PettingZoo's connect four, 64", included, new_workload, SELF_PLAY)], ["pettingzoo", "torch"])
