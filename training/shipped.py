"""`kschwert train shipped`: make all networks that come along, one after another, with their learning curves."""

from pathlib import Path
from typing import Annotated, Any, NamedTuple

import typer

from kschwert_env import terminal
from kschwert_env.engine.files import contents, replace_text, replacing
from kschwert_env.engine.text import brief
from kschwert_env.training import curves, methods
from kschwert_env.training.report import lines
from kschwert_env.training.settings import holds_a_run


class Recipe(NamedTuple):
    """How a network is made: imitation of the heuristic, then self-play. All else is as usual.

    Attributes:
        game: its name.
        players: number of players.
        imitated: decisions of the heuristic to learn from.
        played: decisions of self-play to learn from.
    """

    game: str
    players: int
    imitated: int
    played: int

    @property
    def name(self) -> str:
        """As in the names of files."""
        return f"{self.game}_{self.players}"


RECIPES = (
    Recipe("krone_schwert", 2, 600_000, 1_500_000),
    Recipe("krone_schwert", 3, 600_000, 500_000),
    Recipe("krone_schwert", 4, 600_000, 1_000_000),
    Recipe("two_crowns", 2, 300_000, 1_500_000),
)
"""Of all networks that come along."""

IMITATION: dict[str, Any] = {"seed": 0}
"""Settings of `imitate` that recipes share and that are not as usual."""

SELF_PLAY: dict[str, Any] = {**IMITATION, "evaluate_every": 250_000}
"""Likewise of `ppo`."""


def main(
    out: Annotated[Path, typer.Option(metavar="DIR", help="Folder of all runs; networks and curves go there, too.")],
    only: Annotated[
        list[str] | None, typer.Option(metavar="NAME", help="Such as two_crowns_2; may be repeated.")
    ] = None,
) -> None:
    """Train all networks that come along, one after another.

    DIR/trained has the networks then, DIR/curves how they learned. Ctrl-C stops; the same command goes on, and what is
    complete stays.
    """
    names = [recipe.name for recipe in RECIPES]
    unknown = set(only or []) - set(names)
    if unknown:
        raise terminal.refused(f"--only must be one of {', '.join(names)}, not {brief(sorted(unknown)[0])}")
    table = terminal.numbers("Shares of wins in the end", "network", "decisions", "minutes", "against", "wins")
    for recipe in RECIPES:
        if recipe.name in (only or names):
            try:
                make(recipe, out)
                for row in told(recipe, out):
                    table.add_row(*row)
            except (ValueError, OSError) as error:
                terminal.fail(str(error))
    terminal.new_console().print(table)


def make(recipe: Recipe, out: Path) -> None:
    """Train one network, or go on with it, and put it and its curves to the others. Raises typer.Exit after Ctrl-C."""
    made = out / "trained" / f"{recipe.name}.npz"
    if made.exists():
        return
    imitate, ppo = folders(recipe, out)
    shared = {"game": recipe.game, "players": recipe.players}
    terminal.new_console().rule(f"{recipe.name}: imitation")
    if not holds_a_run(ppo):
        _go_on("imitate", imitate, {**IMITATION, **shared, "decisions": recipe.imitated})
    terminal.new_console().rule(f"{recipe.name}: self-play")
    begun_with = {"warm_start": str(imitate / "agent.npz")}
    _go_on("ppo", ppo, {**SELF_PLAY, **shared, **begun_with, "decisions": recipe.played})
    for folder in ("curves", "trained"):
        (out / folder).mkdir(exist_ok=True)
    for over in ("seconds", "decisions"):
        drawn = curves.plot([curves.read([imitate, ppo])], over, recipe.players)
        replace_text(out / "curves" / f"learning_{recipe.name}_{over}.svg", drawn)
    with replacing(made) as file:
        file.write(contents(ppo / "agent.npz"))


def folders(recipe: Recipe, out: Path) -> tuple[Path, Path]:
    """Of the two runs."""
    return out / recipe.name / "imitate", out / recipe.name / "ppo"


def told(recipe: Recipe, out: Path) -> list[tuple[str, ...]]:
    """The rows of a finished network: what it learned from, how long that took, and whom it beats how often."""
    ends = [lines(folder / "progress.jsonl")[-1] for folder in folders(recipe, out)]
    decisions = " + ".join(f"{end['decisions']:,.0f}" for end in ends)
    minutes = f"{sum(end['seconds'] for end in ends) / 60:.1f}"
    won = {name.removeprefix("wins/"): share for name, share in ends[1].items() if name.startswith("wins/")}
    return [(recipe.name, decisions, minutes, name, f"{share:.1%}") for name, share in won.items()]


def _go_on(method: str, folder: Path, settings: dict[str, Any]) -> None:
    if not methods.train(method, folder, resume=holds_a_run(folder), **settings):
        raise typer.Exit(1)


if __name__ == "__main__":
    typer.run(main)
