"""Without the compiler the rules run as ordinary Python, and play the same games."""

import hashlib
import os
import subprocess
import sys

from kschwert_env.engine.batch import Batch
from tests.games import SMALL

PROGRAM = """
from tests.engine.test_without_jit import digest
from kschwert_env.engine.compiling import JIT
assert not JIT
print(digest())
"""


def digest() -> str:
    """All that two games show after 250 random decisions, in which both end and start afresh."""
    batch = Batch(SMALL.rules, 2, seed=5, threads=1)
    batch.rollout(250)
    arrays = (batch.states, batch.masks, batch.observations, batch.final_states)
    return hashlib.sha256(b"".join(array.tobytes() for array in arrays)).hexdigest()


def test_plain_python_plays_the_same_games() -> None:
    environment = {**os.environ, "NUMBA_DISABLE_JIT": "1"}
    command = [sys.executable, "-W", "error", "-c", PROGRAM]
    printed = subprocess.run(command, env=environment, capture_output=True, text=True, check=True).stdout
    assert printed.strip() == digest()


def test_both_games_have_ended_in_that_time() -> None:
    batch = Batch(SMALL.rules, 2, seed=5, threads=1)
    assert batch.rollout(250) >= 2
