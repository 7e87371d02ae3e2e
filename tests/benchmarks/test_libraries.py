"""Benchmarks of libraries: output and page; `make bench-libraries` runs them."""

import importlib.metadata
import sys
from pathlib import Path

import pytest

from benchmarks.libraries import __main__ as libraries
from benchmarks.libraries.measurement import HEAD, report_speed
from benchmarks.peers.catalogue import ROOT
from kschwert_env.two_crowns import Rules


@pytest.mark.needs_jit
def test_a_speed_is_a_row_of_the_table(capsys: pytest.CaptureFixture[str]) -> None:
    report_speed("numpy", "nothing", Rules(max_turns=1), lambda: 1)
    told = capsys.readouterr().out.strip()
    assert told.startswith("| numpy 2.")
    assert len(told.split(" | ")) == len(HEAD)


def test_every_library_is_on_the_page() -> None:
    page = (ROOT / "docs/adapters.md").read_text()
    figures = page.partition(libraries.BEGIN)[2].partition("<!-- end")[0]
    missing = {library for library in libraries.LIBRARIES if f"| {library} " not in figures}
    assert not missing
    assert {"gymnasium", "pettingzoo", "torchrl"} <= set(libraries.LIBRARIES)


def test_a_table_comes_between_its_markers(tmp_path: Path) -> None:
    page = tmp_path / "adapters.md"
    page.write_text(f"before\n{libraries.BEGIN}\nold\n<!-- end of figures -->\nafter\n")
    libraries.write_table(["| a |", "|---|", "| 1 |"], tmp_path)
    assert page.read_text().startswith("before\n")
    assert "\n\n| a |\n|---|\n| 1 |\n\n<!-- end of figures -->\nafter\n" in page.read_text()
    assert "old" not in page.read_text()


def test_no_module_shadows_a_library_when_run_as_a_script() -> None:
    """Python puts a script's folder first on the path, so `import torch` would find a `torch.py` beside it."""
    folders = [ROOT / "benchmarks", *(ROOT / "benchmarks").glob("*/"), ROOT / "training", ROOT / "agents"]
    names = {path.stem for folder in folders for path in folder.glob("*.py")} - {"__init__", "__main__"}
    assert not names & set(sys.stdlib_module_names)
    ours = {"benchmarks", "kschwert_env", "tests", "training", "agents"}
    packages = set(importlib.metadata.packages_distributions()) - ours | {
        "pgx",
        "ray",
        "rlcard",
        "catanatron",
        "torchrl",
    }
    assert not names & packages
