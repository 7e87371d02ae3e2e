"""Rollout backends: where games to learn from are played.

Local games run where the network learns; workers share the games, in this process or in a Ray cluster, and may play one
iteration ahead of the update. What worker i plays in an iteration follows from the seed, from i, from the number of the
iteration, and from how its games stood before; not from where it runs.
"""

from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import contextmanager, nullcontext
from typing import Any, Protocol

import numpy as np
import torch

from kschwert_env.agents.registry import make_agents, split
from kschwert_env.engine.rules import GameRules
from kschwert_env.nn.networks import Network, Shape, new_network
from kschwert_env.training.rollout.collector import Collector, Sample, Timer, Told
from kschwert_env.training.rollout.matchmaking import Mixture
from kschwert_env.training.runs.ppo_settings import PpoSettings

Packed = tuple[np.ndarray, ...]
"""A `Sample` of n decisions on its way, the same arrays but for masks, uint8 with a bit for each action, and actions,
int16: N + ceil(A / 8) + 14 bytes for each decision, with N entries and A actions."""


def pack(sample: Sample) -> Packed:
    """A sample on a CPU, to be sent. There are at most 2,040 actions, which int16 holds."""
    observations, masks, actions, *floats = (tensor.numpy() for tensor in vars(sample).values())
    return observations, np.packbits(masks, axis=1), actions.astype(np.int16), *floats


def unpack(packed: Packed, num_actions: int, device: torch.device) -> Sample:
    """The sample that was sent, on a device."""
    observations, bits, actions, *floats = packed
    masks = np.unpackbits(bits, axis=1, count=num_actions).view(np.int8)
    arrays = observations, masks, actions.astype(np.int64), *floats
    return Sample(*(torch.tensor(array, device=device) for array in arrays))


Weights = Mapping[str, torch.Tensor]
"""Of a network, on the CPU."""

Played = tuple[Packed, Told]
"""What a worker decided in an iteration, and what is told of its games."""

_BEGIN, _PLAY = 0, 1  # what a worker's chance is for

_CPU = torch.device("cpu")


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


def collector(rules: GameRules, settings: PpoSettings, games: int, *where: Any) -> Collector:
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
        self, rules: GameRules, settings: PpoSettings, device: torch.device, generator: np.random.Generator
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

    def __init__(self, rules: GameRules, settings: PpoSettings, shape: Shape, number: int, iteration: int) -> None:
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

    def __init__(self, rules: GameRules, settings: PpoSettings, shape: Shape, device: torch.device) -> None:
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


class Ahead:
    """Workers that play an iteration while that before it is learned from.

    So what is learned from was played by the weights of one update earlier; the policy's ratio is that to what played.
    The next iteration begins in a thread of its own as soon as one is handed out, so playing and learning take two
    cores.
    """

    def __init__(self, workers: Workers, network: Network) -> None:
        """Nothing is played yet; `network` is one of those that will play."""
        self._workers, self._thread = workers, ThreadPoolExecutor(1, "ahead")
        self._under_way: Future[list[Played]] | None = None
        self._games: dict[str, np.ndarray] = {}
        self._by = {"current": _copied(network), "past": _copied(network)}

    def collect(self, network: Network, past: Network, iteration: int, timer: Timer) -> tuple[Sample, Told]:
        """As told by `Place`, but what is handed out was begun one iteration earlier, but for the first."""
        with timer("workers"):
            if self._under_way is None:
                self._begin(_copied(network), _copied(past), iteration)
            assert self._under_way is not None
            played = self._under_way.result()
            self._begin(_copied(network), _copied(past), iteration + 1)
        with timer("update"):
            return self._workers.received(played)

    def state(self, iteration: int) -> dict[str, np.ndarray]:
        """As told by `Place`: how the games stood before the iteration under way, and the weights that play it."""
        games = self._workers.state(iteration) if self._under_way is None else self._games
        by = {f"ahead/{whose}": weights for whose, weights in self._by.items()}
        return {**games, **{f"{whose}/{name}": part.numpy() for whose, its in by.items() for name, part in its.items()}}

    def restore(self, state: Mapping[str, np.ndarray], iteration: int) -> None:
        """As told by `Place`; what was under way is begun anew."""
        if self._under_way is not None:
            self._under_way.result()
            self._under_way = None
        current, past = (
            {name: torch.from_numpy(state[f"ahead/{whose}/{name}"].copy()) for name in its}
            for whose, its in self._by.items()
        )
        games = {name: array for name, array in state.items() if not name.startswith("ahead/")}
        self._workers.restore(games, iteration)
        if iteration:
            self._begin(current, past, iteration)

    def _begin(self, current: Weights, past: Weights, iteration: int) -> None:
        """Play an iteration by these weights, from how the games stand now."""
        self._games, self._by = self._workers.state(iteration), {"current": current, "past": past}
        self._under_way = self._thread.submit(self._workers.play, current, past, iteration)


def _copied(network: Network) -> Weights:
    """The network goes on learning."""
    return {name: tensor.clone() for name, tensor in weights_of(network).items()}
