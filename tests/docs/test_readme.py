"""The code blocks of README.md and of all documentation pages run or parse."""

import json
import re
import subprocess
import sys
import tomllib
from pathlib import Path
from typing import Any

import pytest

from tests.libraries.pages import sections

ROOT = Path(__file__).parents[2]
PAGES = {str(path.relative_to(ROOT)): path for path in [ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md"))]}
BLOCK = re.compile(r"^```(\w+)\n(.*?)^```", re.MULTILINE | re.DOTALL)

SKIPPED = {
    ("docs/adapters.md", "from ray.rllib.algorithms.ppo"): "Ray has a separate environment; `make ray` runs it",
    ("docs/adding_a_game.md", '"""Goofspiel'): "a file; tests/custom/test_page.py runs the page",
    ("docs/adding_a_game.md", "from kschwert_env.agents"): "likewise",
    ("docs/datasets.md", "import d3rlpy"): "d3rlpy has a separate environment",
    ("docs/datasets.md", "import json\n\nimport pyarrow"): "datasets likewise; `make doors`",
    ("docs/evaluation.md", "import torch\nfrom tensordict"): "TorchRL has a separate environment",
    ("docs/language_models.md", "import asyncio\nimport os\n\nfrom openenv"): "OpenEnv likewise; `make doors`",
    ("docs/language_models.md", "from kschwert_env.language_models.verifiers"): "verifiers likewise",
    ("docs/language_models.md", "import textarena"): "TextArena likewise",
    ("docs/language_models.md", "from inspect_ai"): "Inspect likewise",
    ("docs/language_models.md", "import asyncio\n\nfrom mcp"): "MCP likewise",
    ("docs/search_libraries.md", "import functools\n\nimport jax"): "JAX has a separate environment; `make doors`",
    ("docs/search_libraries.md", "states, streams = determinize(games, worlds, seed=2)\nmctx"): "likewise",
    ("docs/search_libraries.md", "import jax\n"): "likewise",
}
"""Python blocks that do not run here, by page and beginning, with the reason."""

SKIPPED_PAGE = "docs/libraries.md"
"""Page whose blocks run in the environments of their libraries (`make doors`, tests/libraries)."""


def blocks(page: str, language: str) -> list[str]:
    """Return the code blocks of a page in one language."""
    found = BLOCK.findall(PAGES[page].read_text(encoding="utf-8"))
    return [code for name, code in found if name == language]


def is_skipped(page: str, code: str) -> bool:
    """Return whether `SKIPPED` has this block."""
    return page == SKIPPED_PAGE or any(page == skipped and code.startswith(beginning) for skipped, beginning in SKIPPED)


@pytest.mark.parametrize("page", [page for page in PAGES if blocks(page, "python")])
def test_the_python_blocks_of_a_page_run(page: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The blocks of a page share their names, and write into one folder."""
    monkeypatch.chdir(tmp_path)
    names: dict[str, Any] = {}
    for code in blocks(page, "python"):
        if not is_skipped(page, code):
            exec(compile(code, f"<{page}>", "exec"), names)


def test_skipped_blocks_exist_and_are_valid_python() -> None:
    skipped = [(page, code) for page in PAGES for code in blocks(page, "python") if is_skipped(page, code)]
    assert len([page for page, _ in skipped if page != SKIPPED_PAGE]) == len(SKIPPED)
    for page, code in skipped:
        compile(code, f"<{page}>", "exec")


def test_every_library_has_code_a_test_and_an_environment() -> None:
    folder = ROOT / "tests" / "libraries"
    tests = {path.stem.removeprefix("test_"): path.read_text(encoding="utf-8") for path in folder.glob("test_*.py")}
    assert set(tests) == {path.stem for path in folder.glob("*.txt")}
    for heading, code in sections("libraries.md").items():
        assert code, heading
        assert any(f'"libraries.md", "{heading}"' in test for test in tests.values()), f"no test runs {heading!r}"


@pytest.mark.parametrize("page", [page for page in PAGES if blocks(page, "toml") or blocks(page, "json")])
def test_toml_and_json_blocks_parse(page: str) -> None:
    for code in blocks(page, "toml"):
        assert tomllib.loads(code)
    for code in blocks(page, "json"):
        assert json.loads(code)


def test_pages_with_examples() -> None:
    """Every kind of page has examples; with a mistake in `BLOCK` no block would be found."""
    assert {page for page in PAGES if len(blocks(page, "python")) > 1} >= {
        "README.md",
        "docs/adapters.md",
        "docs/agents.md",
        "docs/evaluation.md",
        "docs/krone_schwert_rules.md",
        "docs/training.md",
    }


def test_the_readme_passes_a_type_checker(tmp_path: Path) -> None:
    """As in a user's file, with default settings."""
    for number, code in enumerate(blocks("README.md", "python")):
        (tmp_path / f"block_{number}.py").write_text(code)
    command = [sys.executable, "-m", "mypy", "--config-file=", "--ignore-missing-imports", "--follow-imports=silent"]
    checked = subprocess.run([*command, str(tmp_path)], capture_output=True, text=True, cwd=tmp_path)
    assert checked.returncode == 0, checked.stdout + checked.stderr


def test_speeds_are_those_of_the_benchmarks_page() -> None:
    """Ratios in the README are those in docs/benchmarks.md, in order; each rate is the median of a row there."""
    page = (ROOT / "docs" / "benchmarks.md").read_text(encoding="utf-8")
    speed = (ROOT / "README.md").read_text(encoding="utf-8").partition("## Speed")[2].partition("\n## ")[0]
    ratios = re.findall(r"\| (\d[\d.]*x)(?= \|)", speed)
    assert len(ratios) > 10
    assert ratios == re.findall(r"\*\*(\d[\d.]*x)\*\*", page)
    rates = re.findall(r"\d[\d.]* [kM]\b", speed)
    assert len(rates) == 4
    assert set(rates) <= set(re.findall(r"\| (\d[\d.]* [kM]) \(", page))
