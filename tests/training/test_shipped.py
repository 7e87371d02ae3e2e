"""The command that makes all networks that come along."""

import json
import re
from dataclasses import asdict
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import torch
from typer import Typer
from typer.testing import CliRunner, Result

from kschwert_env.agents.kinds import make_agents, split
from kschwert_env.agents.policy import TRAINED, Policy, shipped
from kschwert_env.agents.saved import load
from kschwert_env.terminal import package
from kschwert_env.training import mean, methods, recipes, stages
from kschwert_env.training import shipped as networks
from kschwert_env.training.learner import PpoSettings
from kschwert_env.two_crowns import Rules
from tests.training.conftest import same_weights

pytestmark = pytest.mark.needs_jit

ALL = recipes.RECIPES
USUAL = {method: dict(settings) for method, settings in recipes.USUAL.items()}  # before tests make it small
OTHERWISE = {"warm_start", "width", "evaluators", "evaluate_games", "evaluate_every"}
"""Settings that are told by another stage, or change nothing that is learned."""

_FIRST = stages.imitated(1000), stages.played(1000)._replace(network="mean.npz")
_PARTS = stages.played(500), stages.played(500, entropy=0.1)._replace(network="mean.npz")
STAGES = *_FIRST, stages.Apart(_PARTS), stages.played(500)
SMALL = recipes.Recipe(3, "two_crowns", 2, STAGES)


def command(*arguments: str) -> Result:
    app = Typer(add_completion=False)
    app.command()(networks.main)
    return CliRunner().invoke(app, arguments)


@pytest.fixture(autouse=True)
def small(monkeypatch: pytest.MonkeyPatch) -> None:
    """One small network."""
    monkeypatch.setattr(networks, "RECIPES", (SMALL,))
    sizes = {"file_games": 8, "width": 8, "evaluate_games": 2}
    for name, least in sizes.items():
        monkeypatch.setitem(recipes.USUAL["imitate"], name, least)
    for name, least in {"games": 8, "steps": 8, "evaluate_games": 2}.items():
        monkeypatch.setitem(recipes.USUAL["ppo"], name, least)


def test_all_that_come_along_have_a_recipe() -> None:
    assert sorted(TRAINED.glob("v*/*.npz")) == sorted(TRAINED / recipe.file for recipe in ALL)
    for recipe in ALL:
        rules = package(recipe.game).Rules(num_players=recipe.players)
        assert shipped(rules, recipe.version) == TRAINED / recipe.file
        for stage in recipe.stages:
            for run in stage.stages if isinstance(stage, stages.Apart) else [stage]:
                make_agents(split(run.settings.get("rivals", "")), rules)  # which says so where one is missing


def test_what_comes_along_was_made_by_its_recipe() -> None:
    """As far as its file tells, which is of the last stage, in all settings that learning depends on."""
    for recipe in ALL:
        last = recipe.stages[-1]
        told = json.loads(str(np.load(TRAINED / recipe.file)["about"]))["training"]
        runs, kept = (last.stages, told["mean"][1:]) if isinstance(last, stages.Apart) else ((last,), [told])
        assert len(runs) == len(kept), recipe.name
        for run, its in zip(runs, kept, strict=True):
            if run.method == "ppo":  # of rounds the file tells the settings of the last run in them
                asked = {"game": recipe.game, "players": recipe.players, **USUAL["ppo"], **run.settings}
                wanted = asdict(PpoSettings.of(asked))
                compared = its["settings"].keys() - OTHERWISE - (set() if wanted["magnet"] else {"magnet_pace"})
                assert compared > run.settings.keys() - OTHERWISE - {"magnet_pace"}
                for name in compared:
                    assert plain(its["settings"][name]) == plain(wanted[name]), (recipe.name, name)


def plain(setting: Any) -> Any:
    """Agents of a setting as they are typed today, files by paths of a checkout."""
    if not isinstance(setting, str):
        return setting
    return re.sub(
        r"policy:agents/trained/v(\d+)/[a-z0-9_]+\.npz",
        r"policy:version=\1",
        setting.replace(f"{TRAINED}", "agents/trained"),
    )


def test_recipes_imitate_as_was_usual_when_they_were_made() -> None:
    """Networks made by them come of these; the usual settings have changed since."""
    assert USUAL["imitate"] == {"seed": 0, "file_games": 512, "minibatch": 512, "learning_rate": 2e-3}


def test_a_network_and_its_curves_are_made(tmp_path: Path) -> None:
    done = command("--out", str(tmp_path))
    assert done.exit_code == 0, done.output
    assert "two_crowns_2" in done.output
    assert "heuristic" in done.output
    Policy(Rules(), str(tmp_path / "trained" / "v3" / "two_crowns_2.npz"))
    for over in ("seconds", "decisions"):
        assert "against heuristic" in (tmp_path / "curves" / f"learning_v3_two_crowns_2_{over}.svg").read_text()
    runs = tmp_path / "v3_two_crowns_2"
    for run, begun in {"3a_ppo": "2_ppo/mean.npz", "3b_ppo": "2_ppo/mean.npz", "4_ppo": "3_mean.npz"}.items():
        settings = json.loads((runs / run / "settings.json").read_text())
        assert Path(settings["warm_start"]) == runs / begun
    before = (tmp_path / "trained" / "v3" / "two_crowns_2.npz").stat().st_mtime_ns
    assert command("--out", str(tmp_path), "--only", "v3_two_crowns_2").exit_code == 0
    assert (tmp_path / "trained" / "v3" / "two_crowns_2.npz").stat().st_mtime_ns == before


def test_the_mean_of_runs_apart_goes_on(tmp_path: Path) -> None:
    assert command("--out", str(tmp_path)).exit_code == 0
    runs = tmp_path / "v3_two_crowns_2"
    before, one, other, found = (
        load(runs / file, Rules())[0].state_dict()
        for file in ("2_ppo/mean.npz", "3a_ppo/agent.npz", "3b_ppo/mean.npz", "3_mean.npz")
    )
    for name, weights in found.items():
        wanted = (before[name] + one[name] + other[name]) / 3
        torch.testing.assert_close(weights, wanted, rtol=1e-3, atol=1e-4)  # in half precision
    assert any(not torch.equal(one[name], other[name]) for name in one)


def test_a_mean_in_the_end_is_what_comes_along(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(networks, "RECIPES", (SMALL._replace(stages=STAGES[:-1]),))
    done = command("--out", str(tmp_path))
    assert done.exit_code == 0, done.output
    assert "not measured" in done.output.splitlines()[-2]
    made, found = tmp_path / "trained" / "v3" / "two_crowns_2.npz", tmp_path / "v3_two_crowns_2" / "3_mean.npz"
    assert made.read_bytes() == found.read_bytes()


@pytest.mark.parametrize("at", ["3b_ppo", "4_ppo"])
def test_what_was_stopped_goes_on(at: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
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
    one, other = (load(folder / "trained" / "v3" / "two_crowns_2.npz", Rules())[0] for folder in (whole, stopped))
    assert same_weights(one, other)


def test_killed_before_the_mean_it_goes_on(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def killed(*_: object) -> None:
        raise KeyboardInterrupt

    with monkeypatch.context() as during:
        during.setattr(mean, "write", killed)
        assert command("--out", str(tmp_path)).exit_code != 0
    runs = tmp_path / "v3_two_crowns_2"
    learned = (runs / "3b_ppo" / "progress.jsonl").read_text().splitlines()[:-1]  # seconds are in it
    assert not (runs / "3_mean.npz").exists()
    assert command("--out", str(tmp_path)).exit_code == 0
    assert (runs / "3b_ppo" / "progress.jsonl").read_text().splitlines()[:-1] == learned
    Policy(Rules(), str(tmp_path / "trained" / "v3" / "two_crowns_2.npz"))


def test_unknown_networks_are_refused(tmp_path: Path) -> None:
    done = command("--out", str(tmp_path), "--only", "chess_2")
    assert done.exit_code == 2
    assert "v3_two_crowns_2, not 'chess_2'" in done.output
    assert not list(tmp_path.iterdir())
