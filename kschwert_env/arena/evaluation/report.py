"""Reports of an evaluation: an HTML page, and a table for the terminal."""

from abc import ABC, abstractmethod
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from rich.table import Table

from kschwert_env import terminal
from kschwert_env.arena.report import interval, label_axes, page, plot_svg, table
from kschwert_env.arena.statistics import Figures
from kschwert_env.arena.text.report import sections
from kschwert_env.engine.io.files import atomic_write_text

if TYPE_CHECKING:
    from matplotlib.axes import Axes


class Report(ABC):
    """The report of an evaluation's results, as in `results.json`."""

    def __init__(self, results: Figures) -> None:
        """Keep the results."""
        self._results = results
        self._title = f"{results['agent']}: {results['protocol']}"

    def write(self, path: Path) -> None:
        """Write the page. Raises OSError."""
        atomic_write_text(path, page(self._title, self.summary(), self._sections()))

    def overview(self) -> Table:
        """Return the main table for the terminal."""
        overview = terminal.number_table(self._title, *self._columns())
        for row in self._rows():
            overview.add_row(*row)
        return overview

    def summary(self) -> str:
        """Return the main figures as sentences, and the best response's win share if it was computed."""
        if (best := self._results.get("exploitability")) is None:
            return self._main_figures()
        return (
            f"{self._main_figures()} A best response trained for {best['timesteps']:,} timesteps wins "
            f"{interval(best)} of the games; a fair share is {self._results['fair_share']:.1%}."
        )

    @abstractmethod
    def _main_figures(self) -> str:
        """Return the main figures as sentences."""

    @abstractmethod
    def _columns(self) -> Sequence[str]:
        """Return the columns of the main table."""

    @abstractmethod
    def _rows(self) -> Iterator[list[str]]:
        """Yield the rows of the main table."""

    @abstractmethod
    def _sections(self) -> dict[str, str]:
        """Return the sections of the page by heading, as HTML."""


class OpponentReport(Report):
    """The report of games against several opponents."""

    def _main_figures(self) -> str:
        results = self._results
        sentence = (
            f"Rating {results['rating']:.1f} ± {results['rating_sigma']:.1f} by {results['protocol']}, "
            f"{results['seconds_per_decision'] * 1e3:.3g} ms per decision."
        )
        if answers := results.get("text", {}).get("answers"):
            tokens = answers["input_tokens"] + answers["output_tokens"]
            sentence += (
                f" {answers['invalid_share']:.1%} of {answers['answers']:,} answers were invalid. "
                f"{tokens:,} tokens cost {answers['money']:,.2f}."
            )
        return sentence

    def _columns(self) -> Sequence[str]:
        return "opponent", "rating", "games", "win share", "low", "high", "ms/decision"

    def _rows(self) -> Iterator[list[str]]:
        for name, entry in self._results["against"].items():
            shares = (f"{entry[key]:.1%}" for key in ("win_share", "low", "high"))
            milliseconds = f"{entry['seconds_per_decision'] * 1e3:.3f}"
            yield [name, f"{entry['rating']:.1f}", f"{entry['games']:,}", *shares, milliseconds]

    def _sections(self) -> dict[str, str]:
        against = self._results["against"]
        seats = [
            [name, *(f"{entry['win_share']:.1%}" for entry in results["by_seat"])] for name, results in against.items()
        ]
        return {
            "The agent in one seat, one opponent in all other seats": table(self._columns(), self._rows()),
            "Win shares": plot_svg(len(against), self._draw),
            "By seat": table(["opponent", *(f"seat {seat}" for seat in range(self._results["players"]))], seats),
            **sections(self._results.get("text", {})),
        }

    def _draw(self, axes: "Axes") -> None:
        """Draw a point with its interval for each opponent, and the fair share."""
        for i, entry in enumerate(self._results["against"].values()):
            errors = [[entry["win_share"] - entry["low"]], [entry["high"] - entry["win_share"]]]
            axes.errorbar(entry["win_share"], i, xerr=errors, fmt="o", capsize=4, color="C0")
        axes.axvline(self._results["fair_share"], color="grey", linestyle="--")
        axes.set_xlim(-0.02, 1.02)
        label_axes(axes, list(self._results["against"]), "win share, 95 % intervals; dashed: fair share")


class TableReport(Report):
    """The report of games by a table protocol."""

    def _main_figures(self) -> str:
        """Return the three figures of a protocol in words: mean, worst table, and worst loss against the heuristic."""
        results, worst, loss = self._results, self._results["worst"], self._results["worst_loss"]
        return (
            f"Mean win share {results['mean']:.1%}; a fair share is {results['fair_share']:.1%}. "
            f"The lowest is {interval(worst)}, with {worst['table']}. "
            f"The heuristic in the same seat leads by at most {interval(loss, 'lead')}, with {loss['table']}."
        )

    def _baselines(self) -> list[str]:
        """Return the agents that the evaluated agent is compared with."""
        table = next(iter(self._results["tables"].values()))
        return [name for name in table if name not in ("games", "agent")]

    def _columns(self) -> Sequence[str]:
        names = self._baselines()
        return ["other seats", "games", "agent", *names, *(f"lead of {name}" for name in names)]

    def _rows(self) -> Iterator[list[str]]:
        names = self._baselines()
        for others, entry in self._results["tables"].items():
            shares = [f"{entry[name]['win_share']:.1%}" for name in ("agent", *names)]
            yield [others, f"{entry['games']:,}", *shares, *(interval(entry[name], "lead") for name in names)]

    def _sections(self) -> dict[str, str]:
        return {"Win shares in the same seats of the same deals": table(self._columns(), self._rows())}
