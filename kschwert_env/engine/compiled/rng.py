"""Random streams: every game has two of its own, one for chance and one for random play.

A stream is xoshiro128** (Blackman and Vigna, "Scrambled linear pseudorandom number generators", ACM TOMS 2021): four
32-bit words. Streams are stored beside the positions, never inside: a copy of a position must not reveal its future.
"""

from typing import Any

import numpy as np

from kschwert_env.engine.jit.compiling import compiled, inlined, intrinsic
from kschwert_env.engine.jit.packed import packed, whole_words
from kschwert_env.engine.text.phrases import brief

CHANCE = 0
"""Index of the stream from which the rules draw."""

CHOICE = 1
"""Index of the stream from which random players choose."""

# Purposes of streams: reusing a seed for another purpose must not reveal the future of a game.

GAME = 0
"""Purpose: streams of games."""

RESAMPLE = 1
"""Purpose: streams that resample hidden information."""

POSITION = 2
"""Purpose: streams of games that start from a given position."""

SEARCH = 3
"""Purpose: streams of agents that search or look ahead."""

SEED = 4
"""Purpose: words from which `derived_seeds` are made, in any number."""

ENVIRONMENT = 1 << 61
"""Purpose: streams from which environments seat learners and seed opponents; beyond all derived seeds."""

MAX_SEED = 2**63 - 1
"""Maximum seed; the minimum is 0."""

_NUM_STREAMS, _NUM_WORDS = 2, 4
STREAMS_SHAPE = (1, _NUM_STREAMS, _NUM_WORDS)
"""Shape of the streams of one game, uint32."""

_PAIRS = _NUM_STREAMS * _NUM_WORDS // 2  # number of word pairs
_WORD = 0xFFFFFFFF
_TWO_WORDS = 0xFFFFFFFFFFFFFFFF
_EACH_BYTE, _EACH_PAIR = 0x0101010101010101, 0x0001000100010001
_EVEN_BYTES = 0x00FF00FF00FF00FF
_GOLDEN = 0x9E3779B97F4A7C15
_FEW = 8  # number of streams up to which plain integers are faster than arrays
_SIGNED_GOLDEN = _GOLDEN - 2**64  # the same bits as an int64


def check_seed(seed: Any) -> int:
    """Return the seed as an int. Raises ValueError unless it is an integer from 0 to 2**63 - 1."""
    if isinstance(seed, bool) or not isinstance(seed, (int, np.integer)) or not 0 <= seed <= MAX_SEED:
        raise ValueError(f"seed must be an integer from 0 to 2**63 - 1, not {brief(seed)}")
    return int(seed)


def next_seed(seed: int) -> int:
    """Return the seed of the next game, for a sequence of games that starts from one seed.

    Knuth's linear congruential generator (MMIX) modulo 2**63: its period contains every seed.
    """
    return (seed * 6364136223846793005 + 1442695040888963407) % (MAX_SEED + 1)


def seeded_streams(seed: int, count: int, purpose: int = GAME) -> np.ndarray:
    """Return streams for `count` games, uint32 of shape (count, 2, 4).

    Those of game i depend on the seed, the purpose and i alone, so game i plays the same in a batch of any size.
    """
    return seeded_streams_each(np.array([check_seed(seed)]), count, purpose)[0]


def seeded_streams_each(seeds: np.ndarray, count: int, purpose: int) -> np.ndarray:
    """Return the streams of `seeded_streams` for each of n seeds, int64 (n,): uint32 of shape (n, count, 2, 4)."""
    words = _word_indices(purpose)
    if len(seeds) * count <= _FEW:
        keys = [_game_key(seed, game) for seed in seeds.tolist() for game in range(count)]
        pairs = np.array([_word_pair(key, word) for key in keys for word in words], np.uint64)
        return pairs.view(np.uint32).reshape(len(seeds), count, _NUM_STREAMS, _NUM_WORDS)
    games = np.arange(count, dtype=np.uint64)[:, None]
    keys_of_all = _game_key(seeds.astype(np.uint64)[:, None, None], games)
    mixed = np.ascontiguousarray(_word_pair(keys_of_all, np.array(words, np.uint64)))
    return mixed.view(np.uint32).reshape(len(seeds), count, _NUM_STREAMS, _NUM_WORDS)


def derived_seeds(seeds: np.ndarray, numbers: np.ndarray) -> np.ndarray:
    """Return for each seed the derived seed with that number, from 0 on: int64 (n,), as both arguments.

    They use other words than the streams of the seed, so they reveal nothing about these.
    """
    if len(seeds) == len(numbers) == 1:  # with plain integers, as above
        return np.array([_word_pair(_game_key(seeds.item(), 0), SEED * _PAIRS + numbers.item()) >> 1])
    words = numbers.astype(np.uint64) + SEED * _PAIRS
    return (_word_pair(_game_key(seeds.astype(np.uint64), np.zeros(1, np.uint64)), words) >> 1).astype(np.int64)


def _word_indices(purpose: int) -> range:
    """Return the indices of the word pairs of a purpose."""
    return range(purpose * _PAIRS, (purpose + 1) * _PAIRS)


def _game_key(seed: Any, game: Any) -> Any:
    """Return 64 bits for a seed and a game: plain integers, or broadcast uint64 arrays."""
    return _splitmix64(_splitmix64(seed + _GOLDEN & _TWO_WORDS) + (game + 1) * _GOLDEN & _TWO_WORDS)


def _word_pair(key: Any, word: Any) -> Any:
    """Return 64 bits for a game and a word index."""
    return _splitmix64(key + (word + 1) * _GOLDEN & _TWO_WORDS)


def _splitmix64(x: Any) -> Any:
    """Apply the finalizer of SplitMix64 (Steele, Lea and Flood, OOPSLA 2014)."""
    x = (x ^ (x >> 30)) * 0xBF58476D1CE4E5B9 & _TWO_WORDS
    x = (x ^ (x >> 27)) * 0x94D049BB133111EB & _TWO_WORDS
    return x ^ (x >> 31)


@intrinsic("kschwert_env.engine.jit.intrinsics.mix_bits")
def mix_bits(word: int) -> int:
    """Return 64 bits mixed by the finalizer of SplitMix64; a signed integer when compiled."""
    mixed: int = _splitmix64(word & _TWO_WORDS)
    return mixed


@compiled
def derived_seed(seed, number):
    """Return one of the `derived_seeds`."""
    key = mix_bits(mix_bits(seed + _SIGNED_GOLDEN) + _SIGNED_GOLDEN)
    return mix_bits(key + (SEED * _PAIRS + number + 1) * _SIGNED_GOLDEN) >> 1 & MAX_SEED


@compiled
def seed_streams(streams, seed, game, purpose):
    """Write the streams of a game, uint32 (2, 4), as in `seeded_streams`. `purpose` is not `ENVIRONMENT`."""
    key = mix_bits(mix_bits(seed + _SIGNED_GOLDEN) + (game + 1) * _SIGNED_GOLDEN)
    for pair in range(_PAIRS):
        word = mix_bits(key + (purpose * _PAIRS + pair + 1) * _SIGNED_GOLDEN)
        streams[pair // 2, pair % 2 * 2] = word & _WORD
        streams[pair // 2, pair % 2 * 2 + 1] = word >> 32 & _WORD


@compiled
def next_uint32(stream):
    """Return the next 32 bits of a stream. Uses 64-bit arithmetic throughout, as plain Python does."""
    s0, s1, s2, s3 = int(stream[0]), int(stream[1]), int(stream[2]), int(stream[3])
    x = (s1 * 5) & _WORD
    x = ((x << 7) | (x >> 25)) & _WORD
    s2 ^= s0
    s3 ^= s1
    stream[0] = s0 ^ s3
    stream[1] = s1 ^ s2
    stream[2] = s2 ^ ((s1 << 9) & _WORD)
    stream[3] = ((s3 << 11) | (s3 >> 21)) & _WORD
    return (x * 9) & _WORD


@compiled
def below(stream, n):
    """Return a uniform integer from 0 to n - 1, without bias (Lemire, "Fast random integer generation in an interval",
    2019).
    """
    n = int(n)
    product = next_uint32(stream) * n
    if product & _WORD < n:
        unfair = (_WORD + 1) % n
        while product & _WORD < unfair:
            product = next_uint32(stream) * n
    return product >> 32


@compiled
def choose(mask, stream):
    """Return the index of a uniformly random nonzero entry of an int8 mask of zeros and ones; -1 if there is none.

    Eight entries are counted at a time, as the bytes of a word. A mask has at most `actions.MAX_ACTIONS` entries.
    """
    mask = packed(mask)
    words = whole_words(mask)
    rest = 0  # the entries after the last whole word
    for i in range(mask.shape[0] - 1, 8 * words.shape[0] - 1, -1):
        rest = rest << 8 | int(mask[i])
    total = count_ones(words) + sum_of_bytes(rest)
    if total == 0:
        return -1
    left = below(stream, total)
    at = 0
    while at + 4 <= words.shape[0]:
        count = sum_of_bytes(words[at] + words[at + 1] + words[at + 2] + words[at + 3])
        if left < count:
            break
        left -= count
        at += 4
    if at + 4 <= words.shape[0]:  # which of the four words: without branches, which would be mispredicted often
        first = sum_of_bytes(words[at])
        second = sum_of_bytes(words[at] + words[at + 1])
        third = sum_of_bytes(words[at] + words[at + 1] + words[at + 2])
        at += (left >= first) + (left >= second) + (left >= third)
        left -= max(first * (left >= first), second * (left >= second), third * (left >= third))
        return 8 * at + index_of_one(words[at], left)
    while at < words.shape[0]:
        count = sum_of_bytes(words[at])
        if left < count:
            return 8 * at + index_of_one(words[at], left)
        left -= count
        at += 1
    return 8 * at + index_of_one(rest, left)


@compiled
def list_ones(mask, indices):
    """Write the indices of the ones in an int8 mask of zeros and ones, in ascending order; return their number."""
    mask = packed(mask)
    words = whole_words(mask)
    count = 0
    for at in range(words.shape[0]):
        for before in range(sum_of_bytes(words[at])):
            indices[count] = 8 * at + index_of_one(words[at], before)
            count += 1
    for i in range(8 * words.shape[0], mask.shape[0]):
        if mask[i] == 1:
            indices[count] = i
            count += 1
    return count


@inlined
def count_ones(words):
    """Return the number of ones in at most 255 words whose bytes are zeros and ones."""
    sums = 0
    for word in words:
        sums += int(word)
    pairs = (sums & _EVEN_BYTES) + (sums >> 8 & _EVEN_BYTES)
    return (pairs * _EACH_PAIR >> 48) & 0xFFFF


@inlined
def sum_of_bytes(word):
    """Return the sum of the bytes of a word, if below 256: the highest byte of a product."""
    return (int(word) * _EACH_BYTE >> 56) & 0xFF


@inlined
def index_of_one(word, before):
    """Return the index of the byte in a word of zeros and ones that is a one with `before` ones before it.

    Each byte of the product is the number of ones up to there, plus an offset that sets the highest bit if it exceeds
    `before`.
    """
    product = (int(word) + 127 - before) * _EACH_BYTE
    return 8 - sum_of_bytes(product >> 7 & _EACH_BYTE)


@compiled
def draw_card(pile, kinds, stream):
    """Take a uniformly random card from the first `kinds` counts of a pile, which must not be empty.

    Drawing from counts without replacement is equivalent to drawing from a shuffled pile.
    """
    size = 0
    for card in range(kinds):
        size += pile[card]
    left = below(stream, size)
    card = 0
    while left >= pile[card]:
        left -= pile[card]
        card += 1
    pile[card] -= 1
    return card


@compiled
def draw_cards(pile, kinds, count, to, stream):
    """Move `count` random cards from the first `kinds` counts of a pile, which holds as many, to other counts."""
    for _ in range(count):
        to[draw_card(pile, kinds, stream)] += 1


@compiled
def move_all(pile, to):
    """Move all cards of a pile to another pile, which has counts for at least as many kinds of cards."""
    for card in range(pile.shape[0]):
        to[card] += pile[card]
        pile[card] = 0
