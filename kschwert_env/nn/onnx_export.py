"""Export of trained networks to ONNX, with a model card. Needs the extra `onnx`."""

import json
import warnings
from pathlib import Path
from typing import Any

import torch

from kschwert_env.engine.contract.rules import GameRules
from kschwert_env.engine.io.files import atomic_write, atomic_write_text
from kschwert_env.importing import needing
from kschwert_env.nn.network_files import layout
from kschwert_env.nn.networks import Network

OPSET = 18
"""Version of the ONNX operators, which runtimes support since 2023."""

METADATA = "kschwert_env"
"""Key of the JSON metadata in a file: game, version and options of its rules, fingerprint, layout and training."""

INPUTS = ("observation", "action_mask")
"""Names of the inputs, int8 (n, observation.size) and int8 (n, num_actions)."""

OUTPUTS = ("logits", "values")
"""Names of the outputs, float32 (n, num_actions), -1e9 for illegal actions, and float32 (n, num_players)."""


def export(network: Network, rules: GameRules, training: dict[str, Any], path: Path) -> Path:
    """Write a network as ONNX with a free batch size, and a model card beside it, which ends in `.md`.

    `training` describes the training, as `serialization.save` stores it. Return the path of the card. Raises
    ImportError without the extra, and OSError if a file cannot be written.
    """
    with needing("onnx", "ONNX files"):
        import onnx
        import onnxscript  # noqa: F401  # the exporter of PyTorch imports it
    batch = torch.export.Dim("batch")
    sizes = (2, rules.observation.size), (2, rules.num_actions)
    examples = tuple(torch.ones(size, dtype=torch.int8) for size in sizes)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # the exporter uses deprecated parts of PyTorch
        program = torch.onnx.export(
            network.eval(),
            examples,
            dynamo=True,
            dynamic_shapes=({0: batch}, {0: batch}),
            input_names=INPUTS,
            output_names=OUTPUTS,
            opset_version=OPSET,
            verbose=False,
        )
    assert program is not None
    model = program.model_proto
    metadata = {**_describe(rules), "training": training}
    onnx.helper.set_model_props(model, {METADATA: json.dumps(metadata)})
    with atomic_write(path) as file:
        file.write(model.SerializeToString())
    card = path.with_suffix(".md")
    atomic_write_text(card, _card(path, rules, metadata, sum(part.numel() for part in network.parameters())))
    return card


def _describe(rules: GameRules) -> dict[str, Any]:
    return {
        "game": rules.package,
        "version": rules.version,
        "rules": rules.options(),
        "fingerprint": rules.fingerprint,
        "layout": layout(rules),
    }


def _card(path: Path, rules: GameRules, metadata: dict[str, Any], weights: int) -> str:
    """Return the text of the model card."""
    options = ", ".join(f"{name}={value}" for name, value in rules.options().items())
    training = json.dumps(metadata["training"], indent=2)
    size, actions = rules.observation.size, rules.num_actions
    return f"""# {path.name}

Policy and value network for `{rules.package}`, version {rules.version} of its rules, with {options}. {weights:,}
weights, float32, ONNX opset {OPSET}. The batch size n is free.

| | name | dtype | shape | meaning |
|---|---|---|---|---|
| input | `observation` | int8 | (n, {size}) | what the deciding seat may know, from its own point of view |
| input | `action_mask` | int8 | (n, {actions}) | 1 for legal actions |
| output | `logits` | float32 | (n, {actions}) | unnormalized log-probabilities; -1e9 for illegal actions |
| output | `values` | float32 | (n, {rules.num_players}) | estimated returns of all seats, the deciding seat first |

Sample actions from the softmax of the logits. Observations and actions belong to these rules only; the file's metadata
`{METADATA}` has their fingerprint `{rules.fingerprint[:12]}`.

```python
import onnxruntime

session = onnxruntime.InferenceSession("{path.name}")
logits, values = session.run(None, {{"observation": observation, "action_mask": action_mask}})
```

As an agent: `kschwert arena onnx:{path.name} heuristic --game {rules.package} --players {rules.num_players}`.

## Training

```json
{training}
```
"""
