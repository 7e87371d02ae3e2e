"""Checkpoints: written atomically, and read without executing their content."""

import zipfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import numpy as np
import torch
from torch import Tensor
from torch.optim import Adam

from kschwert_env.engine.io.files import FileError, atomic_write, open_for_reading
from kschwert_env.engine.text.phrases import reason


def write(path: Path, learner: dict[str, Any], seconds: float) -> None:
    """Write the state of a learner and the seconds of training; an existing file stays until the new one is complete.

    The state may hold tensors, NumPy arrays, dicts, lists, texts and numbers.
    """
    with atomic_write(path) as file:
        torch.save({"learner": _without_arrays(learner), "seconds": seconds}, file)


def read(path: Path, device: torch.device) -> tuple[dict[str, Any], float]:
    """Read what `write` wrote; arrays as bytes, for `filled`. Raises FileError for a damaged or missing file.

    The caller still has to check the state (`check`).
    """
    with open_for_reading(path) as file, as_file_error(path):
        with zipfile.ZipFile(file) as entries:
            if any(entry.compress_type != zipfile.ZIP_STORED for entry in entries.infolist()):
                raise ValueError("it is compressed")  # and could be of any size
            if damaged := entries.testzip():
                raise ValueError(f"{damaged} is damaged")
        file.seek(0)
        content = torch.load(file, map_location=device, weights_only=True)
        learner, seconds = content["learner"], content["seconds"]
        check(seconds, 0.0, "seconds")
        if not isinstance(learner, dict):
            raise ValueError("learner does not fit")
        return learner, seconds


@contextmanager
def as_file_error(path: Path) -> Iterator[None]:
    """Raise any error inside the block as a FileError of this checkpoint, in one line."""
    try:
        yield
    except Exception as error:  # a file may hold anything, and cause any error
        raise FileError(f"{path} is not a checkpoint of this run: {reason(error)}") from None


def check(loaded: Any, expected: Any, path: str = "learner") -> None:
    """Raise ValueError, naming the path, if a part of a checkpoint does not match that of a new learner.

    Dicts must have the same keys, list entries must match the first one, tensors must be finite with the same shape and
    dtype, arrays (here as bytes) must have the same size, and numbers must be from 0 to 2**53. For an optimizer, its
    state is checked.
    """
    if isinstance(expected, Adam):
        return _check_moments(loaded, expected, path)
    if isinstance(expected, dict):
        matches = isinstance(loaded, dict) and loaded.keys() == expected.keys()
    elif isinstance(expected, list):
        matches = isinstance(loaded, list) and bool(loaded or not expected)
    elif isinstance(expected, Tensor):
        matches = _is_tensor(loaded, expected.shape, expected.dtype) and bool(torch.isfinite(loaded).all())
    elif isinstance(expected, np.ndarray):
        matches = _is_tensor(loaded, (expected.nbytes,), torch.uint8)
    else:
        matches = type(loaded) is type(expected) and (isinstance(expected, str) or 0 <= loaded < 2**53)
    if not matches:
        raise ValueError(f"{path} does not fit")
    if isinstance(expected, dict):
        for name, part in expected.items():
            check(loaded[name], part, f"{path}.{name}")
    elif isinstance(expected, list) and expected:
        for i, part in enumerate(loaded):
            check(part, expected[0], f"{path}[{i}]")


def _is_tensor(loaded: Any, shape: Sequence[int], dtype: torch.dtype) -> bool:
    """Return whether a tensor fits and holds all its numbers: a file can claim a larger shape than its data."""
    if type(loaded) is not Tensor or loaded.layout != torch.strided:
        return False
    return loaded.shape == torch.Size(shape) and loaded.dtype == dtype and loaded.is_contiguous()


def _check_moments(loaded: Any, optimizer: Adam, path: str) -> None:
    """Check the moments of each parameter; before the first step there are none."""
    parameters = [parameter for group in optimizer.param_groups for parameter in group["params"]]
    moments = loaded.get("state") if isinstance(loaded, dict) else None
    if moments != {}:
        expected = {i: {"step": torch.zeros(()), "exp_avg": p, "exp_avg_sq": p} for i, p in enumerate(parameters)}
        check(moments, expected, f"{path}.state")


def filled(arrays: dict[str, np.ndarray], saved: dict[str, Tensor]) -> dict[str, np.ndarray]:
    """Return arrays like the given ones, with the saved bytes. Raises ValueError if they do not fit."""
    check(saved, arrays, "arrays")
    return {
        name: np.frombuffer(saved[name].cpu().numpy().tobytes(), array.dtype).reshape(array.shape)
        for name, array in arrays.items()
    }


def _without_arrays(content: Any) -> Any:
    if isinstance(content, dict):
        return {name: _without_arrays(value) for name, value in content.items()}
    if isinstance(content, np.ndarray):
        return torch.from_numpy(np.frombuffer(bytearray(content.tobytes()), np.uint8))  # works for empty arrays, too
    return content
