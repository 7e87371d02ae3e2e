"""A short part of what `tests/fuzz` tries for as long as one likes: damaged files of all kinds, and kills."""

from collections.abc import Callable

import numpy as np
import pytest

from tests.fuzz.arena_logs import arena_logs
from tests.fuzz.cache_files import cache_files
from tests.fuzz.checkpoints import checkpoints
from tests.fuzz.editions import editions
from tests.fuzz.kills import WORKS, killed
from tests.fuzz.networks import networks
from tests.fuzz.records import records
from tests.fuzz.spoiled import trials

Fuzz = Callable[[np.random.Generator, float], int]

KINDS: tuple[Fuzz, ...] = (arena_logs, cache_files, checkpoints, editions, networks, records)


@pytest.mark.needs_jit
@pytest.mark.parametrize("fuzz", KINDS, ids=lambda fuzz: fuzz.__name__)
def test_files_of_all_kinds_are_read_or_refused(fuzz: Fuzz) -> None:
    assert fuzz(np.random.default_rng(0), 2.0) > 0


@pytest.mark.needs_jit
@pytest.mark.parametrize("work", WORKS)
def test_killed_and_gone_on_with_it_is_the_same(work: str) -> None:
    killed(work, np.random.default_rng(5), times=1)


def test_what_goes_wrong_is_told_with_its_seed() -> None:
    def fail(rng: np.random.Generator) -> None:
        assert rng.random() < 0.5, "half of all"

    with pytest.raises(AssertionError, match=r"seed (\d+): AssertionError: half of all") as raised:
        trials(fail, np.random.default_rng(0), 1.0)
    seed = int(str(raised.value).split()[1].rstrip(":"))
    with pytest.raises(AssertionError):
        fail(np.random.default_rng(seed))
