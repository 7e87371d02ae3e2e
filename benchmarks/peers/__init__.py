"""Comparison of throughput with other libraries (peers), in different games, in one reproducible run.

    python -m benchmarks.peers setup             create a virtual environment for each peer, under .venv/peers
    python -m benchmarks.peers run results.json  measure ours and all installed peers
    python -m benchmarks.peers report results.json   write the figures into docs/benchmarks.md

The module of a peer defines random play of its games. It runs in the peer's interpreter, as a process that answers
requests (`benchmarks.server`), so that all peers take turns, run by run, on the same cores. To add a peer, add a module
here and an entry in `catalogue`.
"""
