"""Comparison of throughput in the same game: our classics beside those of other libraries, on one core.

    python -m benchmarks.peers setup openspiel pgx pettingzoo rlcard   unless they are already set up
    python -m benchmarks.classics --json classics.json                 measure; --runs, --seconds
    python -m benchmarks.classics report classics.json                 write the figures into docs/benchmarks.md

The name of a row is `GAME, LOOP`, followed by the batch size where there are several.
"""
