"""Run all libraries, or the named ones, and print their speeds: `make bench-libraries`.

    python -m benchmarks.libraries [LIBRARY ...] [--write]

A library runs in `.venv/LIBRARY` if that environment exists, else in the current one, with one thread of torch.
`--write` writes the results into docs/adapters.md.
"""

import os
import pkgutil
import subprocess
import sys
from pathlib import Path
from typing import Annotated

import typer

import benchmarks.libraries
from benchmarks.libraries.measurement import HEAD
from benchmarks.peers import measure, report
from benchmarks.peers.catalogue import ROOT

BEGIN = "<!-- figures: python -m benchmarks.libraries --write -->"
_PREFIX = "run_"  # run as a script, a module with the name of its library would import itself
LIBRARIES = sorted(
    module.name.removeprefix(_PREFIX)
    for module in pkgutil.iter_modules(benchmarks.libraries.__path__)
    if module.name.startswith(_PREFIX)
)


def rows(library: str) -> list[str]:
    """Return the table rows that a library's module prints. Raises CalledProcessError if it fails."""
    own_python = ROOT / ".venv" / library / "bin" / "python"
    command = [
        str(own_python) if own_python.exists() else sys.executable,
        "-m",
        f"benchmarks.libraries.{_PREFIX}{library}",
    ]
    environment = {**os.environ, "OMP_NUM_THREADS": "1"}
    completed = subprocess.run(command, cwd=ROOT, env=environment, stdout=subprocess.PIPE, text=True, check=True)
    return [line for line in completed.stdout.splitlines() if line.startswith("| ")]


def write_table(table: list[str], docs: Path) -> None:
    """Write a table between the markers of `docs`/adapters.md."""
    text = "\n".join([report.provenance(measure.provenance()), "", *table])
    report.replace_between(docs / "adapters.md", BEGIN, report.END, text)


def main(
    libraries: Annotated[
        list[str] | None,
        typer.Argument(help=f"Libraries to run, of {', '.join(LIBRARIES)}; default: all.", show_default=False),
    ] = None,
    write: Annotated[bool, typer.Option("--write", help="Write the table into docs/adapters.md.")] = False,
) -> None:
    """Run libraries as their own tutorials do, and print their speeds."""
    table = [f"| {' | '.join(HEAD)} |", "|---" * len(HEAD) + "|"]
    for line in table:
        print(line)
    for library in libraries or LIBRARIES:
        if library not in LIBRARIES:
            raise typer.BadParameter(f"unknown library {library!r}; expected one of: {', '.join(LIBRARIES)}")
        lines = rows(library)
        print("\n".join(lines), flush=True)
        table += lines
    if write:
        write_table(table, ROOT / "docs")


if __name__ == "__main__":
    typer.run(main)
