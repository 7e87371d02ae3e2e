"""RLCard's Leduc poker."""

from functools import partial

from benchmarks.peers.run_rlcard import new_workload
from benchmarks.server import WorkloadSpec, serve

if __name__ == "__main__":
    row = WorkloadSpec("leduc poker, Python", "choice, step, observation", partial(new_workload, "leduc-holdem"))
    serve([row], ["rlcard"])
