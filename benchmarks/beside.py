"""Benchmarks whose rows come from several programs and are told otherwise than those of `benchmarks.peers`.

Each is a package with a module for every program that is measured (`benchmarks.serve`), and has the same command line:

    python -m benchmarks.NAME [--json FILE]   measure, print a table, and keep what was found
    python -m benchmarks.NAME report FILE     write it into docs/benchmarks.md
"""

import json as json_format
from collections.abc import Callable, Mapping, Sequence
from contextlib import ExitStack
from pathlib import Path
from statistics import median
from typing import Annotated, Any, NamedTuple

import typer
from rich.console import Console
from rich.table import Table

from benchmarks.ask import PREPARE, Worker
from benchmarks.peers import report
from benchmarks.peers.catalogue import ROOT, Peer
from benchmarks.peers.measure import Case, Started, in_turn, lacking
from benchmarks.peers.report import Results, Row

console = Console(highlight=False, width=140)


class Benchmark(NamedTuple):
    """What is measured, and how it is told."""

    name: str  # of its package in `benchmarks`
    programs: Sequence[Peer]  # ours first; each has a module in the package
    unavailable: Mapping[str, str]  # what can't be measured, and why
    all_cores: bool  # each program takes all of them, or is pinned to one
    head: Sequence[str]
    cells: Callable[[Results, Row], list[str]]  # of one row
    notes: str  # below the table

    @property
    def format(self) -> str:
        """Of its results."""
        return f"kschwert_env.{self.name}.v1"

    @property
    def begin(self) -> str:
        """The marker before its part of the page."""
        return f"<!-- figures: python -m benchmarks.{self.name} report -->"

    def measure(self, runs: int, seconds: float) -> Results:
        """All results, as they are written to JSON; of each run of each row, what the program answered."""
        found = in_turn(self.programs, self.started, answered, runs, seconds)
        return {"format": self.format, **found, "peers": {**found["peers"], **lacking(self.unavailable)}}

    def started(self, program: Peer, cores: Sequence[int], stack: ExitStack) -> Started:
        """One process for all rows of a program."""
        command = [str(program.python), "-m", f"benchmarks.{self.name}.{program.name}"]
        worker = stack.enter_context(Worker(command, ROOT, cores if self.all_cores else cores[-1:]))
        rows = [{"peer": program.title, **row, "runs": []} for row in worker.greeting["rows"]]
        return Started(worker.greeting["versions"], rows, [Case([worker], row, "runs") for row in rows])

    def write(self, results: Results, docs: Path) -> None:
        """Put the figures between their markers in `docs`/benchmarks.md.

        Raises ValueError for a page without markers and for results of another format.
        """
        report.check_format(results, self.format)
        report.replace_between(docs / "benchmarks.md", self.begin, report.END, self.markdown(results))

    def table(self, results: Results) -> Table:
        """For the terminal."""
        found = Table(*self.head)
        for row in report.measured(results):
            found.add_row(*self.cells(results, row))
        for line in report.unmeasured(results):
            found.add_row(line)
        return found

    def markdown(self, results: Results) -> str:
        """The part of the page."""
        cells = [[*self.cells(results, row), row["included"]] for row in report.measured(results)]
        parts = [
            report.preface(results),
            report.markdown_table([*self.head, "included"], cells),
            self.notes,
            "What could not be measured:",
            report.bullets(report.unmeasured(results)),
        ]
        return "\n\n".join(parts)


def answered(workers: Sequence[Worker], row: str, seconds: float) -> dict[str, Any]:
    """What the one process of a program did in about so many seconds, and finished; as patient as for warming up."""
    (worker,) = workers
    return worker.ask({"play": row, "seconds": seconds}, seconds + PREPARE)


def per_second(row: Row, total: str | None = None) -> list[float]:
    """Decisions per second in each run, or so much of one of its totals; empty for a row that has no such total."""
    if total is None:
        return [run["decisions"] / run["seconds"] for run in row["runs"]]
    return [run["totals"][total] / run["seconds"] for run in row["runs"] if total in run["totals"]]


def speed_up(results: Results, row: Row, total: str | None = None) -> float | None:
    """How many times as many decisions a second, or of a total, are our row's that this one stands beside."""
    reference = report.ours(results, row["beside"])
    return None if reference is None else report.ratio_of(per_second(row, total), per_second(reference, total))


def middle(figures: Sequence[float], told: Callable[[float], str]) -> str:
    """Their median as it is told, or nothing where there are none."""
    return told(median(figures)) if figures else ""


def command_line(benchmark: Benchmark, runs: int, seconds: float) -> typer.Typer:
    """The commands of a benchmark, with its usual number and length of runs."""
    app = typer.Typer(rich_markup_mode=None)

    @app.callback(invoke_without_command=True)
    def run(
        context: typer.Context,
        json: Annotated[Path | None, typer.Option(help="File to write the figures to.", dir_okay=False)] = None,
        runs: Annotated[int, typer.Option(min=1)] = runs,
        seconds: Annotated[float, typer.Option(min=0.01, help="For each row in each run.")] = seconds,
    ) -> None:
        """Measure ours and the peers that are installed, and print the table."""
        if context.invoked_subcommand is not None:
            return
        found = benchmark.measure(runs, seconds)
        if json:
            json.write_text(json_format.dumps(found, indent=1))
        console.print(benchmark.table(found))

    @app.command(name="report")
    def write(
        results: Annotated[Path, typer.Argument(exists=True, dir_okay=False)],
        docs: Annotated[Path, typer.Option(help="Folder with benchmarks.md.", file_okay=False)] = ROOT / "docs",
    ) -> None:
        """Write the figures into docs/benchmarks.md."""
        benchmark.write(json_format.loads(results.read_text()), docs)

    return app
