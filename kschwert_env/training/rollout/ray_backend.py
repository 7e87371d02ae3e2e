"""Rollout backend whose workers run in a Ray cluster. Needs the extra `ray`."""

from collections.abc import Sequence
from typing import Any

import torch

from kschwert_env import terminal
from kschwert_env.agents.registry import make_agents, split_specs
from kschwert_env.arena import ray_cluster
from kschwert_env.engine.contract.rules import GameRules
from kschwert_env.nn.networks import Shape
from kschwert_env.training.rollout.backends import RolloutWorker, WorkerBackend
from kschwert_env.training.runs.ppo_settings import PpoSettings

_TRIES = 3  # attempts per call, each with a new worker


class RayBackend(WorkerBackend):
    """Workers on any machines of a cluster, in parallel, each on its own core.

    A lost worker is replaced by one with new games, which plays the iteration again; nothing else is lost. If no core
    is free, the worker waits for one.
    """

    def __init__(self, rules: GameRules, settings: PpoSettings, shape: Shape, device: torch.device) -> None:
        """Start the workers.

        Raises ValueError for an unknown fixed opponent, without a cluster, and for a cluster with too few cores.
        """
        make_agents(split_specs(settings.opponents.fixed_opponents), rules)  # raises here, not inside a worker
        assert settings.rollout.ray is not None
        assert settings.rollout.workers is not None
        self._ray = ray_cluster.join(settings.rollout.ray, settings.rollout.workers)
        self._remote = self._ray.remote(num_cpus=1, scheduling_strategy="SPREAD")(RolloutWorker)
        super().__init__(rules, settings, shape, device)

    def new_worker(self, number: int, iteration: int) -> Any:
        """Return a worker with new games, on any machine."""
        return self._remote.remote(*self._worker_arguments, number, iteration)

    def shared(self, content: Any) -> Any:
        """Return a handle; the object is sent to each machine once."""
        return self._ray.put(content)

    def call(self, method: str, arguments: Sequence[tuple[Any, ...]], iteration: int) -> list[Any]:
        """Call a method of all workers in parallel, as `WorkerBackend.call` does one after another.

        Raises what a worker raises, and RayError if a worker and two replacements are lost.
        """
        begun = [getattr(worker, method).remote(*its) for worker, its in zip(self._workers, arguments, strict=True)]
        return [
            self._answer(number, answer, method, its, iteration)
            for number, (answer, its) in enumerate(zip(begun, arguments, strict=True))
        ]

    def _answer(self, number: int, answer: Any, method: str, arguments: tuple[Any, ...], iteration: int) -> Any:
        """Wait for the answer of a worker, or of its replacement if it is lost."""
        exceptions = self._ray.exceptions
        for left in reversed(range(_TRIES)):
            try:
                return self._ray.get(answer)
            except (exceptions.RayActorError, exceptions.ObjectLostError) as error:
                if getattr(error, "actor_init_failed", False):
                    cause = str(error).strip().splitlines()[-1]
                    raise ValueError(f"worker {number} can't start: {cause}") from None
                if not left:
                    raise
                terminal.new_console().print(f"Worker {number} is lost; a new one starts with new games.")
                worker = self._workers[number] = self.new_worker(number, iteration)
                answer = getattr(worker, method).remote(*arguments)
        raise AssertionError
