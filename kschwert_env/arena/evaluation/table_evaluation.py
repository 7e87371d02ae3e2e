"""Evaluation of an agent at tables of many kinds, beside other agents in the same seats of the same deals."""

from pathlib import Path

import numpy as np

from kschwert_env.agents.registry import make_agent
from kschwert_env.agents.text.text_agent import TextAgent
from kschwert_env.arena.contest import Contest
from kschwert_env.arena.evaluation.base import ProtocolEvaluation
from kschwert_env.arena.evaluation.table_protocols import SELF, Table, TableProtocol
from kschwert_env.arena.statistics import Figures, SeatResults


class TableEvaluation(ProtocolEvaluation[TableProtocol]):
    """An agent's games of a table protocol: a contest for each kind of table."""

    format = "kschwert_env.table_evaluation.v1"

    def __init__(self, protocol: TableProtocol, agent: str, folder: Path, resume: bool = False) -> None:
        """Create the agents; with `resume` `play` continues an earlier evaluation. Nothing is played or written yet.

        Raises ValueError for an unknown agent, for an agent in text, which would be asked too often, and if the rules
        of the game differ from those of the protocol.
        """
        super().__init__(protocol, agent, folder, resume)
        specs = {agent, *protocol.baselines, *(other for table in protocol.tables for other in table.others)} - {SELF}
        self._agents = {spec: make_agent(spec, self._rules) for spec in sorted(specs)}
        if isinstance(self._agents[agent], TextAgent):
            raise ValueError(
                f"{protocol.name} has {protocol.games:,} games; evaluate agents in text by an llm protocol"
            )

    def _own_figures(self) -> Figures:
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
        results = {"games": table.games, "agent": mean_by_deal("win_share", by_deal[:, 0])}
        for i, spec in enumerate(self.protocol.baselines, 1):
            lead = mean_by_deal("lead", by_deal[:, i] - by_deal[:, 0])
            results[spec] = {"win_share": float(by_deal[:, i].mean()), **lead}
        return results


def mean_by_deal(name: str, values: np.ndarray) -> Figures:
    """Return the mean of a figure over deals, float (deals,), with its 95 % interval (normal approximation)."""
    mean, error = float(values.mean()), 1.96 * float(values.std(ddof=1)) / len(values) ** 0.5
    return {name: mean, "low": mean - error, "high": mean + error}
