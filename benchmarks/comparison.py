"""Comparisons of several programs, with tables other than those of `benchmarks.peers`.

Each is a package with a module for every measured program (`benchmarks.server`), and has the same command line:

    python -m benchmarks.NAME [--json FILE]   measure, print a table, and write the results
    python -m benchmarks.NAME report FILE     write the results into docs/benchmarks.md
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

from benchmarks.client import PREPARE_TIMEOUT, Worker
from benchmarks.peers import report
from benchmarks.peers.catalogue import ROOT, Peer
from benchmarks.peers.measure import Case, RunningPeer, in_turn, missing_peers
from benchmarks.peers.report import Results, Row

console = Console(highlight=False, width=140)


class Comparison(NamedTuple):
    """A comparison: programs, and the layout of its table."""

    name: str  # name of its package in `benchmarks`
    programs: Sequence[Peer]  # ours first; each has a module in the package
    unavailable: Mapping[str, str]  # programs that can't be measured, and the reasons
    all_cores: bool  # whether programs use all cores, or are pinned to one
    head: Sequence[str]  # head of the table
    cells: Callable[[Results, Row], list[str]]  # cells of a row
    notes: str  # text below the table

    @property
    def format(self) -> str:
        """Return the format of its results."""
        return f"kschwert_env.{self.name}.v1"

    @property
    def begin(self) -> str:
        """Return the marker before its section of the page."""
        return f"<!-- figures: python -m benchmarks.{self.name} report -->"

    def measure(self, runs: int, seconds: float) -> Results:
        """Return all results for JSON: the answers of the programs for each run of each workload."""
        measurements = in_turn(self.programs, self.start_program, run_workload, runs, seconds)
        return {
            "format": self.format,
            **measurements,
            "peers": {**measurements["peers"], **missing_peers(self.unavailable)},
        }

    def module_of(self, program: Peer) -> str:
        """Return the module that measures a program."""
        return f"benchmarks.{self.name}.{program.name}"

    def start_program(self, program: Peer, cores: Sequence[int], stack: ExitStack) -> RunningPeer:
        """Start one process for all workloads of a program."""
        command = [str(program.python), "-m", self.module_of(program)]
        worker = stack.enter_context(Worker(command, ROOT, cores if self.all_cores else cores[-1:]))
        rows = [{"peer": program.title, **row, "runs": []} for row in worker.greeting["rows"]]
        return RunningPeer(worker.greeting["versions"], rows, [Case([worker], row, "runs") for row in rows])

    def write(self, results: Results, docs: Path) -> None:
        """Write the results between their markers in `docs`/benchmarks.md.

        Raises ValueError for a page without markers, and for results of another format.
        """
        report.check_format(results, self.format)
        report.replace_between(docs / "benchmarks.md", self.begin, report.END, self.markdown(results))

    def table(self, results: Results) -> Table:
        """Return the table for the terminal."""
        table = Table(*self.head)
        for row in report.measured(results):
            table.add_row(*self.cells(results, row))
        for line in report.unmeasured(results):
            table.add_row(line)
        return table

    def markdown(self, results: Results) -> str:
        """Return the section of the page."""
        cells = [[*self.cells(results, row), row["included"]] for row in report.measured(results)]
        parts = [
            report.preface(results),
            report.markdown_table([*self.head, "included"], cells),
            self.notes,
            "Not measured:",
            report.bullets(report.unmeasured(results)),
        ]
        return "\n\n".join(parts)


def run_workload(workers: Sequence[Worker], row: str, seconds: float) -> dict[str, Any]:
    """Run a workload in a program's process for about `seconds`; return its answer. A run may take long to finish."""
    (worker,) = workers
    return worker.ask({"play": row, "seconds": seconds}, seconds + PREPARE_TIMEOUT)


def per_second(row: Row, total: str | None = None) -> list[float]:
    """Return decisions per second in each run, or a total per second; empty if the row does not have that total."""
    if total is None:
        return [run["decisions"] / run["seconds"] for run in row["runs"]]
    return [run["totals"][total] / run["seconds"] for run in row["runs"] if total in run["totals"]]


def speed_up(results: Results, row: Row, total: str | None = None) -> float | None:
    """Return the speed ratio of our comparable row to this row, in decisions or in a total."""
    reference = report.ours(results, row["beside"])
    return None if reference is None else report.ratio_of(per_second(row, total), per_second(reference, total))


def median_text(figures: Sequence[float], format_value: Callable[[float], str]) -> str:
    """Return the formatted median, or an empty string without figures."""
    return format_value(median(figures)) if figures else ""


def command_line(benchmark: Comparison, runs: int, seconds: float) -> typer.Typer:
    """Return the command line of a comparison, with its default number and duration of runs."""
    app = typer.Typer(rich_markup_mode=None)

    @app.callback(invoke_without_command=True)
    def run(
        context: typer.Context,
        json: Annotated[
            Path | None, typer.Option(help="Write the results as JSON to this file.", dir_okay=False)
        ] = None,
        runs: Annotated[int, typer.Option(min=1, help="Number of runs.")] = runs,
        seconds: Annotated[float, typer.Option(min=0.01, help="Duration of each run in seconds.")] = seconds,
    ) -> None:
        """Measure ours and all installed peers, and print the table."""
        if context.invoked_subcommand is not None:
            return
        results = benchmark.measure(runs, seconds)
        if json:
            json.write_text(json_format.dumps(results, indent=1))
        console.print(benchmark.table(results))

    @app.command(name="report")
    def write(
        results: Annotated[Path, typer.Argument(exists=True, dir_okay=False, help="JSON file of results.")],
        docs: Annotated[Path, typer.Option(help="Folder with benchmarks.md.", file_okay=False)] = ROOT / "docs",
    ) -> None:
        """Write the results into docs/benchmarks.md."""
        benchmark.write(json_format.loads(results.read_text()), docs)

    return app
