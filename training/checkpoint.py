"""Checkpoints: files that are complete or not there, read without running anything that is in them."""

import pickle
import struct
from pathlib import Path
from typing import Any

import numpy as np
import torch

from kschwert_env.agents.files import replacing


def write(path: Path, content: dict[str, Any]) -> None:
    """Write tensors, NumPy arrays, dicts, lists, texts and numbers; a file that was there stays until this is done."""
    with replacing(path) as unfinished:
        torch.save(_without_arrays(content), unfinished)


def read(path: Path, device: torch.device) -> dict[str, Any]:
    """What `write` wrote, arrays as bytes for `filled`. Raises ValueError where there is no checkpoint."""
    try:
        content: dict[str, Any] = torch.load(path, map_location=device, weights_only=True)
    except (OSError, RuntimeError, EOFError, ValueError, pickle.UnpicklingError, struct.error) as error:
        raise ValueError(f"{path} is no checkpoint: {error}") from None
    return content


def filled(arrays: dict[str, np.ndarray], saved: dict[str, torch.Tensor]) -> dict[str, np.ndarray]:
    """Arrays like those, with the bytes that were saved. Raises ValueError where they do not fit."""
    wrong = [name for name, array in arrays.items() if name not in saved or saved[name].numel() != array.nbytes]
    if wrong:
        raise ValueError(f"the checkpoint is of another run: {wrong[0]} does not fit")
    return {
        name: np.frombuffer(saved[name].cpu().numpy().tobytes(), array.dtype).reshape(array.shape)
        for name, array in arrays.items()
    }


def _without_arrays(content: Any) -> Any:
    if isinstance(content, dict):
        return {name: _without_arrays(value) for name, value in content.items()}
    if isinstance(content, np.ndarray):
        return torch.frombuffer(bytearray(content.tobytes()), dtype=torch.uint8)
    return content
