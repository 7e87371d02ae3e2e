"""A session: as many games of a schedule as are still to be played, on all cores."""

from collections import deque
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from queue import Empty, SimpleQueue
from threading import Event
from time import perf_counter
from typing import Any

import numpy as np

from kschwert_env.agents.arena.log import Log
from kschwert_env.agents.arena.schedule import Schedule, Seating
from kschwert_env.agents.arena.table import Row, Tables
from kschwert_env.agents.protocol import Agent
from kschwert_env.engine.contract import GameRules

_PATIENCE = 0.1  # seconds between two looks at whether all threads have ended


def play(
    rules: GameRules,
    schedule: Schedule,
    agents: Sequence[Agent],
    games: int,
    log: Log,
    workers: int,
    report: Callable[[int], object] = lambda played: None,
) -> bool:
    """Play the first `games` games of the schedule, as far as they are not in the log; `report` hears how many are.

    Threads, since agents think in compiled code, which holds no lock. Ctrl-C ends the session early and keeps the games
    that are finished; False tells that it did.
    """
    done = {line["game"] for line in log.games}
    pending = deque(schedule.game(number) for number in range(games) if number not in done)
    if not pending:
        return True
    places = max(1, min(min(agent.games_at_once for agent in agents), -(-len(pending) // workers)))
    tables = [Tables(rules, agents, _taken_from(pending), places, schedule.agents) for _ in range(workers)]
    start, played = perf_counter(), len(done)
    stop, rows = Event(), SimpleQueue[Row]()
    with ThreadPoolExecutor(workers) as pool:
        threads: list[Future[None]] = []
        try:
            threads += [pool.submit(table.play, stop, rows.put) for table in tables]
            for row in _until_all_have_ended(threads, rows):
                log.append(row)
                played += 1
                report(played)
        except KeyboardInterrupt:
            pass
        finally:
            stop.set()
    while not rows.empty():
        log.append(rows.get())
    thinking = sum((table.thinking for table in tables), np.zeros((len(agents), 2)))
    log.append(_session(schedule, perf_counter() - start, thinking))
    for thread in threads:
        thread.result()  # raises what was raised in it
    return len(log.games) >= games


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
