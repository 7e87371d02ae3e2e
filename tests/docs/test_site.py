"""The documentation site is complete and loads nothing from a network."""

import os
import re
import subprocess
import sys
from html.parser import HTMLParser
from pathlib import Path
from typing import NamedTuple

import pytest

from kschwert_env import GAMES

ROOT = Path(__file__).resolve().parents[2]
PACKAGE = ROOT / "kschwert_env"
LOADING = {"src", "srcset", "data", "poster"}  # attributes that load something in any element
REFERRING = {"link", "use", "image", "feimage"}  # elements that load the file in `href`
REMOTE = re.compile(r"\s*(?:https?:)?//", re.IGNORECASE)
IN_STYLE = re.compile(r"(?:url\(\s*|@import\s+)[\"']?([^\"')\s]+)")
PROGRAMS = {"cli", "precompile", "terminal", "__main__", "data", "importing", "registration"}  # not importable
SHOWN = {"game", "game_stats", "rules"}  # subpackages of a game: their contents are documented in the game's package
INSIDE = (
    "kschwert_env.agents.heuristics.krone_schwert",
    "kschwert_env.agents.heuristics.politics_and_intrigue",
    "kschwert_env.agents.heuristics.two_crowns",
    "kschwert_env.nn.backprop",
    "kschwert_env.nn.inference",
)  # of one agent, and compiled networks


class Page(HTMLParser):
    """Files loaded by a page, its links, and its contents.

    Attributes:
        loaded: files that its elements load.
        style: all style on the page itself.
        links: targets of its links.
        ids, classes: ids and classes of its elements.
    """

    def __init__(self, path: Path) -> None:
        super().__init__()
        self.loaded: list[str] = []
        self.style = ""
        self.links: set[str] = set()
        self.ids: set[str] = set()
        self.classes: set[str] = set()
        self._in_style = False
        self.feed(path.read_text(encoding="utf-8"))

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self._in_style = tag == "style"
        for name, value in attrs:
            value = value or ""
            if name in LOADING or (tag in REFERRING and name in ("href", "xlink:href")):
                self.loaded.append(value)
            elif name == "href":
                self.links.add(value.partition("#")[0])
            elif name == "style":
                self.style += value
            elif name == "id":
                self.ids.add(value)
            elif name == "class":
                self.classes |= set(value.split())

    def handle_data(self, data: str) -> None:
        if self._in_style:
            self.style += data


class Site(NamedTuple):
    """The built site: its folder, and its pages by their paths in it."""

    folder: Path
    pages: dict[str, Page]


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Site:
    """Build the site in strict mode: a broken link or anchor, or a page outside the navigation, fails the build."""
    folder = tmp_path_factory.mktemp("site")
    command = [sys.executable, "-m", "mkdocs", "build", "--strict", "--quiet", "--site-dir", str(folder)]
    quiet = {**os.environ, "NO_MKDOCS_2_WARNING": "1"}
    built = subprocess.run(command, cwd=ROOT, env=quiet, capture_output=True, text=True, check=False)
    assert built.returncode == 0, built.stdout + built.stderr
    return Site(folder, {str(path.relative_to(folder)): Page(path) for path in folder.rglob("*.html")})


def test_every_page_is_in_the_navigation(site: Site) -> None:
    written = {str(path.relative_to(ROOT / "docs")) for path in (ROOT / "docs").rglob("*.md")}
    written |= {str(path.relative_to(ROOT)) for path in (ROOT / "notebooks").glob("*.ipynb")}
    written |= {path.name.lower().replace("readme", "index") for path in ROOT.glob("*.md")}
    reference = {path for path in site.pages if path.startswith("reference/")}
    expected = {str(Path(path).with_suffix(".html")) for path in written} | reference
    assert set(site.pages) - {"404.html"} == expected
    assert expected - site.pages["index.html"].links == set()


def test_pages_load_nothing_from_a_network(site: Site) -> None:
    for name, page in site.pages.items():
        assert page.loaded, name
        loaded = [*page.loaded, *IN_STYLE.findall(page.style)]
        assert [address for address in loaded if REMOTE.match(address)] == [], name
        assert "mermaid" not in page.classes, f"{name}: the theme would load a library for diagrams"


def test_styles_and_pictures_load_nothing_from_a_network(site: Site) -> None:
    styles = {path: path.read_text(encoding="utf-8") for path in site.folder.rglob("*.css")}
    pictures = {path: Page(path) for path in site.folder.rglob("*.svg")}
    assert styles
    assert pictures
    for path, style in styles.items():
        assert [address for address in IN_STYLE.findall(style) if REMOTE.match(address)] == [], path
    for path, page in pictures.items():
        loaded = [*page.loaded, *IN_STYLE.findall(page.style)]
        assert [address for address in loaded if REMOTE.match(address)] == [], path


def test_the_reference_has_every_module(site: Site) -> None:
    describe_action = {name for path, page in site.pages.items() if path.startswith("reference/") for name in page.ids}
    modules = {module_name(path) for path in PACKAGE.rglob("*.py")}
    assert "kschwert_env.arena.game_runner" in modules
    expected = filter(is_for_users, sorted(modules))
    assert [name for name in expected if not any(f"{given}.".startswith(f"{name}.") for given in describe_action)] == []


def module_name(path: Path) -> str:
    """Return the import name of a file of the package."""
    return ".".join(path.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__")


def is_for_users(module: str) -> bool:
    """Return whether the reference describes a module."""
    parts = module.split(".")[1:]
    in_a_game = bool(parts) and parts[0] in GAMES and (len(parts) > 2 or not SHOWN.isdisjoint(parts))
    return not in_a_game and not PROGRAMS.intersection(parts) and not module.startswith(INSIDE)
