"""A session of the arena in a Ray cluster. Needs the extra `ray`."""

from collections import deque
from collections.abc import Callable, Sequence
from functools import cache
from threading import Event

import numpy as np

from kschwert_env.agents.base import Agent
from kschwert_env.agents.registry import make_agents
from kschwert_env.arena import cluster
from kschwert_env.arena.schedule import Seating
from kschwert_env.arena.session import Team, places_for
from kschwert_env.arena.tables import Row, Tables
from kschwert_env.engine.rules import GameRules

_MOST = 64  # games of one task: a task that is lost is played again, and what is finished of it is not kept before

_TRIES = 10  # of a task that is lost; an agent that ends its process each time is not tried for ever

_TASKS_A_CORE = 4  # or more, so that none waits long for the last


class RayTeam(Team):
    """All cores of a cluster. What is lost with a machine is played again elsewhere."""

    def __init__(self, rules: GameRules, names: Sequence[str], address: str) -> None:
        """Agents by what is typed for each: every machine makes them for itself.

        Raises ValueError where there is no cluster, and ImportError without the extra.
        """
        super().__init__(len(names))
        self._ray = cluster.join(address)
        self._rules, self._names = rules, tuple(names)

    def play(self, games: Sequence[Seating], finished: Callable[[Row], object]) -> None:
        """As told by `Team`; what a task has played is told of when all of it is over."""
        ray = self._ray
        task = ray.remote(num_cpus=1, max_retries=_TRIES, scheduling_strategy="SPREAD")(play_alone)
        parts = split(games, int(ray.cluster_resources()["CPU"]))
        pending = [task.remote(self._rules, self._names, part) for part in parts]
        rows = deque[Row]()
        try:
            while pending:
                [over], pending = ray.wait(pending)
                played, thinking = ray.get(over)
                self.thinking += thinking
                rows.extend(played)
                while rows:
                    finished(rows.popleft())
        except KeyboardInterrupt:
            while rows:
                finished(rows.popleft())
        finally:
            for left in pending:
                ray.cancel(left, force=True)


def split(games: Sequence[Seating], cores: int) -> list[Sequence[Seating]]:
    """Parts for tasks, in the order of the games."""
    size = max(1, min(_MOST, len(games) // (_TASKS_A_CORE * cores)))
    return [games[begin : begin + size] for begin in range(0, len(games), size)]


def play_alone(rules: GameRules, names: tuple[str, ...], games: Sequence[Seating]) -> tuple[list[Row], np.ndarray]:
    """The rows of these games, played on one core, and the thinking of `Tables`."""
    agents, rows = _agents(rules, names), list[Row]()
    tables = Tables(rules, agents, games, places_for(agents, len(games)), names)
    tables.play(Event(), rows.append)
    return rows, tables.thinking


@cache
def _agents(rules: GameRules, names: tuple[str, ...]) -> list[Agent]:
    """Made once in each process."""
    return list(make_agents(names, rules).values())
