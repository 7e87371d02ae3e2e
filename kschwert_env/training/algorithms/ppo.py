"""`kschwert train ppo`: proximal policy optimization (PPO) by self-play, with illegal actions masked.

Here are the learner (everything that changes from one iteration to the next), and the run in its folder;
`runs.ppo_settings` has the settings, `update` the loss, `rollout` collects the games.
"""

import copy
import json
from dataclasses import asdict, replace
from pathlib import Path
from typing import Any

import numpy as np
import torch

from kschwert_env import terminal
from kschwert_env.agents.base import Agent
from kschwert_env.agents.registry import make_agents, split
from kschwert_env.engine.rules import GameRules
from kschwert_env.nn import serialization
from kschwert_env.nn.networks import Network, Shape, new_network
from kschwert_env.training.algorithms.update import explained_variance, update
from kschwert_env.training.rollout.backends import Ahead, Here, Place, Workers
from kschwert_env.training.rollout.collector import Sample, Timer
from kschwert_env.training.rollout.matchmaking import PastSelves
from kschwert_env.training.rollout.ray_backend import RayWorkers
from kschwert_env.training.runs import checkpoint, command, run
from kschwert_env.training.runs.ppo_settings import PpoSettings
from kschwert_env.training.runs.settings import holds_a_run


class Learner(run.Learner[PpoSettings]):
    """A network that plays against itself and its past selves, and what is needed to go on with it exactly.

    Attributes:
        magnet: the moving average of its weights to which it is drawn, if it is.
    """

    def __init__(self, rules: GameRules, settings: PpoSettings, network: Network) -> None:
        """Fresh games.

        Raises ValueError for a rival or a Ray cluster that there is not, ImportError where the extra `ray` is missing.
        """
        super().__init__(settings, network)
        self.magnet = copy.deepcopy(self.network) if settings.magnet else None
        self._generator = np.random.default_rng(settings.seed)
        self._past = PastSelves(rules, self.network, settings.pool, self._generator)
        self._place = self._place_for(rules)

    def _place_for(self, rules: GameRules) -> Place:
        """That which the settings name."""
        settings = self.settings
        if settings.workers is None:
            return Here(rules, settings, self.device, self._generator)
        kind = Workers if settings.ray is None else RayWorkers
        workers = kind(rules, settings, self.network.shape, self.device)
        return Ahead(workers, self.network) if settings.ahead else workers

    def iterate(self, timer: Timer) -> dict[str, float]:
        """Play and learn from it. Returns the figures of both; `timer` is entered by each part."""
        settings = self.settings
        if self.iteration and self.iteration % settings.pool_every == 0:
            self._past.keep()
        self._past.change()
        now = settings.at(max(0.0, 1 - self.decisions / settings.decisions))
        self.learn_at(now.learning_rate)
        sample, told = self._place.collect(self.network, self._past.playing, self.iteration, timer)
        figures = told.figures()
        with timer("update"):
            if len(sample):
                fresh = standardised(sample)
                figures |= update(self.network, self.optimizer, fresh, now, self._generator, self.magnet)
                figures["losses/explained_variance"] = explained_variance(*values_and_returns(sample))
            if self.magnet is not None:
                _follow(self.magnet, self.network, settings.magnet_pace)
        figures["policy/learning_rate"] = now.learning_rate
        self.iteration += 1
        self.decisions += settings.round
        return figures

    def mean(self) -> Network:
        """With the mean of the weights of past selves: stochastic weight averaging (Izmailov et al., UAI 2018)."""
        return self._past.mean()

    def state(self) -> dict[str, Any]:
        """All of it, for `checkpoint`."""
        return {
            **super().state(),
            "shape": asdict(self.network.shape),
            "pool": self._past.pool,
            "generator": json.dumps(self._generator.bit_generator.state),
            "collector": self._place.state(self.iteration),
            **({} if self.magnet is None else {"magnet": self.magnet.state_dict()}),
        }

    def restore(self, state: dict[str, Any]) -> None:
        """Go on exactly as the learner did whose state it is. Raises ValueError for that of another run."""
        super().restore(state)
        saved = checkpoint.filled(self._place.state(self.iteration), state["collector"])
        self._place.restore(saved, self.iteration)
        if self.magnet is not None:
            self.magnet.load_state_dict(state["magnet"])
        self._past.pool = state["pool"]
        self._generator.bit_generator.state = json.loads(state["generator"])


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


_OPTIONS = {
    **command.OPTIONS,
    "seconds": command.option(float, "NUMBER", "Stop after so long."),
    "warm_start": command.option(str, "FILE", "A trained network to begin with."),
    "workers": command.option(int, "NUMBER", "Workers that share the games, each on a core."),
    "ray": command.option(str, "ADDRESS", "Ray cluster that the workers are in; local for one on this machine."),
}


class Run(run.Run[PpoSettings, Learner]):
    """Self-play in a folder."""

    settings_type = PpoSettings

    def prepare(self, earlier: dict[str, Any] | None) -> tuple[Learner, dict[str, Agent]]:
        """Raises ValueError for a network to begin with that there is not, or that does not fit the rules."""
        settings, rules = self.settings, self.rules
        if earlier:
            with checkpoint.blamed(self.checkpoint):
                shape = Shape(**earlier["shape"])
                if "." in shape.kind and shape.kind != settings.own_network:
                    raise ValueError(f"its network is {shape.kind}, and the settings do not name that")
                network = new_network(rules, shape)
        elif settings.warm_start is not None:
            network = serialization.load(Path(settings.warm_start), rules, settings.own_network)[0]
        else:
            network = new_network(rules, settings.shape(rules), settings.seed)
        return Learner(rules, settings, network), make_agents(split(settings.evaluators), rules)

    def networks(self) -> dict[str, Network]:
        """That which learns, and the mean of its past selves."""
        return {**super().networks(), "mean.npz": self.learner.mean()}

    def play(self) -> bool:
        """Iterate until the decisions or seconds are over, and evaluate once more; False where Ctrl-C stopped it."""
        learner, settings = self.learner, self.settings
        with self.session() as stop, self.telling("decisions", settings.decisions, lambda: learner.decisions) as tell:
            while learner.decisions < settings.decisions and not stop.is_set() and not self._is_late():
                due = self._evaluations()
                figures = learner.iterate(self.watch)
                tell(figures | (self.evaluate(settings.evaluate_games) if self._evaluations() > due else {}))
                self.save_if_due()
            self.save()
            if not stop.is_set():
                tell(self.evaluate(run.LAST_GAMES * settings.evaluate_games), last=True)
        self.sum_up(complete=learner.decisions >= settings.decisions and not stop.is_set())
        return not stop.is_set()

    def _evaluations(self) -> int:
        """How many should have been by now."""
        every = self.settings.evaluate_every
        return self.learner.decisions // every if every else 0

    def _is_late(self) -> bool:
        return self.settings.seconds is not None and self.seconds >= self.settings.seconds


def learned(folder: Path, title: str, settings: dict[str, Any]) -> bool:
    """Play a run that is a part of something larger, unless that has been done; False where Ctrl-C stopped it.

    Where it was begun it goes on with its own settings; of these here only those are heeded that may be others then.
    """
    done = folder / "complete"
    if done.exists():
        return True
    terminal.new_console().rule(title)
    resume = holds_a_run(folder)
    heeded = {name: value for name, value in settings.items() if not resume or name in PpoSettings.free}
    if not Run.of(folder, resume, **heeded).play():
        return False
    done.touch()
    return True


main = command.of(
    Run,
    """Train a network by playing against itself and its past selves.

    Settings come from the command line, else from the file, else they are as usual. Ctrl-C stops after the iteration;
    --resume goes on exactly as if the run had not been stopped.
    """,
    _OPTIONS,
)
"""The command `kschwert train ppo`."""
