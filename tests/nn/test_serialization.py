"""Files of trained networks, and the agent that plays by them."""

import json
import re
import shutil
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import torch

from kschwert_env import krone_schwert
from kschwert_env.agents import policy
from kschwert_env.agents.policy import PolicyAgent, sample_actions
from kschwert_env.agents.registry import make_agent
from kschwert_env.engine.compiled.rng import MAX_SEED, derived_seeds
from kschwert_env.engine.simulation.batch import Batch
from kschwert_env.importing import find_game
from kschwert_env.nn import serialization
from kschwert_env.nn.networks import Network
from kschwert_env.training.runs.run import win_share
from kschwert_env.two_crowns import Rules


@pytest.fixture
def path(tmp_path: Path, rules: Rules, network: Network) -> Path:
    serialization.save(tmp_path / "agent.npz", network, rules, {"method": "none", "decisions": 7})
    return tmp_path / "agent.npz"


def test_what_is_loaded_is_what_was_saved_in_half_precision(path: Path, rules: Rules, network: Network) -> None:
    loaded, about = serialization.load(path, rules)
    for name, weight in network.state_dict().items():
        assert torch.equal(loaded.state_dict()[name], weight.half().float())
    assert loaded.shape == network.shape
    assert about["training"] == {"method": "none", "decisions": 7}
    assert about["fingerprint"] == rules.fingerprint
    assert [file.name for file in path.parent.iterdir()] == ["agent.npz"]


@pytest.mark.parametrize("other", [Rules(max_turns=9), krone_schwert.Rules(2)], ids=str)
def test_other_rules_are_refused_and_both_are_named(path: Path, rules: Rules, other: Any) -> None:
    with pytest.raises(ValueError, match="was trained on two_crowns with num_players=2") as error:
        serialization.load(path, other)
    for part in (str(path), rules.fingerprint[:12], other.fingerprint[:12], f"expected {other.package} with"):
        assert part in str(error.value)


def test_a_network_of_an_earlier_version_is_refused_and_both_are_named(path: Path) -> None:
    """Although the options are equal."""

    class Later(Rules):
        version = 3

    with pytest.raises(ValueError, match=r"\(version 2 of its rules, .* expected .*\(version 3 of its rules, "):
        serialization.load(path, Later())


def test_what_is_no_trained_network_is_refused(tmp_path: Path, rules: Rules) -> None:
    path = tmp_path / "agent.npz"
    with pytest.raises(ValueError, match=re.escape(f"trained network {path} does not exist")):
        serialization.load(path, rules)
    path.write_text("weights")
    with pytest.raises(ValueError, match=re.escape(f"{path} is not a valid trained network")):
        serialization.load(path, rules)
    np.savez(path, weights=np.zeros(3))
    with pytest.raises(ValueError, match=re.escape(f"{path} is not a valid trained network")):
        serialization.load(path, rules)
    np.savez(path, about=np.array(json.dumps({"format": "other"})))
    with pytest.raises(ValueError, match="has format 'other'; expected 'kschwert_env"):
        serialization.load(path, rules)


def test_nothing_in_a_file_is_run(tmp_path: Path, rules: Rules) -> None:
    class Trap:
        def __reduce__(self) -> tuple[Any, ...]:
            return Path.touch, (tmp_path / "sprung",)

    np.savez(tmp_path / "agent.npz", allow_pickle=True, about=np.array(Trap(), dtype=object))
    with pytest.raises(ValueError, match="is not a valid trained network"):
        serialization.load(tmp_path / "agent.npz", rules)
    assert not (tmp_path / "sprung").exists()


@pytest.mark.parametrize("typed", ["policy:{}", "policy:path={}", "policy:{},sample=0", "policy:sample=0,path={}"])
@pytest.mark.parametrize("place", ["agent.npz", "rate=0.1,seed 2/agent.npz", "one,two.npz", "=,.npz"])
def test_a_path_may_come_first_without_its_name(typed: str, place: str, path: Path, rules: Rules) -> None:
    (path.parent / place).parent.mkdir(exist_ok=True)
    path = path.rename(path.parent / place)
    batch = Batch(rules, 32, seed=2)
    batch.rollout(40)
    from kschwert_env.agents.base import make_decision_batch

    decisions = make_decision_batch(rules, batch.states, derived_seeds(np.arange(32), np.zeros(32)))
    actions = make_agent(typed.format(path), rules).act(decisions)
    expected = PolicyAgent(rules, str(path), sample=int("sample" not in typed)).act(decisions)
    assert actions.tolist() == expected.tolist()
    assert (decisions.masks[np.arange(32), actions] == 1).all()


@pytest.mark.parametrize(
    ("typed", "message"),
    [
        ("policy:{},sample=2", "sample must be 0 or 1, not 2"),
        ("policy:{},greedy=1", "unknown option 'greedy' of policy; expected one of: path, sample, version"),
        ("policy:nowhere.npz", "trained network nowhere.npz does not exist"),
        ("policy:rate=0.1.npz", "unknown option 'rate' of policy; expected one of: path, sample, version"),
        ("policy:one,two=2.npz", "unknown option 'two' of policy; expected one of: path, sample, version"),
        ("policy", "no bundled network for two_crowns with 2 players; available: none"),
    ],
)
def test_wrong_policies_say_so(
    typed: str, message: str, path: Path, rules: Rules, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(policy, "TRAINED", tmp_path / "none")
    with pytest.raises(ValueError, match=re.escape(message)):
        make_agent(typed.format(path), rules)


def test_the_one_that_comes_along_is_found(
    path: Path, rules: Rules, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(policy, "TRAINED", tmp_path)
    (tmp_path / "two_crowns_2").mkdir()
    for version in (2, 10):
        shutil.copy(path, tmp_path / "two_crowns_2" / f"v{version}.npz")
    found = [make_agent(typed, rules) for typed in ("policy", "policy:version=2")]
    assert [agent.path and agent.path.stem for agent in found if isinstance(agent, PolicyAgent)] == ["v10", "v2"]
    with pytest.raises(ValueError, match="no version 1 of the bundled network for two_crowns with 2 players"):
        make_agent("policy:version=1", rules)
    with pytest.raises(ValueError, match="version must be left out if path is given, not 2"):
        make_agent(f"policy:{path},version=2", rules)


def test_drawn_by_the_chances_and_the_seed() -> None:
    logits = np.tile([0.0, -1e9, 1.0, 2.0], (20_000, 1))
    seeds = derived_seeds(np.arange(20_000), np.zeros(20_000))
    actions = sample_actions(logits, seeds)
    chances = np.exp([0.0, -1e9, 1.0, 2.0]) / np.exp([0.0, 1.0, 2.0]).sum()
    np.testing.assert_allclose(np.bincount(actions, minlength=4) / 20_000, chances, atol=0.015)
    extremes = sample_actions(np.array([[-1e9, 0.0, -1e9]] * 2), np.array([0, MAX_SEED]))
    assert extremes.tolist() == [1, 1]


TRAINED = sorted(policy.TRAINED.glob("*/v*.npz"))


def test_there_is_one_for_each_of_these() -> None:
    krone_schwert = {f"krone_schwert_{players}" for players in (2, 3, 4, 5)}
    assert {path.parent.name for path in TRAINED} >= krone_schwert | {"two_crowns_2"}


@pytest.mark.parametrize("path", TRAINED, ids=lambda path: f"{path.parent.name}-{path.stem}")
def test_those_that_come_along_fit_the_rules_and_have_learned(path: Path) -> None:
    """Changed rules or observations require new networks."""
    game, players = path.parent.name.rsplit("_", 1)
    rules = find_game(game)(int(players))
    assert win_share(rules, make_agent(f"policy:{path}", rules), make_agent("random", rules), 20, seed=0) > 0.8

    def check(told: dict[str, Any]) -> None:
        if "averaged" in told:
            for part in told["averaged"]:
                check(part)
        else:
            assert told["settings"]["game"] == game

    check(serialization.load(path, rules)[1]["training"])
