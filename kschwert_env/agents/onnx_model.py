"""`onnx`: an agent that plays by an ONNX file. Needs the extra `onnx`."""

from collections.abc import Mapping
from pathlib import Path
from typing import ClassVar

import numpy as np

from kschwert_env.agents.base import Agent, DecisionBatch
from kschwert_env.agents.policy import sample_actions
from kschwert_env.engine.contract.options import check
from kschwert_env.engine.contract.rules import GameRules
from kschwert_env.engine.io.files import read_bytes
from kschwert_env.engine.io.parsing import parse_json
from kschwert_env.importing import needing

METADATA = "kschwert_env"
"""Key of the JSON metadata that `kschwert export onnx` writes into a file."""

_MAX_BYTES = 1 << 30


class OnnxAgent(Agent):
    """Samples actions from the logits of an ONNX model, or takes the most likely action.

    The model's inputs are `observation` and `action_mask`, int8, and one output is `logits`, float32, as `kschwert
    export onnx` writes them. Decisions are evaluated one after another, so an action does not depend on its batch.
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
            import onnxruntime
        check("sample", sample, sample in (0, 1), "0 or 1")
        options = onnxruntime.SessionOptions()
        options.intra_op_num_threads = options.inter_op_num_threads = 1  # the same sums on every machine
        options.log_severity_level = 4  # errors are raised anyway
        contents = read_bytes(Path(path), _MAX_BYTES)
        try:
            self._session = onnxruntime.InferenceSession(contents, options, providers=["CPUExecutionProvider"])
        except Exception as error:  # a damaged file can raise any of the runtime's own exceptions
            raise ValueError(f"{path} is not an ONNX model: {error}") from None
        _check_model(path, self._session, rules)
        self._sample = bool(sample)

    def act(self, decisions: DecisionBatch) -> np.ndarray:
        """Return actions sampled from the model, or the most likely ones. Raises ValueError for logits not finite."""
        rows = zip(decisions.observations, decisions.masks, strict=True)
        logits = np.concatenate([self._logits(observation, mask) for observation, mask in rows]).astype(np.float64)
        if not np.isfinite(logits[decisions.masks == 1]).all():
            raise ValueError("the logits of the model are not finite")
        logits = np.where(decisions.masks, logits, -np.inf)
        return sample_actions(logits, decisions.seeds) if self._sample else logits.argmax(axis=1)

    def _logits(self, observation: np.ndarray, mask: np.ndarray) -> np.ndarray:
        inputs = {"observation": observation[None], "action_mask": mask[None].astype(np.int8)}
        logits: np.ndarray = self._session.run(["logits"], inputs)[0]
        return logits


def _check_model(path: str, session: object, rules: GameRules) -> None:
    """Raise ValueError unless inputs and outputs fit the rules, and the metadata, if any, name these rules."""
    inputs = {part.name: (part.type, part.shape[1:]) for part in session.get_inputs()}  # type: ignore[attr-defined]
    wanted = {
        "observation": ("tensor(int8)", [rules.observation.size]),
        "action_mask": ("tensor(int8)", [rules.num_actions]),
    }
    outputs = {part.name: part.shape[1:] for part in session.get_outputs()}  # type: ignore[attr-defined]
    if inputs != wanted or outputs.get("logits") != [rules.num_actions]:
        raise ValueError(f"{path} has inputs {inputs} and outputs {outputs}; expected {wanted} and logits")
    text = session.get_modelmeta().custom_metadata_map.get(METADATA)  # type: ignore[attr-defined]
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
