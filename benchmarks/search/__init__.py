"""What search makes of the engine's speed, beside other libraries' searches, in one run.

    python -m benchmarks.search [--json FILE]   measure ours, and OpenSpiel where `benchmarks.peers setup` installed it
    python -m benchmarks.search report FILE     write it into docs/benchmarks.md

Simulations per second, and decisions per second in these simulations, of one search after another from the first
decision of a game, each of 400 simulations. One core; all rows take turns, run by run.
"""

SIMULATIONS = 400  # in one search
