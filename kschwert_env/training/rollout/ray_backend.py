"""Workers in a Ray cluster. Needs the extra `ray`."""

from collections.abc import Sequence
from typing import Any

import torch

from kschwert_env import terminal
from kschwert_env.agents.registry import make_agents, split
from kschwert_env.arena import cluster
from kschwert_env.engine.rules import GameRules
from kschwert_env.nn.networks import Shape
from kschwert_env.training.rollout.backends import Worker, Workers
from kschwert_env.training.runs.ppo_settings import PpoSettings

_TRIES = 3  # of one call, each by a new worker


class RayWorkers(Workers):
    """Workers on any machines of a cluster, side by side, each on a core of its own.

    A worker that is lost is replaced by one with fresh games, which plays the iteration anew; nothing else is lost.
    Where no core is free it waits until one is.
    """

    def __init__(self, rules: GameRules, settings: PpoSettings, shape: Shape, device: torch.device) -> None:
        """As many as the settings say.

        Raises ValueError for a rival that there is not, and where there is no cluster, or one with fewer cores.
        """
        make_agents(split(settings.rivals), rules)  # a wrong name is told here, and not by what becomes of workers
        assert settings.ray is not None
        assert settings.workers is not None
        self._ray = cluster.join(settings.ray, settings.workers)
        self._remote = self._ray.remote(num_cpus=1, scheduling_strategy="SPREAD")(Worker)
        super().__init__(rules, settings, shape, device)

    def new_worker(self, number: int, iteration: int) -> Any:
        """A worker with fresh games, somewhere."""
        return self._remote.remote(*self._each, number, iteration)

    def shared(self, content: Any) -> Any:
        """Sent to each machine once."""
        return self._ray.put(content)

    def ask(self, method: str, arguments: Sequence[tuple[Any, ...]], iteration: int) -> list[Any]:
        """As of `Workers`, but all at the same time.

        Raises what a worker raises, and RayError where one is lost, and two others in its place.
        """
        begun = [getattr(worker, method).remote(*its) for worker, its in zip(self._workers, arguments, strict=True)]
        return [
            self._answer(number, answer, method, its, iteration)
            for number, (answer, its) in enumerate(zip(begun, arguments, strict=True))
        ]

    def _answer(self, number: int, answer: Any, method: str, arguments: tuple[Any, ...], iteration: int) -> Any:
        """Wait for the answer of a worker; where it is lost, for that of another in its place."""
        exceptions = self._ray.exceptions
        for left in reversed(range(_TRIES)):
            try:
                return self._ray.get(answer)
            except (exceptions.RayActorError, exceptions.ObjectLostError) as error:
                if getattr(error, "actor_init_failed", False):
                    told = str(error).strip().splitlines()[-1]
                    raise ValueError(f"worker {number} can't begin where it is: {told}") from None
                if not left:
                    raise
                terminal.new_console().print(f"Worker {number} is lost. Another one begins with fresh games.")
                worker = self._workers[number] = self.new_worker(number, iteration)
                answer = getattr(worker, method).remote(*arguments)
        raise AssertionError
