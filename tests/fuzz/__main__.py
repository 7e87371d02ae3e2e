"""Tries damaged input of all kinds: `python -m tests.fuzz --seconds 600 [--only NAME] [--seed 7]`.

`python -m tests.fuzz --kills 20 [--only WORK]` kills each kind of long work so often instead.
"""

from typing import Annotated

import numpy as np
import typer
from rich.console import Console
from rich.table import Table

from tests.fuzz import Fuzz, kinds
from tests.fuzz.kills import WORKS, killed_times
from tests.fuzz.spoiled import LAST

console = Console(highlight=False)


def main(
    seconds: Annotated[float, typer.Option(min=0, help="For all kinds together.")] = 60.0,
    only: Annotated[list[str] | None, typer.Option(help="A kind; may be given several times.")] = None,
    seed: Annotated[int | None, typer.Option(min=0, help="Of all that is tried; without it, from entropy.")] = None,
    kills: Annotated[int, typer.Option(min=0, help="Kill each kind of long work so often, and try nothing else.")] = 0,
) -> None:
    """Try, and print a table of counts. Exit status 1 where a promise was broken, with the seed that does it again."""
    known = works(kills) if kills else kinds()
    if unknown := set(only or ()) - set(known):
        raise typer.BadParameter(f"--only takes {', '.join(known)}, not {min(unknown)!r}")
    chosen, broken = only or list(known), False
    typer.echo(f"Should it crash or hang, {LAST} tells at which kind and seed.", err=True)
    table = Table("kind", "tried", "broken promise")
    for i, name in enumerate(chosen):
        rng = np.random.default_rng(None if seed is None else [seed, i])
        try:
            table.add_row(name, f"{known[name](rng, seconds / len(chosen)):,}", "")
        except AssertionError as error:
            broken = True
            table.add_row(name, "", str(error))
    console.print(table)
    raise typer.Exit(int(broken))


def works(times: int) -> dict[str, Fuzz]:
    """All kinds of long work, to be killed so often, however long it takes."""

    def killer(work: str) -> Fuzz:
        return lambda rng, seconds: killed_times(work, rng, times)

    return {work: killer(work) for work in WORKS}


if __name__ == "__main__":
    typer.run(main)
