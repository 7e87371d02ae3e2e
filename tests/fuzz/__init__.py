"""Fuzz tests of unlimited length: damaged and invalid input of every kind, at random.

`python -m tests.fuzz --seconds 600 [--only NAME]` runs all kinds in turn. A kind is a module of `inputs` or `processes`
with a function of its name, `(rng: numpy.random.Generator, seconds: float) -> int`. It runs trials until the time is
over, at least one, and returns their number. The first violation raises AssertionError with the seed that reproduces
it. `damage.trials` repeats, counts and reports trials; the other functions of `damage` damage input. A new kind needs
only a new module. `tests/test_fuzz.py` runs a short part of all kinds.
"""

from collections.abc import Callable
from importlib import import_module
from pkgutil import iter_modules

import numpy as np

from tests.fuzz import inputs, processes

Fuzz = Callable[[np.random.Generator, float], int]


def kinds() -> dict[str, Fuzz]:
    """Return the functions of all kinds of input, by name."""
    modules = {
        module.name: import_module(f"{package.__name__}.{module.name}")
        for package in (inputs, processes)
        for module in iter_modules(package.__path__)
    }
    return {name: getattr(module, name) for name, module in sorted(modules.items()) if hasattr(module, name)}
