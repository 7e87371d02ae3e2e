"""Fuzz tests of unlimited length: damaged and invalid input of every kind, at random.

`python -m tests.fuzz --seconds 600 [--only NAME]` runs all kinds in turn. A kind is a module of `inputs` with a
function `try_one(rng: numpy.random.Generator)`, which `damage.trials` repeats, or a module of `processes` with a
function of its name, `(rng, seconds: float) -> int`. It runs trials until the time is over, at least one, and returns
their number. The first violation raises AssertionError with the seed that reproduces it. A new kind needs only a new
module. `tests/test_fuzz.py` runs a few trials of all kinds.
"""

from collections.abc import Callable
from functools import partial
from importlib import import_module
from pkgutil import iter_modules

import numpy as np

from tests.fuzz import inputs, processes
from tests.fuzz.damage import trials

Fuzz = Callable[[np.random.Generator, float], int]


def kinds() -> dict[str, Fuzz]:
    """Return the functions of all kinds of input, by name."""
    found: dict[str, Fuzz] = {}
    for package in (inputs, processes):
        for _, name, _ in iter_modules(package.__path__):
            module = import_module(f"{package.__name__}.{name}")
            found[name] = partial(trials, module.try_one) if package is inputs else getattr(module, name)
    return found
