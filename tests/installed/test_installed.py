"""The package as users install it: from a folder, an archive, a source distribution, a wheel, a clone, or editable."""

import json
import shutil
import tarfile
import zipfile
from pathlib import Path

import pytest

from kschwert_env.importing import needing
from tests.installed.conftest import ROOT, SOURCES, Installed, build_wheel, folder, install

OURS = ("kschwert_env-", "__editable__.kschwert_env-", "libraries.pth", "__pycache__")
AGENTS = ("policy", "heuristic", "mine.Eager:last=1")


@pytest.fixture(autouse=True)
def _only_what_is_installed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("PYTHONPATH", raising=False)


def check_names_and_types(installed: Installed) -> None:
    """Check that the package is imported from this copy only, and that a type checker sees all of it."""
    names = {path.name for path in installed.packages.iterdir() if not path.name.startswith(OURS)}
    assert names <= {"kschwert_env"}
    where = "import kschwert_env, kschwert_env.agents as a, kschwert_env.training as t; print(a.__file__, t.__file__)"
    for path in installed.run("python", "-c", where).split():
        assert str(installed.folder.parent) in path
        assert str(ROOT) not in path
    cache = installed.folder / "mypy"  # saves checking the libraries again, where the checkout has been checked
    if (ROOT / ".mypy_cache").exists():
        shutil.copytree(ROOT / ".mypy_cache", cache)
    strict = ("--config-file", str(ROOT / "pyproject.toml"))
    assert "Success" in installed.run("python", "-m", "mypy", *strict, "--cache-dir", str(cache), "mine.py")


def check_agents_arena_and_rules(installed: Installed) -> None:
    """Check that it lists all agents, plays an arena with the bundled network, and shows the rules."""
    listed = installed.run("kschwert", "agents", "--game", "two_crowns")
    assert all(kind in listed for kind in ("random", "greedy", "heuristic", "ismcts", "policy", "puct"))
    found, result = installed.run("python", "mine.py").split("; ")
    assert found == "['random', 'greedy', 'heuristic', 'ismcts', 'policy', 'puct']"
    assert float(result) in (1.0, -1.0)
    installed.run("kschwert", "arena", *AGENTS, "--game", "two_crowns", "--games", "24", "--out", "results")
    results = json.loads((installed.folder / "results" / "results.json").read_text(encoding="utf-8"))
    assert results["games"] == 24
    shares = {name: its["win_share"] for name, its in results["agents"].items()}
    assert set(shares) == set(AGENTS)
    assert shares["heuristic"] > shares["mine.Eager:last=1"]
    assert (installed.folder / "results" / "report.html").exists()
    code = (
        "from kschwert_env.web.lobby.rules_page import rules_page; "
        "from kschwert_env.web.lobby.ratings import league_ratings; "
        "from kschwert_env.two_crowns import Rules; print(len(rules_page('two_crowns')), "
        "'policy' in league_ratings(Rules()))"
    )
    characters, is_rated = installed.run("python", "-c", code).split()
    assert int(characters) > 5_000
    assert is_rated == "True"


def contents(wheel: Path) -> dict[str, int]:
    """Return the checksum of each file in a wheel."""
    with zipfile.ZipFile(wheel) as packed:
        return {file.filename: file.CRC for file in packed.infolist() if not file.filename.endswith("/RECORD")}


def test_no_file_of_the_tree_is_a_link(tmp_path: Path) -> None:
    assert not [path for path in folder(tmp_path).rglob("*") if path.is_symlink()]


@pytest.mark.long
def test_a_wheel_has_the_same_files_from_every_source(tmp_path: Path) -> None:
    found = {}
    for name, source in SOURCES.items():
        place = tmp_path / name
        place.mkdir()
        found[name] = contents(build_wheel(source(place), place))
        shutil.rmtree(place)
    first = found.pop("folder")
    assert all(files == first for files in found.values()), {
        name: first.items() ^ its.items() for name, its in found.items()
    }
    networks = {name.partition("/data_files/")[2] for name in first if "/agents/trained/" in name}
    assert networks == {str(path.relative_to(ROOT)) for path in (ROOT / "agents/trained").rglob("*.npz")}
    assert sum(name.startswith("kschwert_env/data_files/docs/") for name in first) == 12  # rules pages, leagues, tables


def test_the_source_distribution_is_complete(tmp_path: Path) -> None:
    archive = SOURCES["sdist"](tmp_path)
    with tarfile.open(archive) as packed:
        found = {name.partition("/")[2] for name in packed.getnames()}
    tree = tmp_path / "kschwert_env-tree"
    made = ("PKG-INFO", "setup.cfg", "kschwert_env.egg-info")
    wanted = {str(path.relative_to(tree)) for path in tree.rglob("*") if path.is_file()}
    assert {name for name in wanted if not name.startswith(made)} - found == set()


def test_an_editable_checkout(tmp_path: Path) -> None:
    editable = install(tmp_path, folder(tmp_path), editable=True)
    check_names_and_types(editable)
    check_agents_arena_and_rules(editable)


@pytest.mark.long
def test_a_wheel_lists_plays_rates_and_trains(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """One test, since its parts share compiled code, which is compiled here."""
    monkeypatch.setenv("KSCHWERT_CACHE", str(tmp_path / "cache"))
    tree = folder(tmp_path)
    wheel = install(tmp_path, build_wheel(tree, tmp_path))
    shutil.rmtree(tree)
    check_names_and_types(wheel)
    for name in ("agents", "training", "tests", "benchmarks"):  # unknown names
        with pytest.raises(AssertionError, match=f"No module named '{name}'"):
            wheel.run("python", "-c", f"import {name}")
    check_agents_arena_and_rules(wheel)
    small = ("--timesteps", "2000", "--evaluation-games", "4", "--threads", "1")
    wheel.run("kschwert", "train", "imitate", "--game", "two_crowns", "--out", "run", *small)
    trained = ("policy:run/agent.npz", "random")
    wheel.run("kschwert", "arena", *trained, "--game", "two_crowns", "--games", "2", "--out", "again")


def test_a_missing_library_is_distinguished_from_a_damaged_installation() -> None:
    with (
        pytest.raises(ImportError, match=r'pip install "kschwert_env\[train\]"') as raised,
        needing("train", "networks"),
    ):
        raise ModuleNotFoundError("No module named 'torch'", name="torch")
    assert raised.value.name == "torch"
    with pytest.raises(ImportError, match="incomplete; reinstall it") as raised, needing("train", "networks"):
        raise ModuleNotFoundError("No module named 'kschwert_env.nn'", name="kschwert_env.nn")
    assert "kschwert_env[train]" not in str(raised.value)
