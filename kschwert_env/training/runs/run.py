"""A training run in its folder: start and resume, sessions that Ctrl-C ends between iterations, evaluation, saving."""

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
from kschwert_env.agents.policy import Policy
from kschwert_env.arena.schedule import Seating
from kschwert_env.arena.tables import Row, Tables, wins
from kschwert_env.engine.io.files import claimed
from kschwert_env.engine.rng import derived_seeds
from kschwert_env.engine.rules import GameRules
from kschwert_env.nn import serialization
from kschwert_env.nn.networks import Network
from kschwert_env.training.runs import checkpoint
from kschwert_env.training.runs.report import Display, Figures, Log, Stopwatch, speed
from kschwert_env.training.runs.settings import Settings, keep, settings_of_run


@contextmanager
def asked_to_stop() -> Iterator[Event]:
    """An event that the first Ctrl-C sets; a second one interrupts at once."""
    stop = Event()

    def ask(number: int, frame: FrameType | None) -> None:
        stop.set()
        signal.signal(signal.SIGINT, before)

    before = signal.signal(signal.SIGINT, ask)
    try:
        yield stop
    finally:
        signal.signal(signal.SIGINT, before)


_PLACES = 256  # games side by side


def win_share(rules: GameRules, agent: Agent, other: Agent, games: int, seed: int) -> float:
    """The share of wins of one seat of `agent` at tables of `other`, in every seat in turn on the same deals.

    A win shared by w seats counts 1/w. The same seed deals the same games.
    """
    players = rules.num_players
    deals = derived_seeds(np.full(games, seed), np.arange(games) // players)
    line_ups = [tuple(int(other != seat) for other in range(players)) for seat in range(players)]
    seatings = [Seating(i, int(deals[i]), line_ups[i % players]) for i in range(games)]
    rows: list[Row] = []
    Tables(rules, [agent, other], seatings, min(_PLACES, games)).play(Event(), rows.append)
    won = wins(np.array([row["scores"] for row in rows]))
    return float(won[np.array([row["line_up"] for row in rows]) == 0].mean())


LAST_GAMES = 4
"""Times as many games as usual in the last evaluation of self-play."""


S = TypeVar("S", bound=Settings)


class Learner(Generic[S]):
    """A network, its optimizer, and all else that changes with it.

    Attributes:
        settings: of the method.
        network: what is trained.
        optimizer: what trains it.
        device: that of the network.
        iteration: how many have been learned.
        decisions: how many have been learned from.
    """

    def __init__(self, settings: S, network: Network) -> None:
        """Nothing is learned yet. Raises ValueError for a device that is not there."""
        self.settings = settings
        self.device = settings.torch_device()
        self.network = network.to(self.device)
        self.optimizer = torch.optim.Adam(self.network.parameters(), lr=settings.learning_rate, eps=1e-5, fused=True)
        self.iteration = self.decisions = 0

    def learn_at(self, rate: float) -> None:
        """Set the learning rate."""
        for group in self.optimizer.param_groups:
            group["lr"] = rate

    def state(self) -> dict[str, Any]:
        """All of it, for `checkpoint`."""
        parts = {"network": self.network.state_dict(), "optimizer": self.optimizer.state_dict()}
        return {**parts, "iteration": self.iteration, "decisions": self.decisions}

    def restore(self, state: dict[str, Any]) -> None:
        """Go on exactly as the learner did whose state it is. Raises ValueError for that of another run."""
        checkpoint.check(state, {**self.state(), "optimizer": self.optimizer})
        self.optimizer.load_state_dict({**self.optimizer.state_dict(), "state": state["optimizer"]["state"]})
        self.network.load_state_dict(state["network"])
        self.iteration, self.decisions = state["iteration"], state["decisions"]


L = TypeVar("L", bound=Learner[Any])


class Task(ABC):
    """What is begun in a folder, and gone on with there."""

    settings_type: ClassVar[type[Settings]]
    """Set by each: the class of its settings."""

    @classmethod
    def of(cls, folder: Path, resume: bool = False, **settings: Any) -> Self:
        """By its settings' names, begun or with `resume` gone on with. Raises ValueError for wrong ones."""
        return cls(folder, settings_of_run(cls.settings_type, folder, resume, {}, settings), resume)

    @abstractmethod
    def __init__(self, folder: Path, settings: Any, resume: bool) -> None:
        """Begin, or with `resume` go on. Raises ValueError where that can't be."""

    @abstractmethod
    def play(self) -> bool:
        """Do all that is to be done; False where Ctrl-C stopped it."""


class Run(Task, Generic[S, L]):
    """A run in its folder: `settings.json`, `checkpoint.pt`, networks, `progress.jsonl` and `tensorboard/`.

    Attributes:
        folder: where it is.
        checkpoint: the file that it is gone on from.
        settings: of the method.
        rules: of the game.
        learner: what changes.
        evaluators: whom it is tested against, by their names.
        watch: where the time goes.
    """

    def __init__(self, folder: Path, settings: S, resume: bool) -> None:
        """Begin, or with `resume` go on. Nobody else can write to the folder until the run is played.

        Raises ValueError for settings that do not fit each other or the game; FileError for a checkpoint that is
        damaged, and where another process writes to the folder.
        """
        torch.set_num_threads(settings.threads)
        self.folder, self.settings, self.rules = folder, settings, settings.game_rules()
        self.watch = Stopwatch()
        self.checkpoint = folder / "checkpoint.pt"
        with ExitStack() as held:
            if resume:
                held.enter_context(claimed(folder))
            self.learner, self.evaluators, self._begun = self._begin(resume)
            if not resume:  # no folder is made for a run that can't begin
                held.enter_context(claimed(folder))
            keep(folder, settings)
            self._held = held.pop_all()

    def _begin(self, resume: bool) -> tuple[L, dict[str, Agent], float]:
        """The learner, fresh or as it was; the evaluators; and the seconds of earlier sessions."""
        if not (resume and self.checkpoint.exists()):
            return *self.prepare(None), 0.0
        earlier, seconds = checkpoint.read(self.checkpoint, self.settings.torch_device())
        learner, evaluators = self.prepare(earlier)
        with checkpoint.blamed(self.checkpoint):
            learner.restore(earlier)
        return learner, evaluators, seconds

    @abstractmethod
    def prepare(self, earlier: dict[str, Any] | None) -> tuple[L, dict[str, Agent]]:
        """The learner, which is then restored to the state of an earlier one where there is one; and the evaluators."""

    @property
    def seconds(self) -> float:
        """Of the whole run so far."""
        return self._begun + perf_counter() - self._start

    @contextmanager
    def session(self) -> Iterator[Event]:
        """From now on time counts, and Ctrl-C sets the event. When it is over the folder is free for others."""
        self._first = self.learner.decisions
        self._start = self._saved = perf_counter()
        with self._held, asked_to_stop() as stop:
            yield stop

    @contextmanager
    def telling(self, what: str, total: int, done: Callable[[], int]) -> Iterator[Callable[..., None]]:
        """Log and display of `what` has been done of the total.

        Yields a function to be told the figures of each iteration, and with `last` those of what is played once all is
        learned; these are gone where the run goes on.
        """
        learner = self.learner
        with Log(self.folder, learner.iteration, learner.decisions) as log, Display(what, total, done()) as display:

            def tell(figures: Figures, last: bool = False) -> None:
                log.append(learner.iteration + last, learner.decisions, self.seconds, figures)
                display.show(done(), figures)

            yield tell

    def evaluate(self, games: int) -> dict[str, float]:
        """Shares of wins of the network as it is now, in so many games against each of the evaluators."""
        agent = Policy.of(self.learner.network)
        with self.watch("evaluation"):
            return {
                f"wins/{name}": win_share(self.rules, agent, other, games, self.settings.seed)
                for name, other in self.evaluators.items()
            }

    def networks(self) -> dict[str, Network]:
        """Those that are saved, by their files."""
        return {"agent.npz": self.learner.network}

    def save(self) -> None:
        """The checkpoint, and the networks as they are now."""
        learner, settings = self.learner, self.settings
        with self.watch("saving"):
            told = {"method": settings.method, "decisions": learner.decisions, "settings": asdict(settings)}
            for file, network in self.networks().items():  # first: what is broken is refused
                serialization.save(self.folder / file, network, self.rules, told)
            checkpoint.write(self.checkpoint, learner.state(), self.seconds)
        self._saved = perf_counter()

    def save_if_due(self) -> None:
        """To be called between two iterations."""
        if perf_counter() - self._saved > self.settings.checkpoint_every:
            self.save()

    def sum_up(self, complete: bool) -> None:
        """Say how the session went."""
        console, decisions = terminal.new_console(), self.learner.decisions
        if not complete:
            console.print("Stopped early; --resume goes on.")
        if decisions > self._first:
            console.print(speed(self.watch.seconds, decisions - self._first))
        if decisions:
            console.print(f"{self.folder / 'agent.npz'} is the trained network.")
