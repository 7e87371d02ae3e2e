"""Evaluation of an agent by a protocol of any kind: contests, saved in a folder as games finish."""

from abc import ABC, abstractmethod
from collections.abc import Callable
from importlib.metadata import version
from pathlib import Path
from typing import ClassVar, Generic, TypeVar

from kschwert_env.arena.contest import Contest
from kschwert_env.arena.evaluation.protocols import Protocol
from kschwert_env.arena.evaluation.table_protocols import TableProtocol
from kschwert_env.arena.statistics import Figures

P = TypeVar("P", bound=Protocol | TableProtocol)


class ProtocolEvaluation(ABC, Generic[P]):
    """An agent's games of a protocol, in several contests.

    Attributes:
        protocol: the protocol.
        agent: name of the agent, a spec.
        format: format of `results.json`; it changes with the keys.
    """

    format: ClassVar[str]

    def __init__(self, protocol: P, agent: str, folder: Path, resume: bool) -> None:
        """With `resume` `play` continues an earlier evaluation. Nothing is played or written yet.

        Raises ValueError if the rules of the game differ from those of the protocol.
        """
        self.protocol, self.agent = protocol, agent
        self._folder, self._resume, self._rules = folder, resume, protocol.rules()

    def play(self, workers: int | None = None, report: Callable[[int], object] = lambda finished: None) -> bool:
        """Play the missing games; `report` is called with the number of finished games.

        Returns False if Ctrl-C ended it early. Raises FileError if the folder holds games that can't be resumed or
        another process writes to it; what an agent raises; and IllegalAction if an agent returns an illegal action.
        """
        before = 0
        for number in range(self.protocol.contests):

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

    @abstractmethod
    def _contest(self, number: int, resume: bool) -> Contest:
        """Return the contest with that index."""

    @abstractmethod
    def _own_figures(self) -> Figures:
        """Return the results that this kind of protocol has. Raises ValueError if games are missing."""
