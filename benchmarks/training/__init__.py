"""Training speed from end to end: ours beside other learners and other environments, in one run on this machine.

    python -m benchmarks.training [--json FILE]   measure and print
    python -m benchmarks.training report FILE     write it into docs/benchmarks.md

Every row takes all cores. Each run of a row is one or more whole iterations, of playing and of learning from it, and
rows take turns, run by run. Counted are the decisions of the seats that learn, those without a choice included.
"""
