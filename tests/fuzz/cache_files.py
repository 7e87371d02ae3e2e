"""Compiled code on disk: whatever is done to its files, the right code runs."""

import tempfile
from contextlib import redirect_stderr
from io import StringIO
from pathlib import Path
from typing import Any

import numba
import numpy as np

from kschwert_env.engine.jit import code_cache
from kschwert_env.engine.jit.code_cache import CodeCache
from kschwert_env.engine.jit.compiling import JIT
from tests.fuzz.spoiled import spoiled_bytes, trials


def _total(values: Any) -> Any:
    found = 0
    for i in range(values.shape[0]):
        found += values[i]
    return found


def _results(folder: Path) -> tuple[Any, Any]:
    """As another process has them."""
    dispatcher: Any = numba.njit(_total)
    dispatcher._cache = CodeCache(_total, folder)
    return dispatcher(np.arange(5)), dispatcher(np.arange(5) / 2)


def _try_one(rng: np.random.Generator) -> None:
    with tempfile.TemporaryDirectory() as name, redirect_stderr(StringIO()) as told:
        folder = Path(name)
        assert _results(folder) == (10, 5.0)
        files = sorted(folder.iterdir())
        for file in files[: rng.integers(1, len(files) + 1)]:
            whole = files[rng.integers(len(files))].read_bytes()  # its own, or the other's
            file.write_bytes(spoiled_bytes(whole, rng) if rng.integers(4) else whole)
        code_cache.warn_once.cache_clear()
        assert _results(folder) == (10, 5.0)
        assert len(told.getvalue().splitlines()) <= 1
        before = told.getvalue()
        assert _results(folder) == (10, 5.0)
        assert told.getvalue() == before, "it was not written anew"


def cache_files(rng: np.random.Generator, seconds: float) -> int:
    """Tried so often; without the JIT there are none."""
    return trials(_try_one, rng, seconds) if JIT else 0
