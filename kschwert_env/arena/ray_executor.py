"""Execution of an arena's games in a Ray cluster. Needs the extra `ray`."""

from collections import deque
from collections.abc import Callable, Sequence
from functools import cache
from threading import Event

import numpy as np

from kschwert_env.agents.base import Agent
from kschwert_env.agents.registry import make_agents
from kschwert_env.arena import ray_cluster
from kschwert_env.arena.executors import GameExecutor, games_in_parallel
from kschwert_env.arena.game_runner import GameResult, GameRunner
from kschwert_env.arena.schedule import ScheduledGame
from kschwert_env.engine.contract.rules import GameRules

_MAX_TASK_GAMES = (
    64  # games of one task: a task that is lost is played again, and what is finished of it is not kept before
)

_MAX_RETRIES = 10  # of a task that is lost; an agent that ends its process each time is not tried for ever

_TASKS_PER_CORE = 4  # or more, so that none waits long for the last


class RayExecutor(GameExecutor):
    """All cores of a cluster. Games lost with a machine are played again elsewhere."""

    def __init__(self, rules: GameRules, names: Sequence[str], address: str) -> None:
        """`names` are agent specs; every machine creates its own agents from them.

        Raises ValueError if the cluster can't be joined, and ImportError without the extra.
        """
        super().__init__(len(names))
        self._ray = ray_cluster.join(address)
        self._rules, self._names = rules, tuple(names)

    def play(self, games: Sequence[ScheduledGame], finished: Callable[[GameResult], object]) -> None:
        """Play all games, as `GameExecutor.play` describes; `finished` is called when a whole task has ended."""
        ray = self._ray
        task = ray.remote(num_cpus=1, max_retries=_MAX_RETRIES, scheduling_strategy="SPREAD")(play_task)
        tasks = split(games, int(ray.cluster_resources()["CPU"]))
        pending = [task.remote(self._rules, self._names, task_games) for task_games in tasks]
        results = deque[GameResult]()
        try:
            while pending:
                [over], pending = ray.wait(pending)
                played, thinking = ray.get(over)
                self.thinking += thinking
                results.extend(played)
                while results:
                    finished(results.popleft())
        except KeyboardInterrupt:
            while results:
                finished(results.popleft())
        finally:
            for left in pending:
                ray.cancel(left, force=True)


def split(games: Sequence[ScheduledGame], cores: int) -> list[Sequence[ScheduledGame]]:
    """Split games into tasks, in order."""
    size = max(1, min(_MAX_TASK_GAMES, len(games) // (_TASKS_PER_CORE * cores)))
    return [games[begin : begin + size] for begin in range(0, len(games), size)]


def play_task(
    rules: GameRules, names: tuple[str, ...], games: Sequence[ScheduledGame]
) -> tuple[list[GameResult], np.ndarray]:
    """Play games on one core; return their results, and `thinking` of the `GameRunner`."""
    agents, results = _agents(rules, names), list[GameResult]()
    runner = GameRunner(rules, agents, games, games_in_parallel(agents, len(games)), names)
    runner.play(Event(), results.append)
    return results, runner.thinking


@cache
def _agents(rules: GameRules, names: tuple[str, ...]) -> list[Agent]:
    """Return the agents, created once per process."""
    return list(make_agents(names, rules).values())
