"""`kschwert agents`, `arena` and `train`, which need extras."""

import inspect
import json
import re
import sys
from pathlib import Path

import pytest

from kschwert_env.agents import KINDS, policy
from kschwert_env.training.methods import summaries
from tests.cli.test_cli import fails, kschwert, succeeds


def test_agents_are_listed_with_their_options(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    text = succeeds("agents", "--game", "two_crowns")
    assert "without options: random, greedy, heuristic, ismcts, policy, puct\n" in text
    for kind, make in KINDS.items():
        (part,) = re.findall(rf"^{kind}: .*\n((?:  .*\n)*)", text, re.MULTILINE)
        lines = re.findall(r"^  (\w+) +(\S.*)", part, re.MULTILINE)
        options = {
            name: option.default for name, option in inspect.signature(make).parameters.items() if name != "rules"
        }
        assert [name for name, _ in lines] == list(options)
        for name, default in options.items():
            assert default in (None, inspect.Parameter.empty) or f"[default: {default}]" in " ".join(part.split()), name
        assert all(meaning.strip() and not meaning.startswith("[") for _, meaning in lines), part
    assert max(map(len, text.splitlines())) <= 160
    monkeypatch.setattr(policy, "TRAINED", tmp_path)
    assert "without options: random, greedy, heuristic, ismcts\n" in succeeds("agents", "--players", 5)


def test_the_arena_is_a_command(tmp_path: Path) -> None:
    succeeds("arena", "random", "--game", "two_crowns", "--games", 2, "--out", tmp_path / "new")
    assert json.loads((tmp_path / "new" / "results.json").read_text())["games"] == 2
    assert "--tables" in succeeds("arena", "--help")
    assert kschwert("arena", "wizard", "--out", tmp_path / "other").exit_code == 2


def test_methods_of_training_are_listed_and_run(tmp_path: Path) -> None:
    assert all(name in succeeds("train") for name in summaries())
    assert succeeds("train", "--help") == succeeds("train")
    assert "unknown method 'wizard'; expected one of: imitate, ppo" in fails(2, "train", "wizard")
    assert "kschwert train ppo" in succeeds("train", "ppo", "--help")
    assert kschwert("train", "ppo", "--out", tmp_path, "--epochs", "many").exit_code == 2


def test_an_extra_that_is_missing_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in [name for name in sys.modules if name.startswith("kschwert_env.arena")]:
        monkeypatch.delitem(sys.modules, name)
    monkeypatch.setitem(sys.modules, "openskill", None)
    monkeypatch.setitem(sys.modules, "openskill.models", None)
    assert 'pip install "kschwert_env[agents]"' in fails(1, "arena", "random", "--out", "nowhere")
