"""`kschwert train ppo`: proximal policy optimization (PPO) by self-play, with illegal actions masked.

This module has the learner (everything that changes from one iteration to the next) and the run in its folder. The
hyperparameters are in `runs.ppo_settings`, the loss in `update`, the rollouts in `training.rollout`.
"""

import copy
import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import torch

from kschwert_env import terminal
from kschwert_env.agents.base import Agent
from kschwert_env.agents.registry import make_agents, split_specs
from kschwert_env.engine.contract.rules import GameRules
from kschwert_env.engine.io.files import FileError
from kschwert_env.engine.io.parsing import parse_json
from kschwert_env.nn.networks import Network
from kschwert_env.training.algorithms.teachers import Teachers
from kschwert_env.training.algorithms.update import explained_variance, update
from kschwert_env.training.rollout import auxiliary
from kschwert_env.training.rollout.backends import AsyncBackend, LocalBackend, RolloutBackend, WorkerBackend
from kschwert_env.training.rollout.collector import Rollout, Timer
from kschwert_env.training.rollout.matchmaking import OpponentPool
from kschwert_env.training.rollout.ray_backend import RayBackend
from kschwert_env.training.runs import checkpoint, command, parts, run
from kschwert_env.training.runs.ppo_settings import PpoSettings
from kschwert_env.training.runs.settings import holds_run


class PpoLearner(run.Learner[PpoSettings]):
    """A network that trains against itself, past versions and fixed opponents, with all state that a resumed run needs.

    Attributes:
        magnet: network with the moving average of the weights (`magnet_coef`); None without.
        teachers: networks whose policies it stays near (`teacher_coef`); None without.
    """

    def __init__(self, rules: GameRules, settings: PpoSettings, network: Network) -> None:
        """Start new games.

        Raises ValueError for an unknown fixed opponent, teacher or Ray cluster, and for a network without auxiliary
        outputs; ImportError without the extra `ray`.
        """
        if settings.loss.auxiliary_coef:
            auxiliary.add_outputs(network, auxiliary.num_targets(rules))
        super().__init__(settings, network)
        self.magnet = copy.deepcopy(self.network) if settings.loss.magnet_coef else None
        self.teachers = Teachers(rules, settings, self.device) if settings.loss.teacher_coef else None
        self._generator = np.random.default_rng(settings.run.seed)
        self._pool = OpponentPool(rules, self.network, settings.opponents.pool_size, self._generator)
        self._backend = self._new_backend(rules)

    def _new_backend(self, rules: GameRules) -> RolloutBackend:
        """Return the rollout backend that the settings name."""
        settings, rollout = self.settings, self.settings.rollout
        if rollout.workers is None:
            return LocalBackend(rules, settings, self.device, self._generator)
        kind = WorkerBackend if rollout.ray is None else RayBackend
        workers = kind(rules, settings, self.network.shape, self.device)
        return AsyncBackend(workers, self.network) if rollout.async_rollouts else workers

    def iterate(self, timer: Timer) -> dict[str, float]:
        """Play one iteration and train on it. Return the figures of both; `timer` is entered for each part."""
        with self.settings.run.mixed_precision():
            return self._iterate(timer)

    def _iterate(self, timer: Timer) -> dict[str, float]:
        settings = self.settings
        if self.iteration and self.iteration % settings.opponents.pool_interval == 0:
            self._pool.add()
        self._pool.resample()
        left = max(0.0, 1 - self.timesteps / settings.run.timesteps)
        loss, rate = settings.loss_at(left), settings.optimizer.rate(left)
        self.set_learning_rate(rate)
        rollout, stats = self._backend.collect(self.network, self._pool.playing, self.iteration, timer)
        figures = stats.figures()
        with timer("update"):
            if len(rollout):
                wanted = None if self.teachers is None else self.teachers.logits(rollout)
                figures |= update(
                    self.network,
                    self.optimizer,
                    standardize_advantages(rollout),
                    loss,
                    settings.optimizer,
                    self._generator,
                    self.magnet,
                    wanted,
                )
                figures["losses/explained_variance"] = explained_variance(rollout.advantages, rollout.returns[:, 0])
            if self.magnet is not None:
                _update_magnet(self.magnet, self.network, loss.magnet_ema_rate)
        figures["policy/learning_rate"] = rate
        self.iteration += 1
        self.timesteps += settings.rollout.buffer_size
        return figures

    def average(self) -> Network:
        """Return a network with the average weights of the opponent pool (SWA; Izmailov et al., UAI 2018)."""
        return self._pool.average()

    def state(self) -> dict[str, Any]:
        """Return the whole state, for `checkpoint`."""
        return {
            **super().state(),
            "pool": self._pool.pool,
            "generator": json.dumps(self._generator.bit_generator.state),
            "collector": self._backend.state(self.iteration),
            **({} if self.magnet is None else {"magnet": self.magnet.state_dict()}),
        }

    def restore(self, state: dict[str, Any]) -> None:
        """Continue exactly as the learner with that state would. Raises ValueError for the state of another run."""
        super().restore(state)
        saved = checkpoint.filled(self._backend.state(self.iteration), state["collector"])
        self._backend.restore(saved, self.iteration)
        if self.magnet is not None:
            self.magnet.load_state_dict(state["magnet"])
        self._pool.pool = state["pool"]
        self._generator.bit_generator.state = parse_json(state["generator"])


@torch.no_grad()
def _update_magnet(magnet: Network, network: Network, rate: float) -> None:
    """Update the moving average of the weights."""
    for mine, its in zip(magnet.parameters(), network.parameters(), strict=True):
        mine.lerp_(its, rate)


def standardize_advantages(rollout: Rollout) -> Rollout:
    """Return the rollout with advantages of mean 0 and standard deviation 1."""
    deviation, mean = torch.std_mean(rollout.advantages, correction=0)
    return replace(rollout, advantages=(rollout.advantages - mean) / (deviation + 1e-8))


class PpoRun(run.TrainingRun[PpoSettings, PpoLearner]):
    """A PPO run in a folder."""

    settings_type = PpoSettings

    def prepare(self, earlier: dict[str, Any] | None) -> tuple[PpoLearner, dict[str, Agent]]:
        """Return the learner and its evaluation opponents. Raises ValueError for a missing or unfitting network."""
        opponents = make_agents(split_specs(self.settings.evaluation.evaluation_opponents), self.rules)
        return PpoLearner(self.rules, self.settings, self.first_network(earlier)), opponents

    def networks(self) -> dict[str, Network]:
        """Return the network, and the average of the opponent pool, both without auxiliary outputs."""
        networks = {**super().networks(), "average.npz": self.learner.average()}
        if not self.settings.loss.auxiliary_coef:
            return networks
        return {file: auxiliary.without_outputs(network) for file, network in networks.items()}

    def train(self) -> bool:
        """Train until the timesteps or the time limit are reached, then evaluate. Return False after Ctrl-C."""
        learner, total, games = self.learner, self.settings.run.timesteps, self.settings.evaluation.evaluation_games
        with self.session() as stop, self.reporting("timesteps", total, lambda: learner.timesteps) as report:
            while learner.timesteps < total and not stop.is_set() and not self._is_late():
                due = self._evaluations()
                figures = learner.iterate(self.watch)
                report(figures | (self.evaluate(games) if self._evaluations() > due else {}))
                self.save_if_due()
            self.save()
            if not stop.is_set():
                report(self.evaluate(run.LAST_GAMES * games), last=True)
        self.print_summary(complete=learner.timesteps >= total and not stop.is_set())
        return not stop.is_set()

    def _evaluations(self) -> int:
        """Return the number of evaluations due by now."""
        every = self.settings.evaluation.evaluation_interval
        return self.learner.timesteps // every if every else 0

    def _is_late(self) -> bool:
        limit = self.settings.run.time_limit
        return limit is not None and self.seconds >= limit


_NAMING_FILES = ("warm_start", "fixed_opponents", "evaluation_opponents")


def complete(folder: Path, title: str, settings: dict[str, Any]) -> bool:
    """Complete a run that is part of a larger one, unless it is complete; return False after Ctrl-C.

    A part that was started before keeps the files that its settings name: the same file can have several paths. Raises
    FileError if the folder holds another run, or a file that has changed since the part was complete.
    """
    if parts.is_complete(folder):
        return True
    terminal.new_console().rule(title)
    resume = holds_run(folder)
    part_settings = {name: value for name, value in settings.items() if not resume or name not in _NAMING_FILES}
    try:
        part = PpoRun.create(folder, resume, **part_settings)
    except FileError:
        raise
    except ValueError as error:
        raise FileError(f"{folder} can't be completed: {error}") from None
    if not part.train():
        return False
    parts.mark_complete(folder)
    return True


main = command.make_main(
    PpoRun,
    """Train a network with PPO against itself, its past versions, and fixed opponents.

    By default half of the games are against the heuristic; --fixed-opponents "" is pure self-play. Settings have
    defaults; override them in a TOML file or on the command line. Ctrl-C stops after the iteration; --resume continues
    exactly as if the run had not been stopped.
    """,
)
"""The command `kschwert train ppo`."""
