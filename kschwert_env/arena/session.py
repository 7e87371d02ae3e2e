"""A session: as many games of a schedule as are still to be played."""

from abc import ABC, abstractmethod
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from queue import Empty, SimpleQueue
from threading import Event
from time import perf_counter
from typing import Any

import numpy as np

from kschwert_env.agents.base import Agent
from kschwert_env.arena.log import Log
from kschwert_env.arena.schedule import Schedule, Seating
from kschwert_env.arena.tables import Row, Tables
from kschwert_env.engine.rules import GameRules

_PATIENCE = 0.1  # seconds between two looks at whether all threads have ended


class Team(ABC):
    """Who plays the games of a session, all at the same time.

    Attributes:
        thinking: float64 (agents, 2), as of `Tables`.
    """

    def __init__(self, agents: int) -> None:
        """Nothing is played yet by so many agents."""
        self.thinking = np.zeros((agents, 2))

    @abstractmethod
    def play(self, games: Sequence[Seating], finished: Callable[[Row], object]) -> None:
        """Play all of them; `finished` is told of each, in any order.

        Ctrl-C ends it early, once `finished` has been told of all that are finished. Raises what an agent raises.
        """


def play(
    schedule: Schedule, games: int, log: Log, team: Team, report: Callable[[int], object] = lambda played: None
) -> bool:
    """Play the first `games` games of the schedule, as far as they are not in the log; `report` hears how many are.

    Ctrl-C ends the session early and keeps the games that are finished; False tells that it did.
    """
    done = {line["game"] for line in log.games}
    pending = [schedule.game(number) for number in range(games) if number not in done]
    if not pending:
        return True
    start, played = perf_counter(), len(done)

    def finished(row: Row) -> None:
        nonlocal played
        log.append(row)
        played += 1
        report(played)

    try:
        team.play(pending, finished)
    finally:
        log.append(_session(schedule, perf_counter() - start, team.thinking))
        log.put_in_order()
    return len(log.games) >= games


class Threads(Team):
    """As many threads of this process, since agents think in compiled code, which holds no lock."""

    def __init__(self, rules: GameRules, agents: Sequence[Agent], names: Sequence[str], threads: int) -> None:
        """Agents are known by their index; `names` are what they are called in errors."""
        super().__init__(len(agents))
        self._rules, self._agents, self._names, self._threads = rules, agents, names, threads

    def play(self, games: Sequence[Seating], finished: Callable[[Row], object]) -> None:
        """As told by `Team`."""
        pending, places = deque(games), places_for(self._agents, -(-len(games) // self._threads))
        seated = self._rules, self._agents, _taken_from(pending), places, self._names
        tables = [Tables(*seated) for _ in range(self._threads)]
        stop, rows = Event(), SimpleQueue[Row]()
        with ThreadPoolExecutor(self._threads) as pool:
            threads: list[Future[None]] = []
            try:
                threads += [pool.submit(table.play, stop, rows.put) for table in tables]
                for row in _until_all_have_ended(threads, rows):
                    finished(row)
            except KeyboardInterrupt:
                pass
            finally:
                stop.set()
        while not rows.empty():
            finished(rows.get())
        self.thinking += sum(table.thinking for table in tables)
        for thread in threads:
            thread.result()  # raises what was raised in it


def places_for(agents: Sequence[Agent], games: int) -> int:
    """How many of so many games are best played side by side."""
    return max(1, min(min(agent.games_at_once for agent in agents), games))


def _taken_from(pending: deque[Seating]) -> Iterator[Seating]:
    """Each game goes to the first thread that asks."""
    while True:
        try:
            yield pending.popleft()
        except IndexError:
            return


def _until_all_have_ended(threads: list[Future[None]], rows: SimpleQueue[Row]) -> Iterator[Row]:
    while not (rows.empty() and all(thread.done() for thread in threads)):
        if any(thread.done() and thread.exception() for thread in threads):
            return
        try:
            yield rows.get(timeout=_PATIENCE)
        except Empty:
            continue


def _session(schedule: Schedule, seconds: float, thinking: np.ndarray) -> dict[str, Any]:
    by_agent = zip(schedule.agents, thinking, strict=True)
    spent = {name: {"decisions": int(row[0]), "seconds": round(float(row[1]), 3)} for name, row in by_agent}
    return {"session": {"seconds": round(seconds, 3), "thinking": spent}}
