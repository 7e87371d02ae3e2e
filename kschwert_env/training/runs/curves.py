"""Learning curves: `kschwert train curves runs/imitate+runs/ppo runs/other --out curves.svg`."""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, NamedTuple

import typer

from kschwert_env import terminal
from kschwert_env.arena.report import plot_svg, shortened
from kschwert_env.engine.contract.options import check
from kschwert_env.engine.io.files import atomic_write_text, read_bytes
from kschwert_env.engine.io.parsing import parse_json
from kschwert_env.engine.text.phrases import brief
from kschwert_env.importing import find_game, known_games
from kschwert_env.training.runs.report import lines

if TYPE_CHECKING:
    from matplotlib.axes import Axes

_WINS = "wins/"
HEIGHT = 6
"""Of a plot, in lines of the arena's plots."""

_SCALES = {"timesteps": ("million timesteps", 1e6), "seconds": ("minutes", 60.0)}


class CurvePoint(NamedTuple):
    """The win share against one agent at one evaluation.

    Attributes:
        timesteps: number of decisions trained on.
        seconds: seconds of training.
        share: win share, 0 to 1.
    """

    timesteps: float
    seconds: float
    share: float


Line = Sequence[tuple[float, float]]
"""Points (x, y) of a plot."""

Curves = dict[str, list[CurvePoint]]
"""Points by evaluation opponent."""


def main(
    runs: Annotated[
        list[str], typer.Argument(metavar="RUN...", help="Folders of runs; join consecutive runs of one curve by +.")
    ],
    out: Annotated[Path, typer.Option(metavar="FILE", help="SVG file to write.", callback=terminal.writable_path)],
    over: Annotated[str, typer.Option(metavar="NAME", help="Horizontal axis: timesteps or seconds.")] = "timesteps",
) -> None:
    """Draw the win shares of runs: one colour per evaluation opponent, one line per run."""
    if over not in _SCALES:
        raise terminal.usage_error(f"--over must be timesteps or seconds, not {brief(over)}")
    try:
        curves_of_runs = [read(list(map(Path, run.split("+")))) for run in runs]
        players = {players_of(Path(run.split("+")[0])) for run in runs}
    except (ValueError, LookupError, TypeError) as error:
        terminal.fail(f"a run can't be read: {error}")
    if len(players) > 1:
        raise terminal.usage_error(f"the runs are for different numbers of players: {sorted(players)}")
    picture = plot(curves_of_runs, over, players.pop())
    terminal.save(out, lambda file: atomic_write_text(file, picture))


def players_of(run: Path) -> int:
    """Return the number of players of a run. Raises ValueError, LookupError or TypeError if there is no run."""
    settings = parse_json(read_bytes(run / "settings.json"))
    game, players = settings["game"], settings["players"]
    check("game", game, game in known_games(), f"one of {', '.join(known_games())}")
    check("players", players, players is None or type(players) is int, "a number or null")
    return players or find_game(game).player_counts[0]


def read(parts: list[Path]) -> Curves:
    """Return the curves of a run that continued in several folders, one after another.

    Of several evaluations at the same timestep the last one counts; it has the most games.
    """
    points_by_opponent: Curves = {}
    timesteps = seconds = 0.0
    for folder in parts:
        noted = lines(folder / "progress.jsonl")
        if not noted:
            raise ValueError(f"{folder} holds no progress.jsonl with evaluations")
        for line in noted:
            for name, share in line.items():
                if name.startswith(_WINS):
                    point = CurvePoint(timesteps + line["timesteps"], seconds + line["seconds"], share)
                    points = points_by_opponent.setdefault(name.removeprefix(_WINS), [])
                    points[:] = [other for other in points if other.timesteps < point.timesteps] + [point]
        timesteps += noted[-1]["timesteps"]
        seconds += noted[-1]["seconds"]
    return points_by_opponent


def plot(runs: list[Curves], over: str, players: int) -> str:
    """Return all curves as SVG, over timesteps or seconds."""
    words, unit = _SCALES[over]
    lines: dict[str, list[Line]] = {}
    for name in dict.fromkeys(name for run in runs for name in run):
        every = [run.get(name, []) for run in runs]
        seeds: list[Line] = [[(getattr(at, over) / unit, at.share) for at in points] for points in every]
        lines[f"against {shortened(name)}"] = seeds

    def draw(axes: "Axes") -> None:
        draw_lines(axes, lines)
        finish(axes, words, 1 / players)

    return plot_svg(HEIGHT, draw)


def draw_lines(axes: "Axes", lines: Mapping[str, Sequence[Line]]) -> None:
    """Draw the lines of each name in one colour, with one legend entry."""
    for i, (name, its) in enumerate(lines.items()):
        for k, line in enumerate(its):
            x, y = [point[0] for point in line], [point[1] for point in line]
            axes.plot(x, y, color=f"C{i}", marker=".", label="_" if k else name)


def finish(axes: "Axes", words: str, fair: float) -> None:
    """Add the fair share, axes and legend to a plot of win shares."""
    axes.axhline(fair, color="grey", linestyle="--", label="fair share")
    axes.set(xlabel=words, ylabel="win share", ylim=(-0.03, 1.03))  # marks at 0 and 1 are complete
    axes.set_xlim(left=0)
    axes.legend(loc="center left", bbox_to_anchor=(1, 0.5), frameon=False)
