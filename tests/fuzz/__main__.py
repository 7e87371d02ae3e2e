"""Run fuzz tests of all kinds: `python -m tests.fuzz --seconds 600 [--only NAME] [--seed 7]`.

`python -m tests.fuzz --kills 20 [--only JOB]` kills each kind of long job that many times instead.
"""

from typing import Annotated

import numpy as np
import typer
from rich.console import Console
from rich.table import Table

from tests.fuzz import Fuzz, kinds
from tests.fuzz.damage import LAST
from tests.fuzz.processes.kills import JOBS, kill_repeatedly

console = Console(highlight=False)


def main(
    seconds: Annotated[float, typer.Option(min=0, help="Time limit in seconds, for all kinds together.")] = 60.0,
    only: Annotated[list[str] | None, typer.Option(help="Run this kind only; repeatable.")] = None,
    seed: Annotated[int | None, typer.Option(min=0, help="Seed of all trials; default: from entropy.")] = None,
    kills: Annotated[int, typer.Option(min=0, help="Kill each kind of long job this often instead.")] = 0,
) -> None:
    """Run fuzz tests and print a table of counts. Exit status 1 after a violation, with the seed that reproduces it."""
    known = kill_jobs(kills) if kills else kinds()
    if unknown := set(only or ()) - set(known):
        raise typer.BadParameter(f"--only takes {', '.join(known)}, not {min(unknown)!r}")
    chosen, failed = only or list(known), False
    typer.echo(f"In case of a crash or hang, {LAST} names the kind and seed.", err=True)
    table = Table("kind", "trials", "violation")
    for i, name in enumerate(chosen):
        rng = np.random.default_rng(None if seed is None else [seed, i])
        try:
            table.add_row(name, f"{known[name](rng, seconds / len(chosen)):,}", "")
        except AssertionError as error:
            failed = True
            table.add_row(name, "", str(error))
    console.print(table)
    raise typer.Exit(int(failed))


def kill_jobs(times: int) -> dict[str, Fuzz]:
    """Return functions that kill each kind of long job `times` times, without a time limit."""

    def killer(work: str) -> Fuzz:
        return lambda rng, seconds: kill_repeatedly(work, rng, times)

    return {work: killer(work) for work in JOBS}


if __name__ == "__main__":
    typer.run(main)
