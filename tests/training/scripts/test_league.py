"""The league of all bundled agents."""

import json
from pathlib import Path

import pytest
from typer import Typer
from typer.testing import CliRunner, Result

from kschwert_env.engine.io.files import FileError
from kschwert_env.training.algorithms import best_response
from kschwert_env.two_crowns import Rules
from training import league

pytestmark = pytest.mark.needs_jit


def command(*arguments: str) -> Result:
    app = Typer(add_completion=False)
    app.command()(league.main)
    return CliRunner().invoke(app, ["--game", "two_crowns", *arguments])


def against(**lows: float) -> dict[str, dict[str, float]]:
    return {name: {"low": low} for name, low in lows.items()}


def test_cycles_are_found_once() -> None:
    table = {"a": against(b=0.6, c=0.3), "b": against(a=0.3, c=0.55), "c": against(a=0.51, b=0.2)}
    assert list(league.circles(table)) == [["a", "b", "c"]]
    turned = {"a": against(c=0.6, b=0.3), "b": against(a=0.55, c=0.3), "c": against(a=0.2, b=0.51)}
    assert list(league.circles(turned)) == [["a", "c", "b"]]
    assert list(league.circles({**table, "c": against(a=0.49, b=0.2)})) == []  # not surely


def test_all_versions_of_a_network_are_members() -> None:
    names = league.members(Rules())
    assert names[:4] == ["random", "greedy", "heuristic", "ismcts:sims=50"]
    assert {"policy:version=1", "policy:version=2", "puct:sims=50"} <= set(names)
    assert league.members(Rules(), searches=False) == [name for name in names if ":sims" not in name]


def test_the_league_reports_win_rates_and_exploitability(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(league, "members", lambda rules, searches: ["random", "greedy", "heuristic"])
    out = tmp_path / "league"
    done = command("--out", str(out), "--games", "12", "--timesteps", "0")
    assert done.exit_code == 0, done.output
    found = json.loads((out / "league.json").read_text())
    assert list(found["agents"]) == ["random", "greedy", "heuristic"]
    assert (found["games"], found["exploitability"]) == (12, {})
    assert found["head_to_head"]["heuristic"]["random"]["games"] == 4

    small = {"measurement_games": 20, "selection_games": 4, "games": 8, "rollout_steps": 8}
    create = best_response.BestResponseRun.create
    monkeypatch.setattr(
        best_response.BestResponseRun,
        "create",
        lambda folder, resume, **named: create(folder, resume, **(named | small)),
    )
    done = command("--out", str(out), "--games", "12", "--timesteps", "1", "--seeds", "1", "--only", "random")
    assert done.exit_code == 0, done.output
    found = json.loads((out / "league.json").read_text())
    assert found["exploitability"]["random"] == found["exploitability"]["random"] | {"timesteps": 1, "seeds": 1}
    assert found["exploitability"]["random"]["win_share"] > 0.5  # the first row is the bundled network
    assert list(found["exploitability"]) == ["random"]


def test_other_agents_are_not_members(tmp_path: Path) -> None:
    done = command("--out", str(tmp_path / "league"), "--only", "chess")
    assert done.exit_code == 2
    assert not (tmp_path / "league").exists()


@pytest.mark.parametrize("text", ["", "{", "[]", '{"best": 1}', '{"best": {}}'])
def test_damaged_results_of_a_best_response_are_refused(text: str, tmp_path: Path) -> None:
    folder = league._folder(tmp_path, "random")
    folder.mkdir(parents=True)
    (folder / "results.json").write_text(text)
    with pytest.raises(FileError, match="does not contain results of a best response"):
        league.responses(["random"], tmp_path)
