"""Executors play the games of a schedule in parallel; a session plays all games that are missing from a log."""

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
from kschwert_env.arena.game_log import GameLog
from kschwert_env.arena.game_runner import GameResult, GameRunner
from kschwert_env.arena.schedule import Schedule, ScheduledGame
from kschwert_env.engine.contract.rules import GameRules

_TIMEOUT = 0.1  # seconds between checks for threads that have ended


class GameExecutor(ABC):
    """Plays games in parallel.

    Attributes:
        thinking: float64 (agents, 2), as in `GameRunner`.
    """

    def __init__(self, agents: int) -> None:
        """`agents` is the number of agents."""
        self.thinking = np.zeros((agents, 2))

    @abstractmethod
    def play(self, games: Sequence[ScheduledGame], finished: Callable[[GameResult], object]) -> None:
        """Play all games and call `finished` with each result, in any order.

        Ctrl-C ends it early, after `finished` was called for all finished games. Raises what an agent raises.
        """


def play(
    schedule: Schedule,
    games: int,
    log: GameLog,
    executor: GameExecutor,
    report: Callable[[int], object] = lambda played: None,
) -> bool:
    """Play those of the first `games` games of the schedule that are missing in the log.

    `report` is called with the number of finished games. Ctrl-C ends the session early and keeps the finished games;
    the function returns False then.
    """
    done = {line["game"] for line in log.games}
    pending = [schedule.game(number) for number in range(games) if number not in done]
    if not pending:
        return True
    start, played = perf_counter(), len(done)

    def finished(result: GameResult) -> None:
        nonlocal played
        log.append(result)
        played += 1
        report(played)

    try:
        executor.play(pending, finished)
    finally:
        log.append(_session_entry(schedule, perf_counter() - start, executor.thinking))
        log.sort()
    return len(log.games) >= games


class ThreadExecutor(GameExecutor):
    """Threads of this process. They run in parallel, since compiled code does not hold the interpreter lock."""

    def __init__(self, rules: GameRules, agents: Sequence[Agent], names: Sequence[str], threads: int) -> None:
        """`names` of the agents are used in error messages."""
        super().__init__(len(agents))
        self._rules, self._agents, self._names, self._threads = rules, agents, names, threads

    def play(self, games: Sequence[ScheduledGame], finished: Callable[[GameResult], object]) -> None:
        """Play all games, as `GameExecutor.play` describes."""
        pending, slots = deque(games), games_in_parallel(self._agents, -(-len(games) // self._threads))
        arguments = self._rules, self._agents, _pop_each(pending), slots, self._names
        runners = [GameRunner(*arguments) for _ in range(self._threads)]
        stop, results = Event(), SimpleQueue[GameResult]()
        with ThreadPoolExecutor(self._threads) as pool:
            threads: list[Future[None]] = []
            try:
                threads += [pool.submit(runner.play, stop, results.put) for runner in runners]
                for result in _results_until_done(threads, results):
                    finished(result)
            except KeyboardInterrupt:
                pass
            finally:
                stop.set()
        while not results.empty():
            finished(results.get())
        self.thinking += sum(runner.thinking for runner in runners)
        for thread in threads:
            thread.result()  # raises what was raised in it


def games_in_parallel(agents: Sequence[Agent], games: int) -> int:
    """Return how many of `games` games one runner should play in parallel."""
    return max(1, min(min(agent.games_at_once for agent in agents), games))


def _pop_each(pending: deque[ScheduledGame]) -> Iterator[ScheduledGame]:
    """Yield pending games; each goes to the first thread that asks."""
    while True:
        try:
            yield pending.popleft()
        except IndexError:
            return


def _results_until_done(threads: list[Future[None]], results: SimpleQueue[GameResult]) -> Iterator[GameResult]:
    while not (results.empty() and all(thread.done() for thread in threads)):
        if any(thread.done() and thread.exception() for thread in threads):
            return
        try:
            yield results.get(timeout=_TIMEOUT)
        except Empty:
            continue


def _session_entry(schedule: Schedule, seconds: float, thinking: np.ndarray) -> dict[str, Any]:
    by_agent = zip(schedule.agents, thinking, strict=True)
    spent = {name: {"decisions": int(result[0]), "seconds": round(float(result[1]), 3)} for name, result in by_agent}
    return {"session": {"seconds": round(seconds, 3), "thinking": spent}}
