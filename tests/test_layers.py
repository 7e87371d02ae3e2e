"""Who may import whom (pyproject.toml, `tool.importlinter`): an import upwards, planted in a copy, is told."""

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
LINT = "from importlinter.cli import lint_imports_command; lint_imports_command()"


@pytest.fixture
def copy(tmp_path: Path) -> Path:
    """The sources and their contracts."""
    for name in ("kschwert_env", "benchmarks"):
        shutil.copytree(ROOT / name, tmp_path / name, ignore=shutil.ignore_patterns("__pycache__", "*.npz"))
    shutil.copy(ROOT / "pyproject.toml", tmp_path)
    return tmp_path


def broken(copy: Path) -> list[str]:
    """The contracts that do not hold."""
    command = [sys.executable, "-c", LINT, "--no-cache", "--no-logo"]
    done = subprocess.run(
        command, cwd=copy, env={"PYTHONPATH": str(copy), "COLUMNS": "200"}, capture_output=True, text=True
    )
    found = [line.removesuffix(" BROKEN").strip() for line in done.stdout.splitlines() if line.endswith(" BROKEN")]
    assert done.returncode == int(bool(found)), done.stdout + done.stderr
    return found


def test_the_house_stands(copy: Path) -> None:
    assert broken(copy) == []


@pytest.mark.parametrize(
    ("module", "imported", "contract"),
    [
        ("engine/batch", "kschwert_env.rendering.svg", "The floors of the house"),
        ("rendering/svg", "kschwert_env.krone_schwert", "What is shared knows no game"),
        ("adapters/sb3", "kschwert_env.two_crowns_v0", "What is shared knows no game"),
        ("cli/replay", "kschwert_env.two_crowns", "What is shared knows no game"),
        ("two_crowns/text/facts", "kschwert_env.krone_schwert.text.facts", "The floors of the house"),
        ("krone_schwert/kernel/revolt", "kschwert_env.krone_schwert.text.revolt_report", "The rooms of a game"),
        ("two_crowns/kernel/battle", "kschwert_env.two_crowns.svg.battle", "The rooms of a game"),
        ("krone_schwert/positions/soundness", "kschwert_env.krone_schwert.rules", "The rooms of a game"),
        ("agents/policy", "kschwert_env.training.runs.run", "The floors of the house"),
        ("arena/tables", "kschwert_env.krone_schwert", "What is shared knows no game"),
        ("training/rollout/collect", "kschwert_env.agents.heuristics.two_crowns", "What is shared knows no game"),
        ("krone_schwert/words/commentary", "kschwert_env.terminal", "The floors of the house"),
        ("two_crowns/game", "kschwert_env.adapters.gymnasium", "The floors of the house"),
        ("krone_schwert/rules", "typer", "A game knows no library"),
        ("training/runs/run", "benchmarks.play", "Benchmarks stand on top"),
        ("krone_schwert/kernel/end", "kschwert_env.krone_schwert.kernel.revolt", "No circles"),
    ],
)
def test_an_import_upwards_is_told(copy: Path, module: str, imported: str, contract: str) -> None:
    with (copy / "kschwert_env" / f"{module}.py").open("a", encoding="utf-8") as file:
        file.write(f"\nimport {imported}\n")
    assert any(name.startswith(contract) for name in broken(copy))


def test_a_module_that_has_no_floor_is_told(copy: Path) -> None:
    (copy / "kschwert_env" / "helpers.py").write_text("", encoding="utf-8")
    (copy / "kschwert_env" / "two_crowns" / "helpers.py").write_text("", encoding="utf-8")
    assert len(broken(copy)) == 2
