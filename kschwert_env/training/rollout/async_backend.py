"""Games are played while the network learns from those before: workers are one iteration ahead of the learner."""

from collections.abc import Iterable, Mapping
from concurrent.futures import Future, ThreadPoolExecutor

import numpy as np
import torch

from kschwert_env.nn.networks import Network
from kschwert_env.training.rollout.backends import Played, Weights, Workers, weights_of
from kschwert_env.training.rollout.buffer import Sample
from kschwert_env.training.rollout.collect import Timer, Told

_BY = ("current", "past")  # whose weights an iteration is played by
_PREFIX = "ahead"  # of their names in the state


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
        self._by = (_copied(network), _copied(network))

    def collect(self, network: Network, past: Network, iteration: int, timer: Timer) -> tuple[Sample, Told]:
        """As told by `Place`, but what is handed out was begun one iteration earlier, but for the first."""
        with timer("workers"):
            if self._under_way is None:
                self._begin((_copied(network), _copied(past)), iteration)
            assert self._under_way is not None
            played = self._under_way.result()
            self._begin((_copied(network), _copied(past)), iteration + 1)
        with timer("update"):
            return self._workers.received(played)

    def state(self, iteration: int) -> dict[str, np.ndarray]:
        """As told by `Place`: how the games stood before the iteration under way, and the weights that play it."""
        games = self._workers.state(iteration) if self._under_way is None else self._games
        weights = {_named(whose, name): tensor.numpy() for whose, its in self._whose() for name, tensor in its.items()}
        return {**games, **weights}

    def restore(self, state: Mapping[str, np.ndarray], iteration: int) -> None:
        """As told by `Place`; what was under way is begun anew."""
        if self._under_way is not None:
            self._under_way.result()
            self._under_way = None
        current, past = (
            {name: torch.from_numpy(state[_named(whose, name)].copy()) for name in its} for whose, its in self._whose()
        )
        games = {name: array for name, array in state.items() if not name.startswith(f"{_PREFIX}/")}
        self._workers.restore(games, iteration)
        if iteration:
            self._begin((current, past), iteration)

    def _whose(self) -> Iterable[tuple[str, Weights]]:
        return zip(_BY, self._by, strict=True)

    def _begin(self, by: tuple[Weights, Weights], iteration: int) -> None:
        """Play an iteration by these weights, from how the games stand now."""
        self._games, self._by = self._workers.state(iteration), by
        self._under_way = self._thread.submit(self._workers.play, *by, iteration)


def _copied(network: Network) -> Weights:
    """The network goes on learning."""
    return {name: tensor.clone() for name, tensor in weights_of(network).items()}


def _named(whose: str, name: str) -> str:
    return f"{_PREFIX}/{whose}/{name}"
