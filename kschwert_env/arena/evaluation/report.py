"""Reports of an evaluation: an HTML page, and a table for the terminal."""

from collections.abc import Iterator
from pathlib import Path

from matplotlib.axes import Axes
from rich.table import Table

from kschwert_env import terminal
from kschwert_env.arena.report import label_axes, page, plot_svg, table
from kschwert_env.arena.statistics import Figures
from kschwert_env.arena.text.report import sections
from kschwert_env.engine.io.files import atomic_write_text

_COLUMNS = "opponent", "rating", "games", "win share", "low", "high", "ms/decision"


def write(path: Path, results: Figures) -> None:
    """Write the page of an evaluation's results, as in `results.json`. Raises OSError."""
    atomic_write_text(path, page(f"{results['agent']}: {results['protocol']}", summary(results), parts(results)))


def summary(results: Figures) -> str:
    """Return rating and speed as a sentence, and the best response's win share if it was computed."""
    sentence = (
        f"Rating {results['rating']:.1f} ± {results['rating_sigma']:.1f} by {results['protocol']}, "
        f"{results['seconds_per_decision'] * 1e3:.3g} ms per decision."
    )
    if answers := results.get("text", {}).get("answers"):
        tokens = answers["input_tokens"] + answers["output_tokens"]
        sentence += (
            f" {answers['invalid_share']:.1%} of {answers['answers']:,} answers were invalid. "
            f"{tokens:,} tokens cost {answers['money']:,.2f}."
        )
    if (best := results.get("exploitability")) is None:
        return sentence
    return (
        f"{sentence} A best response trained for {best['timesteps']:,} timesteps wins {best['win_share']:.1%} "
        f"({best['low']:.1%} to {best['high']:.1%}) of the games; a fair share is {results['fair_share']:.1%}."
    )


def parts(results: Figures) -> dict[str, str]:
    """Return the sections of the page by heading, as HTML."""
    seats = [
        [name, *(f"{entry['win_share']:.1%}" for entry in against["by_seat"])]
        for name, against in results["against"].items()
    ]
    return {
        "The agent in one seat, one opponent in all other seats": table(_COLUMNS, rows(results)),
        "Win shares": plot_svg(len(results["against"]), lambda axes: draw(axes, results)),
        "By seat": table(["opponent", *(f"seat {seat}" for seat in range(results["players"]))], seats),
        **sections(results.get("text", {})),
    }


def rows(results: Figures) -> Iterator[list[str]]:
    """Yield the rows of the table of opponents."""
    for name, entry in results["against"].items():
        shares = (f"{entry[key]:.1%}" for key in ("win_share", "low", "high"))
        yield [
            name,
            f"{entry['rating']:.1f}",
            f"{entry['games']:,}",
            *shares,
            f"{entry['seconds_per_decision'] * 1e3:.3f}",
        ]


def overview(results: Figures) -> Table:
    """Return the table of opponents for the terminal."""
    overview = terminal.number_table(f"{results['agent']} by {results['protocol']}", *_COLUMNS)
    for row in rows(results):
        overview.add_row(*row)
    return overview


def draw(axes: Axes, results: Figures) -> None:
    """Draw a point with its interval for each opponent, and the fair share."""
    for i, entry in enumerate(results["against"].values()):
        errors = [[entry["win_share"] - entry["low"]], [entry["high"] - entry["win_share"]]]
        axes.errorbar(entry["win_share"], i, xerr=errors, fmt="o", capsize=4, color="C0")
    axes.axvline(results["fair_share"], color="grey", linestyle="--")
    axes.set_xlim(-0.02, 1.02)
    label_axes(axes, list(results["against"]), "win share, 95 % intervals; dashed: fair share")
