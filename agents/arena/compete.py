"""The arena for programs: agents play each other, and what comes of it are figures."""

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from kschwert_env.agents.arena import session
from kschwert_env.agents.arena.figures import Figures, figures
from kschwert_env.agents.arena.log import Log, up_to_the_first_missing
from kschwert_env.agents.arena.schedule import Schedule, TableKind
from kschwert_env.agents.protocol import Agent
from kschwert_env.engine.batch import available_cores
from kschwert_env.engine.contract import GameRules


def compete(
    rules: GameRules,
    agents: Mapping[str, Agent],
    folder: Path,
    games: int = 1000,
    tables: TableKind = "mixed",
    seed: int = 0,
    resume: bool = False,
    workers: int | None = None,
    report: Callable[[int, int], object] = lambda played, total: None,
) -> Figures | None:
    """Let agents play each other at fair tables, and say how good they are.

    Every agent of a table sits in every seat on the same deals. Games are kept in `folder` as they finish; Ctrl-C ends
    the session early, and `resume` goes on with it. For `one-vs-rest` tables `games` counts for each pairing.
    `report` hears how many games of how many are finished. `workers` is a number of threads, by default one a core.

    Returns what docs/agents.md tells of `results.json`, None where the first game has not been finished. Raises
    LogError where the folder holds games that can't be gone on with, ValueError where agents or seed are wrong, and
    IllegalAction where an agent answers one.
    """
    schedule = Schedule(tuple(agents), rules.num_players, tables, seed)
    about, total = _settings(rules, schedule), schedule.total(games)
    log = Log(folder, about, resume)
    try:
        report(min(len(log.games), total), total)
        threads = workers or available_cores()
        playing = list(agents.values())
        session.play(rules, schedule, playing, total, log, threads, lambda played: report(played, total))
    finally:
        log.close()
    rows = up_to_the_first_missing(log.games)
    return {**about, **figures(schedule, rows, log.sessions)} if rows else None


def _settings(rules: GameRules, schedule: Schedule) -> dict[str, Any]:
    """What must be the same for games to be gone on with."""
    return {
        "game": rules.game,
        "rules": rules.options(),
        "fingerprint": rules.fingerprint,
        "names": list(schedule.agents),
        "tables": schedule.tables,
        "seed": schedule.seed,
    }
