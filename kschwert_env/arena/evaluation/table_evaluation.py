"""Evaluation of an agent at tables of many kinds, beside other agents in the same seats of the same deals."""

from collections.abc import Callable
from importlib.metadata import version
from pathlib import Path

import numpy as np

from kschwert_env.agents.registry import make_agent
from kschwert_env.agents.text.text_agent import TextAgent
from kschwert_env.arena.contest import Contest
from kschwert_env.arena.evaluation.table_protocols import SELF, Table, TableProtocol
from kschwert_env.arena.statistics import Figures, SeatResults

FORMAT = "kschwert_env.table_evaluation.v1"
"""Format of `results.json`; it changes with the keys."""


class TableEvaluation:
    """An agent's games of a table protocol: a contest for each kind of table, saved in a folder as games finish.

    Attributes:
        protocol: the protocol.
        agent: spec of the agent.
    """

    def __init__(self, protocol: TableProtocol, agent: str, folder: Path, resume: bool = False) -> None:
        """Create the agents; with `resume` `play` continues an earlier evaluation. Nothing is played or written yet.

        Raises ValueError for an unknown agent, for an agent in text, which would be asked too often, and if the rules
        of the game differ from those of the protocol.
        """
        self.protocol, self.agent = protocol, agent
        self._folder, self._resume, self._rules = folder, resume, protocol.rules()
        specs = {agent, *protocol.baselines, *(other for table in protocol.tables for other in table.others)} - {SELF}
        self._agents = {spec: make_agent(spec, self._rules) for spec in sorted(specs)}
        if isinstance(self._agents[agent], TextAgent):
            raise ValueError(
                f"{protocol.name} has {protocol.games:,} games; evaluate agents in text by an llm protocol"
            )

    def play(self, workers: int | None = None, report: Callable[[int], object] = lambda finished: None) -> bool:
        """Play the missing games; `report` is called with the number of finished games.

        Returns False if Ctrl-C ended it early. Raises FileError if the folder holds games that can't be resumed or
        another process writes to it; what an agent raises; and IllegalAction if an agent returns an illegal action.
        """
        before = 0
        for number in range(len(self.protocol.tables)):

            def report_total(finished: int, before: int = before) -> None:
                report(before + finished)

            with self._contest(number, self._resume) as contest:
                report_total(contest.finished)
                if not contest.play(workers, report_total):
                    return False
                before += contest.total
        return True

    def figures(self) -> Figures:
        """Return the results, as in `results.json` (docs/evaluation.md). Raises ValueError if games are missing."""
        tables = dict[str, Figures]()
        for number, table in enumerate(self.protocol.tables):
            with self._contest(number, resume=True) as contest:
                if contest.finished < contest.total:
                    raise ValueError(f"games at the table {table.name} are missing; play them first")
                tables[table.name] = self._table_results(contest, table)
        with_others = [table.name for table in self.protocol.tables if set(table.others) != {SELF}]
        worst = min(with_others, key=lambda name: tables[name]["agent"]["win_share"])
        heuristic = self.protocol.baselines[0]
        loss = max(tables, key=lambda name: tables[name][heuristic]["lead"])
        return {
            "format": FORMAT,
            "package_version": version("kschwert_env"),
            "protocol": self.protocol.name,
            "game": self.protocol.game,
            "players": self.protocol.players,
            "fingerprint": self._rules.fingerprint,
            "fair_share": 1 / self.protocol.players,
            "agent": self.agent,
            "mean": float(np.mean([table["agent"]["win_share"] for table in tables.values()])),
            "worst": {"table": worst, **tables[worst]["agent"]},
            "worst_loss": {"table": loss, **tables[loss][heuristic]},
            "tables": tables,
        }

    def _contest(self, number: int, resume: bool) -> Contest:
        """Return the contest at the table of that index: each compared agent has one seat, in turn."""
        table, compared = self.protocol.tables[number], (self.agent, *self.protocol.baselines)
        seated = {f"compared {spec}": self._agents[spec] for spec in dict.fromkeys(compared)}
        specs = [self.agent if other == SELF else other for other in table.others]
        seated |= {spec: self._agents[spec] for spec in dict.fromkeys(specs)}
        names = list(seated)
        others = tuple(names.index(spec) for spec in specs)
        line_ups = tuple((names.index(f"compared {spec}"), *others) for spec in compared)
        folder = self._folder / "tables" / str(number)
        return Contest(self._rules, seated, folder, table.games, line_ups, self.protocol.seed, resume)

    def _table_results(self, contest: Contest, table: Table) -> Figures:
        """Return the win shares of the compared agents, and the leads of baselines over the agent."""
        seats, compared = (
            SeatResults.from_games(contest.results, self.protocol.players),
            1 + len(self.protocol.baselines),
        )
        is_compared = seats.agents < len({self.agent, *self.protocol.baselines})
        wins = seats.wins[is_compared].reshape(-1, self.protocol.players, compared)  # deals, rotations, agents
        by_deal = wins.mean(axis=1)
        found = {"games": table.games, "agent": mean_by_deal("win_share", by_deal[:, 0])}
        for i, spec in enumerate(self.protocol.baselines, 1):
            lead = mean_by_deal("lead", by_deal[:, i] - by_deal[:, 0])
            found[spec] = {"win_share": float(by_deal[:, i].mean()), **lead}
        return found


def mean_by_deal(name: str, values: np.ndarray) -> Figures:
    """Return the mean of a figure over deals, float (deals,), with its 95 % interval (normal approximation)."""
    mean, error = float(values.mean()), 1.96 * float(values.std(ddof=1)) / len(values) ** 0.5
    return {name: mean, "low": mean - error, "high": mean + error}
