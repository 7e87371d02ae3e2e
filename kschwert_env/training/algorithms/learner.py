"""The learner of proximal policy optimisation by self-play: everything that changes from one iteration to the next."""

import copy
import json
from collections.abc import Set
from dataclasses import dataclass, replace
from typing import Any, ClassVar

import numpy as np
import torch

from kschwert_env.engine.contract import GameRules
from kschwert_env.nn.networks import Network
from kschwert_env.training.algorithms.update import Weights, explained_variance, update
from kschwert_env.training.rollout.async_backend import Ahead
from kschwert_env.training.rollout.backends import Here, Place, PlaySettings, Workers
from kschwert_env.training.rollout.buffer import Sample
from kschwert_env.training.rollout.collect import Timer
from kschwert_env.training.rollout.opponent_pool import PastSelves
from kschwert_env.training.rollout.ray_backend import RayWorkers
from kschwert_env.training.runs import checkpoint
from kschwert_env.training.runs.settings import Settings, at_least, falling, within


@dataclass(frozen=True)
class PpoSettings(PlaySettings):
    """Of `ppo`.

    Attributes:
        seconds: stop after so long, where the decisions are not done by then; None waits for them.
        warm_start: a trained network to begin with, by the path of its file; its shape goes before the settings.
        entropy: at first; it falls linearly over the decisions.
        last_entropy: what part of it is left at the end; None is as much as of the learning rate.
        magnet: weight of the policy's Kullback-Leibler divergence from that of the magnet, a moving average of the
            network's weights from those that it begins with; it does not fall, and 0 has no magnet.
        magnet_pace: what part of the way to the network's weights the magnet goes after each iteration.
        target_kl: as in `update`.
    """

    decisions: int = 5_000_000
    seconds: float | None = None
    warm_start: str | None = None
    entropy: float = 0.001
    last_entropy: float | None = None
    magnet: float = 0.0
    magnet_pace: float = 0.05
    target_kl: float = 0.03

    method: ClassVar[str] = "ppo"
    free: ClassVar[Set[str]] = {"ray", "seconds", *Settings.free}

    def __post_init__(self) -> None:
        super().__post_init__()
        at_least(0, self, "seconds", "target_kl", "magnet")
        within(0, 1, self, "magnet_pace")
        if self.last_entropy is not None:
            within(0, 1, self, "last_entropy")

    @property
    def entropy_left(self) -> float:
        """What part of the weight of entropy is left at the end."""
        return self.last_share if self.last_entropy is None else self.last_entropy

    def weights(self, left: float) -> Weights:
        """With a part `left` of the planned decisions to go."""
        names = ("clip", "value_weight", "magnet", "max_gradient", "target_kl")
        entropy = self.entropy * falling(left, self.entropy_left)
        return Weights(entropy=entropy, **{name: getattr(self, name) for name in names})


class Learner:
    """A network that plays against itself and its past selves, and what is needed to go on with it exactly.

    Attributes:
        settings: of the method.
        network: what is trained.
        magnet: the moving average of its weights to which it is drawn, if it is.
        iteration: how many have been learned.
        decisions: how many have been learned from.
    """

    def __init__(self, rules: GameRules, settings: PpoSettings, network: Network) -> None:
        """Fresh games.

        Raises ValueError for a rival or a Ray cluster that there is not, ImportError where the extra `ray` is missing.
        """
        self.settings = settings
        self.iteration = self.decisions = 0
        self._device = settings.torch_device()
        self.network = network.to(self._device)
        self.magnet = copy.deepcopy(self.network) if settings.magnet else None
        rate = settings.learning_rate
        self._optimizer = torch.optim.Adam(self.network.parameters(), lr=rate, eps=1e-5, fused=True)
        self._generator = np.random.default_rng(settings.seed)
        self._past = PastSelves(rules, self.network, settings.pool, self._generator)
        self._place = self._place_for(rules)

    def _place_for(self, rules: GameRules) -> Place:
        """That which the settings name."""
        settings = self.settings
        if settings.workers is None:
            return Here(rules, settings, self._device, self._generator)
        kind = Workers if settings.ray is None else RayWorkers
        workers = kind(rules, settings, self.network.shape, self._device)
        return Ahead(workers, self.network) if settings.ahead else workers

    def iterate(self, timer: Timer) -> dict[str, float]:
        """Play and learn from it. Returns the figures of both; `timer` is entered by each part."""
        settings = self.settings
        if self.iteration and self.iteration % settings.pool_every == 0:
            self._past.keep()
        self._past.change()
        left = max(0.0, 1 - self.decisions / settings.decisions)
        for group in self._optimizer.param_groups:
            group["lr"] = settings.falling_rate(left)
        sample, told = self._place.collect(self.network, self._past.playing, self.iteration, timer)
        figures = told.figures()
        with timer("update"):
            if len(sample):
                options = settings.epochs, settings.minibatch, settings.weights(left)
                fresh = standardised(sample)
                figures |= update(self.network, self._optimizer, fresh, *options, self._generator, self.magnet)
                figures["losses/explained_variance"] = explained_variance(*values_and_returns(sample))
            if self.magnet is not None:
                _follow(self.magnet, self.network, settings.magnet_pace)
        figures["policy/learning_rate"] = settings.falling_rate(left)
        self.iteration += 1
        self.decisions += settings.round
        return figures

    def mean(self) -> Network:
        """With the mean of the weights of past selves: stochastic weight averaging (Izmailov et al., UAI 2018)."""
        return self._past.mean()

    def state(self) -> dict[str, Any]:
        """All of it, for `checkpoint`."""
        return {
            "shape": self.network.shape.as_dict(),
            "network": self.network.state_dict(),
            "optimizer": self._optimizer.state_dict(),
            "pool": self._past.pool,
            "generator": json.dumps(self._generator.bit_generator.state),
            "collector": self._place.state(self.iteration),
            "iteration": self.iteration,
            "decisions": self.decisions,
            **({} if self.magnet is None else {"magnet": self.magnet.state_dict()}),
        }

    def restore(self, state: dict[str, Any]) -> None:
        """Go on exactly as the learner did whose state it is. Raises ValueError for that of another run."""
        checkpoint.check(state, {**self.state(), "optimizer": self._optimizer})
        saved = checkpoint.filled(self._place.state(self.iteration), state["collector"])
        self._place.restore(saved, state["iteration"])
        checkpoint.restore_moments(self._optimizer, state["optimizer"])
        self.network.load_state_dict(state["network"])
        if self.magnet is not None:
            self.magnet.load_state_dict(state["magnet"])
        self._past.pool = state["pool"]
        self._generator.bit_generator.state = json.loads(state["generator"])
        self.iteration, self.decisions = state["iteration"], state["decisions"]


@torch.no_grad()
def _follow(magnet: Network, network: Network, pace: float) -> None:
    """Move the weights of the magnet that part of the way to those of the network."""
    for mine, its in zip(magnet.parameters(), network.parameters(), strict=True):
        mine.lerp_(its, pace)


def standardised(sample: Sample) -> Sample:
    """With advantages of mean 0 and deviation 1."""
    wanted = sample.advantages.cpu().numpy()
    wanted = (wanted - wanted.mean()) / (wanted.std() + 1e-8)
    return replace(sample, advantages=torch.from_numpy(wanted).to(sample.advantages.device))


def values_and_returns(sample: Sample) -> tuple[np.ndarray, np.ndarray]:
    """What was expected of each decision, and what it led to: an advantage is what is between them."""
    returns = sample.returns.cpu().numpy()
    return returns - sample.advantages.cpu().numpy(), returns
