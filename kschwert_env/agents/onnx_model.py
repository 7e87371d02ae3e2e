"""`onnx`: an agent that plays by an ONNX file. Needs the extra `onnx`."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any, ClassVar

import numpy as np

from kschwert_env.agents.base import Agent, AgentError, DecisionBatch
from kschwert_env.agents.onnx_process import ModelError, OnnxProcess
from kschwert_env.agents.policy import sample_actions
from kschwert_env.engine.contract.options import check
from kschwert_env.engine.contract.rules import GameRules
from kschwert_env.engine.io.files import read_bytes
from kschwert_env.engine.io.parsing import parse_json
from kschwert_env.engine.text.phrases import brief
from kschwert_env.importing import needing

METADATA = "kschwert_env"
"""Key of the JSON metadata that `kschwert export onnx` writes into a file."""

_MAX_BYTES = 1 << 30


class OnnxAgent(Agent):
    """Samples actions from the logits of an ONNX model, or takes the most likely action.

    The model's inputs are `observation` and `action_mask`, int8, and one output is `logits`, float32, as `kschwert
    export onnx` writes them. Decisions are evaluated one after another, so an action does not depend on its batch. A
    process of its own evaluates the model, with limits of time and memory.
    """

    games_at_once = 256

    public_options: ClassVar[Mapping[str, float]] = {"sample": 1}
    """Options that visitors of the browser table may set (`agents.base.public_options`)."""

    def __init__(self, rules: GameRules, path: str, sample: int = 1) -> None:
        """Load the model.

        Args:
            rules: rules of the game.
            path: file of the model.
            sample: 1 samples from the probabilities, 0 takes the most likely action.

        Raises:
            ValueError: `sample` is neither 0 nor 1, or the file is missing, not such a model, or exported for other
                rules.
            ImportError: the extra `onnx` is not installed.
        """
        with needing("onnx", "ONNX models"):
            import onnxruntime  # noqa: F401  # the process imports it
        check("sample", sample, sample in (0, 1), "0 or 1")
        self._path, self._model = path, read_bytes(Path(path), _MAX_BYTES)
        try:
            process = OnnxProcess(self._model)
        except ModelError as error:
            raise ValueError(f"{path} is not an ONNX model: {error}") from None
        _check_model(path, process.about, rules)
        self._idle = [process]
        self._sample = bool(sample)

    def act(self, decisions: DecisionBatch) -> np.ndarray:
        """Return actions sampled from the model, or the most likely ones.

        Raises AgentError if the model fails, takes too long, or returns logits that are not finite.
        """
        rows = zip(decisions.observations, decisions.masks, strict=True)
        try:
            process = self._idle.pop() if self._idle else OnnxProcess(self._model)  # one for each thread
            logits = np.array([process.logits(observation, mask) for observation, mask in rows], np.float64)
        except ModelError as error:
            raise AgentError(f"{self._path} can't be evaluated: {error}") from None
        self._idle.append(process)
        if not np.isfinite(logits[decisions.masks == 1]).all():
            raise AgentError(f"{self._path} can't be evaluated: its logits are not finite")
        logits = np.where(decisions.masks, logits, -np.inf)
        return sample_actions(logits, decisions.seeds) if self._sample else logits.argmax(axis=1)


def _check_model(path: str, about: Mapping[str, Any], rules: GameRules) -> None:
    """Raise ValueError unless inputs and outputs fit the rules, and the metadata, if any, name these rules."""
    inputs, outputs = (
        {name: (kind, shape[1:]) for name, (kind, shape) in about[side].items()} for side in ("inputs", "outputs")
    )
    wanted = {
        "observation": ("tensor(int8)", [rules.observation.size]),
        "action_mask": ("tensor(int8)", [rules.num_actions]),
    }
    logits = ("tensor(float)", [rules.num_actions])
    if inputs != wanted or outputs.get("logits") != logits:
        found = f"inputs {brief(inputs)} and outputs {brief(outputs)}"
        raise ValueError(f"{path} has {found}; expected {wanted} and logits, {logits}")
    text = about["metadata"].get(METADATA)
    if text is None:  # a model of another program
        return
    try:
        fingerprint = str(parse_json(text)["fingerprint"])
    except (ValueError, LookupError, TypeError):
        raise ValueError(f"{path} has damaged metadata") from None
    if fingerprint != rules.fingerprint:
        options = ", ".join(f"{name}={value}" for name, value in rules.options().items())
        expected = f"{rules.fingerprint[:12]}, {rules.package} with {options}"
        raise ValueError(f"{path} was exported for other rules ({fingerprint[:12]}; expected {expected})")
