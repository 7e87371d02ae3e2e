"""The script that trains the bundled networks by their recipes."""

import json
import re
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import torch
from typer import Typer
from typer.testing import CliRunner, Result

from kschwert_env.agents.policy import TRAINED, PolicyAgent, bundled_network
from kschwert_env.agents.registry import make_agent, make_agents, split_specs
from kschwert_env.importing import find_game
from kschwert_env.nn.serialization import load
from kschwert_env.training import methods
from kschwert_env.training.algorithms import average_weights
from kschwert_env.training.runs.ppo_settings import PpoSettings
from kschwert_env.two_crowns import Rules
from tests.training.conftest import same_weights
from training import build_models
from training.build_models import Recipe, Stage, read_recipes

pytestmark = pytest.mark.needs_jit

NOT_COMPARED = {
    "warm_start",
    "width",
    "device",
    "checkpoint_interval",
    "evaluation_opponents",
    "evaluation_games",
    "evaluation_interval",
}
"""Settings that follow from another stage, or do not affect learning."""

IMITATE = {"timesteps": 1000, "games_per_file": 8, "width": 8, "evaluation_games": 2}
PLAY = {"games": 8, "rollout_steps": 8, "evaluation_games": 2}
STAGES = (
    Stage("imitate", IMITATE),
    Stage("ppo", {"timesteps": 1000, **PLAY}, "average.npz"),
    Stage(
        forks=(
            Stage("ppo", {"timesteps": 500, **PLAY}),
            Stage("ppo", {"timesteps": 500, "entropy_coef": 0.1, **PLAY}, "average.npz"),
        )
    ),
    Stage("ppo", {"timesteps": 500, "teacher": "policy:stage 2", "teacher_coef": 0.1, **PLAY}),
)
SMALL = Recipe("two_crowns", 2, 3, STAGES)


def command(*arguments: str) -> Result:
    app = Typer(add_completion=False)
    app.command()(build_models.main)
    return CliRunner().invoke(app, arguments)


@pytest.fixture(autouse=True)
def small(monkeypatch: pytest.MonkeyPatch) -> None:
    """Replace the recipes by one small network."""
    monkeypatch.setattr(build_models, "read_recipes", lambda: [SMALL])


def test_every_bundled_network_has_a_recipe() -> None:
    recipes = read_recipes()
    assert sorted(TRAINED.glob("*/v*.npz")) == sorted(TRAINED / recipe.network(recipe.version) for recipe in recipes)
    for recipe in recipes:
        from_scratch = (
            "two_crowns_2_v2",
            "politics_and_intrigue_2_v2",
            "krone_schwert_4_v5",
            "krone_schwert_4_v6",
            "krone_schwert_5_v2",
            "krone_schwert_5_v3",
        )
        follows = recipe.version > 1 and recipe.name not in from_scratch
        assert recipe.previous == (recipe.version - 1 if follows else None)
        rules = find_game(recipe.game)(num_players=recipe.players)
        assert bundled_network(rules, recipe.version) == TRAINED / recipe.network(recipe.version)
        runs = [run for stage in recipe.stages for run in stage.runs]
        named = {spec for run in runs for spec in split_specs(run.settings.get("fixed_opponents", ""))}
        networks = [spec for spec in sorted(named) if spec.startswith("policy")]
        make_agents([spec.replace("policy:agents/trained", f"policy:{TRAINED}") for spec in networks], rules)
        for stage in recipe.stages:
            for run in stage.runs:
                for name in {"teacher", "mixed_teacher"} & run.settings.keys():
                    assert_teacher_exists(run.settings[name], recipe.stages.index(stage), rules)


def assert_teacher_exists(name: str, stages_before: int, rules: Any) -> None:
    if name.startswith("policy:stage "):
        assert 1 <= int(name.removeprefix("policy:stage ")) <= stages_before
    else:
        make_agent(name, rules)  # raises for a missing file


def test_bundled_networks_name_no_folder_of_the_machine_that_trained_them() -> None:
    for path in sorted(TRAINED.rglob("*.npz")):
        assert not re.findall(r'"/[^"]*"|[:+]/\w', str(np.load(path)["about"])), path


def test_recipes_agree_with_the_settings_in_the_networks_that_they_made() -> None:
    """A network records the settings of its last stage; compare all that affect learning."""
    for recipe in read_recipes():
        last = recipe.stages[-1]
        recorded = json.loads(str(np.load(TRAINED / recipe.network(recipe.version))["about"]))["training"]
        averaged = recorded.get("averaged", [])
        kept = averaged[last.with_start : len(averaged) - len(last.versions)] if last.is_average else [recorded]
        assert len(last.runs) == len(kept), recipe.name
        assert recorded.get("temperature", 1.0) == last.temperature, recipe.name
        for run, its in zip(last.runs, kept, strict=True):
            if run.method == "ppo":  # for several rounds, only the settings of the last run are recorded
                layers = {"game": recipe.game, "players": recipe.players, **run.settings}
                wanted = PpoSettings.from_layers(layers).by_name()
                compared = (
                    its["settings"].keys() - NOT_COMPARED - (set() if wanted["magnet_coef"] else {"magnet_ema_rate"})
                )
                assert compared > run.settings.keys() - NOT_COMPARED - {"magnet_ema_rate"}
                for name in compared:
                    assert plain(its["settings"][name]) == plain(wanted[name]), (recipe.name, name)


def plain(setting: Any) -> Any:
    """Normalize paths of networks, which may have moved since training."""
    if not isinstance(setting, str):
        return setting
    setting = re.sub(
        r"policy:agents/trained/exploiters/(\w+)_(\d)\.npz", r"policy:agents/trained/\1/exploiters/\2.npz", setting
    )
    setting = re.sub(r"policy:agents/trained/v(\d+)/[a-z0-9_]+\.npz", r"policy:version=\1", setting)
    return "+".join(dict.fromkeys(setting.split("+")))  # names that were repeated had no effect


def test_a_network_and_its_curves_are_made(tmp_path: Path) -> None:
    done = command("--out", str(tmp_path))
    assert done.exit_code == 0, done.output
    assert "two_crowns_2" in done.output
    assert "heuristic" in done.output
    PolicyAgent(Rules(), str(tmp_path / "trained" / "two_crowns_2" / "v3.npz"))
    for over in ("seconds", "timesteps"):
        assert "against heuristic" in (tmp_path / "curves" / f"two_crowns_2_v3_{over}.svg").read_text()
    runs = tmp_path / "two_crowns_2_v3"
    for run, begun in {"3a_ppo": "2_ppo/average.npz", "3b_ppo": "2_ppo/average.npz", "4_ppo": "3_mean.npz"}.items():
        settings = json.loads((runs / run / "settings.json").read_text())
        assert Path(settings["warm_start"]) == runs / begun
    assert settings["teacher"] == f"policy:{runs / '2_ppo' / 'average.npz'}"
    before = (runs / "4_ppo" / "progress.jsonl").stat().st_mtime_ns
    assert command("--out", str(tmp_path), "--only", "two_crowns_2_v3").exit_code == 0
    assert (runs / "4_ppo" / "progress.jsonl").stat().st_mtime_ns == before


@pytest.mark.parametrize(("temperature", "with_start"), [(1.0, True), (0.5, False)])
def test_training_continues_from_the_average_of_forks(
    temperature: float, with_start: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    stages = (*STAGES[:2], replace(STAGES[2], temperature=temperature, with_start=with_start), STAGES[3])
    monkeypatch.setattr(build_models, "read_recipes", lambda: [replace(SMALL, stages=stages)])
    assert command("--out", str(tmp_path)).exit_code == 0
    runs = tmp_path / "two_crowns_2_v3"
    before, one, other, found = (
        load(runs / file, Rules())[0].state_dict()
        for file in ("2_ppo/average.npz", "3a_ppo/agent.npz", "3b_ppo/average.npz", "3_mean.npz")
    )
    for name, weights in found.items():
        wanted = (before[name] + one[name] + other[name]) / 3 if with_start else (one[name] + other[name]) / 2
        if name.startswith("policy."):
            wanted = wanted / temperature
        torch.testing.assert_close(weights, wanted, rtol=1e-3, atol=1e-4)  # in half precision
    assert any(not torch.equal(one[name], other[name]) for name in one)


def test_an_average_can_have_other_versions(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    earlier = replace(SMALL, version=2, stages=STAGES[:1])
    later = replace(SMALL, stages=(*STAGES[:2], Stage(versions=(2,), temperature=0.5)))
    monkeypatch.setattr(build_models, "read_recipes", lambda: [earlier, later])
    done = command("--out", str(tmp_path))
    assert done.exit_code == 0, done.output
    before, other, found = (
        load(tmp_path / file, Rules())[0].state_dict()
        for file in ("two_crowns_2_v3/2_ppo/average.npz", "trained/two_crowns_2/v2.npz", "trained/two_crowns_2/v3.npz")
    )
    for name, weights in found.items():
        wanted = (before[name] + other[name]) / (1 if name.startswith("policy.") else 2)
        torch.testing.assert_close(weights, wanted, rtol=1e-3, atol=1e-4)  # in half precision
    assert any(not torch.equal(before[name], other[name]) for name in before)


def test_a_final_average_is_the_bundled_network(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(build_models, "read_recipes", lambda: [replace(SMALL, stages=STAGES[:-1])])
    done = command("--out", str(tmp_path))
    assert done.exit_code == 0, done.output
    assert "not measured" in done.output.splitlines()[-2]
    made, found = tmp_path / "trained" / "two_crowns_2" / "v3.npz", tmp_path / "two_crowns_2_v3" / "3_mean.npz"
    assert made.read_bytes() == found.read_bytes()


def test_a_network_with_a_temperature_needs_no_training(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    recipe = Recipe("two_crowns", 2, 4, (Stage(temperature=0.5),), previous=3)
    monkeypatch.setattr(build_models, "read_recipes", lambda: [recipe])
    done = command("--out", str(tmp_path))
    assert done.exit_code == 0, done.output
    assert not (tmp_path / "curves").exists()
    before, found = (
        load(path, Rules())[0].state_dict()
        for path in (bundled_network(Rules(), 3), tmp_path / "trained" / "two_crowns_2" / "v4.npz")
    )
    for name, weights in found.items():
        wanted = before[name] / 0.5 if name.startswith("policy.") else before[name]
        torch.testing.assert_close(weights, wanted, rtol=1e-3, atol=1e-4)  # in half precision


@pytest.mark.long
@pytest.mark.parametrize("at", ["3b_ppo", "4_ppo"])
def test_a_stopped_build_resumes(at: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    whole, stopped = tmp_path / "whole", tmp_path / "stopped"
    assert command("--out", str(whole)).exit_code == 0
    train = methods.train

    def stop(method: str, folder: Path, **settings: Any) -> bool:
        return folder.name != at and train(method, folder, **settings)

    with monkeypatch.context() as during:
        during.setattr(methods, "train", stop)
        assert command("--out", str(stopped)).exit_code == 1
    assert not (stopped / "trained").exists()
    assert command("--out", str(stopped)).exit_code == 0
    one, other = (load(folder / "trained" / "two_crowns_2" / "v3.npz", Rules())[0] for folder in (whole, stopped))
    assert same_weights(one, other)


@pytest.mark.long
def test_a_build_killed_before_averaging_resumes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def killed(*_: object) -> None:
        raise KeyboardInterrupt

    with monkeypatch.context() as during:
        during.setattr(average_weights, "write", killed)
        assert command("--out", str(tmp_path)).exit_code != 0
    runs = tmp_path / "two_crowns_2_v3"
    learned = (runs / "3b_ppo" / "progress.jsonl").read_text().splitlines()[:-1]  # contains durations
    assert not (runs / "3_mean.npz").exists()
    assert command("--out", str(tmp_path)).exit_code == 0
    assert (runs / "3b_ppo" / "progress.jsonl").read_text().splitlines()[:-1] == learned
    PolicyAgent(Rules(), str(tmp_path / "trained" / "two_crowns_2" / "v3.npz"))


def test_unknown_networks_are_refused(tmp_path: Path) -> None:
    done = command("--out", str(tmp_path), "--only", "chess_2")
    assert done.exit_code == 2
    assert "two_crowns_2_v3, not 'chess_2'" in done.output
    assert not list(tmp_path.iterdir())


def test_a_changed_network_is_not_built_upon(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(build_models, "read_recipes", lambda: [replace(SMALL, stages=STAGES[:2])])
    assert command("--out", str(tmp_path)).exit_code == 0
    built, first = tmp_path / "trained" / "two_crowns_2" / "v3.npz", tmp_path / "two_crowns_2_v3" / "1_imitate"
    whole = built.read_bytes()
    built.write_bytes(b"garbage")
    assert command("--out", str(tmp_path)).exit_code == 0
    assert built.read_bytes() == whole
    (first / "agent.npz").write_bytes(whole)
    refused = command("--out", str(tmp_path))
    assert refused.exit_code == 1
    assert "agent.npz has changed since its part of the run was complete" in refused.output.replace("\n", "")
