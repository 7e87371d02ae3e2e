"""Tables of the same games: a row for each pair of loops, a column for each game."""

from statistics import median
from typing import NamedTuple

from rich.table import Table

from benchmarks.comparison import Comparison
from benchmarks.peers import report
from benchmarks.peers.catalogue import OURS, Peer
from benchmarks.peers.report import Results, Row, rate, ratio_of, times

NUMBA = "kschwert_env by Numba"


class Pair(NamedTuple):
    """A loop of ours and one of a peer."""

    ours: str
    peer: str
    theirs: str


PAIRS = (
    Pair("compiled loop", "OpenSpiel", "C++ rollouts"),
    Pair("compiled loop, observations", "Pgx", "compiled loop"),
    Pair("Batch.step, observations", "Pgx", "compiled loop"),
    Pair("Game: step", "OpenSpiel", "Python"),
    Pair("Game: observe, step", "OpenSpiel", "Python with tensors"),
    Pair("Game: observe, step", "RLCard", "Python"),
    Pair("PettingZoo raw_env", "PettingZoo", "raw_env"),
    Pair("PettingZoo env", "PettingZoo", "env"),
)


class SameGames(Comparison):
    """A comparison whose tables have a column for each game."""

    __slots__ = ()

    def module_of(self, program: Peer) -> str:
        """Return the module that measures a program; its name is not that of a library."""
        return f"benchmarks.{self.name}.run_{program.name}"

    def table(self, results: Results) -> Table:
        """Return the table for the terminal."""
        table = Table("ours / peer", *games(results))
        for cells in [*pair_lines(results), *numba_lines(results), *([line] for line in report.unmeasured(results))]:
            table.add_row(*cells)
        return table

    def markdown(self, results: Results) -> str:
        """Return the section of the page."""
        head = ["ours / peer", *games(results)]
        unmeasured = report.unmeasured(results)
        parts = [
            report.preface(results, "Medians"),
            report.markdown_table(head, pair_lines(results)),
            "The same with code that Numba compiled:",
            report.markdown_table(["", *games(results)], numba_lines(results)),
            *(["Not measured:", report.bullets(unmeasured)] if unmeasured else []),
        ]
        return "\n\n".join(parts)


def games(results: Results) -> list[str]:
    """Return the games that we have, in the order of the rows."""
    return list(dict.fromkeys(row["name"].split(", ")[0] for row in results["rows"] if row["peer"] == OURS.title))


def rates(row: Row) -> list[float]:
    """Return decisions per second of processor time in each run."""
    return [run["decisions"] / run["cpu_seconds"] for run in row["runs"]]


def fastest(results: Results, peer: str, game: str, loop: str) -> list[float]:
    """Return the rates of a loop at its best batch size; empty if it was not measured."""
    name = f"{game}, {loop}"
    sizes = [
        rates(row)
        for row in report.measured(results)
        if row["peer"] == peer and row["name"].split(", batch ")[0] == name and row["runs"]
    ]
    return max(sizes, key=median, default=[])


def pair_lines(results: Results) -> list[list[str]]:
    """Return for each pair the speed ratio in each game, with both speeds."""
    return [
        [f"{pair.ours} / {pair.peer}, {pair.theirs}", *(pair_cell(results, game, pair) for game in games(results))]
        for pair in PAIRS
    ]


def pair_cell(results: Results, game: str, pair: Pair) -> str:
    """Return the speed ratio of a pair, with both speeds; an empty string if the peer lacks the game."""
    mine, theirs = fastest(results, OURS.title, game, pair.ours), fastest(results, pair.peer, game, pair.theirs)
    ratio = ratio_of(theirs, mine)
    return "" if ratio is None else f"**{times(ratio)}** ({rate(median(mine))} / {rate(median(theirs))})"


def numba_lines(results: Results) -> list[list[str]]:
    """Return for each loop of ours the speed of code that Numba compiled, and its ratio to machine code."""
    loops = dict.fromkeys(pair.ours for pair in PAIRS)
    return [[loop, *(numba_cell(results, game, loop) for game in games(results))] for loop in loops]


def numba_cell(results: Results, game: str, loop: str) -> str:
    """Return the speed of a loop that Numba compiled, and its ratio to machine code."""
    numba, native = (fastest(results, peer, game, loop) for peer in (NUMBA, OURS.title))
    ratio = ratio_of(native, numba)
    return "" if ratio is None else f"{rate(median(numba))} ({times(ratio)})"
