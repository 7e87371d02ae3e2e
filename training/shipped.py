"""`kschwert train shipped`: make all networks that come along, one after another, with their learning curves."""

from pathlib import Path
from string import ascii_lowercase
from typing import Annotated

import typer

from kschwert_env import terminal
from kschwert_env.engine.files import contents, replace_text, replacing
from kschwert_env.engine.text import brief
from kschwert_env.training import curves, mean, methods
from kschwert_env.training.recipes import RECIPES, USUAL, Recipe
from kschwert_env.training.report import lines
from kschwert_env.training.settings import holds_a_run
from kschwert_env.training.stages import Apart, Stage


def main(
    out: Annotated[Path, typer.Option(metavar="DIR", help="Folder of all runs; networks and curves go there, too.")],
    only: Annotated[
        list[str] | None, typer.Option(metavar="NAME", help="Such as v1_two_crowns_2; may be repeated.")
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
    made = out / "trained" / recipe.file
    if made.exists():
        return
    runs = folders(recipe, out)
    begun = max((number for number, stage in enumerate(runs) if any(map(holds_a_run, stage))), default=0)
    for number, stage in enumerate(recipe.stages[begun:], begun):
        before = {"warm_start": str(_network(recipe, out, number - 1))} if number else {}
        for part, folder in zip(_parts(stage), runs[number], strict=True):
            terminal.new_console().rule(f"{recipe.name}: {folder.name}")
            shared = {"game": recipe.game, "players": recipe.players, **USUAL[part.method]}
            if not methods.train(
                part.method, folder, resume=holds_a_run(folder), **{**shared, **before, **part.settings}
            ):
                raise typer.Exit(1)
        if isinstance(stage, Apart):
            rules = terminal.package(recipe.game).Rules(num_players=recipe.players)
            learned = [folder / part.network for part, folder in zip(stage.stages, runs[number], strict=True)]
            mean.write(_network(recipe, out, number), [_network(recipe, out, number - 1), *learned], rules)
    for folder in (out / "curves", made.parent):
        folder.mkdir(parents=True, exist_ok=True)
    for over in ("seconds", "decisions"):
        drawn = curves.plot([curves.read([stage[0] for stage in runs])], over, recipe.players)
        replace_text(out / "curves" / f"learning_{recipe.name}_{over}.svg", drawn)
    with replacing(made) as file:
        file.write(contents(_network(recipe, out, len(runs) - 1)))


def folders(recipe: Recipe, out: Path) -> list[list[Path]]:
    """Of the runs of its stages, by number and method, and a letter where several run apart."""
    return [
        [
            out / recipe.name / f"{number}{letter if isinstance(stage, Apart) else ''}_{part.method}"
            for letter, part in zip(ascii_lowercase, _parts(stage), strict=False)
        ]
        for number, stage in enumerate(recipe.stages, 1)
    ]


def _parts(stage: Stage | Apart) -> tuple[Stage, ...]:
    return stage.stages if isinstance(stage, Apart) else (stage,)


def _network(recipe: Recipe, out: Path, number: int) -> Path:
    """What a stage leaves."""
    stage, (first, *_) = recipe.stages[number], folders(recipe, out)[number]
    return first.with_name(f"{number + 1}_mean.npz") if isinstance(stage, Apart) else first / stage.network


def told(recipe: Recipe, out: Path) -> list[tuple[str, ...]]:
    """The rows of a finished network: what it learned from, how long that took, and whom it beats how often.

    A mean has not been evaluated: one row, which says so.
    """
    ends = [lines(folder / "progress.jsonl")[-1] for stage in folders(recipe, out) for folder in stage]
    decisions = " + ".join(f"{end['decisions']:,.0f}" for end in ends)
    minutes = f"{sum(end['seconds'] for end in ends) / 60:.1f}"
    if isinstance(recipe.stages[-1], Apart):
        return [(recipe.name, decisions, minutes, "", "not measured")]
    won = {name.removeprefix("wins/"): share for name, share in ends[-1].items() if name.startswith("wins/")}
    return [(recipe.name, decisions, minutes, name, f"{share:.1%}") for name, share in won.items()]


if __name__ == "__main__":
    typer.run(main)
