"""docs/adding_a_game.md, run literally: its file, its commands and its code."""

import shlex
import subprocess
import sys
from pathlib import Path

from tests.custom.conftest import GOOFSPIEL, PAGE, blocks


def test_the_page_leads_from_a_file_to_a_trained_agent_and_its_exploitability(tmp_path: Path) -> None:
    (tmp_path / "goofspiel.py").write_text(GOOFSPIEL, encoding="utf-8")
    commands = [line for line in blocks("sh")[0].splitlines() if line != "kschwert play --game goofspiel.py"]
    assert len(commands) == 4
    for command in commands:
        run(tmp_path, "-m", "kschwert_env", *shlex.split(command)[1:])
    exploitability = float(run(tmp_path, "-c", blocks("python")[1]).splitlines()[-1])
    assert 0 < exploitability < 2.5  # that of the random player


def test_the_page_is_short() -> None:
    assert len(PAGE.splitlines()) <= 150


def run(folder: Path, *arguments: str) -> str:
    done = subprocess.run([sys.executable, *arguments], cwd=folder, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    return done.stdout
