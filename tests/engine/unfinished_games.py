"""Batches with unfinished games, and their lasting arrays."""

from typing import Any

import pytest

from kschwert_env.engine.simulation.batch import Batch
from tests.helpers.cases import ONE_EACH, SMALL, Case

EACH = pytest.mark.parametrize("case", [SMALL, ONE_EACH[-1]], ids=str)


def under_way(case: Case, size: int = 5, decisions: int = 60, threads: int = 1) -> Batch[Any]:
    batch = Batch(case.rules, size, seed=3, threads=threads)
    batch.rollout(decisions)
    return batch


def lasting(batch: Batch[Any]) -> list[bytes]:
    return [array.tobytes() for array in (batch.states, batch._streams, batch._masks, batch.observations)]
