"""ONNX files: logits equal those of PyTorch at any batch size, and files play as agents."""

import gc
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import onnx
import onnxruntime
import pytest
import torch
from typer.testing import CliRunner

from kschwert_env import krone_schwert, politics_and_intrigue, two_crowns
from kschwert_env.agents import AgentError, make_agent, onnx_process
from kschwert_env.agents.base import make_decision_batch
from kschwert_env.agents.policy import bundled_network
from kschwert_env.cli.app import app
from kschwert_env.engine.simulation.batch import Batch
from kschwert_env.nn.networks import ILLEGAL
from kschwert_env.nn.serialization import load

BUNDLED = [
    *(krone_schwert.Rules(players) for players in (2, 3, 4, 5)),
    two_crowns.Rules(),
    politics_and_intrigue.Rules(),
]


def exported(folder: Path, rules: Any, *options: str) -> Path:
    out = folder / "model.onnx"
    arguments = ["export", "onnx", str(out), "--game", rules.package, "--players", str(rules.num_players), *options]
    result = CliRunner().invoke(app, arguments)
    assert result.exit_code == 0, result.output
    return out


@pytest.mark.parametrize("rules", BUNDLED, ids=lambda rules: f"{rules.package}-{rules.num_players}")
def test_bundled_networks_export_with_a_free_batch_size(rules: Any, tmp_path: Path) -> None:
    file = exported(tmp_path, rules)
    model = onnx.load(file)
    onnx.checker.check_model(model)
    assert "Equal" not in {node.op_type for node in model.graph.node}  # runtimes before 1.21 compare no int8
    session = onnxruntime.InferenceSession(file)
    batch = Batch(rules, 33, seed=2)
    batch.rollout(60)
    network = load(bundled_network(rules), rules)[0]
    for size in (1, 7, 33):
        observations, masks = batch.observations[:size], batch.masks[:size]
        logits, values = session.run(None, {"observation": observations, "action_mask": masks})
        with torch.no_grad():
            expected, value = (part.numpy() for part in network(*map(torch.from_numpy, (observations, masks))))
        assert np.abs(logits - expected)[masks == 1].max() < 1e-4
        assert (logits[masks == 0] == ILLEGAL).all()
        assert np.abs(values - value).max() < 1e-4
    card = (tmp_path / "model.md").read_text()
    for text in (rules.package, f"(n, {rules.observation.size})", f"(n, {rules.num_actions})", '"method"'):
        assert text in card


def test_an_exported_network_plays_as_the_policy_does(tmp_path: Path) -> None:
    rules = two_crowns.Rules()
    file, batch = exported(tmp_path, rules), Batch(rules, 50, seed=4)
    batch.rollout(40)
    decisions = make_decision_batch(rules, batch.states.copy(), np.arange(50) << 55)
    for sample in (0, 1):
        ours = make_agent(f"policy:sample={sample}", rules).act(decisions)
        theirs = make_agent(f"onnx:{file},sample={sample}", rules).act(decisions)
        assert (ours == theirs).mean() > 0.97  # they differ in rounding only
    again = make_decision_batch(rules, batch.states[7:8].copy(), np.arange(7, 8) << 55)
    assert make_agent(f"onnx:{file}", rules).act(again)[0] == theirs[7]


def test_wrong_files_are_refused(tmp_path: Path) -> None:
    rules = two_crowns.Rules()
    file = exported(tmp_path, rules)
    garbage, foreign, damaged = tmp_path / "garbage.onnx", tmp_path / "foreign.onnx", tmp_path / "damaged.onnx"
    garbage.write_bytes(b"nothing")
    tensor = onnx.helper.make_tensor_value_info
    graph = onnx.helper.make_graph(
        [onnx.helper.make_node("Identity", ["x"], ["logits"])], "g", [tensor("x", 1, [1])], [tensor("logits", 1, [1])]
    )
    onnx.save(onnx.helper.make_model(graph, ir_version=10, opset_imports=[onnx.helper.make_opsetid("", 18)]), foreign)
    model = onnx.load(file)
    onnx.helper.set_model_props(model, {"kschwert_env": "?"})
    onnx.save(model, damaged)
    for wrong, message in (
        (tmp_path / "nowhere.onnx", "can't be read|No such|does not exist"),
        (garbage, "is not an ONNX model"),
        (foreign, "has inputs"),
        (damaged, "has damaged metadata"),
    ):
        with pytest.raises(ValueError, match=message):
            make_agent(f"onnx:{wrong}", rules)
    with pytest.raises(ValueError, match="was exported for other rules"):
        make_agent(f"onnx:{file}", two_crowns.Rules(max_turns=50))
    with pytest.raises(ValueError, match="needs path"):
        make_agent("onnx", rules)
    for metadata in ("[" * 100_000, '{"fingerprint": ' * 900 + "1" + "}" * 900, "[]", '{"fingerprint": [1]}'):
        onnx.helper.set_model_props(model, {"kschwert_env": metadata})
        onnx.save(model, damaged)
        with pytest.raises(ValueError, match=r"has damaged metadata|was exported for other rules"):
            make_agent(f"onnx:{damaged}", rules)
    result = CliRunner().invoke(app, ["export", "onnx", str(tmp_path / "no" / "x.onnx"), "--game", "two_crowns"])
    assert result.exit_code == 2
    assert not (tmp_path / "no").exists()


# -- models that do harm ----------------------------------------------------------------------------------------


def model_of(path: Path, nodes: list[Any], constants: list[Any] = []) -> Path:  # noqa: B006
    """Write a model for Two Crowns, whose nodes make `logits` of `mask`, the action mask as float."""
    rules = two_crowns.Rules()
    make, tensor, kinds = onnx.helper.make_node, onnx.helper.make_tensor_value_info, onnx.TensorProto
    inputs = [
        tensor("observation", kinds.INT8, ["n", rules.observation.size]),
        tensor("action_mask", kinds.INT8, ["n", rules.num_actions]),
    ]
    first = make("Cast", ["action_mask"], ["mask"], to=kinds.FLOAT)
    outputs = [tensor("logits", kinds.FLOAT, ["n", rules.num_actions])]
    graph = onnx.helper.make_graph([first, *nodes], "g", inputs, outputs, constants)
    onnx.save(onnx.helper.make_model(graph, ir_version=10, opset_imports=[onnx.helper.make_opsetid("", 18)]), path)
    return path


def constant(name: str, kind: int, shape: list[int], values: list[Any]) -> Any:
    return onnx.helper.make_tensor(name, kind, shape, values)


def endless(path: Path) -> Path:
    make, tensor, kinds = onnx.helper.make_node, onnx.helper.make_tensor_value_info, onnx.TensorProto
    body = onnx.helper.make_graph(
        [make("Identity", ["go"], ["going"]), make("Identity", ["in"], ["out"])],
        "body",
        [tensor("i", kinds.INT64, []), tensor("go", kinds.BOOL, []), tensor("in", kinds.FLOAT, None)],
        [tensor("going", kinds.BOOL, []), tensor("out", kinds.FLOAT, None)],
    )
    always = constant("always", kinds.BOOL, [], [True])
    return model_of(path, [make("Loop", ["", "always", "mask"], ["logits"], body=body)], [always])


def huge(path: Path) -> Path:
    """Write a model that adds the mask and the sum of 4 TiB of ones."""
    make, kinds = onnx.helper.make_node, onnx.TensorProto
    ones = make("ConstantOfShape", ["size"], ["ones"], value=constant("one", kinds.FLOAT, [1], [1.0]))
    nodes = [ones, make("ReduceSum", ["ones"], ["sum"], keepdims=0), make("Add", ["mask", "sum"], ["logits"])]
    return model_of(path, nodes, [constant("size", kinds.INT64, [1], [2**40])])


def twice(path: Path) -> Path:
    """Write a model that returns two rows for one."""
    return model_of(path, [onnx.helper.make_node("Concat", ["mask", "mask"], ["logits"], axis=0)])


@pytest.mark.parametrize(
    ("write", "reason"),
    [
        (endless, "no answer within 2 seconds"),
        (huge, "memory|allocat|bad_alloc"),
        (twice, r"the logits have shape \(2, 32\), not \(1, 32\)"),
    ],
)
def test_models_that_do_harm_end_in_one_line(
    write: Callable[[Path], Path], reason: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(onnx_process, "DECISION_SECONDS", 2.0)
    rules, path = two_crowns.Rules(), write(tmp_path / "model.onnx")
    decisions = make_decision_batch(rules, Batch(rules, 2, seed=1).states.copy(), np.arange(2))
    with pytest.raises((AgentError, ValueError), match=reason) as raised:
        make_agent(f"onnx:{path}", rules).act(decisions)
    assert "model.onnx" in str(raised.value)
    assert "\n" not in str(raised.value)


def test_an_agent_goes_on_after_its_process_has_ended(tmp_path: Path) -> None:
    rules = two_crowns.Rules()
    path = model_of(tmp_path / "model.onnx", [onnx.helper.make_node("Identity", ["mask"], ["logits"])])
    agent = make_agent(f"onnx:{path},sample=0", rules)
    decisions = make_decision_batch(rules, Batch(rules, 2, seed=1).states.copy(), np.arange(2))
    wanted = agent.act(decisions).tolist()
    process = agent._idle[0]._process  # type: ignore[attr-defined]
    process.kill()
    process.wait()
    with pytest.raises(AgentError, match="can't be evaluated: its process ended"):
        agent.act(decisions)
    assert agent.act(decisions).tolist() == wanted


def test_the_process_ends_with_the_agent(tmp_path: Path) -> None:
    path = model_of(tmp_path / "model.onnx", [onnx.helper.make_node("Identity", ["mask"], ["logits"])])
    agent = make_agent(f"onnx:{path}", two_crowns.Rules())
    process = agent._idle[0]._process  # type: ignore[attr-defined]
    assert process.poll() is None
    del agent
    gc.collect()
    assert process.poll() is not None
