"""Evaluation of an agent by a protocol: contests, saved in a folder as games finish, and their results."""

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Iterator, Sequence
from importlib.metadata import version
from pathlib import Path
from typing import ClassVar, Generic, TypeVar

import numpy as np

from kschwert_env.agents.registry import agent_name, make_agent, make_agents
from kschwert_env.agents.text.text_agent import TextAgent
from kschwert_env.arena.contest import Contest
from kschwert_env.arena.evaluation.protocols import SELF, AnyProtocol, Protocol, Table, TableProtocol
from kschwert_env.arena.evaluation.report import OpponentReport, Report, TableReport
from kschwert_env.arena.statistics import Figures, SeatResults
from kschwert_env.arena.text.transcripts import FinishedGames, text_figures
from kschwert_env.importing import needing

_FIXED_SIGMA = 1e-6  # sigma of an opponent's rating, which the protocol fixes
_CANDIDATE = 1  # index of the evaluated agent in each contest with an opponent, who has index 0

P = TypeVar("P", bound=AnyProtocol)


class ProtocolEvaluation(ABC, Generic[P]):
    """An agent's games of a protocol, in several contests.

    Attributes:
        protocol: the protocol.
        agent: name of the agent, a spec without options that do not change how it plays.
        format: format of `results.json`; it changes with the keys.
        report: report of the results.
    """

    format: ClassVar[str]
    report: ClassVar[type[Report]]

    def __init__(self, protocol: P, agent: str, folder: Path, resume: bool = False) -> None:
        """Create the agents; with `resume` `play` continues an earlier evaluation. Nothing is played or written yet.

        Raises ValueError for an unknown agent or a missing opponent (older versions of networks are only in a source
        tree), and if the rules of the game differ from those of the protocol.
        """
        self.protocol, self.agent = protocol, agent_name(agent)
        self._folder, self._resume, self._rules = folder, resume, protocol.rules()
        self._agent = make_agent(agent, self._rules)

    def play(self, workers: int | None = None, report: Callable[[int], object] = lambda finished: None) -> bool:
        """Play the missing games; `report` is called with the number of finished games.

        Returns False if Ctrl-C ended it early. Raises FileError if the folder holds games that can't be resumed or
        another process writes to it; what an agent raises; and IllegalAction if an agent returns an illegal action.
        """
        before = 0
        for number in range(len(self.protocol.contests)):

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
        return {
            "format": self.format,
            "package_version": version("kschwert_env"),
            "protocol": self.protocol.name,
            "game": self.protocol.game,
            "players": self.protocol.players,
            "fingerprint": self._rules.fingerprint,
            "fair_share": 1 / self.protocol.players,
            "agent": self.agent,
            **self._own_figures(),
        }

    @property
    def text_agent(self) -> TextAgent | None:
        """The agent, if it is one in text."""
        return self._agent if isinstance(self._agent, TextAgent) else None

    def text_figures(self, transcripts: int, report: Callable[[int], object] = lambda replayed: None) -> Figures:
        """Return the figures of an agent in text, and write transcripts (`arena.text_transcripts.text_figures`)."""
        assert self.text_agent is not None
        contests = zip(self.protocol.contests, self._finished_contests(), strict=True)
        groups = [
            FinishedGames(str(number), name, contest.agents, contest.results)
            for number, (name, contest) in enumerate(contests)
        ]
        return text_figures(self._rules, self.text_agent, groups, self._folder, transcripts, report)

    def _finished_contests(self) -> Iterator[Contest]:
        """Yield each contest while it is open. Raises ValueError if games are missing."""
        for number, name in enumerate(self.protocol.contests):
            with self._contest(number, resume=True) as contest:
                if contest.finished < contest.total:
                    raise ValueError(f"games against {name} are missing; play them first")
                yield contest

    @abstractmethod
    def _contest(self, number: int, resume: bool) -> Contest:
        """Return the contest with that index."""

    @abstractmethod
    def _own_figures(self) -> Figures:
        """Return the results that this kind of protocol has. Raises ValueError if games are missing."""


class Evaluation(ProtocolEvaluation[Protocol]):
    """An agent's games of a protocol: a contest with each opponent."""

    format = "kschwert_env.evaluation.v1"
    report = OpponentReport

    def __init__(self, protocol: Protocol, agent: str, folder: Path, resume: bool = False) -> None:
        """Create the agents as described in the base class."""
        super().__init__(protocol, agent, folder, resume)
        self._candidate = f"candidate {self.agent}"  # an opponent may have the same spec
        self._opponents = make_agents(protocol.contests, self._rules)

    def _own_figures(self) -> Figures:
        against, rated = dict[str, Figures](), list[tuple[float, tuple[float, int, list[float]]]]()
        for opponent, contest in zip(self.protocol.opponents, self._finished_contests(), strict=True):
            against[opponent.agent] = {**self._opponent_results(contest, opponent.agent), "rating": opponent.rating}
            seats = SeatResults.from_games(contest.results, self.protocol.players)
            own = (seats.agents == _CANDIDATE).argmax(axis=1).tolist()
            games = zip(own, seats.ranks.tolist(), strict=True)
            rated += ((i / opponent.games, (opponent.rating, *game)) for i, game in enumerate(games))
        rating, sigma = estimate_rating(game for _, game in sorted(rated))
        thought = sum(its["seconds_per_decision"] * its["games"] for its in against.values())
        return {
            "rating": rating,
            "rating_sigma": sigma,
            "seconds_per_decision": thought / self.protocol.games,
            "against": against,
        }

    def _contest(self, number: int, resume: bool) -> Contest:
        """Return the contest with the opponent of that index."""
        opponent = self.protocol.opponents[number]
        seated = {opponent.agent: self._opponents[opponent.agent], self._candidate: self._agent}
        folder = self._folder / "against" / str(number)
        games, seed, logs = opponent.games, self.protocol.seed, self._folder
        return Contest(self._rules, seated, folder, games, "one-vs-first", seed, resume, logs=logs)

    def _opponent_results(self, contest: Contest, opponent: str) -> Figures:
        """Return the results of the games against an opponent."""
        results = contest.figures()
        assert results is not None
        return {
            **results["one_vs_rest"][self._candidate][opponent],
            "by_seat": results["agents"][self._candidate]["by_seat"],
            "seconds_per_decision": results["seconds_per_decision"][self._candidate],
            "decisions_per_game": results["decisions_per_game"],
            "endings": results["endings"],
        }


class TableEvaluation(ProtocolEvaluation[TableProtocol]):
    """An agent's games of a table protocol: a contest for each kind of table, beside other agents in the same seats."""

    format = "kschwert_env.table_evaluation.v1"
    report = TableReport

    def __init__(self, protocol: TableProtocol, agent: str, folder: Path, resume: bool = False) -> None:
        """Create the agents as described in the base class.

        Raises ValueError also for an agent in text, which would be asked too often.
        """
        super().__init__(protocol, agent, folder, resume)
        if self.text_agent:
            raise ValueError(
                f"{protocol.name} has {protocol.games:,} games; evaluate agents in text by an llm protocol"
            )
        specs = {*protocol.baselines, *(other for table in protocol.tables for other in table.others)} - {SELF}
        self._agents = {**make_agents(sorted(specs), self._rules), self.agent: self._agent}

    def _own_figures(self) -> Figures:
        contests = zip(self.protocol.tables, self._finished_contests(), strict=True)
        tables = {table.name: self._table_results(contest, table) for table, contest in contests}
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
        seats = SeatResults.from_games(contest.results, self.protocol.players)
        compared = 1 + len(self.protocol.baselines)
        is_compared = seats.agents < len({self.agent, *self.protocol.baselines})
        wins = seats.wins[is_compared].reshape(-1, self.protocol.players, compared)  # deals, rotations, agents
        by_deal = wins.mean(axis=1)
        results = {"games": table.games, "agent": mean_by_deal("win_share", by_deal[:, 0])}
        for i, spec in enumerate(self.protocol.baselines, 1):
            lead = mean_by_deal("lead", by_deal[:, i] - by_deal[:, 0])
            results[spec] = {"win_share": float(by_deal[:, i].mean()), **lead}
        return results


def make_evaluation(
    protocol: Protocol | TableProtocol, agent: str, folder: Path, resume: bool
) -> Evaluation | TableEvaluation:
    """Return the evaluation of an agent by a protocol."""
    if isinstance(protocol, TableProtocol):
        return TableEvaluation(protocol, agent, folder, resume)
    return Evaluation(protocol, agent, folder, resume)


def estimate_rating(games: Iterable[tuple[float, int, Sequence[float]]]) -> tuple[float, float]:
    """Return rating and uncertainty (sigma) of one seat by the Plackett-Luce model; all other ratings are fixed.

    A game is the rating of all other seats, the index of the seat, and the ranks of all seats, ties averaged.
    """
    with needing("agents", "ratings"):
        from openskill.models import PlackettLuce

    model = PlackettLuce(tau=0.0)  # agents do not change from game to game
    own_rating = model.rating()
    for rating, own, ranks in games:
        opponent = model.rating(rating, _FIXED_SIGMA)
        teams = [[own_rating if seat == own else opponent] for seat in range(len(ranks))]
        own_rating = model.rate(teams, ranks=list(ranks))[own][0]
    return float(own_rating.mu), float(own_rating.sigma)


def mean_by_deal(name: str, values: np.ndarray) -> Figures:
    """Return the mean of a figure over deals, float (deals,), with its 95 % interval (normal approximation)."""
    mean, error = float(values.mean()), 1.96 * float(values.std(ddof=1)) / len(values) ** 0.5
    return {name: mean, "low": mean - error, "high": mean + error}
