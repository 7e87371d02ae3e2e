"""`kschwert train imitate`: behaviour cloning. A network learns the actions of an agent, and the returns."""

from dataclasses import dataclass
from pathlib import Path
from threading import Event
from typing import Any, ClassVar

import numpy as np
import torch
from torch import nn
from torch.nn import functional

from kschwert_env.agents.base import Agent
from kschwert_env.agents.registry import make_agent
from kschwert_env.nn.evaluator import make_evaluator
from kschwert_env.nn.networks import Network
from kschwert_env.training.algorithms.update import explained_variance
from kschwert_env.training.rollout import dataset
from kschwert_env.training.runs import command, run
from kschwert_env.training.runs.report import Display
from kschwert_env.training.runs.settings import (
    EvaluationSettings,
    OptimizerSettings,
    RunSettings,
    Settings,
    check_minimum,
    group,
)

TEST_BATCH_SIZE = 4096
"""Decisions per forward pass of the test."""


@dataclass(frozen=True)
class ImitatedSettings:
    """The imitated agent and its games.

    Attributes:
        agent: the agent to imitate, as kind[:option=value,...]; also the evaluation opponent at the end.
        games_per_file: number of games per file of the dataset.
        value_coef: weight of the value loss.
    """

    agent: str = "heuristic"
    games_per_file: int = 128
    value_coef: float = 0.5

    def __post_init__(self) -> None:
        check_minimum(1, self, "games_per_file")
        check_minimum(0, self, "value_coef")


@dataclass(frozen=True)
class ImitationSettings(Settings):
    """Settings of `imitate`: it learns from at least `timesteps` decisions of the agent, besides a test set; decisions
    with one legal action do not count.

    Attributes:
        imitation: the imitated agent and its games.
    """

    run: RunSettings = group(RunSettings, timesteps=500_000)
    optimizer: OptimizerSettings = group(
        OptimizerSettings, epochs=1, minibatch_size=256, learning_rate=4e-3, final_lr_fraction=0.05, max_grad_norm=1.0
    )
    evaluation: EvaluationSettings = group(EvaluationSettings, evaluation_games=400)
    imitation: ImitatedSettings = group(ImitatedSettings)

    method: ClassVar[str] = "imitate"


class ImitationRun(run.TrainingRun[ImitationSettings, "Imitator"]):
    """An imitation run in a folder. Its dataset is in `games/`; the last file is the test set, and is kept."""

    settings_type = ImitationSettings

    def prepare(self, earlier: dict[str, Any] | None) -> tuple["Imitator", dict[str, Agent]]:
        """Return the learner, and the imitated agent as evaluation opponent.

        Raises ValueError for an unknown agent, and for a missing or unfitting network.
        """
        typed = self.settings.imitation.agent
        return Imitator(self.settings, self.first_network(earlier)), {typed: make_agent(typed, self.rules)}

    def train(self) -> bool:
        """Play the missing games, train on the rest of the dataset, and test. Return False after Ctrl-C."""
        with self.session() as stop:
            if self.learner.is_complete:
                paths = sorted((self.folder / "games").glob("*.npz"))[-1:]
            else:
                paths = self._gather(stop)
            if not stop.is_set():
                self._train(paths, stop)
        self.print_summary(complete=not stop.is_set())
        return not stop.is_set()

    def _gather(self, stop: Event) -> list[Path]:
        """Return the files of the dataset; fewer after Ctrl-C."""
        agent, timesteps, run = self.settings.imitation.agent, self.settings.run.timesteps, self.settings.run
        with Display(f"decisions of {agent}", timesteps, 0) as display, self.watch("playing"):

            def proceed(collected: int) -> bool:
                display.show(min(collected, timesteps), {})
                return not stop.is_set()

            return dataset.gather(
                self.folder / "games",
                self.rules,
                self.evaluation_opponents[agent],
                timesteps,
                self.settings.imitation.games_per_file,
                run.seed,
                proceed,
            )

    def _train(self, paths: list[Path], stop: Event) -> None:
        """Train on the files, in a new order each epoch, and test on the last one; then delete the others."""
        learner, settings, files = self.learner, self.settings, len(paths) - 1
        if not learner.is_complete:
            learner.total = settings.optimizer.epochs * files
        with self.reporting("files learned", learner.total, lambda: learner.iteration) as report:
            while not learner.is_complete and not stop.is_set():
                epoch, place = divmod(learner.iteration, files)
                order = np.random.default_rng([settings.run.seed, epoch]).permutation(files)
                with self.watch("learning"):
                    report(learner.train(dataset.read(paths[order[place]], self.rules)))
                self.save_if_due()
            self.save()
            if learner.is_complete:
                for path in paths[:-1]:
                    path.unlink()
            if not stop.is_set():
                with self.watch("testing"):
                    figures = learner.test(dataset.read(paths[-1], self.rules))
                report(figures | self.evaluate(settings.evaluation.evaluation_games), last=True)


class Imitator(run.Learner[ImitationSettings]):
    """A network that is trained on files of games; each file is one iteration.

    Attributes:
        total: number of iterations over all epochs; 0 until it is known.
    """

    def __init__(self, settings: ImitationSettings, network: Network) -> None:
        """Start to train a network. Raises ValueError for a device that is not available."""
        super().__init__(settings, network)
        self.total = 0

    @property
    def is_complete(self) -> bool:
        """Return whether training is complete."""
        return 0 < self.total == self.iteration

    def train(self, games: dataset.Dataset) -> dict[str, float]:
        """Train on one file; return the mean of each figure."""
        steps = self.settings.optimizer
        order = np.random.default_rng([self.settings.run.seed, self.iteration, 1]).permutation(len(games.actions))
        parts = np.array_split(order, max(1, round(len(order) / steps.minibatch_size)))
        figures = []
        for i, indices in enumerate(parts):
            left = 1 - (self.iteration + i / len(parts)) / self.total
            self.set_learning_rate(steps.rate(left))
            figures.append(self._step(games, indices))
        self.iteration += 1
        self.timesteps += len(order)
        return {name: float(np.mean([figure[name] for figure in figures])) for name in figures[0]}

    def _step(self, games: dataset.Dataset, indices: np.ndarray) -> dict[str, float]:
        """Take one gradient step on the decisions at these indices."""
        observations, masks, actions, returns = (torch.from_numpy(array[indices]).to(self.device) for array in games)
        with self.settings.run.mixed_precision():
            logits, values = make_evaluator(self.network)(observations, masks)
        policy_loss = functional.cross_entropy(logits, actions)
        value_loss = functional.mse_loss(values, returns)
        self.optimizer.zero_grad(set_to_none=True)
        loss: Any = policy_loss + self.settings.imitation.value_coef * value_loss  # untyped in torch
        loss.backward()
        nn.utils.clip_grad_norm_(self.network.parameters(), self.settings.optimizer.max_grad_norm)
        self.optimizer.step()
        same = (logits.argmax(dim=1) == actions).float().mean()
        return {"losses/policy": policy_loss.item(), "losses/value": value_loss.item(), "policy/same": same.item()}

    def test(self, games: dataset.Dataset) -> dict[str, float]:
        """Return the accuracy of the most likely action, and the explained variance of returns, on a test set."""
        same, values, evaluate = [], [], make_evaluator(self.network)
        with torch.inference_mode():
            for indices in np.array_split(np.arange(len(games.actions)), max(1, len(games.actions) // TEST_BATCH_SIZE)):
                inputs = (torch.from_numpy(array[indices]).to(self.device) for array in games[:2])
                logits, value = evaluate(*inputs)
                same.append(logits.argmax(dim=1).cpu().numpy() == games.actions[indices])
                values.append(value[:, 0].cpu().numpy())
        returns = torch.from_numpy(games.returns[:, 0])
        explained = explained_variance(returns - torch.from_numpy(np.concatenate(values)), returns)
        return {"test/same": float(np.concatenate(same).mean()), "test/explained_variance": explained}

    def state(self) -> dict[str, Any]:
        """Return the whole state, for `checkpoint`."""
        return {**super().state(), "total": self.total}

    def restore(self, state: dict[str, Any]) -> None:
        """Continue exactly as the imitator with that state would. Raises ValueError for the state of another run."""
        super().restore(state)
        self.total = state["total"]


main = command.make_main(
    ImitationRun,
    """Train a network to imitate an agent: a good start for `kschwert train ppo`.

    The agent's games are played and written to files; then the network is trained on them. Ctrl-C stops after the
    current file; --resume continues exactly as if the run had not been stopped.
    """,
)
"""The command `kschwert train imitate`."""
