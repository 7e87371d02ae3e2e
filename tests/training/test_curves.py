"""Learning curves, and the complete demonstration."""

import json
import re
from html import unescape
from pathlib import Path

import pytest
from typer import Typer
from typer.testing import CliRunner, Result

from kschwert_env.arena import report
from kschwert_env.training import demo
from kschwert_env.training.runs import curves
from kschwert_env.training.runs.curves import CurvePoint

pytestmark = pytest.mark.needs_jit


def command(main: object, *arguments: str) -> Result:
    app = Typer(add_completion=False)
    app.command()(main)  # type: ignore[type-var]
    return CliRunner().invoke(app, arguments)


def run(folder: Path, players: int, *noted: dict[str, float]) -> Path:
    """Write progress of a run into a new folder; return the folder."""
    folder.mkdir()
    (folder / "settings.json").write_text(json.dumps({"game": "krone_schwert", "players": players}))
    (folder / "progress.jsonl").write_text("".join(json.dumps(line) + "\n" for line in noted))
    return folder


@pytest.fixture
def parts(tmp_path: Path) -> tuple[Path, Path]:
    first = run(tmp_path / "first", 2, {"iteration": 1, "timesteps": 100, "seconds": 6, "wins/heuristic": 0.25})
    lines = [
        {"iteration": 1, "timesteps": 50, "seconds": 1, "losses/value": 3.0},
        {"iteration": 2, "timesteps": 80, "seconds": 1.5, "wins/heuristic": 0.25},
        {"iteration": 2, "timesteps": 80, "seconds": 2, "wins/heuristic": 0.5, "wins/random": 1.0},
    ]
    return first, run(tmp_path / "second", 2, *lines)


def test_a_curve_continues_in_the_next_folder(parts: tuple[Path, Path]) -> None:
    assert curves.read(list(parts)) == {
        "heuristic": [CurvePoint(100, 6, 0.25), CurvePoint(180, 8, 0.5)],
        "random": [CurvePoint(180, 8, 1.0)],
    }


def test_the_plot_names_each_opponent_once(parts: tuple[Path, Path], tmp_path: Path) -> None:
    file = tmp_path / "curves.svg"
    done = command(curves.main, f"{parts[0]}+{parts[1]}", str(parts[1]), "--out", str(file), "--over", "seconds")
    assert done.exit_code == 0, done.output
    text = file.read_text()
    assert text.count("against heuristic") == text.count("against random") == text.count("fair share") == 1
    assert "minutes" in text


@pytest.mark.parametrize("missing", ["settings.json", "progress.jsonl"])
def test_a_folder_without_a_run_is_refused(parts: tuple[Path, Path], tmp_path: Path, missing: str) -> None:
    (parts[0] / missing).unlink()
    done = command(curves.main, str(parts[0]), "--out", str(tmp_path / "curves.svg"))
    assert done.exit_code == 1
    assert "a run can't be read" in done.output
    assert not (tmp_path / "curves.svg").exists()


def test_runs_for_different_numbers_of_players_have_different_fair_shares(
    parts: tuple[Path, Path], tmp_path: Path
) -> None:
    other = run(tmp_path / "other", 3, {"iteration": 1, "timesteps": 1, "seconds": 1, "wins/random": 0.5})
    done = command(curves.main, str(parts[0]), str(other), "--out", str(tmp_path / "curves.svg"))
    assert done.exit_code == 2
    assert "different numbers of players: [2, 3]" in done.output


def test_the_demonstration_ends_with_a_report(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for settings in (demo.IMITATION, demo.SELF_PLAY, demo.RESPONSE):
        monkeypatch.setitem(settings, "evaluation_games", 2)
    for name in ("selection_games", "measurement_games"):
        monkeypatch.setitem(demo.RESPONSE, name, 4)
    for name, least in (("games_per_file", 8), ("width", 8)):
        monkeypatch.setitem(demo.IMITATION, name, least)
    for name in ("games", "rollout_steps"):
        monkeypatch.setitem(demo.SELF_PLAY, name, 8)
        monkeypatch.setitem(demo.RESPONSE, name, 8)
    small = ["--imitation-timesteps", "1000", "--timesteps", "1000", "--games", "4"]
    done = command(demo.main, "--game", "two_crowns", "--out", str(tmp_path), *small)
    assert done.exit_code == 0, done.output
    page = (tmp_path / "report.html").read_text()
    for heading in ("Learning", "Agents", "Ratings", "Exploitability", "A game"):
        assert f"<h2>{heading}</h2>" in page
    response = json.loads((tmp_path / "best_response" / "results.json").read_text())
    assert response["agent"] == f"policy:{tmp_path / 'ppo' / 'agent.npz'}"
    assert report.interval(response["best"]) in page
    replay = re.search(r'<iframe srcdoc="([^"]*)"', page)
    assert replay is not None
    assert "Player 2 " in unescape(replay[1])
    results = json.loads((tmp_path / "arena" / "results.json").read_text())
    assert {name.partition(":")[0] for name in results["agents"]} == {"policy", "heuristic", "random"}
    again = command(demo.main, "--game", "two_crowns", "--out", str(tmp_path), *small)
    assert again.exit_code == 1
    assert "already holds a run" in again.output
