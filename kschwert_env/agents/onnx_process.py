"""The process that evaluates an ONNX model (`onnx_worker`), with time limits."""

import os
import select
import subprocess
import sys
from contextlib import suppress
from time import monotonic
from typing import Any
from weakref import finalize

import numpy as np

from kschwert_env.agents import onnx_worker
from kschwert_env.engine.io.parsing import parse_json

LOAD_SECONDS = 120.0
"""Maximum time until a model is loaded, in seconds."""

DECISION_SECONDS = 60.0
"""Maximum time for a decision, in seconds."""

_MAX_ANSWER = 1 << 24  # bytes of a description


class ModelError(Exception):
    """A model that can't be evaluated. The message, a line, has the reason."""


class OnnxProcess:
    """Evaluates one model. One thread at a time may use it.

    Attributes:
        about: inputs, outputs and metadata of the model.
        close: ends the process; it also ends with this object.
    """

    def __init__(self, model: bytes) -> None:
        """Start the process, and load the model. Raises ModelError if it can't be loaded."""
        command = [sys.executable, "-P", onnx_worker.__file__]
        self._process = subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL
        )
        self.close = finalize(self, _end, self._process)
        self._send(onnx_worker.LENGTH.pack(len(model)), model)
        try:
            about: Any = parse_json(self._receive(_MAX_ANSWER, LOAD_SECONDS))
        except ValueError as error:
            self.close()
            raise ModelError(f"its description can't be read: {error}") from None
        self.about: dict[str, Any] = about

    def logits(self, observation: np.ndarray, mask: np.ndarray) -> np.ndarray:
        """Return the logits of a decision, float32 (A,). Raises ModelError without them."""
        data = observation.astype(np.int8).tobytes(), mask.astype(np.int8).tobytes()
        self._send(*(onnx_worker.LENGTH.pack(len(each)) for each in data), *data)
        return np.frombuffer(self._receive(4 * len(mask), DECISION_SECONDS), np.float32)

    def _send(self, *parts: bytes) -> None:
        assert self._process.stdin is not None
        with suppress(BrokenPipeError):  # the answer, or its lack, tells why
            for part in parts:
                self._process.stdin.write(part)
            self._process.stdin.flush()

    def _receive(self, most: int, seconds: float) -> bytes:
        """Return an answer of at most `most` bytes. Otherwise end the process, and raise ModelError."""
        deadline = monotonic() + seconds
        try:
            (length,) = onnx_worker.LENGTH.unpack(self._read(onnx_worker.LENGTH.size, deadline))
            if abs(length) > most + _MAX_ANSWER:
                raise ModelError("its answer is too large")
            data = self._read(abs(length), deadline)
            if length < 0:
                raise ModelError(data.decode(errors="replace"))
        except TimeoutError:
            self.close()
            raise ModelError(f"no answer within {seconds:g} seconds") from None
        except (ModelError, EOFError) as error:
            self.close()
            raise ModelError(str(error) or "its process ended") from None
        return data

    def _read(self, size: int, deadline: float) -> bytes:
        assert self._process.stdout is not None
        file, data = self._process.stdout.fileno(), bytearray()
        while len(data) < size:
            if not select.select([file], [], [], max(0.0, deadline - monotonic()))[0]:
                raise TimeoutError
            part = os.read(file, size - len(data))
            if not part:
                raise EOFError
            data += part
        return bytes(data)


def _end(process: "subprocess.Popen[bytes]") -> None:
    process.kill()
    for pipe in (process.stdin, process.stdout):
        if pipe is not None:
            with suppress(OSError):
                pipe.close()
    process.wait()
