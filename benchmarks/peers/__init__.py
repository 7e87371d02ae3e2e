"""Throughput beside the peers, in one run, for everyone to repeat.

    python -m benchmarks.peers setup             make a virtual environment for each peer, under .venv/peers
    python -m benchmarks.peers run results.json  measure all that is installed, ours and theirs
    python -m benchmarks.peers report results.json   write docs/benchmarks.md and its plots

One module for each peer says how its games are played at random. It runs in its own interpreter, as a process that is
asked on lines (benchmarks/serve.py), so that all take turns, run by run, on the same cores. To add a peer: a module
here, and a line in `catalogue`.
"""
