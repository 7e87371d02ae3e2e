"""`kschwert train imitate`: behaviour cloning. A network learns the actions of an agent, and what comes of them."""

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
from kschwert_env.engine.rules import GameRules
from kschwert_env.nn.dispatch import judging, learning
from kschwert_env.nn.networks import masked, new_network
from kschwert_env.training.algorithms.update import explained_variance
from kschwert_env.training.rollout import game_files
from kschwert_env.training.runs import command, run
from kschwert_env.training.runs.report import Display
from kschwert_env.training.runs.settings import Settings, at_least

_MOST_GRADIENT = 1.0  # norm

TEST_AT_ONCE = 4096
"""Decisions that the network judges at a time in the test."""

_OPTIONS = {
    "agent": command.option(str, "AGENT", "Who is imitated: kind[:option=value,...]."),
    **command.OPTIONS,
}


@dataclass(frozen=True)
class ImitationSettings(Settings):
    """Of `imitate`.

    Attributes:
        agent: who is imitated, by what is typed; and whom it is tested against, in the end.
        decisions: how many of it, at least; those without a choice do not count.
        file_games: games for one file.
    """

    agent: str = "heuristic"
    decisions: int = 500_000
    file_games: int = 128
    epochs: int = 1
    minibatch: int = 256
    learning_rate: float = 4e-3
    last_share: float = 0.05
    evaluate_games: int = 400

    method: ClassVar[str] = "imitate"

    def __post_init__(self) -> None:
        super().__post_init__()
        at_least(1, self, "file_games")


class Run(run.Run[ImitationSettings, "Imitator"]):
    """Imitation in a folder, which has `games/`, too: the last file of them is for testing only, and stays there."""

    settings_type = ImitationSettings

    def prepare(self, earlier: dict[str, Any] | None) -> tuple["Imitator", dict[str, Agent]]:
        """Tested against who is imitated. Raises ValueError for an agent that there is not."""
        typed = self.settings.agent
        return Imitator(self.rules, self.settings), {typed: make_agent(typed, self.rules)}

    def play(self) -> bool:
        """Play what is missing, learn what has not been learned, and test; False where Ctrl-C stopped it."""
        with self.session() as stop:
            if self.learner.is_complete:
                paths = sorted((self.folder / "games").glob("*.npz"))[-1:]
            else:
                paths = self._gather(stop)
            if not stop.is_set():
                self._learn(paths, stop)
        self.sum_up(complete=not stop.is_set())
        return not stop.is_set()

    def _gather(self, stop: Event) -> list[Path]:
        """The files of games, all of them unless it was asked to stop."""
        settings = self.settings
        with Display(f"decisions of {settings.agent}", settings.decisions, 0) as display, self.watch("playing"):

            def go_on(found: int) -> bool:
                display.show(min(found, settings.decisions), {})
                return not stop.is_set()

            arguments = settings.decisions, settings.file_games, settings.seed
            agent = self.evaluators[settings.agent]
            return game_files.gather(self.folder / "games", self.rules, agent, *arguments, go_on)

    def _learn(self, paths: list[Path], stop: Event) -> None:
        """Go through the files, in another order each time, and test on the last; the others are gone then."""
        learner, settings, files = self.learner, self.settings, len(paths) - 1
        if not learner.is_complete:
            learner.total = settings.epochs * files
        with self.telling("files learned", learner.total, lambda: learner.iteration) as tell:
            while not learner.is_complete and not stop.is_set():
                epoch, place = divmod(learner.iteration, files)
                order = np.random.default_rng([settings.seed, epoch]).permutation(files)
                with self.watch("learning"):
                    tell(learner.learn(game_files.read(paths[order[place]], self.rules)))
                self.save_if_due()
            self.save()
            if learner.is_complete:
                for path in paths[:-1]:
                    path.unlink()
            if not stop.is_set():
                with self.watch("testing"):
                    figures = learner.test(game_files.read(paths[-1], self.rules))
                tell(figures | self.evaluate(settings.evaluate_games), last=True)


class Imitator(run.Learner[ImitationSettings]):
    """A network that learns from files of games, each of which is an iteration.

    Attributes:
        total: how many files are to be learned in all, each time they are; 0 as long as that is not known.
    """

    def __init__(self, rules: GameRules, settings: ImitationSettings) -> None:
        """A new network. Raises ValueError for one, or a device, that there is not."""
        super().__init__(settings, new_network(rules, settings.shape(rules), settings.seed))
        self.total = 0

    @property
    def is_complete(self) -> bool:
        """Whether all has been learned."""
        return 0 < self.total == self.iteration

    def learn(self, played: game_files.Played) -> dict[str, float]:
        """Go once through a file. Returns means of the figures."""
        settings = self.settings
        order = np.random.default_rng([settings.seed, self.iteration, 1]).permutation(len(played.actions))
        parts = np.array_split(order, max(1, round(len(order) / settings.minibatch)))
        figures = []
        for i, places in enumerate(parts):
            left = 1 - (self.iteration + i / len(parts)) / self.total
            self.learn_at(settings.falling_rate(left))
            figures.append(self._step(played, places))
        self.iteration += 1
        self.decisions += len(order)
        return {name: float(np.mean([figure[name] for figure in figures])) for name in figures[0]}

    def _step(self, played: game_files.Played, places: np.ndarray) -> dict[str, float]:
        """One step down the gradient."""
        observations, masks, actions, returns = (torch.from_numpy(array[places]).to(self.device) for array in played)
        logits, values = learning(self.network)(observations, masks)
        logits = masked(logits, masks)
        policy_loss = functional.cross_entropy(logits, actions)
        value_loss = functional.mse_loss(values, returns)
        self.optimizer.zero_grad(set_to_none=True)
        loss: Any = policy_loss + self.settings.value_weight * value_loss  # torch has no type for its gradient
        loss.backward()
        nn.utils.clip_grad_norm_(self.network.parameters(), _MOST_GRADIENT)
        self.optimizer.step()
        same = (logits.argmax(dim=1) == actions).float().mean()
        return {"losses/policy": policy_loss.item(), "losses/value": value_loss.item(), "policy/same": same.item()}

    def test(self, played: game_files.Played) -> dict[str, float]:
        """How often the likeliest action is the agent's, and how well returns are foreseen, in games not learned."""
        same, values, judge = [], [], judging(self.network)
        with torch.inference_mode():
            for places in np.array_split(np.arange(len(played.actions)), max(1, len(played.actions) // TEST_AT_ONCE)):
                seen = (torch.from_numpy(array[places]).to(self.device) for array in played[:2])
                logits, value = judge(*seen)
                same.append(logits.argmax(dim=1).cpu().numpy() == played.actions[places])
                values.append(value.cpu().numpy())
        foreseen = explained_variance(np.concatenate(values), played.returns)
        return {"test/same": float(np.concatenate(same).mean()), "test/explained_variance": foreseen}

    def state(self) -> dict[str, Any]:
        """All of it, for `checkpoint`."""
        return {**super().state(), "total": self.total}

    def restore(self, state: dict[str, Any]) -> None:
        """Go on exactly as the imitator did whose state it is. Raises ValueError for that of another run."""
        super().restore(state)
        self.total = state["total"]


main = command.of(
    Run,
    """Train a network to play as an agent does: a good beginning for `kschwert train ppo`.

    First the agent's games are played and written to files, then they are learned. Ctrl-C stops after the file;
    --resume goes on with the files that are complete, and exactly as if the run had not been stopped.
    """,
    _OPTIONS,
)
"""The command `kschwert train imitate`."""
