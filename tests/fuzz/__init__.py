"""Fuzz tests of unlimited length: damaged and invented input of every kind, at random.

`python -m tests.fuzz --seconds 600 [--only NAME]` tries all kinds in turn. A kind is a module of this package with a
function of the module's name, `(rng: numpy.random.Generator, seconds: float) -> int`: it tries until the seconds are
over, at least once, and returns how often. At the first promise that is broken it raises AssertionError, with the seed
that does it again. `spoiled.trials` does the repeating, the counting and the telling; the other functions of `spoiled`
make the damage. A new kind is a new module: nothing else has to know it. `tests/test_fuzz.py` runs a short part of all.
"""

from collections.abc import Callable
from importlib import import_module
from pkgutil import iter_modules

import numpy as np

Fuzz = Callable[[np.random.Generator, float], int]


def kinds() -> dict[str, Fuzz]:
    """All kinds of input, by name."""
    names = [module.name for module in iter_modules(__path__) if not module.name.startswith("_")]
    modules = {name: import_module(f"{__name__}.{name}") for name in names}
    return {name: getattr(module, name) for name, module in modules.items() if hasattr(module, name)}
