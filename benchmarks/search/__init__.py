"""Comparison of search speed with other libraries, in one run.

    python -m benchmarks.search [--json FILE]   measure ours, and OpenSpiel if `benchmarks.peers setup` installed it
    python -m benchmarks.search report FILE     write the results into docs/benchmarks.md

It measures simulations per second, and decisions per second within simulations. Each search has 400 simulations and
starts at the first decision of a game. It uses one core; all rows take turns, run by run.
"""

SIMULATIONS = 400  # per search
