"""A training run in its folder: start, stop with Ctrl-C, resume, evaluation, saving."""

import signal
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import asdict
from pathlib import Path
from threading import Event
from time import perf_counter
from types import FrameType
from typing import Any, ClassVar, Generic, Self, TypeVar

import numpy as np
import torch

from kschwert_env import terminal
from kschwert_env.agents.base import Agent
from kschwert_env.agents.policy import PolicyAgent
from kschwert_env.arena.game_runner import GameResult, GameRunner, wins
from kschwert_env.arena.schedule import ScheduledGame
from kschwert_env.engine.compiled.rng import derived_seeds
from kschwert_env.engine.contract.rules import GameRules
from kschwert_env.engine.io.files import locked_folder
from kschwert_env.nn import serialization
from kschwert_env.nn.networks import Network, Shape, new_network
from kschwert_env.training.runs import checkpoint
from kschwert_env.training.runs.report import Display, Figures, ProgressLog, Stopwatch, speed
from kschwert_env.training.runs.settings import Settings, save_settings, settings_of_run


@contextmanager
def stop_on_interrupt() -> Iterator[Event]:
    """Yield an event that the first Ctrl-C sets; the second one interrupts at once."""
    stop = Event()

    def set_event(number: int, frame: FrameType | None) -> None:
        stop.set()
        signal.signal(signal.SIGINT, before)

    before = signal.signal(signal.SIGINT, set_event)
    try:
        yield stop
    finally:
        signal.signal(signal.SIGINT, before)


_GAMES_AT_ONCE = 256


def win_share(rules: GameRules, agent: Agent, other: Agent, games: int, seed: int) -> float:
    """Return the win share of `agent` with one seat against `other` in all others, in each seat on the same deals.

    A win shared by w seats counts 1/w. The same seed gives the same deals.
    """
    players = rules.num_players
    deals = derived_seeds(np.full(games, seed), np.arange(games) // players)
    line_ups = [tuple(int(other != seat) for other in range(players)) for seat in range(players)]
    schedule = [ScheduledGame(i, int(deals[i]), line_ups[i % players]) for i in range(games)]
    results: list[GameResult] = []
    GameRunner(rules, [agent, other], schedule, min(_GAMES_AT_ONCE, games)).play(Event(), results.append)
    won = wins(np.array([result["scores"] for result in results]))
    return float(won[np.array([result["line_up"] for result in results]) == 0].mean())


LAST_GAMES = 4
"""The last evaluation of a run plays this many times as many games as the others."""


S = TypeVar("S", bound=Settings)


class Learner(Generic[S]):
    """A network, its optimizer, and everything else that changes during training.

    Attributes:
        settings: settings of the method.
        network: the network that is trained.
        optimizer: its optimizer.
        device: device of the network.
        iteration: number of completed iterations.
        timesteps: number of decisions trained on.
    """

    def __init__(self, settings: S, network: Network) -> None:
        """Create the optimizer. Raises ValueError for a device that is not available."""
        self.settings = settings
        self.device = settings.run.torch_device()
        self.network = network.to(self.device)
        self.network.torch_compile = bool(settings.run.torch_compile)
        self.optimizer = torch.optim.Adam(
            self.network.parameters(), lr=settings.optimizer.learning_rate, eps=1e-5, fused=True
        )
        self.iteration = self.timesteps = 0

    def set_learning_rate(self, rate: float) -> None:
        """Set the learning rate."""
        for group in self.optimizer.param_groups:
            group["lr"] = rate

    def state(self) -> dict[str, Any]:
        """Return the whole state, for `checkpoint`."""
        parts = {"network": self.network.state_dict(), "optimizer": self.optimizer.state_dict()}
        shape = asdict(self.network.shape)
        return {**parts, "shape": shape, "iteration": self.iteration, "timesteps": self.timesteps}

    def restore(self, state: dict[str, Any]) -> None:
        """Continue exactly as the learner with that state would. Raises ValueError for the state of another run."""
        checkpoint.check(state, {**self.state(), "optimizer": self.optimizer})
        self.optimizer.load_state_dict({**self.optimizer.state_dict(), "state": state["optimizer"]["state"]})
        self.network.load_state_dict(state["network"])
        self.iteration, self.timesteps = state["iteration"], state["timesteps"]


L = TypeVar("L", bound=Learner[Any])


class TrainingTask(ABC):
    """Training that is started in a folder, and resumed there."""

    settings_type: ClassVar[type[Settings]]
    """Class of the settings."""

    @classmethod
    def create(cls, folder: Path, resume: bool = False, **settings: Any) -> Self:
        """Start a run with these settings, or resume it. Raises ValueError for wrong settings."""
        return cls(folder, settings_of_run(cls.settings_type, folder, resume, {}, settings), resume)

    @abstractmethod
    def __init__(self, folder: Path, settings: Any, resume: bool) -> None:
        """Prepare a new run, or one to resume. Raises ValueError if that is impossible."""

    @abstractmethod
    def train(self) -> bool:
        """Train to the end. Return False after Ctrl-C."""


class TrainingRun(TrainingTask, Generic[S, L]):
    """A run in its folder: `settings.json`, `checkpoint.pt`, networks, `progress.jsonl` and `tensorboard/`.

    Attributes:
        folder: folder of the run.
        checkpoint: file that a resumed run starts from.
        settings: settings of the method.
        rules: rules of the game.
        learner: the network and everything else that changes.
        evaluation_opponents: agents that the network is evaluated against, by name.
        watch: time spent on each part.
        on_progress: called with each line of `progress.jsonl`; what it raises ends the run, as a failure would.
    """

    on_progress: Callable[[dict[str, float]], object] | None = None

    def __init__(self, folder: Path, settings: S, resume: bool) -> None:
        """Start or resume a run. The folder is locked until the run has been played.

        Raises ValueError for settings that do not fit each other or the game; FileError for a damaged checkpoint, and
        if another process holds the lock of the folder.
        """
        settings.run.set_up_torch()
        self.folder, self.settings, self.rules = folder, settings, settings.task.game_rules()
        self.watch = Stopwatch()
        self.checkpoint = folder / "checkpoint.pt"
        with ExitStack() as held:
            if resume:
                held.enter_context(locked_folder(folder))
            self.learner, self.evaluation_opponents, self._earlier_seconds = self._prepared(resume)
            if not resume:  # only now: a run that can't start leaves no folder
                held.enter_context(locked_folder(folder))
            save_settings(folder, settings)
            self._held = held.pop_all()

    def _prepared(self, resume: bool) -> tuple[L, dict[str, Agent], float]:
        """Return the learner, new or restored, the evaluation opponents, and the seconds of earlier sessions."""
        if not (resume and self.checkpoint.exists()):
            return *self.prepare(None), 0.0
        earlier, seconds = checkpoint.read(self.checkpoint, self.settings.run.torch_device())
        learner, opponents = self.prepare(earlier)
        with checkpoint.as_file_error(self.checkpoint):
            learner.restore(earlier)
        return learner, opponents, seconds

    @abstractmethod
    def prepare(self, earlier: dict[str, Any] | None) -> tuple[L, dict[str, Agent]]:
        """Return a learner, which is then restored from `earlier` if that is given, and the evaluation opponents."""

    def first_network(self, earlier: dict[str, Any] | None) -> Network:
        """Return the network to start from: of the shape in `earlier` if that is given, of `warm_start`, or a new one.

        Raises ValueError for a missing or unfitting network, and FileError for a damaged checkpoint.
        """
        settings, rules = self.settings.architecture, self.rules
        if earlier:
            with checkpoint.as_file_error(self.checkpoint):
                shape = Shape(**earlier["shape"])
                if "." in shape.kind and shape.kind != settings.own_network:
                    raise ValueError(f"its network class {shape.kind} is not the one in the settings")
                return new_network(rules, shape)
        if settings.warm_start is not None:
            return serialization.load(Path(settings.warm_start), rules, settings.own_network)[0]
        return new_network(rules, settings.shape(rules), self.settings.run.seed)

    @property
    def seconds(self) -> float:
        """Seconds of the whole run so far."""
        return self._earlier_seconds + perf_counter() - self._start

    @contextmanager
    def session(self) -> Iterator[Event]:
        """Start the clock, and yield an event that Ctrl-C sets. At the end the lock of the folder is released."""
        self._first = self.learner.timesteps
        self._start = self._saved = perf_counter()
        with self._held, stop_on_interrupt() as stop:
            yield stop

    @contextmanager
    def reporting(self, what: str, total: int, done: Callable[[], int]) -> Iterator[Callable[..., None]]:
        """Open the log and the display of progress; `what` is counted up to `total`.

        Yields a function that reports the figures of each iteration, and with `last` those of the final evaluation,
        which a resumed run discards.
        """
        learner = self.learner
        with (
            ProgressLog(self.folder, learner.iteration, learner.timesteps) as log,
            Display(what, total, done()) as display,
        ):

            def report(figures: Figures, last: bool = False) -> None:
                line = log.append(learner.iteration + last, learner.timesteps, self.seconds, figures)
                display.show(done(), figures)
                if self.on_progress is not None:
                    self.on_progress(line)

            yield report

    def evaluate(self, games: int) -> dict[str, float]:
        """Return the win shares of the current network against each evaluation opponent, in `games` games."""
        agent = PolicyAgent.from_network(self.learner.network)
        with self.watch("evaluation"):
            return {
                f"wins/{name}": win_share(self.rules, agent, other, games, self.settings.run.seed)
                for name, other in self.evaluation_opponents.items()
            }

    def networks(self) -> dict[str, Network]:
        """Return the networks to save, by file name."""
        return {"agent.npz": self.learner.network}

    def save(self) -> None:
        """Write the checkpoint and the networks."""
        learner, settings = self.learner, self.settings
        with self.watch("saving"):
            training = {"method": settings.method, "timesteps": learner.timesteps, "settings": settings.by_name()}
            for file, network in self.networks().items():  # first, since this refuses broken weights
                serialization.save(self.folder / file, network, self.rules, training)
            checkpoint.write(self.checkpoint, learner.state(), self.seconds)
        self._saved = perf_counter()

    def save_if_due(self) -> None:
        """Save if enough time has passed since the last save. Call it between iterations."""
        if perf_counter() - self._saved > self.settings.run.checkpoint_interval:
            self.save()

    def print_summary(self, complete: bool) -> None:
        """Print the speed of the session and where the network is."""
        console, timesteps = terminal.new_console(), self.learner.timesteps
        if not complete:
            console.print("Stopped; resume with --resume.")
        if timesteps > self._first:
            console.print(speed(self.watch.seconds, timesteps - self._first))
        if timesteps:
            console.print(f"The trained network is {self.folder / 'agent.npz'}.")
