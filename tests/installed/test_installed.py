"""What somebody has who installed the package and works in a folder of his own."""

import json

import pytest

from tests.installed.conftest import ROOT, Installed

OURS = ("kschwert_env-", "__editable__.kschwert_env-", "libraries.pth", "__pycache__")
AGENTS = ("policy", "heuristic", "mine.Eager:last=1")


@pytest.fixture(autouse=True)
def _only_what_is_installed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("PYTHONPATH", raising=False)


def test_one_name_which_type_checkers_see(installed: Installed) -> None:
    """`agents` and `training` are names of others, and do not land among the installed packages."""
    names = {path.name for path in installed.packages.iterdir() if not path.name.startswith(OURS)}
    assert names <= {"kschwert_env"}
    where = "import kschwert_env, kschwert_env.agents as a, kschwert_env.training as t; print(a.__file__, t.__file__)"
    for path in installed.run("python", "-c", where).split():
        assert str(installed.folder.parent) in path
        assert str(ROOT) not in path
    assert "Success" in installed.run("python", "-m", "mypy", "--strict", "--no-incremental", "mine.py")


def test_a_wheel_lists_makes_plays_rates_and_trains(wheel: Installed, monkeypatch: pytest.MonkeyPatch) -> None:
    """In one test, since what one part of it compiles the next one needs."""
    monkeypatch.setenv("KSCHWERT_CACHE", str(wheel.folder.parent / "cache"))
    listed = wheel.run("kschwert", "agents", "--game", "two_crowns")
    assert all(kind in listed for kind in ("random", "greedy", "heuristic", "ismcts", "policy"))

    found, result = wheel.run("python", "mine.py").split("; ")
    assert found == "['random', 'greedy', 'heuristic', 'ismcts', 'policy']"
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
    wheel.run(
        "kschwert", "arena", "policy:run/agent.npz", "random", "--game", "two_crowns", "--games", "2", "--out", "r"
    )
