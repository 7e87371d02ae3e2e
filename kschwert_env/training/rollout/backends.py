"""Rollout backends: local, in workers, asynchronous.

The local backend plays where the network learns. Workers share the games, in this process or in a Ray cluster
(`ray_backend`), and may play one iteration ahead of the update. What worker i plays depends on the seed, on i, on the
iteration and on the state of its games, not on the machine that it runs on.
"""

from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import contextmanager, nullcontext
from typing import Any, Protocol

import numpy as np
import torch

from kschwert_env.agents.registry import make_agents, split_specs
from kschwert_env.engine.contract.rules import GameRules
from kschwert_env.nn.networks import Network, Shape, new_network
from kschwert_env.training.rollout import auxiliary
from kschwert_env.training.rollout.collector import Collector, Rollout, RolloutStats, Timer
from kschwert_env.training.runs.ppo_settings import PpoSettings

Packed = tuple[np.ndarray, ...]
"""A `Rollout` of n decisions, packed to be sent: masks as uint8 with one bit per action, actions and line-ups as
int16. With N observation entries, A actions and P seats it takes N + ceil(A / 8) + 6 P + 10 bytes per decision."""


def pack(rollout: Rollout) -> Packed:
    """Pack a rollout on the CPU, to be sent. There are at most 2,040 actions, which fit into int16."""
    observations, masks, actions, *floats, line_ups = (tensor.numpy() for tensor in vars(rollout).values())
    return observations, np.packbits(masks, axis=1), actions.astype(np.int16), *floats, line_ups.astype(np.int16)


def unpack(packed: Packed, num_actions: int, device: torch.device) -> Rollout:
    """Return the packed rollout, on a device."""
    observations, bits, actions, *floats, line_ups = packed
    masks = np.unpackbits(bits, axis=1, count=num_actions).view(np.int8)
    arrays = observations, masks, actions.astype(np.int64), *floats, line_ups.astype(np.int64)
    return Rollout(*(torch.tensor(array, device=device) for array in arrays))


Weights = Mapping[str, torch.Tensor]
"""Weights of a network by name, on the CPU."""

WorkerResult = tuple[Packed, RolloutStats]
"""Rollout and statistics of one worker in one iteration."""

_BEGIN, _PLAY = 0, 1  # purposes of a worker's random generators

_CPU = torch.device("cpu")


class RolloutBackend(Protocol):
    """Plays the games of each iteration. The games continue from one iteration to the next."""

    def collect(self, network: Network, past: Network, iteration: int, timer: Timer) -> tuple[Rollout, RolloutStats]:
        """Play one iteration; return the learner's decisions, on the network's device, and statistics of the games.

        `past` plays the seats of past versions.
        """

    def state(self, iteration: int) -> dict[str, np.ndarray]:
        """Return what must persist until that iteration, for `restore`; arrays of games have shape (games, ...)."""

    def restore(self, state: Mapping[str, np.ndarray], iteration: int) -> None:
        """Continue from that iteration exactly as the backend with that state would."""


class LocalBackend:
    """All games where the network learns, on its device.

    Attributes:
        collector: the games and the rollout buffer.
    """

    def __init__(
        self, rules: GameRules, settings: PpoSettings, device: torch.device, generator: np.random.Generator
    ) -> None:
        """Start new games; `generator` is the only source of randomness. Raises ValueError for an unknown opponent."""
        opponents = make_agents(split_specs(settings.opponents.fixed_opponents), rules)
        self.collector = Collector(rules, settings, settings.rollout.games, opponents, device, generator)

    def collect(self, network: Network, past: Network, iteration: int, timer: Timer) -> tuple[Rollout, RolloutStats]:
        """Play one iteration, as `RolloutBackend` describes."""
        stats = self.collector.collect(network, past, timer)
        with timer("update"):
            return self.collector.rollout(), stats

    def state(self, iteration: int) -> dict[str, np.ndarray]:
        """Return the state, as `RolloutBackend` describes."""
        return self.collector.state()

    def restore(self, state: Mapping[str, np.ndarray], iteration: int) -> None:
        """Continue from a state, as `RolloutBackend` describes."""
        self.collector.restore(dict(state))


class RolloutWorker:
    """A worker that plays a part of the games on one CPU thread, on any machine."""

    def __init__(self, rules: GameRules, settings: PpoSettings, shape: Shape, number: int, iteration: int) -> None:
        """Start new games in that iteration. Raises ValueError for an unknown fixed opponent."""
        self._settings, self._number = settings, number
        self._networks = new_network(rules, shape), new_network(rules, shape)
        if settings.loss.auxiliary_coef:
            for network in self._networks:
                auxiliary.add_outputs(network, auxiliary.num_targets(rules))
        generator = worker_generator(settings.run.seed, number, iteration, _BEGIN)
        opponents = make_agents(split_specs(settings.opponents.fixed_opponents), rules)
        games = settings.rollout.count_games(number)
        self._collector = Collector(rules, settings, games, opponents, _CPU, generator, 1)

    def play_part(self, weights: Weights, past: Weights, iteration: int) -> WorkerResult:
        """Play this worker's part of an iteration, by networks with these weights."""
        for network, its in zip(self._networks, (weights, past), strict=True):
            network.load_state_dict(dict(its))
        self._collector.generator = worker_generator(self._settings.run.seed, self._number, iteration, _PLAY)
        with _one_thread():
            stats = self._collector.collect(*self._networks, nullcontext)
        return pack(self._collector.rollout()), stats

    def state(self) -> dict[str, np.ndarray]:
        """Return what must persist between iterations, for `restore`."""
        return self._collector.state()

    def restore(self, state: dict[str, np.ndarray]) -> None:
        """Continue exactly as the worker with that state would."""
        self._collector.restore(state)


class WorkerBackend:
    """Workers that run one after another in this process. Slow, but with the same results as on Ray."""

    def __init__(self, rules: GameRules, settings: PpoSettings, shape: Shape, device: torch.device) -> None:
        """Start the workers with new games; rollouts are moved to `device`."""
        assert settings.rollout.workers is not None
        self._settings, self._device, self._num_actions = settings, device, rules.num_actions
        self._worker_arguments = rules, settings, shape
        self._workers = [self.new_worker(number, 0) for number in range(settings.rollout.workers)]

    def collect(self, network: Network, past: Network, iteration: int, timer: Timer) -> tuple[Rollout, RolloutStats]:
        """Play one iteration, as `RolloutBackend` describes; the workers' rollouts are concatenated in order."""
        with timer("workers"):
            results = self.play_parts(weights_of(network), weights_of(past), iteration)
        with timer("update"):
            return self.received(results)

    def play_parts(self, weights: Weights, past: Weights, iteration: int) -> list[WorkerResult]:
        """Let each worker play its part of an iteration, by networks with these weights."""
        shared = self.shared(weights), self.shared(past)
        return self.call("play_part", [(*shared, iteration)] * len(self._workers), iteration)

    def received(self, results: Sequence[WorkerResult]) -> tuple[Rollout, RolloutStats]:
        """Return the results of all workers together, on the learner's device."""
        rollouts = [unpack(packed, self._num_actions, self._device) for packed, _ in results]
        return Rollout.concatenate(rollouts), RolloutStats.concatenate([stats for _, stats in results])

    def state(self, iteration: int) -> dict[str, np.ndarray]:
        """Return the state, as `RolloutBackend` describes; games are ordered by worker."""
        states = self.call("state", [()] * len(self._workers), iteration)
        return {name: np.concatenate([state[name] for state in states]) for name in states[0]}

    def restore(self, state: Mapping[str, np.ndarray], iteration: int) -> None:
        """Continue from a state, as `RolloutBackend` describes."""
        ends = np.cumsum([self._settings.rollout.count_games(number) for number in range(len(self._workers))])
        pieces = {name: np.split(array, ends[:-1]) for name, array in state.items()}
        parts = [{name: arrays[number] for name, arrays in pieces.items()} for number in range(len(self._workers))]
        self.call("restore", [(part,) for part in parts], iteration)

    # -- overridden by the Ray backend ------------------------------------------------------------------------

    def new_worker(self, number: int, iteration: int) -> Any:
        """Return a worker with new games."""
        return RolloutWorker(*self._worker_arguments, number, iteration)

    def shared(self, content: Any) -> Any:
        """Return a handle to an object that is passed to several workers."""
        return content

    def call(self, method: str, arguments: Sequence[tuple[Any, ...]], iteration: int) -> list[Any]:
        """Call a method of each worker, with its own arguments, before or in that iteration; return the results."""
        return [getattr(worker, method)(*its) for worker, its in zip(self._workers, arguments, strict=True)]


def worker_generator(seed: int, worker: int, iteration: int, purpose: int) -> np.random.Generator:
    """Return a worker's random generator: independent for different arguments, and of `default_rng(seed)`."""
    return np.random.default_rng(np.random.SeedSequence(seed, spawn_key=(worker, iteration, purpose)))


def weights_of(network: Network) -> Weights:
    """Return the weights of a network. On the CPU they share its memory, and change as it is trained."""
    return {name: tensor.detach().cpu() for name, tensor in network.state_dict().items()}


@contextmanager
def _one_thread() -> Iterator[None]:
    """Run torch on one thread: with several, sums may be rounded differently."""
    before = torch.get_num_threads()
    torch.set_num_threads(1)
    try:
        yield
    finally:
        torch.set_num_threads(before)


class AsyncBackend:
    """Workers that play the next iteration during the update.

    The data of an update was played with weights that are one update older; the probability ratio is the one to the
    policy that played. The next iteration starts in a thread of its own, so playing and learning use two cores.
    """

    def __init__(self, workers: WorkerBackend, network: Network) -> None:
        """Nothing is played yet; `network` is one of those that will play."""
        self._workers, self._thread = workers, ThreadPoolExecutor(1, "rollouts")
        self._under_way: Future[list[WorkerResult]] | None = None
        self._games: dict[str, np.ndarray] = {}
        self._weights = {"learner": _copied(network), "past": _copied(network)}

    def collect(self, network: Network, past: Network, iteration: int, timer: Timer) -> tuple[Rollout, RolloutStats]:
        """Return the iteration that was started by the call before (the first: by this call), and start the next."""
        with timer("workers"):
            if self._under_way is None:
                self._begin(_copied(network), _copied(past), iteration)
            assert self._under_way is not None
            results = self._under_way.result()
            self._begin(_copied(network), _copied(past), iteration + 1)
        with timer("update"):
            return self._workers.received(results)

    def state(self, iteration: int) -> dict[str, np.ndarray]:
        """Return the games as they were before the iteration under way, and the weights that play it."""
        games = self._workers.state(iteration) if self._under_way is None else self._games
        return games | {
            f"weights/{whose}/{name}": part.numpy()
            for whose, weights in self._weights.items()
            for name, part in weights.items()
        }

    def restore(self, state: Mapping[str, np.ndarray], iteration: int) -> None:
        """Continue from a state, as `RolloutBackend` describes; the iteration under way is played again."""
        if self._under_way is not None:
            self._under_way.result()
            self._under_way = None
        learner, past = (
            {name: torch.from_numpy(state[f"weights/{whose}/{name}"].copy()) for name in weights}
            for whose, weights in self._weights.items()
        )
        games = {name: array for name, array in state.items() if not name.startswith("weights/")}
        self._workers.restore(games, iteration)
        if iteration:
            self._begin(learner, past, iteration)

    def _begin(self, learner: Weights, past: Weights, iteration: int) -> None:
        """Start an iteration with these weights, from the current state of the games."""
        self._games, self._weights = self._workers.state(iteration), {"learner": learner, "past": past}
        self._under_way = self._thread.submit(self._workers.play_parts, learner, past, iteration)


def _copied(network: Network) -> Weights:
    """Return a copy of the weights, since the network is trained meanwhile."""
    return {name: tensor.clone() for name, tensor in weights_of(network).items()}
