"""Command line of the package, which describes it."""

from benchmarks.comparison import Comparison, command_line
from benchmarks.peers.catalogue import OURS, Peer
from benchmarks.training import report

PROGRAMS = (OURS, Peer("sb3", "Stable-Baselines3", ()), Peer("cleanrl", "as CleanRL", ()))
UNAVAILABLE = {
    "CleanRL": "the package index only has version 0.4.8 for this Python, older than its current files; a loop in the "
    "style of these files is measured instead"
}

TRAINING = Comparison("training", PROGRAMS, UNAVAILABLE, True, report.HEAD, report.cells, report.NOTES)

app = command_line(TRAINING, runs=5, seconds=3.0)

if __name__ == "__main__":
    app()
