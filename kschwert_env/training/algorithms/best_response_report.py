"""Reports of `best_response`: `results.json`, a page with the learning curves of the responses, and a table."""

from importlib.metadata import version
from pathlib import Path

from matplotlib.axes import Axes
from rich.table import Table

from kschwert_env import terminal
from kschwert_env.arena.report import page, plot_svg, shortened, table
from kschwert_env.arena.statistics import Figures
from kschwert_env.engine.io.files import atomic_write_text
from kschwert_env.engine.rules import GameRules
from kschwert_env.training.runs import curves

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


def write(folder: Path, found: Figures) -> None:
    """Write the figures and the report, and print the table. Raises OSError."""
    console = terminal.new_console()
    terminal.save_json(folder / "results.json", found)
    title = f"{found['game']}, {found['players']} players: best responses to {found['agent']}"
    atomic_write_text(folder / "report.html", page(title, summary(found), parts(found)))
    console.print(overview(found))
    console.print(f"{summary(found)} Details: {folder / 'report.html'}")


def parts(found: Figures) -> dict[str, str]:
    """Return the sections of the page, by heading."""
    return {
        "Responses": table(_COLUMNS, rows(found)),
        "Learning curves": plot_svg(curves.HEIGHT, lambda axes: draw(axes, found)),
        "Limits": _LIMITS,
    }


def summary(found: Figures) -> str:
    """Return a sentence about the best response."""
    best = found["best"]
    over = 100 * (best["win_share"] - found["fair_share"])
    return (
        f"The best response found to {found['agent']} ({best['response']}) wins {interval(best)} of {best['games']:,} "
        f"games on separate deals, with one seat against the agent in all others: {over:+.1f} points over the fair "
        f"share of {found['fair_share']:.1%}. Each trained response had {found['timesteps']:,} timesteps."
    )


def interval(share: Figures) -> str:
    """Return a win share with its 95 % interval, as text."""
    return f"{share['win_share']:.1%} ({share['low']:.1%} to {share['high']:.1%})"


def rows(found: Figures) -> list[tuple[str, ...]]:
    """Return the rows of the table of responses, best first."""
    ranked = sorted(found["responses"], key=lambda its: -its["selection"]["win_share"])
    return [
        (its["name"], f"{its['curve'][-1]['win_share']:.1%}" if its["curve"] else "", interval(its["selection"]))
        for its in ranked
    ]


def overview(found: Figures) -> Table:
    """Return the table of responses, for a terminal."""
    title = f"Responses to {found['agent']}: {found['game']}, {found['players']} players"
    overview = terminal.text_table(title, *_COLUMNS)
    for row in rows(found):
        overview.add_row(*row)
    return overview


def draw(axes: Axes, found: Figures) -> None:
    """Draw one line per trained response, one colour per start, and the measured win share of the best one."""
    lines: dict[str, list[curves.Line]] = {}
    for its in found["responses"]:
        if its["curve"]:
            line = [(point["timesteps"] / 1e6, point["win_share"]) for point in its["curve"]]
            lines.setdefault(f"from {shortened(its['start'])}", []).append(line)
    curves.draw_lines(axes, lines)
    axes.axhline(found["best"]["win_share"], color="black", label="best response, measured")
    axes.axhspan(found["best"]["low"], found["best"]["high"], color="black", alpha=0.1, linewidth=0)
    curves.finish(axes, "million timesteps", found["fair_share"])
