"""Evaluates an ONNX model in a process of its own, with limits: models from others can take all memory, or never end.

It is run as a script, so that it imports nothing but NumPy and the runtime. It reads the model, then batches of
observations and masks, and writes a line of JSON about the model, then the logits of each decision.
"""

import json
import os
import struct
import sys
import time
from threading import Thread
from typing import Any, BinaryIO

LENGTH = struct.Struct("<q")
"""Length of what follows, in bytes; of an error it is negative."""

MEMORY = 1 << 32
"""Memory that a model may use beyond four times its size, in bytes."""

_ERROR = 300  # characters


def main() -> None:
    """Answer requests until the input ends, or the process that started this one."""
    Thread(target=_end_with, args=(os.getppid(),), daemon=True).start()
    requests, answers = sys.stdin.buffer, os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)  # what libraries print must not be mixed with answers
    model = _read(requests, *LENGTH.unpack(requests.read(LENGTH.size)))
    _limit_memory(MEMORY + 4 * len(model))
    try:
        session = _load(model)
        about = json.dumps(_describe(session))
    except Exception as error:  # a damaged model can raise any of the runtime's own exceptions
        return _answer_error(answers, error)
    _answer(answers, about.encode())
    try:
        while size := requests.read(2 * LENGTH.size):
            features, actions = (LENGTH.unpack(size[start:][: LENGTH.size])[0] for start in (0, LENGTH.size))
            _answer(answers, _logits(session, _read(requests, features), _read(requests, actions), actions))
    except Exception as error:
        _answer_error(answers, error)


def _end_with(parent: int) -> None:
    """End this process, also while it evaluates, soon after the one that started it."""
    while os.getppid() == parent:
        time.sleep(1)
    os._exit(1)


def _limit_memory(most: int) -> None:
    try:
        import resource
    except ImportError:  # Windows
        return
    hard = resource.getrlimit(resource.RLIMIT_AS)[1]
    resource.setrlimit(resource.RLIMIT_AS, (most if hard < 0 else min(most, hard), hard))


def _load(model: bytes) -> Any:
    import onnxruntime

    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = options.inter_op_num_threads = 1  # the same sums on every machine
    options.log_severity_level = 4  # errors are raised anyway
    return onnxruntime.InferenceSession(model, options, providers=["CPUExecutionProvider"])


def _describe(session: Any) -> dict[str, Any]:
    """Return inputs and outputs with types and shapes by name, and the metadata, in JSON types."""
    sides = {"inputs": session.get_inputs(), "outputs": session.get_outputs()}
    parts = {side: {part.name: [part.type, part.shape] for part in named} for side, named in sides.items()}
    return {**parts, "metadata": session.get_modelmeta().custom_metadata_map}


def _logits(session: Any, observation: bytes, mask: bytes, actions: int) -> bytes:
    """Return the logits of a decision as float32."""
    import numpy as np

    inputs = {name: np.frombuffer(data, np.int8)[None] for name, data in _named(observation, mask)}
    logits = session.run(["logits"], inputs)[0]
    if not isinstance(logits, np.ndarray) or logits.shape != (1, actions) or logits.dtype != np.float32:
        shape = getattr(logits, "shape", type(logits).__name__)
        raise ValueError(f"the logits have shape {shape}, not (1, {actions}), or are not float32")
    return logits.tobytes()


def _named(observation: bytes, mask: bytes) -> tuple[tuple[str, bytes], tuple[str, bytes]]:
    return ("observation", observation), ("action_mask", mask)


def _read(file: BinaryIO, size: int) -> bytes:
    data = file.read(size)
    if len(data) < size:
        raise SystemExit  # the process that started this one has ended
    return data


def _answer(file: BinaryIO, data: bytes) -> None:
    file.write(LENGTH.pack(len(data)) + data)
    file.flush()


def _answer_error(file: BinaryIO, error: Exception) -> None:
    text = " ".join(str(error).split())[:_ERROR] or type(error).__name__
    data = text.encode(errors="replace")
    file.write(LENGTH.pack(-len(data)) + data)
    file.flush()


if __name__ == "__main__":
    main()
