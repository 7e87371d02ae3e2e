"""Where games are played to learn from: where the learner is, or by workers, each with a part of the games.

What worker i plays in an iteration follows from the seed, from i and from the number of the iteration, and from how
its games stood before; not from where it runs. So a run with N workers is the same wherever these are.
"""

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, nullcontext
from dataclasses import dataclass
from typing import Any, Protocol

import numpy as np
import torch

from kschwert_env.agents.registry import make_agents, split
from kschwert_env.engine.contract import GameRules
from kschwert_env.engine.options import check
from kschwert_env.nn.networks import Network, Shape, new_network
from kschwert_env.training.rollout.buffer import Sample
from kschwert_env.training.rollout.collect import Collector, Timer, Told
from kschwert_env.training.rollout.matchmaking import Mixture
from kschwert_env.training.rollout.packing import Packed, pack, unpack
from kschwert_env.training.runs.settings import ClippedSettings, at_least, within

Weights = Mapping[str, torch.Tensor]
"""Of a network, on the CPU."""

Played = tuple[Packed, Told]
"""What a worker decided in an iteration, and what is told of its games."""

_BEGIN, _PLAY = 0, 1  # what a worker's chance is for

_CPU = torch.device("cpu")


@dataclass(frozen=True)
class PlaySettings(ClippedSettings):
    """How games are played to learn from.

    Attributes:
        gae_lambda: as `gamma`, from one decision of a seat to its next.
        past_share: part of the games in which some seats are past selves.
        rivals: agents by what is typed, with + between them.
        rival_share: part of the games in which some seats are one of theirs.
        other_seats: how likely each seat is theirs in games with past selves or rivals; 1 leaves the current self one.
        mixed_share: part of these games in which each seat of theirs is drawn by itself, so that several kinds sit at a
            table; in the rest all are of one kind.
        priority: how much more often rivals play whom the current self beats less: as a power of what they win.
        workers: so many share the games, each on one thread of a CPU; None plays them where the network learns.
        ray: address of the Ray cluster that the workers are in, or "local" for one on this machine alone; None has them
            in this process, one after another.
        ahead: iterations that workers play ahead of what is learned, 0 or 1.
    """

    gae_lambda: float = 0.97
    past_share: float = 0.1
    rivals: str = "heuristic"
    rival_share: float = 0.5
    other_seats: float = 0.5
    mixed_share: float = 0.0
    priority: float = 0.0
    workers: int | None = None
    ray: str | None = None
    ahead: int = 0

    def __post_init__(self) -> None:
        super().__post_init__()
        within(0, 1, self, "past_share", "rival_share", "other_seats", "mixed_share")
        at_least(0, self, "priority")
        shares = self.past_share + self.rival_share
        check("past_share and rival_share", shares, shares <= 1, "at most 1 together")
        at_least(1, self, "workers")
        enough = self.workers is None or self.workers <= self.games
        check("workers", self.workers, enough, f"at most as many as games, {self.games}")
        check("workers", self.workers, self.ray is None or self.workers is not None, "a number, to play on Ray")
        check("ahead", self.ahead, self.ahead in (0, 1), "0 or 1")
        check("workers", self.workers, not self.ahead or self.workers is not None, "a number, to play ahead")

    def part(self, worker: int) -> int:
        """How many of the games are that worker's: as many as the others', or one more."""
        assert self.workers is not None
        every, more = divmod(self.games, self.workers)
        return every + (worker < more)


class Place(Protocol):
    """Where games are played. They go on from one collection to the next."""

    def collect(self, network: Network, past: Network, iteration: int, timer: Timer) -> tuple[Sample, Told]:
        """What the current self decided in an iteration, on the network's device, and what is told of the games.

        `past` plays the seats of past selves.
        """

    def state(self, iteration: int) -> dict[str, np.ndarray]:
        """What lasts until that iteration, for `restore`: arrays, those of games each of shape (games, ...)."""

    def restore(self, state: Mapping[str, np.ndarray], iteration: int) -> None:
        """Go on from that iteration exactly as the place did whose state it is."""


def collector(rules: GameRules, settings: PlaySettings, games: int, *where: Any) -> Collector:
    """Fresh games, and who plays them. Raises ValueError for a rival that there is not."""
    rivals = make_agents(split(settings.rivals), rules)
    shares = settings.past_share, settings.rival_share, len(rivals)
    mixture = Mixture(*shares, settings.other_seats, settings.mixed_share, settings.priority)
    return Collector(rules, games, settings.steps, mixture, rivals, *where)


class Here:
    """All games where the network learns, on its device.

    Attributes:
        collector: what plays them.
    """

    def __init__(
        self, rules: GameRules, settings: PlaySettings, device: torch.device, generator: np.random.Generator
    ) -> None:
        """All chance comes from the generator. Raises ValueError for a rival that there is not."""
        self._settings = settings
        self.collector = collector(rules, settings, settings.games, device, generator)

    def collect(self, network: Network, past: Network, iteration: int, timer: Timer) -> tuple[Sample, Told]:
        """As told by `Place`."""
        told = self.collector.collect(network, past, timer)
        with timer("update"):
            return self.collector.sample(self._settings.gamma, self._settings.gae_lambda), told

    def state(self, iteration: int) -> dict[str, np.ndarray]:
        """As told by `Place`."""
        return self.collector.state()

    def restore(self, state: Mapping[str, np.ndarray], iteration: int) -> None:
        """As told by `Place`."""
        self.collector.restore(dict(state))


class Worker:
    """A part of the games, on one thread of a CPU, anywhere."""

    def __init__(self, rules: GameRules, settings: PlaySettings, shape: Shape, number: int, iteration: int) -> None:
        """Fresh games, to be played from that iteration on. Raises ValueError for a rival that there is not."""
        self._settings, self._number = settings, number
        self._networks = new_network(rules, shape), new_network(rules, shape)
        generator = chance(settings.seed, number, iteration, _BEGIN)
        self._collector = collector(rules, settings, settings.part(number), _CPU, generator, 1)

    def play(self, weights: Weights, past: Weights, iteration: int) -> Played:
        """Its part of an iteration, by networks with these weights."""
        for network, its in zip(self._networks, (weights, past), strict=True):
            network.load_state_dict(dict(its))
        self._collector.generator = chance(self._settings.seed, self._number, iteration, _PLAY)
        with _one_thread():
            told = self._collector.collect(*self._networks, nullcontext)
        return pack(self._collector.sample(self._settings.gamma, self._settings.gae_lambda)), told

    def state(self) -> dict[str, np.ndarray]:
        """What lasts from one iteration to the next, for `restore`."""
        return self._collector.state()

    def restore(self, state: dict[str, np.ndarray]) -> None:
        """Go on exactly as the worker did whose state it is."""
        self._collector.restore(state)


class Workers:
    """Workers in this process, one after another: slow, but the same as anywhere else."""

    def __init__(self, rules: GameRules, settings: PlaySettings, shape: Shape, device: torch.device) -> None:
        """As many as the settings say, with fresh games; samples are brought to `device`."""
        assert settings.workers is not None
        self._settings, self._device, self._num_actions = settings, device, rules.num_actions
        self._each = rules, settings, shape
        self._workers = [self.new_worker(number, 0) for number in range(settings.workers)]

    def collect(self, network: Network, past: Network, iteration: int, timer: Timer) -> tuple[Sample, Told]:
        """As told by `Place`; what the workers played comes one after another, in their order."""
        with timer("workers"):
            played = self.play(weights_of(network), weights_of(past), iteration)
        with timer("update"):
            return self.received(played)

    def play(self, weights: Weights, past: Weights, iteration: int) -> list[Played]:
        """What each worker played in an iteration, by networks with these weights."""
        shared = self.shared(weights), self.shared(past)
        return self.ask("play", [(*shared, iteration)] * len(self._workers), iteration)

    def received(self, played: Sequence[Played]) -> tuple[Sample, Told]:
        """The same on the learner's device, one worker's after another's."""
        samples = [unpack(packed, self._num_actions, self._device) for packed, _ in played]
        return Sample.of_all(samples), Told.of_all([told for _, told in played])

    def state(self, iteration: int) -> dict[str, np.ndarray]:
        """As told by `Place`; the games come worker by worker."""
        states = self.ask("state", [()] * len(self._workers), iteration)
        return {name: np.concatenate([state[name] for state in states]) for name in states[0]}

    def restore(self, state: Mapping[str, np.ndarray], iteration: int) -> None:
        """As told by `Place`."""
        ends = np.cumsum([self._settings.part(number) for number in range(len(self._workers))])
        pieces = {name: np.split(array, ends[:-1]) for name, array in state.items()}
        parts = [{name: arrays[number] for name, arrays in pieces.items()} for number in range(len(self._workers))]
        self.ask("restore", [(part,) for part in parts], iteration)

    # -- what is another thing elsewhere ----------------------------------------------------------------------

    def new_worker(self, number: int, iteration: int) -> Any:
        """A worker with fresh games."""
        return Worker(*self._each, number, iteration)

    def shared(self, content: Any) -> Any:
        """What is handed to several workers."""
        return content

    def ask(self, method: str, arguments: Sequence[tuple[Any, ...]], iteration: int) -> list[Any]:
        """What a method of each worker returns, called with its own arguments, before or in that iteration."""
        return [getattr(worker, method)(*its) for worker, its in zip(self._workers, arguments, strict=True)]


def chance(seed: int, worker: int, iteration: int, purpose: int) -> np.random.Generator:
    """Where a worker's chance comes from: unrelated for different arguments, and to `default_rng(seed)`."""
    return np.random.default_rng(np.random.SeedSequence(seed, spawn_key=(worker, iteration, purpose)))


def weights_of(network: Network) -> Weights:
    """Those of a network; where it is on the CPU they change as it learns."""
    return {name: tensor.detach().cpu() for name, tensor in network.state_dict().items()}


@contextmanager
def _one_thread() -> Iterator[None]:
    """Torch on one thread, as sums may come out otherwise on several."""
    before = torch.get_num_threads()
    torch.set_num_threads(1)
    try:
        yield
    finally:
        torch.set_num_threads(before)
