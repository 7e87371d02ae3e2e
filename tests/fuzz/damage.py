"""Random damage to input of every kind, and the loop of trials."""

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
_ODD_CONTAINERS: tuple[Any, ...] = (
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
"""File with the kind and seed of the running trial. It remains after a crash, and after a hang with a traceback."""

TIMEOUT = 300.0
"""Time limit of one trial in seconds; then it counts as a hang and the process ends."""


def trials(
    try_one: Callable[[np.random.Generator], object], rng: np.random.Generator, seconds: float, least: int = 1
) -> int:
    """Run trials until the time is over, at least that many; return their number.

    An error is raised as AssertionError with the seed of the trial: `try_one(np.random.default_rng(seed))` reproduces
    it. A crash or hang is reported in the file `LAST`.
    """
    end, count = perf_counter() + seconds, 0
    try:
        with LAST.open("w", buffering=1) as last:
            while perf_counter() < end or count < least:
                seed = int(rng.integers(2**63))
                last.seek(0)
                last.write(f"{try_one.__module__}, seed {seed:<20}\n")
                faulthandler.dump_traceback_later(TIMEOUT, exit=True, file=last)
                try:
                    try_one(np.random.default_rng(seed))
                except Exception as error:
                    raise AssertionError(f"seed {seed}: {type(error).__name__}: {error}") from error
                count += 1
    finally:  # after a crash or hang only the file remains
        faulthandler.cancel_dump_traceback_later()
        LAST.unlink()
    return count


def check_message(error: Exception, named: object = "") -> None:
    """Assert that an error has a one-line message that names its subject."""
    message = str(error)
    assert message, "an error without a message"
    assert len(message.splitlines()) == 1, message
    assert str(named) in message, message


def damaged_bytes(whole: bytes, rng: np.random.Generator) -> bytes:
    """Truncate, flip, delete, repeat or randomize a part of the bytes."""
    start, end = sorted(int(index) for index in rng.integers(0, len(whole) + 1, 2))
    end = min(end, start + int(rng.integers(1, 200)))
    flipped = bytearray(whole)
    for index in rng.integers(0, len(whole), rng.integers(1, 4)):
        flipped[index] ^= 1 << int(rng.integers(8))
    choices = (
        lambda: whole[:start],
        lambda: bytes(flipped),
        lambda: whole[:start] + whole[end:],
        lambda: whole[:end] + whole[start:],
        lambda: whole[:start] + rng.bytes(end - start) + whole[end:],
        lambda: rng.bytes(start),
        lambda: whole[:start] + b"\0" * (len(whole) - start),
    )
    return choices[rng.integers(len(choices))]()


def damaged_json(value: Any, rng: np.random.Generator) -> Any:
    """Return a copy, in JSON's types, with one or two values replaced, deleted or inserted."""
    whole = {"": copy.deepcopy(value)}
    locations = locations_in(whole)
    for _ in range(rng.integers(1, 3)):
        holder, key = locations[rng.integers(len(locations))]
        _damage(holder, key, rng)
    return whole.get("")


def locations_in(holder: Any) -> list[tuple[Any, Any]]:
    """Return all values inside `holder`, as pairs of container and key."""
    found: list[tuple[Any, Any]] = []
    for key in list(holder) if isinstance(holder, dict) else range(len(holder)):
        found.append((holder, key))
        if isinstance(holder[key], (dict, list)):
            found += locations_in(holder[key])
    return found


def _damage(holder: Any, key: Any, rng: np.random.Generator) -> None:
    if key not in (holder if isinstance(holder, dict) else range(len(holder))):
        return  # already deleted
    odd = copy.deepcopy((*_ODD, *_ODD_CONTAINERS)[rng.integers(len(_ODD) + len(_ODD_CONTAINERS))])
    choice = rng.integers(6)
    if choice == 0:
        del holder[key]
    elif choice == 1 and isinstance(holder, list):
        holder.insert(int(rng.integers(len(holder) + 1)), odd)
    elif choice == 1:
        holder[str(odd)[:20]] = odd
    elif choice == 2 and type(holder[key]) is int:
        holder[key] += int(rng.integers(-3, 4))
    elif choice == 3 and isinstance(holder, list):
        holder[key] = copy.deepcopy(holder[rng.integers(len(holder))])
    else:
        holder[key] = odd
