"""Compile the rules that most tests use, before they run in parallel: `python -m tests.helpers.compiled`."""

from kschwert_env.engine.simulation.warmup import STAGES, ensure_compiled
from tests.helpers.cases import OFTEN

if __name__ == "__main__":
    for case in OFTEN:
        ensure_compiled(case.rules, *STAGES)
