"""The command line: see the package."""

from benchmarks.beside import Benchmark, command_line
from benchmarks.peers.catalogue import OURS, Peer
from benchmarks.training import report

PROGRAMS = (OURS, Peer("sb3", "Stable-Baselines3", ()), Peer("cleanrl", "as CleanRL", ()))
UNAVAILABLE = {
    "CleanRL": "the index has no version for this Python but 0.4.8, which is older than its current files; measured is "
    "a loop as they have it"
}

TRAINING = Benchmark("training", PROGRAMS, UNAVAILABLE, True, report.HEAD, report.cells, report.NOTES)

app = command_line(TRAINING, runs=5, seconds=3.0)

if __name__ == "__main__":
    app()
