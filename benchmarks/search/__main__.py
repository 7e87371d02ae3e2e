"""Command line of the package, which describes it."""

from benchmarks.comparison import Comparison, command_line
from benchmarks.peers.catalogue import OURS, PEERS
from benchmarks.search import report

PROGRAMS = (OURS, *(peer for peer in PEERS if peer.name == "openspiel"))
UNAVAILABLE = {
    "Catanatron": "its package lacks the players that search by playouts, which only its repository has",
    "OpenSpiel: hanabi": "not supported by its searches: it has intermediate rewards and no information state string",
    "OpenSpiel: spades, skat": "they have no information state string, which its ISMCTS needs",
    "OpenSpiel: tarok, bridge, phantom tic-tac-toe": "they don't support resampling from an information state",
}

SEARCH = Comparison("search", PROGRAMS, UNAVAILABLE, False, report.HEAD, report.cells, report.NOTES)

app = command_line(SEARCH, runs=7, seconds=1.0)

if __name__ == "__main__":
    app()
