"""Report of an arena: one self-contained HTML file with tables and plots."""

import io
import warnings
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from html import escape
from pathlib import Path
from typing import TYPE_CHECKING, Any

from kschwert_env.arena.statistics import Figures
from kschwert_env.engine.io.files import atomic_write_text
from kschwert_env.engine.records.game_stats import Z_95
from kschwert_env.engine.text.phrases import shown
from kschwert_env.importing import find_game, needing
from kschwert_env.rendering.pages.page import THEME
from kschwert_env.terminal import plural

if TYPE_CHECKING:
    from matplotlib.axes import Axes

_MAX_SOURCES = 10  # sources shown in the plot of points

_STYLE: Any = {"svg.fonttype": "none", "svg.hashsalt": "arena", "font.family": "sans-serif", "text.parse_math": False}
_MAX_LABEL = 60  # characters of a name next to a plot

_PAGE = """<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>{title}</title><style>
{theme}
body {{ max-width: 84rem; margin: 2rem auto; padding: 0 1rem; }}
h1, h2, p {{ overflow-wrap: anywhere; max-width: 60rem; }}
table {{ border-collapse: collapse; margin: 1rem 0; display: block; overflow-x: auto; }}
th, td {{ padding: .2rem .5rem; border-bottom: 1px solid var(--line); text-align: right; }}
th:first-child, td:first-child {{ text-align: left; }}
svg {{ max-width: min(100%, 60rem); height: auto; background: #fff; border-radius: 8px; filter: var(--dimmed); }}
</style></head><body>
<h1>{title}</h1>
<p>{about}</p>
{body}
</body></html>
"""


_SOURCES = (
    "<p>Mean points per seat and game, by kind of the action that gave them (with its phase where it tells more), "
    "whichever seat acted. The last action of a game counts as part of the final scoring.</p>"
)


def write_report(path: Path, results: Figures, more: Mapping[str, str] | None = None) -> None:
    """Write the report of an arena's statistics, as in `results.json`, with `more` sections, HTML by heading."""
    title = f"{find_game(results['game']).title}, {results['players']} players"
    atomic_write_text(path, page(title, about(results), {**parts(results), **(more or {})}))


def page(title: str, about: str, parts: Mapping[str, str]) -> str:
    """Return an HTML page: title, text, then sections, given as HTML by heading."""
    body = "\n".join(f"<h2>{html(heading)}</h2>\n{part}" for heading, part in parts.items())
    return _PAGE.format(theme=THEME, title=html(title), about=html(about), body=body)


def html(text: str) -> str:
    """Return an untrusted text, escaped for HTML."""
    return escape(shown(text))


def about(results: Figures) -> str:
    """Return a summary of the games."""
    return (
        f"{plural(results['games'], 'game')} at {results['tables']} tables, seed {results['seed']}. A fair "
        f"share of wins is {results['fair_share']:.1%}; intervals are 95 % intervals. Games have "
        f"{results['decisions_per_game']:,.0f} decisions on average."
    )


def parts(results: Figures) -> dict[str, str]:
    """Return tables and plots by heading, as HTML."""
    agents = results["agents"]
    names = sorted((name for name in agents if agents[name]["games"]), key=lambda name: -agents[name]["rating"])
    parts = {
        "Agents": agents_table(results, names),
        "Ratings": plot_svg(len(names), lambda axes: draw_ratings(axes, results, names)),
        "Win shares by seat": plot_svg(len(names), lambda axes: draw_seats(axes, results, names)),
        "Head to head": "<p>How often a seat of the row's agent has more points than a seat of the column's agent.</p>"
        + pairs_table(results["head_to_head"], names),
        "How games end": plot_svg(len(results["endings"]), lambda axes: draw_endings(axes, results)),
        "Where points come from": _SOURCES + plot_svg(len(names), lambda axes: draw_sources(axes, results, names)),
    }
    if "one_vs_rest" in results:
        parts["One against the rest"] = (
            "<p>Win share of the row's agent in one seat, with the column's agent in all other seats.</p>"
            + pairs_table(results["one_vs_rest"], names)
        )
    return parts


# -- tables ---------------------------------------------------------------------------------------------------


def table(columns: Iterable[str], rows: Iterable[Iterable[str]]) -> str:
    """Return a table as HTML; all cells are text."""
    return html_table(columns, (map(html, row) for row in rows))


def html_table(columns: Iterable[str], rows: Iterable[Iterable[str]]) -> str:
    """Return a table as HTML, whose cells are HTML."""
    head = "".join(f"<th>{html(cell)}</th>" for cell in columns)
    lines = ["".join(f"<td>{cell}</td>" for cell in row) for row in rows]
    return f"<table><tr>{head}</tr>" + "".join(f"<tr>{line}</tr>" for line in lines) + "</table>"


def interval(figures: Figures, key: str = "win_share") -> str:
    """Return a share with its 95 % interval, as text."""
    return f"{figures[key]:.1%} ({figures['low']:.1%} to {figures['high']:.1%})"


def agents_table(results: Figures, names: Sequence[str]) -> str:
    """Return the table of all agents, in the order of `names`, as HTML."""
    columns = "agent", "games", "win share", "low", "high", "placement", "points", "rating", "sigma", "ms/decision"
    rows = []
    for name in names:
        entry, seconds = results["agents"][name], results["seconds_per_decision"][name]
        shares = (f"{entry[key]:.1%}" for key in ("win_share", "low", "high"))
        means = (f"{entry[key]:.2f}" for key in ("placement", "points", "rating", "rating_sigma"))
        rows.append([name, f"{entry['games']:,}", *shares, *means, "" if seconds is None else f"{seconds * 1e3:.3f}"])
    return table(columns, rows)


def pairs_table(shares: Figures, names: Sequence[str]) -> str:
    """Return a table of shares with intervals for each pair of agents that met, as HTML."""

    def cell(row: str, column: str) -> str:
        entry = shares[row].get(column)
        return interval(entry) if entry and entry["games"] else ""

    return table(["", *names], [[one, *(cell(one, other) for other in names)] for one in names])


# -- plots ----------------------------------------------------------------------------------------------------


def plot_svg(num_lines: int, draw: "Callable[[Axes], object]") -> str:
    """Return a plot as SVG, high enough for that number of lines. Raises ImportError without the extra `agents`."""
    with needing("agents", "plots"):
        import matplotlib
        from matplotlib.figure import Figure

    with matplotlib.rc_context(_STYLE), warnings.catch_warnings():
        warnings.filterwarnings("ignore", "Glyph .* missing")  # the browser has fonts of its own
        figure = Figure(figsize=(9, 1.2 + 0.5 * num_lines), layout="constrained")
        axes = figure.subplots()
        axes.spines[["top", "right"]].set_visible(False)
        draw(axes)
        text = io.StringIO()
        figure.savefig(text, format="svg", metadata={"Date": None})
    svg = text.getvalue()
    return svg[svg.index("<svg") :]


def draw_ratings(axes: "Axes", results: Figures, names: Sequence[str]) -> None:
    """Draw ratings with their intervals."""
    for i, name in enumerate(names):
        entry = results["agents"][name]
        axes.errorbar(entry["rating"], i, xerr=Z_95 * entry["rating_sigma"], fmt="o", capsize=4, color="C0")
    label_axes(axes, names, "rating (Plackett-Luce), 95 % intervals")


def draw_seats(axes: "Axes", results: Figures, names: Sequence[str]) -> None:
    """Draw each agent's win shares by seat."""
    seats = results["players"]
    for seat in range(seats):
        entries = [(i, results["agents"][name]["by_seat"][seat]) for i, name in enumerate(names)]
        entries = [(i, entry) for i, entry in entries if entry["games"]]
        heights = [i + 0.8 * ((seat + 0.5) / seats - 0.5) for i, _ in entries]
        shares = [entry["win_share"] for _, entry in entries]
        errors = [
            [entry["win_share"] - entry["low"] for _, entry in entries],
            [entry["high"] - entry["win_share"] for _, entry in entries],
        ]
        axes.barh(heights, shares, 0.8 / seats, xerr=errors, color=f"C{seat}", label=f"seat {seat}", capsize=2)
    axes.axvline(results["fair_share"], color="grey", linestyle="--")
    axes.legend(loc="center left", bbox_to_anchor=(1, 0.5), frameon=False)
    label_axes(axes, names, "win share; dashed: fair share")


def draw_endings(axes: "Axes", results: Figures) -> None:
    """Draw the shares of the ways in which games ended."""
    endings = [(name.replace("_", " "), count / results["games"]) for name, count in results["endings"].items()]
    axes.barh(range(len(endings)), [part for _, part in endings], color="C0")
    label_axes(axes, [name for name, _ in endings], "share of games")


def draw_sources(axes: "Axes", results: Figures, names: Sequence[str]) -> None:
    """Draw points by the action that gave them, losses to the left; the largest sources only."""
    sources = results["points_by_action"]
    weight: Counter[str] = Counter()
    for name in names:
        weight.update({source: abs(points) for source, points in sources[name].items()})
    labels = source_labels([source for source, _ in weight.most_common(_MAX_SOURCES)])
    for i, name in enumerate(names):
        ends = {True: 0.0, False: 0.0}  # ends of the stacked bars: gains to the right, losses to the left
        for k, source in enumerate(labels):
            points = sources[name].get(source, 0.0)
            label = shortened(labels[source]) if i == 0 else None
            axes.barh(i, points, left=ends[points > 0], color=f"C{k}", label=label)
            ends[points > 0] += points
    axes.legend(loc="center left", bbox_to_anchor=(1, 0.5), frameon=False)
    label_axes(axes, names, "points")


def source_labels(sources: Sequence[str]) -> dict[str, str]:
    """Return labels of sources such as "revolt lay: done": the kind of action, with its phase where it tells more."""
    parts = [source.rpartition(": ") for source in sources]
    phases, kinds = Counter(phase for phase, _, _ in parts), Counter(kind for _, _, kind in parts)
    return {
        source: kind if not phase or phase == kind or (phases[phase] > 1 and kinds[kind] == 1) else f"{kind} ({phase})"
        for source, (phase, _, kind) in zip(sources, parts, strict=True)
    }


def label_axes(axes: "Axes", names: Sequence[str], below: str) -> None:
    """Label the lines with names from top to bottom, and the horizontal axis."""
    axes.set_yticks(range(len(names)), [shortened(name) for name in names])
    axes.set_ylim(len(names) - 0.5, -0.5)
    axes.set_xlabel(below)


def shortened(name: str) -> str:
    """Return a name for a plot; of a long name only the beginning and the end."""
    text = shown(name)
    half = _MAX_LABEL // 2
    return text if len(text) <= _MAX_LABEL else f"{text[:half]}…{text[-half:]}"
