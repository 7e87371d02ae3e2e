"""Reports of results: a table for the terminal, a page and a plot, including rows where a peer is faster."""

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
PLOT = "peers.svg"
FASTEST = "engine: mask, observation"  # our fastest workload with everything that a learner needs

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


def ratio(row: Row, reference: Row | None, where: str) -> float | None:
    """Return the speed ratio of the reference to a row: the median over runs."""
    return None if reference is None else ratio_of(row[where], reference[where])


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


def comparisons(results: Results) -> list[list[str]]:
    """Return for each row of a peer the speed ratios of our comparable row and of our fastest row."""
    fastest = ours(results, FASTEST)
    cells = []
    for row in measured(results):
        if row["peer"] != OURS.title:
            comparable = ours(results, row["beside"])
            ratios = [
                times(ratio(row, reference, where)) for where in (ONE, ALL) for reference in (comparable, fastest)
            ]
            cells.append([f"{row['peer']}: {row['name']}", row["beside"] or "", *ratios])
    return cells


def losses(results: Results) -> list[str]:
    """Return a sentence for each row that is faster than our comparable row."""
    sentences = []
    for row in measured(results):
        speed_ratio = ratio(row, ours(results, row["beside"]), ONE)
        if speed_ratio is not None and speed_ratio < 1:
            sentences.append(f"{row['peer']}: {row['name']} is {times(1 / speed_ratio)} as fast as {row['beside']}")
    return sentences


# -- tables -----------------------------------------------------------------------------------------------------

RATIOS = ("peer", "our comparable row", "one core", f"{FASTEST}, one core", "all cores", f"{FASTEST}, all cores")
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
    """Return the table for the terminal: speeds, and speed ratios of ours."""
    speed_table = Table("what", "one core", "all cores", "ratio to our comparable row", "ratio to our engine")
    fastest = ours(results, FASTEST)
    for row in measured(results):
        ratios = [times(ratio(row, reference, ONE)) for reference in (ours(results, row["beside"]), fastest)]
        speed_table.add_row(f"{row['peer']}: {row['name']}", spread(row[ONE]), spread(row[ALL]), *ratios)
    for line in unmeasured(results):
        speed_table.add_row(line)
    return speed_table


def markdown_table(head: Sequence[str], cells: Sequence[Sequence[str]]) -> str:
    lines = [head, ["---"] * len(head), *cells]
    return "\n".join(f"| {' | '.join(line)} |" for line in lines)


def preface(results: Results) -> str:
    """Return date, machine, number of runs and versions, as text."""
    spread_of = f"Median (minimum to maximum) of {results['runs']} runs of {results['seconds']:g} s each."
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
        "### Speed ratio of ours to the peer",
        markdown_table(RATIOS, comparisons(results)),
        f"![Decisions per second on one core](images/{PLOT})",
        "### Where a peer is faster",
        bullets(losses(results)),
        "### Decisions per second",
        markdown_table(FIGURES, figures(results)),
        "### Not measured",
        bullets(unmeasured(results)),
    ]
    return "\n\n".join(parts)


def bullets(lines: Sequence[str]) -> str:
    return "\n".join(f"- {line}." for line in lines) or "Nothing."


# -- files ------------------------------------------------------------------------------------------------------


def plot(results: Results) -> Figure:
    """Plot decisions per second on one core, the fastest on top, ours in another colour."""
    rows = sorted((row for row in measured(results) if row[ONE]), key=lambda row: median(row[ONE]))
    rates = [median(row[ONE]) for row in rows]
    errors = [[median(row[ONE]) - min(row[ONE]) for row in rows], [max(row[ONE]) - median(row[ONE]) for row in rows]]
    colours = ["tab:red" if row["peer"] == OURS.title else "tab:gray" for row in rows]
    figure = Figure(figsize=(9, 0.22 * len(rows) + 1), layout="constrained")
    axes = figure.subplots()
    axes.barh([f"{row['peer']}: {row['name']}" for row in rows], rates, xerr=errors, color=colours)
    axes.set_xscale("log")
    axes.set_xlabel("decisions per second, one core")
    axes.margins(y=0.01)
    axes.grid(axis="x", alpha=0.3)
    return figure


def write(results: Results, docs: Path) -> None:
    """Write the results between their markers in `docs`/benchmarks.md, and the plot into `docs`/images.

    Raises ValueError for a page without markers, and for results of another format.
    """
    check_format(results, FORMAT)
    page = docs / "benchmarks.md"
    replace_between(page, BEGIN, END, markdown(results))
    (docs / "images").mkdir(exist_ok=True)
    save(plot(results), docs / "images" / PLOT)


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
