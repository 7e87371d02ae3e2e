"""A contest: agents that play each other at fair tables, and what the games say of them."""

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, Self

from kschwert_env.agents.base import Agent
from kschwert_env.arena import session
from kschwert_env.arena.log import Line, Log, LogError, up_to_the_first_missing
from kschwert_env.arena.ray_workers import RayTeam
from kschwert_env.arena.schedule import Schedule, TableKind
from kschwert_env.arena.statistics import Figures, figures
from kschwert_env.arena.tables import Row
from kschwert_env.engine.batch import available_cores
from kschwert_env.engine.contract import GameRules
from kschwert_env.engine.text import brief


class Contest:
    """Agents by their names, and their games, which are kept in a folder as they finish.

    Every agent of a table sits in every seat on the same deals. To be closed when it is over, as by `with`.

    Attributes:
        total: how many games are to be played; but for `mixed` tables `games` counts for each pairing.
    """

    def __init__(
        self,
        rules: GameRules,
        agents: Mapping[str, Agent],
        folder: Path,
        games: int = 1000,
        tables: TableKind = "mixed",
        seed: int = 0,
        resume: bool = False,
        ray: str | None = None,
    ) -> None:
        """Begin, or with `resume` go on. Nothing is played yet.

        `ray` is the address of a Ray cluster that plays; each of its machines makes the agents for itself, by their
        names. Raises ValueError for agents, a seed or a cluster that can't be, FileError where the folder holds games
        that can't be gone on with, or another process writes to it, and ImportError for a cluster without the extra
        `ray`.
        """
        self._rules, self._agents = rules, list(agents.values())
        self._schedule = Schedule(tuple(agents), rules.num_players, tables, seed)
        self.total = self._schedule.total(games)
        self._cluster = None if ray is None else RayTeam(rules, self._schedule.agents, ray)
        self._log = Log(folder, self._about(), resume)
        try:
            self._check(self._log)
        except LogError:
            self._log.close()
            raise

    @property
    def finished(self) -> int:
        """How many games are."""
        return len(self._log.games)

    @property
    def rows(self) -> list[Row]:
        """The games that figures are of: all up to the first that is not finished."""
        return up_to_the_first_missing(self._log.games)

    def play(self, workers: int | None = None, report: Callable[[int], object] = lambda finished: None) -> bool:
        """Play what is missing, on so many threads, by default one a core; `report` hears how many games are finished.

        A cluster plays on all its cores instead. Ctrl-C ends it early, and what is finished is kept; then False. Raises
        what an agent raises, and IllegalAction where one answers an illegal action.
        """
        team = self._cluster or session.Threads(
            self._rules, self._agents, self._schedule.agents, workers or available_cores()
        )
        return session.play(self._schedule, self.total, self._log, team, report)

    def figures(self) -> Figures | None:
        """What docs/agents.md tells of `results.json`; None as long as the first game is not finished."""
        rows = self.rows
        return {**self._about(), **figures(self._schedule, rows, self._log.sessions)} if rows else None

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *raised: object) -> None:
        self._log.close()

    def _check(self, log: Log) -> None:
        """Raises LogError for a game that is not of the schedule, or is there twice and not the same."""
        games = {line["game"]: line for line in log.lines if "game" in line}
        for line in log.lines:
            if "game" in line and (line != games[line["game"]] or not self._is_scheduled(line)):
                raise LogError(f"{log.path} is damaged: game {brief(line['game'])} is not as it was played")
            if "session" in line and line["session"]["thinking"].keys() != set(self._schedule.agents):
                raise LogError(f"{log.path} is damaged: a session is of other agents")

    def _is_scheduled(self, line: Line) -> bool:
        seating = self._schedule.game(line["game"])
        return line["seed"] == seating.seed and line["line_up"] == list(seating.line_up)

    def _about(self) -> dict[str, Any]:
        """What must be the same for games to be gone on with."""
        rules, schedule = self._rules, self._schedule
        return {
            "game": rules.package,
            "rules": rules.options(),
            "fingerprint": rules.fingerprint,
            "names": list(schedule.agents),
            "tables": schedule.tables,
            "seed": schedule.seed,
        }
