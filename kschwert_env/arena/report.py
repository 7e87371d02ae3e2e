"""Report of an arena: one self-contained HTML file with tables and plots."""

import io
import warnings
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from html import escape
from pathlib import Path
from typing import Any

import matplotlib
from matplotlib.axes import Axes
from matplotlib.figure import Figure

from kschwert_env.arena.statistics import Figures
from kschwert_env.engine.game_stats import Z_95
from kschwert_env.engine.io.files import atomic_write_text
from kschwert_env.engine.text import shown
from kschwert_env.rendering.page import THEME

_MAX_SOURCES = 10  # sources shown in the plot of points

_STYLE: Any = {"svg.fonttype": "none", "svg.hashsalt": "arena", "font.family": "sans-serif", "text.parse_math": False}
_MAX_LABEL = 60  # characters of a name next to a plot

_PAGE = """<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>{title}</title><style>
{theme}
body {{ max-width: 60rem; margin: 2rem auto; padding: 0 1rem; }}
table {{ border-collapse: collapse; margin: 1rem 0; display: block; overflow-x: auto; }}
th, td {{ padding: .2rem .7rem; border-bottom: 1px solid var(--line); text-align: right; }}
th:first-child, td:first-child {{ text-align: left; }}
svg {{ max-width: 100%; height: auto; background: #fff; border-radius: 8px; filter: var(--dimmed); }}
</style></head><body>
<h1>{title}</h1>
<p>{about}</p>
{body}
</body></html>
"""


_SOURCES = (
    "<p>Mean points per seat and game, by phase and kind of the action that gave them, whichever seat acted. The last "
    "action of a game counts as part of the final scoring.</p>"
)


def write_report(path: Path, found: Figures) -> None:
    """Write the report of an arena's statistics, as in `results.json`."""
    atomic_write_text(path, page(f"{found['game']}, {found['players']} players", about(found), parts(found)))


def page(title: str, about: str, parts: Mapping[str, str]) -> str:
    """Return an HTML page: title, text, then sections, given as HTML by heading."""
    body = "\n".join(f"<h2>{html(heading)}</h2>\n{part}" for heading, part in parts.items())
    return _PAGE.format(theme=THEME, title=html(title), about=html(about), body=body)


def html(text: str) -> str:
    """Return an untrusted text, escaped for HTML."""
    return escape(shown(text))


def about(found: Figures) -> str:
    """Return a summary of the games."""
    return (
        f"{found['games']:,} games at {found['tables']} tables, seed {found['seed']}. A fair share of wins is "
        f"{found['fair_share']:.1%}; intervals are 95 % intervals. Games have {found['decisions_per_game']:,.0f} "
        "decisions on average."
    )


def parts(found: Figures) -> dict[str, str]:
    """Return tables and plots by heading, as HTML."""
    agents = found["agents"]
    names = sorted((name for name in agents if agents[name]["games"]), key=lambda name: -agents[name]["rating"])
    parts = {
        "Agents": agents_table(found, names),
        "Ratings": plot_svg(len(names), lambda axes: draw_ratings(axes, found, names)),
        "Win shares by seat": plot_svg(len(names), lambda axes: draw_seats(axes, found, names)),
        "Head to head": "<p>How often a seat of the row's agent has more points than a seat of the column's agent.</p>"
        + pairs_table(found["head_to_head"], names),
        "How games end": plot_svg(len(found["endings"]), lambda axes: draw_endings(axes, found)),
        "Where points come from": _SOURCES + plot_svg(len(names), lambda axes: draw_sources(axes, found, names)),
    }
    if "one_vs_rest" in found:
        parts["One against the rest"] = (
            "<p>Win share of the row's agent in one seat, with the column's agent in all other seats.</p>"
            + pairs_table(found["one_vs_rest"], names)
        )
    return parts


# -- tables ---------------------------------------------------------------------------------------------------


def table(columns: Iterable[str], rows: Iterable[Iterable[str]]) -> str:
    """Return a table as HTML; all cells are text."""
    head = "".join(f"<th>{html(cell)}</th>" for cell in columns)
    lines = ["".join(f"<td>{html(cell)}</td>" for cell in row) for row in rows]
    return f"<table><tr>{head}</tr>" + "".join(f"<tr>{line}</tr>" for line in lines) + "</table>"


def agents_table(found: Figures, names: Sequence[str]) -> str:
    """Return the table of all agents, in the order of `names`, as HTML."""
    columns = "agent", "games", "win share", "low", "high", "placement", "points", "rating", "sigma", "ms/decision"
    rows = []
    for name in names:
        its, seconds = found["agents"][name], found["seconds_per_decision"][name]
        shares = (f"{its[key]:.1%}" for key in ("win_share", "low", "high"))
        means = (f"{its[key]:.2f}" for key in ("placement", "points", "rating", "rating_sigma"))
        rows.append([name, f"{its['games']:,}", *shares, *means, "" if seconds is None else f"{seconds * 1e3:.3f}"])
    return table(columns, rows)


def pairs_table(shares: Figures, names: Sequence[str]) -> str:
    """Return a table of shares with intervals for each pair of agents that met, as HTML."""

    def cell(one: str, other: str) -> str:
        its = shares[one].get(other)
        return f"{its['win_share']:.1%} ({its['low']:.1%} to {its['high']:.1%})" if its and its["games"] else ""

    return table(["", *names], [[one, *(cell(one, other) for other in names)] for one in names])


# -- plots ----------------------------------------------------------------------------------------------------


def plot_svg(lines: int, draw: Callable[[Axes], object]) -> str:
    """Return a plot as SVG, high enough for that number of lines."""
    with matplotlib.rc_context(_STYLE), warnings.catch_warnings():
        warnings.filterwarnings("ignore", "Glyph .* missing")  # the browser has fonts of its own
        figure = Figure(figsize=(9, 1.2 + 0.5 * lines), layout="constrained")
        axes = figure.subplots()
        axes.spines[["top", "right"]].set_visible(False)
        draw(axes)
        text = io.StringIO()
        figure.savefig(text, format="svg", metadata={"Date": None})
    svg = text.getvalue()
    return svg[svg.index("<svg") :]


def draw_ratings(axes: Axes, found: Figures, names: Sequence[str]) -> None:
    """Draw ratings with their intervals."""
    for i, name in enumerate(names):
        its = found["agents"][name]
        axes.errorbar(its["rating"], i, xerr=Z_95 * its["rating_sigma"], fmt="o", capsize=4, color="C0")
    label_axes(axes, names, "rating (Plackett-Luce), 95 % intervals")


def draw_seats(axes: Axes, found: Figures, names: Sequence[str]) -> None:
    """Draw each agent's win shares by seat."""
    seats = found["players"]
    for seat in range(seats):
        played = [(i, found["agents"][name]["by_seat"][seat]) for i, name in enumerate(names)]
        played = [(i, its) for i, its in played if its["games"]]
        heights = [i + 0.8 * ((seat + 0.5) / seats - 0.5) for i, _ in played]
        shares = [its["win_share"] for _, its in played]
        reach = [
            [its["win_share"] - its["low"] for _, its in played],
            [its["high"] - its["win_share"] for _, its in played],
        ]
        axes.barh(heights, shares, 0.8 / seats, xerr=reach, color=f"C{seat}", label=f"seat {seat}", capsize=2)
    axes.axvline(found["fair_share"], color="grey", linestyle="--")
    axes.legend(loc="center left", bbox_to_anchor=(1, 0.5), frameon=False)
    label_axes(axes, names, "win share; dashed: fair share")


def draw_endings(axes: Axes, found: Figures) -> None:
    """Draw the shares of the ways in which games ended."""
    endings = [(name.replace("_", " "), count / found["games"]) for name, count in found["endings"].items()]
    axes.barh(range(len(endings)), [part for _, part in endings], color="C0")
    label_axes(axes, [name for name, _ in endings], "share of games")


def draw_sources(axes: Axes, found: Figures, names: Sequence[str]) -> None:
    """Draw points by the action that gave them, losses to the left; the largest sources only."""
    sources = found["points_by_action"]
    weight: Counter[str] = Counter()
    for name in names:
        weight.update({source: abs(points) for source, points in sources[name].items()})
    for i, name in enumerate(names):
        ends = {True: 0.0, False: 0.0}  # ends of the stacked bars: gains to the right, losses to the left
        for k, (source, _) in enumerate(weight.most_common(_MAX_SOURCES)):
            points = sources[name].get(source, 0.0)
            axes.barh(i, points, left=ends[points > 0], color=f"C{k}", label=shortened(source) if i == 0 else None)
            ends[points > 0] += points
    axes.legend(loc="center left", bbox_to_anchor=(1, 0.5), frameon=False)
    label_axes(axes, names, "points")


def label_axes(axes: Axes, names: Sequence[str], below: str) -> None:
    """Label the lines with names from top to bottom, and the horizontal axis."""
    axes.set_yticks(range(len(names)), [shortened(name) for name in names])
    axes.set_ylim(len(names) - 0.5, -0.5)
    axes.set_xlabel(below)


def shortened(name: str) -> str:
    """Return a name for a plot; of a long name only the beginning and the end."""
    text = shown(name)
    half = _MAX_LABEL // 2
    return text if len(text) <= _MAX_LABEL else f"{text[:half]}…{text[-half:]}"
