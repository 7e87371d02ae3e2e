"""Digests of sources: machine code is used only beside the sources that it was made from."""

import hashlib
from functools import cache
from pathlib import Path

import numpy as np


def sources_digest(package: Path) -> str:
    """Return a digest of all sources of a package, in Python and C, or of one module; independent of its location.

    `package` is a folder, or a file. Call it on import: a later call could read newer sources, and store old code under
    their digest.
    """
    digest = hashlib.sha256()
    sources = [*package.rglob("*.py"), *package.rglob("*.c")] if package.is_dir() else [package]
    for source in sorted(sources):
        text = source.read_bytes()
        digest.update(f"{source.relative_to(package).as_posix()} {len(text)} ".encode() + text)
    return digest.hexdigest()[:16]


ENGINE = sources_digest(Path(__file__).resolve().parents[2])
"""Digest of the engine, which all compiled code depends on."""


@cache
def dtype_digest(dtype: np.dtype) -> str:
    """Return the name of a plain dtype, or a digest of a structured dtype: names, places and types of all fields."""
    if dtype.names is None:
        return dtype.str
    return f"record {hashlib.sha256(_layout(dtype).encode()).hexdigest()[:16]}"


def _layout(dtype: np.dtype) -> str:
    if dtype.subdtype is not None:
        return f"{dtype.shape} {_layout(dtype.base)}"
    if dtype.fields is None:
        return dtype.str
    fields = [f"{name} {dtype.fields[name][1]} {_layout(dtype.fields[name][0])}" for name in dtype.names or ()]
    return f"{dtype.itemsize} {fields}"
