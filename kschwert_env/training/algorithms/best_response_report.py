"""Reports of `best_response`: `results.json`, a page with the learning curves of the responses, and a table."""

from importlib.metadata import version
from pathlib import Path
from typing import TYPE_CHECKING

from rich.table import Table

from kschwert_env import terminal
from kschwert_env.arena.report import interval, page, plot_svg, shortened, table
from kschwert_env.arena.statistics import Figures
from kschwert_env.engine.contract.rules import GameRules
from kschwert_env.engine.io.files import atomic_write_text
from kschwert_env.training.runs import curves

if TYPE_CHECKING:
    from matplotlib.axes import Axes

_COLUMNS = "response", "win share, last evaluation in training", "win share in the selection games (95 %)"

_LIMITS = (
    "<p>The result is a lower bound of exploitability: longer training or other methods may find a stronger response. "
    "A failed search is weak evidence that an agent is hard to exploit.</p>"
)


def about(rules: GameRules) -> Figures:
    """Return the game, its rules, and the versions."""
    return {
        "package_version": version("kschwert_env"),
        "game": rules.package,
        "players": rules.num_players,
        "rules": rules.options(),
        "rules_version": rules.version,
        "fingerprint": rules.fingerprint,
        "fair_share": 1 / rules.num_players,
    }


def curve(folder: Path, agent: str) -> list[dict[str, float]]:
    """Return the win shares against the agent during training, with the timesteps."""
    points = curves.read([folder])[agent]
    return [{"timesteps": point.timesteps, "win_share": point.share} for point in points]


def write(folder: Path, results: Figures) -> None:
    """Write the figures and the report, and print the table. Raises OSError."""
    console = terminal.new_console()
    terminal.save_json(folder / "results.json", results)
    title = f"{results['game']}, {results['players']} players: best responses to {results['agent']}"
    atomic_write_text(folder / "report.html", page(title, summary(results), parts(results)))
    console.print(overview(results))
    console.print(f"{summary(results)} Details: {folder / 'report.html'}")


def parts(results: Figures) -> dict[str, str]:
    """Return the sections of the page, by heading."""
    return {
        "Responses": table(_COLUMNS, rows(results)),
        "Learning curves": plot_svg(curves.HEIGHT, lambda axes: draw(axes, results)),
        "Limits": _LIMITS,
    }


def summary(results: Figures) -> str:
    """Return a sentence about the best response."""
    best = results["best"]
    excess = 100 * (best["win_share"] - results["fair_share"])
    return (
        f"The best response found to {results['agent']} ({best['response']}) wins {interval(best)} of "
        f"{best['games']:,} games on separate deals, with one seat against the agent in all others: {excess:+.1f} "
        f"points over the fair share of {results['fair_share']:.1%}. Each trained response had "
        f"{results['timesteps']:,} timesteps."
    )


def rows(results: Figures) -> list[tuple[str, ...]]:
    """Return the rows of the table of responses, best first."""
    ranked = sorted(results["responses"], key=lambda response: -response["selection"]["win_share"])
    return [
        (
            response["name"],
            f"{response['curve'][-1]['win_share']:.1%}" if response["curve"] else "",
            interval(response["selection"]),
        )
        for response in ranked
    ]


def overview(results: Figures) -> Table:
    """Return the table of responses, for a terminal."""
    title = f"Responses to {results['agent']}: {results['game']}, {results['players']} players"
    overview = terminal.text_table(title, *_COLUMNS)
    for row in rows(results):
        overview.add_row(*row)
    return overview


def draw(axes: "Axes", results: Figures) -> None:
    """Draw one line per trained response, one colour per start, and the measured win share of the best one."""
    lines: dict[str, list[curves.Line]] = {}
    for response in results["responses"]:
        if response["curve"]:
            line = [(point["timesteps"] / 1e6, point["win_share"]) for point in response["curve"]]
            lines.setdefault(f"from {shortened(response['start'])}", []).append(line)
    curves.draw_lines(axes, lines)
    axes.axhline(results["best"]["win_share"], color="black", label="best response, measured")
    axes.axhspan(results["best"]["low"], results["best"]["high"], color="black", alpha=0.1, linewidth=0)
    curves.finish(axes, "million timesteps", results["fair_share"])
