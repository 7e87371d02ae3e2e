"""Links and paths on pages exist, every page is reachable, and the version is the same everywhere."""

import re
import tomllib
from pathlib import Path

import pytest

from kschwert_env import GAMES

ROOT = Path(__file__).resolve().parents[2]
PAGES = sorted([*ROOT.glob("*.md"), *ROOT.glob("docs/*.md")])
ROOTS = [ROOT, ROOT / "kschwert_env", *(ROOT / "kschwert_env" / game for game in GAMES)]
"""First parts of the paths on pages for developers."""

CODE = re.compile(r"```.*?```", re.DOTALL)
LINK = re.compile(r"\]\((?!\w+:)([^)#\s]*)(?:#([^)\s]+))?\)")
PATH = re.compile(r"`(\.?[\w.]+(?:/[\w.]+)*/[\w.]*)`")
FILE = re.compile(r"`([a-z_]+\.(?:py|toml|md|cff))`")


def text_of(page: Path) -> str:
    """Return a page without code blocks."""
    return CODE.sub("", page.read_text(encoding="utf-8"))


def anchors(page: Path) -> set[str]:
    """Return the anchors of the headings of a page."""
    headings = re.findall(r"^#+ (.*)$", text_of(page), re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-") for heading in headings}


def linked(page: Path) -> list[tuple[Path, str]]:
    """Return the files that a page links to, with the headings in them."""
    found = LINK.findall(text_of(page))
    return [((page.parent / path).resolve() if path else page, anchor) for path, anchor in found]


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_links_lead_somewhere(page: Path) -> None:
    for path, anchor in linked(page):
        assert path.exists(), f"there is no {path}"
        assert not anchor or anchor in anchors(path), f"{path.name} has no heading #{anchor}"


def test_every_page_can_be_reached() -> None:
    reached = {path for page in ("README.md", "docs/architecture.md") for path, _ in linked(ROOT / page)}
    assert {page for page in PAGES if page.name != "README.md"} <= reached


@pytest.mark.parametrize("page", ["docs/architecture.md", "CONTRIBUTING.md"])
def test_paths_on_pages_exist(page: str) -> None:
    """Paths may be relative to the package, or to the package of a game."""
    text = text_of(ROOT / page)
    paths = {path for path in PATH.findall(text) if not path.startswith(".venv/")}
    assert len(paths) >= 15
    missing = [path for path in sorted(paths) if not any((root / path).exists() for root in ROOTS)]
    found = {path.name for folder in ("kschwert_env", "tests") for path in (ROOT / folder).rglob("*.*")}
    missing += sorted(name for name in FILE.findall(text) if name not in found and not (ROOT / name).exists())
    assert missing == []


def test_the_version_is_the_same_everywhere() -> None:
    version = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]["version"]
    (cited,) = re.findall(r"^version: (.*)$", (ROOT / "CITATION.cff").read_text(encoding="utf-8"), re.MULTILINE)
    released = re.findall(r"^## (\d\S*) - (\S+)$", (ROOT / "CHANGELOG.md").read_text(encoding="utf-8"), re.MULTILINE)
    assert cited == version == released[0][0]
    assert f"date-released: {released[0][1]}\n" in (ROOT / "CITATION.cff").read_text(encoding="utf-8")
