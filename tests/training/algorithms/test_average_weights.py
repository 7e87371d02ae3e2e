"""Averaging the weights of forked runs."""

import json
from pathlib import Path

import numpy as np
import pytest
import torch
from typer import Typer
from typer.testing import CliRunner, Result

from kschwert_env import krone_schwert
from kschwert_env.engine.contract.rules import GameRules
from kschwert_env.nn.networks import Shape, new_network
from kschwert_env.nn.serialization import load, save
from kschwert_env.training.algorithms.average_weights import main, write
from kschwert_env.two_crowns import Rules

RULES = Rules()


def command(*arguments: object) -> Result:
    app = Typer(add_completion=False)
    app.command()(main)
    return CliRunner().invoke(app, [*map(str, arguments), "--game", "two_crowns"])


@pytest.fixture
def three(tmp_path: Path) -> list[Path]:
    """Write three networks whose weights are all 0, all 1 and all 5; return the files."""
    files = [tmp_path / f"{number}.npz" for number in range(3)]
    for file, value in zip(files, (0, 1, 5), strict=True):
        network = new_network(RULES, Shape("mlp", width=8), seed=0)
        for weight in network.parameters():
            torch.nn.init.constant_(weight, value)
        save(file, network, RULES, {"seed": value})
    return files


def test_weights_are_the_mean_of_all(three: list[Path], tmp_path: Path) -> None:
    done = command(*three, "--out", tmp_path / "average.npz")
    assert done.exit_code == 0, done.output
    network, about = load(tmp_path / "average.npz", RULES)
    for weight in network.parameters():
        assert (weight == 2).all()
    np.testing.assert_array_equal(network.state_dict()["scale"], load(three[0], RULES)[0].state_dict()["scale"])
    assert about["training"] == {"averaged": [{"seed": 0}, {"seed": 1}, {"seed": 5}]}


@pytest.mark.parametrize(("rules", "kind"), [(RULES, "mlp"), (krone_schwert.Rules(num_players=3), "graph")])
def test_logits_are_divided_by_the_temperature(rules: GameRules, kind: str, tmp_path: Path) -> None:
    network = new_network(rules, Shape(kind, width=8), seed=0)
    save(tmp_path / "one.npz", network, rules, {})
    write(tmp_path / "sharp.npz", [tmp_path / "one.npz"], rules, temperature=0.25)
    found, about = load(tmp_path / "sharp.npz", rules)
    observations = torch.ones((4, rules.observation.size), dtype=torch.int8)
    logits, values = load(tmp_path / "one.npz", rules)[0].logits_and_values(observations)
    divided, same = found.logits_and_values(observations)
    torch.testing.assert_close(divided, 4 * logits)
    torch.testing.assert_close(same, values)
    assert about["training"]["temperature"] == 0.25


@pytest.mark.parametrize("temperature", ["0", "-1", "nan", "inf"])
def test_a_temperature_must_be_above_0(temperature: str, three: list[Path], tmp_path: Path) -> None:
    done = command(*three, "--out", tmp_path / "average.npz", "--temperature", temperature)
    assert done.exit_code == 1
    assert "temperature must be a finite number above 0" in " ".join(done.output.split())
    assert not (tmp_path / "average.npz").exists()


def test_networks_of_different_shapes_are_refused(three: list[Path], tmp_path: Path) -> None:
    save(tmp_path / "wide.npz", new_network(RULES, Shape("mlp", width=9), seed=0), RULES, {})
    done = command(*three, tmp_path / "wide.npz", "--out", tmp_path / "average.npz")
    assert done.exit_code == 1
    words = " ".join(done.output.split())
    assert "networks of different shapes: " in words
    assert "width=9" in words
    assert not (tmp_path / "average.npz").exists()


def test_a_network_for_other_rules_is_refused(three: list[Path], tmp_path: Path) -> None:
    (tmp_path / "text.npz").write_text(json.dumps({}))
    other = Rules(max_turns=50)
    save(tmp_path / "other.npz", new_network(other, Shape("mlp", width=8), seed=0), other, {})
    for file in (tmp_path / "text.npz", tmp_path / "none.npz", tmp_path / "other.npz"):
        done = command(three[0], file, "--out", tmp_path / "average.npz")
        assert done.exit_code == 1
        assert file.name in done.output
    assert not (tmp_path / "average.npz").exists()
