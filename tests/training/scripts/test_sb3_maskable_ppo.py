"""The example script for MaskablePPO of sb3-contrib."""

from pathlib import Path

import pytest
from sb3_contrib import MaskablePPO
from typer import Typer
from typer.testing import CliRunner

from kschwert_env.two_crowns import Rules
from training import sb3_maskable_ppo

pytestmark = pytest.mark.needs_jit


def test_it_learns_to_beat_random_players_and_saves_the_model(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sb3_maskable_ppo, "STEPS", 32)
    app = Typer(add_completion=False)
    app.command()(sb3_maskable_ppo.main)
    done = CliRunner().invoke(app, ["--out", str(tmp_path / "run"), "--timesteps", "20000"])
    assert done.exit_code == 0, done.output
    model = MaskablePPO.load(tmp_path / "run" / "model.zip")
    assert sb3_maskable_ppo.win_share(model, Rules()) > 0.6


def test_every_seat_learns() -> None:
    assert sb3_maskable_ppo.seats_in_rotation(Rules(), 5) == [0, 1, 0, 1, 0]
