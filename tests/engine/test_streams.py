"""Random streams: uniform, independent, and reproducible without the JIT."""

from collections.abc import Sequence
from typing import Any

import numpy as np
import pytest
from scipy import stats

from kschwert_env.engine.compiled.rng import (
    GAME,
    MAX_SEED,
    POSITION,
    RESAMPLE,
    SEARCH,
    check_seed,
    derived_seeds,
    next_seed,
    seed_streams,
    seeded_streams,
    seeded_streams_each,
)
from kschwert_env.engine.contract.actions import MAX_ACTIONS
from kschwert_env.engine.jit.compiling import entry_point
from kschwert_env.engine.simulation.batch import Batch
from tests.helpers.cases import SMALL

FALSE_ALARM = 1e-6  # of each statistical test; all seeds are fixed, so a test that passes once always passes


@entry_point("test-streams")
def seed_each(streams: Any, seed: Any) -> Any:
    """Write the streams of all games."""
    for game in range(streams.shape[0]):
        seed_streams(streams[game], seed, game, GAME)  # type: ignore[no-untyped-call]


@pytest.mark.parametrize("seed", [0, 1, 7, 2**31, 2**32 + 5, 2**62, MAX_SEED])
def test_a_game_is_seeded_in_compiled_code_as_in_numpy(seed: int) -> None:
    streams = np.zeros((3, 2, 4), np.uint32)
    seed_each(streams, seed)
    assert streams.tolist() == seeded_streams(seed, 3).tolist()


def picks(mask: np.ndarray, count: int, seed: int) -> np.ndarray:
    """Return `count` choices from one mask, each with its own stream."""
    actions = np.empty(count, np.int64)
    SMALL.rules.loops.sample_actions(
        np.ascontiguousarray(np.tile(mask, (count, 1))), seeded_streams(seed, count), actions
    )
    return actions


@pytest.mark.parametrize(
    ("legal", "length"),
    [
        ([0], 100),
        ([3, 31, 32, 33, 64, 99], 100),
        (range(100), 100),
        (range(1, 7), 7),  # less than a word
        ([6, 7, 8, 15, 16, 39], 40),  # no entries behind the last word
        (range(MAX_ACTIONS), MAX_ACTIONS),
    ],
)
def test_choices_are_uniform_over_legal_actions(legal: Sequence[int], length: int) -> None:
    mask = np.zeros(length, np.int8)
    mask[legal] = 1
    actions = picks(mask, 40_000, seed=1)
    counts = np.bincount(actions, minlength=length)
    assert set(np.flatnonzero(counts)) == set(legal)
    if len(legal) > 1:
        assert stats.chisquare(counts[legal]).pvalue > FALSE_ALARM


def test_the_choice_is_the_one_that_was_drawn() -> None:
    """Masks of many lengths and densities. Also run by plain Python."""
    chance = np.random.default_rng(4)
    for length in (1, 2, 7, 8, 9, 31, 32, 33, 40, 628, MAX_ACTIONS - 1, MAX_ACTIONS):
        masks = (chance.random((30, length)) < np.linspace(0.01, 1, 30)[:, None]).astype(np.int8)
        streams, actions = seeded_streams(length, 30), np.empty(30, np.int64)
        drawn = [(rotated(int(words[1]) * 5, 7) * 9) & 0xFFFFFFFF for words in streams[:, 1]]
        legal = [np.flatnonzero(mask).tolist() for mask in masks]
        expected = [found[word * len(found) >> 32] if found else -1 for word, found in zip(drawn, legal, strict=True)]
        SMALL.rules.loops.sample_actions(masks, streams, actions)
        assert actions.tolist() == expected, length


def test_legal_actions_are_listed_in_order() -> None:
    """Masks of many lengths and densities. Also run by plain Python."""
    chance = np.random.default_rng(4)
    for length in (1, 7, 8, 9, 40, 628, MAX_ACTIONS - 1, MAX_ACTIONS):
        numbers = np.zeros(length, np.int64)
        for share in (0, 0.01, 0.1, 0.5, 1):
            masks = (chance.random((1, length)) < share).astype(np.int8)
            count = SMALL.rules.loops.list_legal(masks, numbers)
            assert numbers[:count].tolist() == np.flatnonzero(masks).tolist(), (length, share)


def test_nothing_is_chosen_where_nothing_is_legal() -> None:
    assert picks(np.zeros(100, np.int8), 1, seed=1).tolist() == [-1]


def test_a_stream_is_xoshiro128_starstar() -> None:
    """Compare with the reference algorithm, through choices among 2**k equal entries: the top bits of each word."""
    streams = seeded_streams(9, 1)
    words = [int(word) for word in streams[0, 1]]
    mask, actions = np.ones((1, 256), np.int8), np.empty(1, np.int64)
    for _ in range(50):
        expected = (rotated(words[1] * 5, 7) * 9) & 0xFFFFFFFF
        SMALL.rules.loops.sample_actions(mask, streams, actions)
        assert actions[0] == expected >> 24
        words = advanced(words)
        assert streams[0, 1].tolist() == words


def rotated(x: int, k: int) -> int:
    x &= 0xFFFFFFFF
    return ((x << k) | (x >> (32 - k))) & 0xFFFFFFFF


def advanced(s: list[int]) -> list[int]:
    t = (s[1] << 9) & 0xFFFFFFFF
    s2, s3 = s[2] ^ s[0], s[3] ^ s[1]
    s1, s0 = s[1] ^ s2, s[0] ^ s3
    return [s0, s1, s2 ^ t, rotated(s3, 11)]


def test_streams_of_a_game_do_not_depend_on_the_number_of_games() -> None:
    for seed in (0, 7, MAX_SEED):
        for purpose in (GAME, RESAMPLE, POSITION, SEARCH):
            many = seeded_streams(seed, 1000, purpose)
            assert (seeded_streams(seed, 10, purpose) == many[:10]).all()
            assert (seeded_streams(seed, 1, purpose) == many[:1]).all()  # which are made in plain integers


def test_streams_differ_by_seed_game_and_purpose() -> None:
    words = np.concatenate([seeded_streams(seed, 500) for seed in (0, 1, 2, MAX_SEED)]).reshape(-1, 4)
    assert len(np.unique(words, axis=0)) == len(words)


def test_first_bits_are_balanced_over_seeds() -> None:
    bits = np.unpackbits(np.concatenate([seeded_streams(seed, 4) for seed in range(1000)]).view(np.uint8))
    assert stats.binomtest(int(bits.sum()), bits.size).pvalue > FALSE_ALARM


@pytest.mark.parametrize("seed", [0, 1, MAX_SEED, np.int64(5)])
def test_seeds_in_range_are_taken(seed: int) -> None:
    assert check_seed(seed) == int(seed)


def test_random_actions_leave_chance_alone() -> None:
    asked, untouched = (Batch(SMALL.rules, 8, seed=3) for _ in range(2))
    for _ in range(5):
        asked.random_actions()
    actions = untouched.random_actions()
    asked.step(actions)
    untouched.step(actions)
    assert asked.states.tobytes() == untouched.states.tobytes()


def test_a_seed_is_followed_by_one_that_follows_no_other() -> None:
    """Multiplication by an odd factor is invertible modulo 2**63, so the next seed is unique."""
    back = pow(6364136223846793005, -1, MAX_SEED + 1)
    for seed in (0, 1, 2, 12345, MAX_SEED - 1, MAX_SEED):
        after = next_seed(seed)
        assert check_seed(after) == after != seed
        assert (after - next_seed(0)) * back % (MAX_SEED + 1) == seed


def test_streams_of_many_seeds_are_those_of_each() -> None:
    seeds = [0, 7, MAX_SEED]
    together = seeded_streams_each(np.array(seeds), 3, RESAMPLE)
    assert together.tolist() == [seeded_streams(seed, 3, RESAMPLE).tolist() for seed in seeds]


def test_derived_seeds_are_seeds_of_their_own() -> None:
    """Derived seeds are distinct, and unrelated to the words of a stream."""
    seeds, numbers = np.repeat(np.arange(50), 100), np.tile(np.arange(100), 50)
    derived = derived_seeds(seeds, numbers)
    assert len({check_seed(seed) for seed in derived} | set(range(50))) == 5000 + 50
    assert derived[100 * 7 + 3] == derived_seeds(np.array([7]), np.array([3]))[0]
    for purpose in (GAME, RESAMPLE, SEARCH):
        words = seeded_streams_each(np.arange(50), 200, purpose).reshape(-1).view(np.uint64) >> np.uint64(1)
        assert not set(words.tolist()) & set(derived.tolist())
    assert stats.kstest(derived / 2**63, "uniform").pvalue > FALSE_ALARM
