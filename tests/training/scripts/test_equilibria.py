"""Learning curves in Kuhn and Leduc poker: the script measures, keeps finished runs, and draws."""

import json
from pathlib import Path

import pytest
from typer import Typer
from typer.testing import CliRunner, Result

from training import equilibria

pytestmark = pytest.mark.needs_jit


def command(*arguments: str) -> Result:
    app = Typer(add_completion=False)
    app.command()(equilibria.main)
    return CliRunner().invoke(app, arguments)


def test_self_play_approaches_the_equilibrium(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(equilibria, "TIMESTEPS", (8_192, 40_960))
    monkeypatch.setattr(equilibria, "CFR_ITERATIONS", (10, 100))
    arguments = ["--out", str(tmp_path), "--games", "kuhn_poker", "--seeds", "1"]
    assert command(*arguments).exit_code == 0
    lines = json.loads((tmp_path / "kuhn_poker.json").read_text())
    assert [line["method"] for line in lines] == ["uniform", *["CFR+"] * 2, *["PPO"] * 2, *["PPO with a magnet"] * 2]
    assert lines[0]["nash_conv"] == pytest.approx(11 / 12)
    assert lines[2]["nash_conv"] < 0.01
    (early,), (late,) = lines[5]["nash_conv"], lines[6]["nash_conv"]
    assert late < early < 11 / 12
    assert late < 0.4
    assert "CFR+, 100 iterations" in (tmp_path / "kuhn_poker.svg").read_text()
    networks = {path: path.stat().st_mtime_ns for path in tmp_path.rglob("agent.npz")}
    assert command(*arguments).exit_code == 0
    assert networks == {path: path.stat().st_mtime_ns for path in tmp_path.rglob("agent.npz")}


def test_an_unknown_game_is_refused(tmp_path: Path) -> None:
    result = command("--out", str(tmp_path), "--games", "two_crowns")
    assert result.exit_code == 2
    assert "unknown game two_crowns; expected one of: kuhn_poker" in " ".join(result.output.replace("│", " ").split())
