"""Reports of an evaluation: an HTML page, and a table for the terminal."""

from collections.abc import Iterator
from pathlib import Path

from matplotlib.axes import Axes
from rich.table import Table

from kschwert_env import terminal
from kschwert_env.arena.report import label_axes, page, plot_svg, table
from kschwert_env.arena.statistics import Figures
from kschwert_env.engine.io.files import atomic_write_text

_COLUMNS = "opponent", "rating", "games", "win share", "low", "high", "ms/decision"


def write(path: Path, found: Figures) -> None:
    """Write the page of an evaluation's results, as in `results.json`. Raises OSError."""
    atomic_write_text(path, page(f"{found['agent']}: {found['protocol']}", summary(found), parts(found)))


def summary(found: Figures) -> str:
    """Return rating and speed as a sentence, and the best response's win share if it was computed."""
    sentence = (
        f"Rating {found['rating']:.1f} ± {found['rating_sigma']:.1f} by {found['protocol']}, "
        f"{found['seconds_per_decision'] * 1e3:.3g} ms per decision."
    )
    if (best := found.get("exploitability")) is None:
        return sentence
    return (
        f"{sentence} A best response trained for {best['timesteps']:,} timesteps wins {best['win_share']:.1%} "
        f"({best['low']:.1%} to {best['high']:.1%}) of the games; a fair share is {found['fair_share']:.1%}."
    )


def parts(found: Figures) -> dict[str, str]:
    """Return the sections of the page by heading, as HTML."""
    seats = [
        [name, *(f"{its['win_share']:.1%}" for its in against["by_seat"])] for name, against in found["against"].items()
    ]
    return {
        "The agent in one seat, one opponent in all other seats": table(_COLUMNS, rows(found)),
        "Win shares": plot_svg(len(found["against"]), lambda axes: draw(axes, found)),
        "By seat": table(["opponent", *(f"seat {seat}" for seat in range(found["players"]))], seats),
    }


def rows(found: Figures) -> Iterator[list[str]]:
    """Yield the rows of the table of opponents."""
    for name, its in found["against"].items():
        shares = (f"{its[key]:.1%}" for key in ("win_share", "low", "high"))
        yield [name, f"{its['rating']:.1f}", f"{its['games']:,}", *shares, f"{its['seconds_per_decision'] * 1e3:.3f}"]


def overview(found: Figures) -> Table:
    """Return the table of opponents for the terminal."""
    overview = terminal.number_table(f"{found['agent']} by {found['protocol']}", *_COLUMNS)
    for row in rows(found):
        overview.add_row(*row)
    return overview


def draw(axes: Axes, found: Figures) -> None:
    """Draw a point with its interval for each opponent, and the fair share."""
    for i, its in enumerate(found["against"].values()):
        reach = [[its["win_share"] - its["low"]], [its["high"] - its["win_share"]]]
        axes.errorbar(its["win_share"], i, xerr=reach, fmt="o", capsize=4, color="C0")
    axes.axvline(found["fair_share"], color="grey", linestyle="--")
    axes.set_xlim(-0.02, 1.02)
    label_axes(axes, list(found["against"]), "win share, 95 % intervals; dashed: fair share")
