"""What somebody has who installed the package and works in a folder of his own."""

import json
from pathlib import Path

import pytest

from tests.installed.conftest import ROOT, Installed, install

OURS = ("kschwert_env-", "__editable__.kschwert_env-", "libraries.pth", "__pycache__")
AGENTS = ("policy", "heuristic", "mine.Eager:last=1")


@pytest.fixture(autouse=True)
def _only_what_is_installed(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.delenv("PYTHONPATH", raising=False)
    monkeypatch.setenv("KSCHWERT_CACHE", str(tmp_path / "cache"))


def check_names_and_types(installed: Installed) -> None:
    """It lies under one name, from this copy, and a type checker sees all of it."""
    names = {path.name for path in installed.packages.iterdir() if not path.name.startswith(OURS)}
    assert names <= {"kschwert_env"}
    where = "import kschwert_env, kschwert_env.agents as a, kschwert_env.training as t; print(a.__file__, t.__file__)"
    for path in installed.run("python", "-c", where).split():
        assert str(installed.folder.parent) in path
        assert str(ROOT) not in path
    assert "Success" in installed.run("python", "-m", "mypy", "--strict", "mine.py")


def test_an_editable_checkout(tmp_path: Path) -> None:
    check_names_and_types(install(tmp_path, editable=True))


def test_a_wheel_lists_makes_plays_rates_and_trains(tmp_path: Path) -> None:
    """In one test, since what one part of it compiles the next one needs."""
    wheel = install(tmp_path, editable=False)
    check_names_and_types(wheel)
    for name in ("agents", "training", "tests", "benchmarks"):  # names of others, or of nobody
        with pytest.raises(AssertionError, match=f"No module named '{name}'"):
            wheel.run("python", "-c", f"import {name}")

    listed = wheel.run("kschwert", "agents", "--game", "two_crowns")
    assert all(kind in listed for kind in ("random", "greedy", "heuristic", "ismcts", "policy", "puct"))

    found, result = wheel.run("python", "mine.py").split("; ")
    assert found == "['random', 'greedy', 'heuristic', 'ismcts', 'policy', 'puct']"
    assert float(result) in (1.0, -1.0)

    wheel.run("kschwert", "arena", *AGENTS, "--game", "two_crowns", "--games", "24", "--out", "results")
    results = json.loads((wheel.folder / "results" / "results.json").read_text(encoding="utf-8"))
    assert results["games"] == 24
    shares = {name: its["win_share"] for name, its in results["agents"].items()}
    assert set(shares) == set(AGENTS)
    assert shares["heuristic"] > shares["mine.Eager:last=1"]
    assert (wheel.folder / "results" / "report.html").exists()

    small = ("--decisions", "2000", "--hyper", "evaluate_games=4", "--threads", "1")
    wheel.run("kschwert", "train", "imitate", "--game", "two_crowns", "--out", "run", *small)
    trained = ("policy:run/agent.npz", "random")
    wheel.run("kschwert", "arena", *trained, "--game", "two_crowns", "--games", "2", "--out", "again")
