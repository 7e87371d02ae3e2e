"""Command line of the package, which describes it."""

from benchmarks.classics.report import NUMBA, SameGames
from benchmarks.comparison import command_line
from benchmarks.peers.catalogue import OURS, PEERS, Peer

OURS_BY_NUMBA = Peer("ours_by_numba", NUMBA, ())
PROGRAMS = (OURS, OURS_BY_NUMBA, *(peer for peer in PEERS if peer.name in ("openspiel", "pgx", "pettingzoo", "rlcard")))

CLASSICS = SameGames("classics", PROGRAMS, {}, False, (), lambda results, row: [], "")

app = command_line(CLASSICS, runs=11, seconds=0.15)

if __name__ == "__main__":
    app()
