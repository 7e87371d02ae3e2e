"""What an evaluation tells: a page to look at, and a table for a terminal."""

from collections.abc import Iterator
from pathlib import Path

from matplotlib.axes import Axes
from rich.table import Table

from kschwert_env import terminal
from kschwert_env.arena.report import drawing, label, page, table
from kschwert_env.arena.statistics import Figures
from kschwert_env.engine.io.files import atomic_write_text

_COLUMNS = "against", "its rating", "games", "win share", "from", "to", "ms a decision"


def write(path: Path, found: Figures) -> None:
    """Write the page of an evaluation's figures, as they stand in `results.json`. Raises OSError."""
    atomic_write_text(path, page(f"{found['agent']}: {found['protocol']}", summary(found), parts(found)))


def summary(found: Figures) -> str:
    """Rating and speed in a sentence; and how exploitable the agent is, where that was asked."""
    told = (
        f"Rating {found['rating']:.1f} ± {found['rating_sigma']:.1f} by {found['protocol']}, "
        f"{found['seconds_per_decision'] * 1e3:.3g} ms a decision."
    )
    if (best := found.get("exploitability")) is None:
        return told
    return (
        f"{told} An opponent made for it in {best['timesteps']:,} timesteps wins {best['win_share']:.1%} "
        f"({best['low']:.1%} to {best['high']:.1%}), where {found['fair_share']:.1%} is fair."
    )


def parts(found: Figures) -> dict[str, str]:
    """Of the page, by their headings."""
    seats = [
        [name, *(f"{its['win_share']:.1%}" for its in against["by_seat"])] for name, against in found["against"].items()
    ]
    return {
        "One seat of it, against one agent in all others": table(_COLUMNS, rows(found)),
        "Shares of wins": drawing(len(found["against"]), lambda axes: draw(axes, found)),
        "By seat": table(["against", *(f"seat {seat}" for seat in range(found["players"]))], seats),
    }


def rows(found: Figures) -> Iterator[list[str]]:
    """Of the table of opponents."""
    for name, its in found["against"].items():
        shares = (f"{its[key]:.1%}" for key in ("win_share", "low", "high"))
        yield [name, f"{its['rating']:.1f}", f"{its['games']:,}", *shares, f"{its['seconds_per_decision'] * 1e3:.3f}"]


def overview(found: Figures) -> Table:
    """The opponents, for a terminal."""
    overview = terminal.numbers(f"{found['agent']} by {found['protocol']}", *_COLUMNS)
    for row in rows(found):
        overview.add_row(*row)
    return overview


def draw(axes: Axes, found: Figures) -> None:
    """A point with its interval for each opponent, and the fair share."""
    for i, its in enumerate(found["against"].values()):
        reach = [[its["win_share"] - its["low"]], [its["high"] - its["win_share"]]]
        axes.errorbar(its["win_share"], i, xerr=reach, fmt="o", capsize=4, color="C0")
    axes.axvline(found["fair_share"], color="grey", linestyle="--")
    axes.set_xlim(-0.02, 1.02)
    label(axes, list(found["against"]), "share of wins, 95 % intervals; dashed: fair")
