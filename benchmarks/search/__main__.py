"""The command line: see the package."""

from benchmarks.beside import Benchmark, command_line
from benchmarks.peers.catalogue import OURS, PEERS
from benchmarks.search import report

PROGRAMS = (OURS, *(peer for peer in PEERS if peer.name == "openspiel"))
UNAVAILABLE = {
    "Catanatron": "its package lacks the players that search by playouts, which are in its repository only",
    "OpenSpiel: hanabi": "neither search takes it: it has rewards on the way, and no information state as text",
    "OpenSpiel: spades, skat": "they have no information state as text, either, by which its ISMCTS knows positions",
    "OpenSpiel: tarok, bridge, phantom tic-tac-toe": "they can't be dealt anew from what a seat knows",
}

SEARCH = Benchmark("search", PROGRAMS, UNAVAILABLE, False, report.HEAD, report.cells, report.NOTES)

app = command_line(SEARCH, runs=7, seconds=1.0)

if __name__ == "__main__":
    app()
