"""Comparison of end-to-end training speed with other learners and environments, in one run.

    python -m benchmarks.training [--json FILE]   measure, print a table, and write the results
    python -m benchmarks.training report FILE     write the results into docs/benchmarks.md

Every row uses all cores. A run is one or more complete iterations of playing and learning; rows take turns, run by run.
The counted decisions are those of learning seats, including decisions without a choice.
"""
