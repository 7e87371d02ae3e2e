"""Drive all libraries, or those named, print their speeds, and put them into docs/adapters.md: `make doors`.

    python -m benchmarks.libraries [LIBRARY ...] [--write]

Each plays in `.venv/LIBRARY` where there is such an environment, or else in this one, with a single thread of torch.
"""

import os
import pkgutil
import subprocess
import sys
from pathlib import Path
from typing import Annotated

import typer

import benchmarks.libraries
from benchmarks.libraries.told import HEAD
from benchmarks.peers import measure, report
from benchmarks.peers.catalogue import ROOT

BEGIN = "<!-- figures: python -m benchmarks.libraries --write -->"
LIBRARIES = sorted({each.name for each in pkgutil.iter_modules(benchmarks.libraries.__path__)} - {"__main__", "told"})


def rows(library: str) -> list[str]:
    """What a library's module tells. Raises CalledProcessError if it fails."""
    own = ROOT / ".venv" / library / "bin" / "python"
    command = [str(own) if own.exists() else sys.executable, "-m", f"benchmarks.libraries.{library}"]
    alone = {**os.environ, "OMP_NUM_THREADS": "1"}
    done = subprocess.run(command, cwd=ROOT, env=alone, stdout=subprocess.PIPE, text=True, check=True)
    return [line for line in done.stdout.splitlines() if line.startswith("| ")]


def written(table: list[str], docs: Path) -> None:
    """Put a table between the markers of `docs`/adapters.md."""
    text = "\n".join([report.provenance(measure.provenance()), "", *table])
    report.replace_between(docs / "adapters.md", BEGIN, report.END, text)


def main(
    libraries: Annotated[list[str] | None, typer.Argument(help=", ".join(LIBRARIES))] = None,
    write: Annotated[bool, typer.Option("--write", help="Put the table into docs/adapters.md.")] = False,
) -> None:
    """Drive libraries as their own tutorials do."""
    table = [f"| {' | '.join(HEAD)} |", "|---" * len(HEAD) + "|"]
    for line in table:
        print(line)
    for library in libraries or LIBRARIES:
        if library not in LIBRARIES:
            raise typer.BadParameter(f"the libraries are {', '.join(LIBRARIES)}, not {library!r}")
        told = rows(library)
        print("\n".join(told), flush=True)
        table += told
    if write:
        written(table, ROOT / "docs")


if __name__ == "__main__":
    typer.run(main)
