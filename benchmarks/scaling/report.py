"""Reports of scaling: tables for the terminal and the page, and a plot."""

from pathlib import Path
from typing import Any, NamedTuple

from matplotlib.figure import Figure
from rich.table import Table

from benchmarks.peers import report
from benchmarks.scaling.measure import FORMAT

BEGIN = "<!-- figures: python -m benchmarks.scaling report -->"
PLOT = "scaling.svg"

TITLES = {
    "krone_schwert": "Krone & Schwert",
    "two_crowns": "Two Crowns",
    "politics_and_intrigue": "Politics & Intrigue",
}
"""Titles of games on the page."""

Results = dict[str, Any]


class TableData(NamedTuple):
    """A table: title, head and cells."""

    title: str
    head: list[str]
    cells: list[list[str]]


def table_data(results: Results) -> list[TableData]:
    """Return all tables."""
    grown = (
        ("Batches, one thread", "by size"),
        ("Players, 256 games, one thread", "by players"),
        ("Threads", "by threads"),
    )
    return [parts(results), memory(results), *(growth(title, results[key]) for title, key in grown)]


def parts(results: Results) -> TableData:
    """Return the time of each part of a decision, and the roofline, in nanoseconds."""
    costs = results["parts"]
    whole = sum(costs.values())
    cells = [[part, f"{cost:,.0f}", f"{cost / whole:.0%}"] for part, cost in costs.items()]
    roof = f"roofline: writing {results['bytes written by a decision']:,} bytes"
    return TableData("One decision", ["part", "ns", "share"], [*cells, [roof, f"{1e9 / results['roof']:,.0f}", ""]])


def memory(results: Results) -> TableData:
    """Return the memory per game, by array."""
    sizes = results["memory"]
    cells = [[name, f"{size:,}"] for name, size in sizes.items()]
    return TableData("Memory per game", ["array", "bytes"], [*cells, ["all", f"{sum(sizes.values()):,}"]])


def growth(title: str, rows: list[dict[str, Any]]) -> TableData:
    """Return a table with one row per size; figures are counts, decisions per second or ratios."""
    return TableData(title, list(rows[0]), [[format_value(value) for value in row.values()] for row in rows])


def format_value(value: float) -> str:
    """Return a count in full, a ratio with two decimals, or decisions per second with a unit prefix."""
    if isinstance(value, int):
        return f"{value:,}"
    return report.rate(value) if value >= 1000 else f"{value:.2f}"


def tables(results: Results) -> list[Table]:
    """Return the tables for the terminal."""
    found = []
    for title, head, cells in table_data(results):
        table = Table(*head, title=f"{results['game']}, {results['players']} players: {title}")
        for line in cells:
            table.add_row(*line)
        found.append(table)
    return found


def markdown(games: list[Results]) -> str:
    """Return the section of the page: the parts of a decision and the speed by batch size of all games, and a plot.

    The plot shows the first game. `tables` has more.
    """
    abouts = [f"{TITLES[its['game']]}, {its['players']} players: {report.provenance(its)}" for its in games]
    names = list(games[0]["parts"])
    head = ["game", *(f"{part}, ns" for part in names), "roofline, ns", "bytes per game"]
    costs = [
        [
            TITLES[its["game"]],
            *(f"{its['parts'][part]:,.0f}" for part in names),
            f"{1e9 / its['roof']:,.0f}",
            f"{sum(its['memory'].values()):,}",
        ]
        for its in games
    ]
    speeds = [f"{TITLES[its['game']]}: {kind}" for its in games for kind in ("rollout", "step")]
    grown = [
        [f"{rows[0]['games']:,}", *(report.rate(row[kind]) for row in rows for kind in ("rollout", "step"))]
        for rows in zip(*(its["by size"] for its in games), strict=True)
    ]
    plot = f"![Speed of batches, and time of a decision by part](images/{PLOT})"
    tables = report.markdown_table(head, costs), report.markdown_table(["games", *speeds], grown)
    return "\n\n".join([*abouts, plot, *tables])


def plot(results: Results) -> Figure:
    """Plot speed over batch size with the roofline, and the time of a decision by part."""
    figure = Figure(figsize=(10, 4), layout="constrained")
    speed, whole = figure.subplots(1, 2, width_ratios=(2, 1))
    games = [row["games"] for row in results["by size"]]
    for name, label in (("rollout", "Batch.rollout"), ("step", "Batch.step")):
        speed.plot(games, [row[name] for row in results["by size"]], marker="o", label=label)
    speed.axhline(results["roof"], color="tab:gray", linestyle="--", label="roofline: writing to memory")
    speed.set_xscale("log", base=2)
    speed.set_yscale("log")
    speed.set(title="With observations, one thread", xlabel="games in the batch", ylabel="decisions per second")
    speed.legend()
    below = 0.0
    for part, cost in results["parts"].items():
        piece = whole.bar(["a decision"], [cost], bottom=below)
        whole.bar_label(piece, [part], label_type="center", color="white")
        below += cost
    whole.bar(["roofline"], [1e9 / results["roof"]], color="tab:gray")
    whole.set_ylabel("nanoseconds")
    for axes in (speed, whole):
        axes.grid(axis="y", alpha=0.3)
    return figure


def write(games: list[Results], docs: Path) -> None:
    """Write the results between their markers in `docs`/benchmarks.md, and the plot of the first game into images.

    Raises ValueError for a page without markers, and for results of another format.
    """
    for results in games:
        report.check_format(results, FORMAT)
    report.replace_between(docs / "benchmarks.md", BEGIN, report.END, markdown(games))
    (docs / "images").mkdir(exist_ok=True)
    report.save(plot(games[0]), docs / "images" / PLOT)
