"""Reports of results: a table for the terminal, and a page. Games differ, so there are no speed ratios."""

from collections.abc import Sequence
from pathlib import Path
from statistics import median
from typing import Any

import matplotlib
from matplotlib.figure import Figure
from rich.table import Table

from benchmarks.peers.catalogue import OURS
from benchmarks.peers.measure import ALL, FORMAT, ONE

BEGIN, END = "<!-- figures: python -m benchmarks.peers report -->", "<!-- end of figures -->"

Row = dict[str, Any]
Results = dict[str, Any]


# -- evaluation -------------------------------------------------------------------------------------------------


def measured(results: Results) -> list[Row]:
    """Return the rows without an error."""
    return [row for row in results["rows"] if "error" not in row]


def ours(results: Results, name: str | None) -> Row | None:
    """Return our row with that name, if it was measured."""
    matching = [row for row in measured(results) if row["peer"] == OURS.title and row["name"] == name]
    return matching[0] if matching else None


def ratio_of(peer_rates: Sequence[float], our_rates: Sequence[float]) -> float | None:
    """Return the median over runs of there / here; None without figures."""
    if not peer_rates or not our_rates:
        return None
    return median(our_rate / peer_rate for peer_rate, our_rate in zip(peer_rates, our_rates, strict=True))


def times(value: float | None) -> str:
    """Return a ratio with few digits, such as 12x."""
    if value is None:
        return ""
    return f"{value:,.{0 if value >= 10 else 1 if value >= 1.05 else 2}f}x"


def rate(value: float) -> str:
    """Return decisions per second with three digits."""
    if value >= 1e6:
        return f"{value / 1e6:.3g} M"
    return f"{value / 1e3:.3g} k" if value >= 1e3 else f"{value:.3g}"


def spread(rates: Sequence[float]) -> str:
    """Return median, minimum and maximum as text."""
    return f"{rate(median(rates))} ({rate(min(rates))} to {rate(max(rates))})" if rates else ""


# -- tables -----------------------------------------------------------------------------------------------------

FIGURES = ("what", "one core", "all cores", "players", "actions", "observation", "included", "start-up")


def figures(results: Results) -> list[list[str]]:
    """Return for each row decisions per second, sizes, and the time to compile and warm up."""
    cells = []
    for row in measured(results):
        sizes = [f"{row[key]:,}" if row[key] else "" for key in ("players", "actions", "observation")]
        speeds = [spread(row[ONE]), spread(row[ALL])]
        cells.append([f"{row['peer']}: {row['name']}", *speeds, *sizes, row["included"], f"{row['preparation']:.1f} s"])
    return cells


def unmeasured(results: Results) -> list[str]:
    """Return peers and rows without figures, with the reasons."""
    missing = [f"{title}: {peer['missing']}" for title, peer in results["peers"].items() if "missing" in peer]
    failed = [f"{row['peer']}: {row['name']}: {row['error']}" for row in results["rows"] if "error" in row]
    return missing + failed


def table(results: Results) -> Table:
    """Return the table of speeds for the terminal."""
    speed_table = Table("what", "one core", "all cores")
    for row in measured(results):
        speed_table.add_row(f"{row['peer']}: {row['name']}", spread(row[ONE]), spread(row[ALL]))
    for line in unmeasured(results):
        speed_table.add_row(line)
    return speed_table


def markdown_table(head: Sequence[str], cells: Sequence[Sequence[str]]) -> str:
    lines = [head, ["---"] * len(head), *cells]
    return "\n".join(f"| {' | '.join(line)} |" for line in lines)


def preface(results: Results, figures: str = "Median (minimum to maximum)") -> str:
    """Return date, machine, number of runs and versions, as text."""
    spread_of = f"{figures} of {results['runs']} runs of {results['seconds']:g} s each."
    versions = [
        f"{title} ({', '.join(f'{name} {number}' for name, number in peer['versions'].items())})"
        for title, peer in results["peers"].items()
        if "versions" in peer
    ]
    return f"{provenance(results)} {spread_of} Versions: {'; '.join(versions)}."


def provenance(results: Results) -> str:
    """Return date, commit and machine, as text."""
    machine = results["machine"]
    return (
        f"{results['date']}, commit {results['commit']}. {machine['processor']}, {machine['cores']} cores, "
        f"{machine['memory_gib']} GiB, {machine['system']}, Python {machine['python']}."
    )


def markdown(results: Results) -> str:
    """Return the section of the page with the results."""
    parts = [
        preface(results),
        "### Decisions per second",
        markdown_table(FIGURES, figures(results)),
        "### Not measured",
        bullets(unmeasured(results)),
    ]
    return "\n\n".join(parts)


def bullets(lines: Sequence[str]) -> str:
    return "\n".join(f"- {line}." for line in lines) or "Nothing."


# -- files ------------------------------------------------------------------------------------------------------


def write(results: Results, docs: Path) -> None:
    """Write the results between their markers in `docs`/benchmarks.md.

    Raises ValueError for a page without markers, and for results of another format.
    """
    check_format(results, FORMAT)
    page = docs / "benchmarks.md"
    replace_between(page, BEGIN, END, markdown(results))


def check_format(results: Results, expected: str) -> None:
    """Raise ValueError for results of another format."""
    if results.get("format") != expected:
        raise ValueError(f"results must have the format {expected!r}, not {results.get('format')!r}")


def replace_between(page: Path, begin: str, end: str, text: str) -> None:
    """Replace the text between two markers of a page. Raises ValueError for missing markers."""
    before, begin_marker, after_begin = page.read_text().partition(begin)
    _, end_marker, after = after_begin.partition(end)
    if not begin_marker or not end_marker:
        raise ValueError(f"{page.name} must have the markers {begin!r} and {end!r}")
    page.write_text(f"{before}{begin}\n\n{text}\n\n{end}{after}")


def save(figure: Figure, path: Path) -> None:
    """Save a figure as reproducible SVG."""
    with matplotlib.rc_context({"svg.hashsalt": path.name}):
        figure.savefig(path, metadata={"Date": None})
