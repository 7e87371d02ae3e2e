"""A contest: a tournament between agents, stored in a folder, with its statistics."""

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, Self

from kschwert_env.agents.base import Agent, keep_log, requests_at_once
from kschwert_env.agents.registry import file_digests
from kschwert_env.agents.text.text_agent import TextAgent
from kschwert_env.arena import executors
from kschwert_env.arena.game_log import GameLog, LogEntry, LogError, before_first_gap
from kschwert_env.arena.game_runner import GameResult
from kschwert_env.arena.ray_executor import RayExecutor
from kschwert_env.arena.schedule import LineUps, Schedule, TableKind
from kschwert_env.arena.statistics import Figures, figures
from kschwert_env.arena.text.transcripts import FinishedGames, text_figures
from kschwert_env.engine.contract.rules import GameRules
from kschwert_env.engine.io.files import FileError
from kschwert_env.engine.simulation.batch import available_cores
from kschwert_env.engine.text.phrases import brief


class Contest:
    """A tournament between named agents. Games are saved in a folder as they finish.

    Every agent of a line-up plays every seat on the same deals. Close a contest after use, or use it in `with`.

    Attributes:
        agents: the agents, in the order of their indices in results.
        total: total number of games. `games` counts all games of `mixed` tables, else the games of each pairing.
    """

    def __init__(
        self,
        rules: GameRules,
        agents: Mapping[str, Agent],
        folder: Path,
        games: int = 1000,
        tables: TableKind | LineUps = "mixed",
        seed: int = 0,
        resume: bool = False,
        ray: str | None = None,
        logs: Path | None = None,
    ) -> None:
        """Open the folder; with `resume` continue an earlier contest. Games are played by `play`.

        `ray` is the address of a Ray cluster that plays; each of its machines creates the agents from their names.
        Agents that keep a log (`agents.base.keep_log`) write it to the folder `logs`, by default to that of the games,
        as `exchanges-N.jsonl` with the index of the agent.
        Raises ValueError for wrong agents, seed or cluster; FileError if the folder holds games that can't be resumed
        or another process writes to it; ImportError for a cluster without the extra `ray`.
        """
        self._rules, self.agents = rules, list(agents.values())
        self._schedule = Schedule(tuple(agents), rules.num_players, tables, seed)
        self.total = self._schedule.total(games)
        if ray is not None and any(map(requests_at_once, self.agents)):
            raise ValueError("agents that wait for a server play in this process only, not in a Ray cluster")
        self._cluster = None if ray is None else RayExecutor(rules, self._schedule.agents, ray)
        files = file_digests(agents)  # an exchanged network would be another player
        self._log = GameLog(folder, {**self._settings(), **({"files": files} if files else {})}, resume)
        try:
            self._check(self._log)
            for number, (name, agent) in enumerate(agents.items()):
                keep_log(agent, (logs or folder) / f"exchanges-{number}.jsonl", name)
        except FileError:
            self._log.close()
            raise

    @property
    def finished(self) -> int:
        """Return the number of finished games."""
        return len(self._log.games)

    @property
    def results(self) -> list[GameResult]:
        """Return the results that statistics are computed from: all up to the first unfinished game."""
        return before_first_gap(self._log.games)

    def play(self, workers: int | None = None, report: Callable[[int], object] = lambda finished: None) -> bool:
        """Play the missing games; `report` is called with the number of finished games.

        `workers` is the number of threads, by default one per core, or one per request that an agent can have at a
        server (`agents.base.requests_at_once`); a cluster uses all its cores instead. Ctrl-C ends it early and keeps
        finished games; the method returns False then. Raises what an agent raises, and IllegalAction if an agent
        returns an illegal action.
        """
        threads = workers or max(available_cores(), *map(requests_at_once, self.agents))
        team = self._cluster or executors.ThreadExecutor(self._rules, self.agents, self._schedule.agents, threads)
        return executors.play(self._schedule, self.total, self._log, team, report)

    def figures(self) -> Figures | None:
        """Return the statistics, as in `results.json` (docs/agents.md); None until the first game has finished."""
        results = self.results
        return {**self._settings(), **figures(self._schedule, results, self._log.sessions)} if results else None

    def text_figures(self, transcripts: int) -> dict[str, Figures]:
        """Return the figures of each agent in text by name, and write transcripts.

        `arena.text_transcripts.text_figures` describes figures and errors.
        """
        figures_by_agent, folder = dict[str, Figures](), self._log.path.parent
        for i, (name, agent) in enumerate(zip(self._schedule.agents, self.agents, strict=True)):
            if isinstance(agent, TextAgent):
                games = FinishedGames(str(i), "", self.agents, self.results)
                figures_by_agent[name] = text_figures(self._rules, agent, [games], folder, transcripts)
        return figures_by_agent

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *raised: object) -> None:
        self._log.close()

    def _check(self, log: GameLog) -> None:
        """Raise LogError for a game that does not fit the schedule, or that appears twice with different results."""
        games = {line["game"]: line for line in log.lines if "game" in line}
        for line in log.lines:
            if "game" in line and (line != games[line["game"]] or not self._is_scheduled(line)):
                raise LogError(f"{log.path} is damaged: game {brief(line['game'])} does not fit the schedule")
            if "session" in line and line["session"]["thinking"].keys() != set(self._schedule.agents):
                raise LogError(f"{log.path} is damaged: a session has other agents")

    def _is_scheduled(self, line: LogEntry) -> bool:
        scheduled = self._schedule.game(line["game"])
        return line["seed"] == scheduled.seed and line["line_up"] == list(scheduled.line_up)

    def _settings(self) -> dict[str, Any]:
        """Return the settings that must be equal to resume."""
        rules, schedule = self._rules, self._schedule
        return {
            "game": rules.package,
            "rules": rules.options(),
            "fingerprint": rules.fingerprint,
            "names": list(schedule.agents),
            "tables": schedule.tables
            if isinstance(schedule.tables, str)
            else [list(line_up) for line_up in schedule.tables],
            "seed": schedule.seed,
        }
