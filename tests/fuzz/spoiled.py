"""Random damage to files, of every kind."""

import copy
import faulthandler
import os
import tempfile
from collections.abc import Callable
from pathlib import Path
from time import perf_counter
from typing import Any

import numpy as np

_ODD = (
    None,
    True,
    0,
    -1,
    1,
    2**63,
    -(2**63) - 1,
    10**400,
    0.5,
    1e308,
    float("nan"),
    float("inf"),
    "",
    "x" * 300,
    "\ud800",
)
_ODDER: tuple[Any, ...] = (
    "\x1b[31m",
    "[/red]",
    "$\\frac{$",
    "@GAME@",
    [],
    {},
    [[]],
    {"": None},
    [1] * 100,
    ["a", 1],
    {"kind": []},
)

LAST = Path(tempfile.gettempdir(), f"kschwert_fuzz-{os.getpid()}")
"""While something is tried, its kind and seed; it stays there after a crash, and after a hang with where that was."""

LONGEST = 300.0
"""Seconds that one try may take before it is a hang, and the process is ended."""


def trials(try_one: Callable[[np.random.Generator], object], rng: np.random.Generator, seconds: float) -> int:
    """Try until the time is over, once at least; how often. What goes wrong is raised as AssertionError, with its seed.

    `try_one(np.random.default_rng(seed))` does it again. What crashes or hangs is told in the file `LAST`.
    """
    end, count = perf_counter() + seconds, 0
    try:
        with LAST.open("w", buffering=1) as last:
            while perf_counter() < end or not count:
                seed = int(rng.integers(2**63))
                last.seek(0)
                last.write(f"{try_one.__module__}, seed {seed:<20}\n")
                faulthandler.dump_traceback_later(LONGEST, exit=True, file=last)
                try:
                    try_one(np.random.default_rng(seed))
                except Exception as error:
                    raise AssertionError(f"seed {seed}: {type(error).__name__}: {error}") from error
                count += 1
    finally:  # of a crash and a hang the file is all that is left
        faulthandler.cancel_dump_traceback_later()
        LAST.unlink()
    return count


def check_words(error: Exception, named: object = "") -> None:
    """An error tells something, in one line, and names what it is about."""
    words = str(error)
    assert words, "an error without words"
    assert len(words.splitlines()) == 1, words
    assert str(named) in words, words


def spoiled_bytes(whole: bytes, rng: np.random.Generator) -> bytes:
    """Bytes with a part cut off, turned, left out, repeated, or replaced by chance."""
    start, end = sorted(int(place) for place in rng.integers(0, len(whole) + 1, 2))
    end = min(end, start + int(rng.integers(1, 200)))
    turned = bytearray(whole)
    for place in rng.integers(0, len(whole), rng.integers(1, 4)):
        turned[place] ^= 1 << int(rng.integers(8))
    ways = (
        lambda: whole[:start],
        lambda: bytes(turned),
        lambda: whole[:start] + whole[end:],
        lambda: whole[:end] + whole[start:],
        lambda: whole[:start] + rng.bytes(end - start) + whole[end:],
        lambda: rng.bytes(start),
        lambda: whole[:start] + b"\0" * (len(whole) - start),
    )
    return ways[rng.integers(len(ways))]()


def spoiled_json(value: Any, rng: np.random.Generator) -> Any:
    """A copy in JSON's types in which something is something else, or missing, or one too many."""
    whole = {"": copy.deepcopy(value)}
    places = places_in(whole)
    for _ in range(rng.integers(1, 3)):
        holder, key = places[rng.integers(len(places))]
        _spoil(holder, key, rng)
    return whole.get("")


def places_in(holder: Any) -> list[tuple[Any, Any]]:
    """All values in it, by who holds them."""
    found: list[tuple[Any, Any]] = []
    for key in list(holder) if isinstance(holder, dict) else range(len(holder)):
        found.append((holder, key))
        if isinstance(holder[key], (dict, list)):
            found += places_in(holder[key])
    return found


def _spoil(holder: Any, key: Any, rng: np.random.Generator) -> None:
    if key not in (holder if isinstance(holder, dict) else range(len(holder))):
        return  # gone already
    odd = copy.deepcopy((*_ODD, *_ODDER)[rng.integers(len(_ODD) + len(_ODDER))])
    way = rng.integers(6)
    if way == 0:
        del holder[key]
    elif way == 1 and isinstance(holder, list):
        holder.insert(int(rng.integers(len(holder) + 1)), odd)
    elif way == 1:
        holder[str(odd)[:20]] = odd
    elif way == 2 and type(holder[key]) is int:
        holder[key] += int(rng.integers(-3, 4))
    elif way == 3 and isinstance(holder, list):
        holder[key] = copy.deepcopy(holder[rng.integers(len(holder))])
    else:
        holder[key] = odd
