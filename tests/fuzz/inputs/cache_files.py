"""Compiled code on disk: with any damage to its files, the correct code runs."""

import tempfile
from contextlib import redirect_stderr
from io import StringIO
from pathlib import Path
from typing import Any

import numba
import numpy as np

from kschwert_env.engine.jit import folder_problems
from kschwert_env.engine.jit.code_cache import CodeCache
from tests.fuzz.damage import damaged_bytes


def _total(values: Any) -> Any:
    found = 0
    for i in range(values.shape[0]):
        found += values[i]
    return found


def _results(folder: Path) -> tuple[Any, Any]:
    """Return results as a separate process computes them."""
    dispatcher: Any = numba.njit(_total)
    dispatcher._cache = CodeCache(_total, folder)
    return dispatcher(np.arange(5)), dispatcher(np.arange(5) / 2)


def try_one(rng: np.random.Generator) -> None:
    with tempfile.TemporaryDirectory() as name, redirect_stderr(StringIO()) as errors:
        folder = Path(name)
        assert _results(folder) == (10, 5.0)
        files = sorted(folder.iterdir())
        for file in files[: rng.integers(1, len(files) + 1)]:
            whole = files[rng.integers(len(files))].read_bytes()  # its own files, or those of the other function
            file.write_bytes(damaged_bytes(whole, rng) if rng.integers(4) else whole)
        folder_problems.warn_once.cache_clear()
        assert _results(folder) == (10, 5.0)
        assert len(errors.getvalue().splitlines()) <= 1
        before = errors.getvalue()
        assert _results(folder) == (10, 5.0)
        assert errors.getvalue() == before, "it was not written again"
