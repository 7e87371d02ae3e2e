"""The import layers (pyproject.toml, `tool.importlinter`) hold, and a forbidden import in a copy is reported."""

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
LINT = "from importlinter.cli import lint_imports_command; lint_imports_command()"


@pytest.fixture
def copy(tmp_path: Path) -> Path:
    """Return a folder with a copy of the sources and the contracts."""
    for name in ("kschwert_env", "benchmarks"):
        shutil.copytree(ROOT / name, tmp_path / name, ignore=shutil.ignore_patterns("__pycache__", "*.npz"))
    shutil.copy(ROOT / "pyproject.toml", tmp_path)
    return tmp_path


def broken(copy: Path) -> list[str]:
    """Return the names of the broken contracts."""
    command = [sys.executable, "-c", LINT, "--no-cache", "--no-logo"]
    done = subprocess.run(
        command, cwd=copy, env={"PYTHONPATH": str(copy), "COLUMNS": "200"}, capture_output=True, text=True
    )
    found = [line.removesuffix(" BROKEN").strip() for line in done.stdout.splitlines() if line.endswith(" BROKEN")]
    assert done.returncode == int(bool(found)), done.stdout + done.stderr
    return found


def test_all_contracts_hold(copy: Path) -> None:
    assert broken(copy) == []


@pytest.mark.parametrize(
    ("module", "imported", "contract"),
    [
        ("engine/simulation/batch", "kschwert_env.rendering.svg", "Layers of the package"),
        ("rendering/svg", "kschwert_env.krone_schwert", "Shared packages import no game"),
        ("adapters/sb3", "kschwert_env.two_crowns_v0", "Shared packages import no game"),
        ("cli/replay", "kschwert_env.two_crowns", "Shared packages import no game"),
        ("two_crowns/text/facts", "kschwert_env.krone_schwert.text.facts", "Layers of the package"),
        ("krone_schwert/kernel/revolt", "kschwert_env.krone_schwert.text.revolt_report", "Layers of a game"),
        ("two_crowns/kernel/battle", "kschwert_env.two_crowns.svg.battle", "Layers of a game"),
        ("krone_schwert/positions/soundness", "kschwert_env.krone_schwert.rules", "Layers of a game"),
        ("agents/policy", "kschwert_env.training.runs.run", "Layers of the package"),
        ("arena/tables", "kschwert_env.krone_schwert", "Shared packages import no game"),
        ("training/rollout/collect", "kschwert_env.agents.heuristics.two_crowns", "Shared packages import no game"),
        ("krone_schwert/text/commentary", "kschwert_env.terminal", "Layers of the package"),
        ("two_crowns/game", "kschwert_env.adapters.gymnasium", "Layers of the package"),
        ("krone_schwert/rules", "typer", "Games import no optional library"),
        ("training/runs/run", "benchmarks.play", "Benchmarks are the top layer"),
        ("krone_schwert/kernel/end", "kschwert_env.krone_schwert.kernel.revolt", "No import cycles"),
    ],
)
def test_an_import_upwards_is_reported(copy: Path, module: str, imported: str, contract: str) -> None:
    with (copy / "kschwert_env" / f"{module}.py").open("a", encoding="utf-8") as file:
        file.write(f"\nimport {imported}\n")
    assert any(name.startswith(contract) for name in broken(copy))


def test_a_module_without_a_layer_is_reported(copy: Path) -> None:
    (copy / "kschwert_env" / "helpers.py").write_text("", encoding="utf-8")
    (copy / "kschwert_env" / "two_crowns" / "helpers.py").write_text("", encoding="utf-8")
    assert len(broken(copy)) == 2
