"""Without the JIT the rules run as ordinary Python, and games are identical."""

import hashlib
import os
import subprocess
import sys

import pytest

from kschwert_env.engine.simulation.batch import Batch
from tests.helpers.cases import ONE_EACH, Case

PROGRAM = """
from tests.engine.jit.test_without_jit import digest
from tests.helpers.cases import ONE_EACH
from kschwert_env.engine.jit.functions import JIT
assert not JIT
from tests.engine import test_streams
test_streams.test_the_choice_is_the_one_that_was_drawn()
test_streams.test_legal_actions_are_listed_in_order()
print(*map(digest, ONE_EACH))
"""
DECISIONS = 250  # in which all games end and start afresh


def digest(case: Case) -> str:
    """Return a digest of all outputs of two games after this many random decisions."""
    batch = Batch(case.rules, 2, seed=5, threads=1)
    batch.rollout(DECISIONS)
    arrays = (batch.states, batch.masks, batch.observations, batch.final_states)
    return hashlib.sha256(b"".join(array.tobytes() for array in arrays)).hexdigest()


def test_plain_python_plays_the_same_games() -> None:
    environment = {**os.environ, "NUMBA_DISABLE_JIT": "1"}
    command = [sys.executable, "-W", "error", "-c", PROGRAM]
    printed = subprocess.run(command, env=environment, capture_output=True, text=True, check=True).stdout
    assert printed.split() == [digest(case) for case in ONE_EACH]


@pytest.mark.parametrize("case", ONE_EACH, ids=str)
def test_both_games_have_ended_in_that_time(case: Case) -> None:
    batch = Batch(case.rules, 2, seed=5, threads=1)
    assert batch.rollout(DECISIONS) >= 2
