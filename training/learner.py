"""The learner of proximal policy optimisation by self-play: everything that changes from one iteration to the next."""

import json
from collections.abc import Set
from dataclasses import dataclass
from typing import Any, ClassVar

import numpy as np
import torch

from kschwert_env.agents.kinds import make_agents, split
from kschwert_env.agents.networks import Network
from kschwert_env.engine.contract import GameRules
from kschwert_env.engine.options import check
from kschwert_env.training import checkpoint
from kschwert_env.training.advantages import advantages
from kschwert_env.training.collect import Collector, Timer
from kschwert_env.training.line_ups import Mixture
from kschwert_env.training.past_selves import PastSelves
from kschwert_env.training.settings import ClippedSettings, Settings, at_least, within
from kschwert_env.training.update import Sample, Weights, explained_variance, update


@dataclass(frozen=True)
class PpoSettings(ClippedSettings):
    """Of `ppo`.

    Attributes:
        seconds: stop after so long, where the decisions are not done by then; None waits for them.
        warm_start: a trained network to begin with, by the path of its file; its shape goes before the settings.
        entropy: at first; it falls as the learning rate does.
        gamma: from one decision of a seat to its next.
        gae_lambda: likewise.
        target_kl: as in `update`.
        past_share: part of the games in which some seats are past selves.
        rivals: agents by what is typed, with + between them.
        rival_share: part of the games in which some seats are one of theirs.
    """

    decisions: int = 5_000_000
    seconds: float | None = None
    warm_start: str | None = None
    entropy: float = 0.001
    gae_lambda: float = 0.97
    target_kl: float = 0.03
    past_share: float = 0.1
    rivals: str = "heuristic"
    rival_share: float = 0.5

    method: ClassVar[str] = "ppo"
    free: ClassVar[Set[str]] = {"seconds", *Settings.free}

    def __post_init__(self) -> None:
        super().__post_init__()
        at_least(0, self, "seconds", "target_kl")
        within(0, 1, self, "past_share", "rival_share")
        shares = self.past_share + self.rival_share
        check("past_share and rival_share", shares, shares <= 1, "at most 1 together")

    def weights(self, left: float) -> Weights:
        """With a part `left` of the planned decisions to go."""
        names = ("clip", "value_weight", "max_gradient", "target_kl")
        return Weights(entropy=self.entropy * self.falling(left), **{name: getattr(self, name) for name in names})


class Learner:
    """A network that plays against itself and its past selves, and what is needed to go on with it exactly.

    Attributes:
        settings: of the method.
        network: what is trained.
        iteration: how many have been learned.
        decisions: how many have been learned from.
    """

    def __init__(self, rules: GameRules, settings: PpoSettings, network: Network) -> None:
        """Raises ValueError for a rival that there is not."""
        self.settings = settings
        self.iteration = self.decisions = 0
        self._device = settings.torch_device()
        self.network = network.to(self._device)
        rate = settings.learning_rate
        self._optimizer = torch.optim.Adam(self.network.parameters(), lr=rate, eps=1e-5)
        self._generator = np.random.default_rng(settings.seed)
        self._past = PastSelves(rules, self.network, settings.pool, self._generator)
        rivals = make_agents(split(settings.rivals), rules)
        mixture = Mixture(settings.past_share, settings.rival_share, len(rivals))
        size = settings.games, settings.steps
        self._collector = Collector(rules, *size, mixture, rivals, self._device, self._generator)

    def iterate(self, timer: Timer) -> dict[str, float]:
        """Play and learn from it. Returns the figures of both; `timer` is entered by each part."""
        settings = self.settings
        if self.iteration and self.iteration % settings.pool_every == 0:
            self._past.keep()
        self._past.change()
        left = max(0.0, 1 - self.decisions / settings.decisions)
        for group in self._optimizer.param_groups:
            group["lr"] = settings.falling_rate(left)
        figures = self._collector.collect(self.network, self._past.playing, timer)
        with timer("update"):
            sample, values, returns = self._sample()
            if len(values):
                options = settings.epochs, settings.minibatch, settings.weights(left)
                figures |= update(self.network, self._optimizer, sample, *options, self._generator)
                figures["losses/explained_variance"] = explained_variance(values, returns)
        figures["policy/learning_rate"] = settings.falling_rate(left)
        self.iteration += 1
        self.decisions += settings.round
        return figures

    def _sample(self) -> tuple[Sample, np.ndarray, np.ndarray]:
        """The current self's decisions of which it is known what they led to; their values and returns as arrays."""
        played, settings = self._collector, self.settings
        found, complete = advantages(
            *(played.values, played.seats, played.learns, played.rewards, played.ended),
            *(settings.gamma, settings.gae_lambda),
        )
        values, wanted = played.values[complete], found[complete]
        returns = values + wanted
        if len(wanted):
            wanted = (wanted - wanted.mean()) / (wanted.std() + 1e-8)
        places = torch.from_numpy(np.flatnonzero(complete)).to(self._device)
        arrays = (played.observations, played.masks, played.actions, played.log_chances)
        flat = (array.flatten(0, 1)[places] for array in arrays)
        sample = Sample(*flat, *(torch.from_numpy(array).to(self._device) for array in (wanted, returns)))
        return sample, values, returns

    def state(self) -> dict[str, Any]:
        """All of it, for `checkpoint`."""
        return {
            "shape": self.network.shape.as_dict(),
            "network": self.network.state_dict(),
            "optimizer": self._optimizer.state_dict(),
            "pool": self._past.pool,
            "generator": json.dumps(self._generator.bit_generator.state),
            "collector": self._collector.state(),
            "iteration": self.iteration,
            "decisions": self.decisions,
        }

    def restore(self, state: dict[str, Any]) -> None:
        """Go on exactly as the learner did whose state it is. Raises ValueError for that of another run."""
        checkpoint.check(state, {**self.state(), "optimizer": self._optimizer})
        checkpoint.restore_moments(self._optimizer, state["optimizer"])
        self._collector.restore(checkpoint.filled(self._collector.state(), state["collector"]))
        self.network.load_state_dict(state["network"])
        self._past.pool = state["pool"]
        self._generator.bit_generator.state = json.loads(state["generator"])
        self.iteration, self.decisions = state["iteration"], state["decisions"]
