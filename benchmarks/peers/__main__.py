"""Command line of the package, which describes it."""

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
app = typer.Typer(
    help="Compare the throughput with other libraries (peers).", no_args_is_help=True, rich_markup_mode=None
)

Names = Annotated[list[str] | None, typer.Argument(help="Names of peers; default: all.", show_default=False)]


def selected_peers(names: list[str] | None) -> list[Peer]:
    """Return the peers with these names, or all. Raises BadParameter for an unknown name."""
    peers_by_name = {peer.name: peer for peer in PEERS}
    for name in names or ():
        if name not in peers_by_name:
            raise typer.BadParameter(f"unknown peer {name!r}; expected one of: {', '.join(peers_by_name)}")
    return [peers_by_name[name] for name in names or peers_by_name]


@app.command()
def setup(names: Names = None) -> None:
    """Create virtual environments with pinned versions under .venv/peers."""
    for peer in selected_peers(names):
        console.print(f"{peer.title}: {install(peer) or 'installed'}")


@app.command()
def run(
    results: Annotated[Path, typer.Argument(help="JSON file to write.", dir_okay=False)],
    names: Names = None,
    runs: Annotated[int, typer.Option(min=1, help="Number of runs.")] = 7,
    seconds: Annotated[float, typer.Option(min=0.01, help="Duration of each run in seconds.")] = 1.0,
) -> None:
    """Measure ours and all installed peers, and print their speeds."""
    measurements = measure(selected_peers(names), runs, seconds)
    results.write_text(json.dumps(measurements, indent=1))
    console.print(reporting.table(measurements))


@app.command()
def report(
    results: Annotated[Path, typer.Argument(exists=True, dir_okay=False, help="JSON file of results.")],
    docs: Annotated[Path, typer.Option(help="Folder with benchmarks.md.", file_okay=False)] = ROOT / "docs",
) -> None:
    """Write the results into docs/benchmarks.md."""
    reporting.write(json.loads(results.read_text()), docs)


if __name__ == "__main__":
    app()
