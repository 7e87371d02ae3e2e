"""The command line: see the package."""

import json
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console

from benchmarks.peers import report as reporting
from benchmarks.peers.catalogue import PEERS, ROOT, Peer
from benchmarks.peers.measure import measure
from benchmarks.peers.setup import install

console = Console(highlight=False, width=140)
app = typer.Typer(help="Throughput beside the peers, in one run.", no_args_is_help=True, rich_markup_mode=None)

Names = Annotated[list[str] | None, typer.Argument(help="Peers, by default all of them.", show_default=False)]


def chosen(names: list[str] | None) -> list[Peer]:
    """The peers of those names, or all. Raises BadParameter for a name that is none."""
    known = {peer.name: peer for peer in PEERS}
    for name in names or ():
        if name not in known:
            raise typer.BadParameter(f"the peers are {', '.join(known)}, not {name!r}")
    return [known[name] for name in names or known]


@app.command()
def setup(names: Names = None) -> None:
    """Make virtual environments with pinned versions under .venv/peers."""
    for peer in chosen(names):
        console.print(f"{peer.title}: {install(peer) or 'installed'}")


@app.command()
def run(
    results: Annotated[Path, typer.Argument(help="JSON file to write.", dir_okay=False)],
    names: Names = None,
    runs: Annotated[int, typer.Option(min=1)] = 7,
    seconds: Annotated[float, typer.Option(min=0.01, help="For each row in each run.")] = 1.0,
) -> None:
    """Measure ours and the peers that are installed, and print the table."""
    found = measure(chosen(names), runs, seconds)
    results.write_text(json.dumps(found, indent=1))
    console.print(reporting.table(found))


@app.command()
def report(
    results: Annotated[Path, typer.Argument(exists=True, dir_okay=False)],
    docs: Annotated[Path, typer.Option(help="Folder with benchmarks.md.", file_okay=False)] = ROOT / "docs",
) -> None:
    """Write the figures into docs/benchmarks.md, and the plot into docs/images."""
    reporting.write(json.loads(results.read_text()), docs)


if __name__ == "__main__":
    app()
