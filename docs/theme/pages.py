"""MkDocs hooks: add pages that are outside docs/ or generated, and adapt links between pages.

`nav` in mkdocs.yml is the only list of pages. A page that is not a file in docs/ is the README (index.md), another
Markdown file of the top level, a notebook, or a page of the reference, which is generated from a package's modules.
Links in the sources are relative paths between files of the repository, as code hosts require.
"""

import json
import posixpath
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from mkdocs.config.defaults import MkDocsConfig
from mkdocs.structure.files import File, Files
from mkdocs.structure.pages import Page

ROOT = Path(__file__).resolve().parents[2]
PACKAGE = "kschwert_env"
LINK = re.compile(r"\[(?P<text>[^\[\]]*)\]\((?P<path>[^()\s#:]+)(?P<anchor>#[^()\s]*)?\)")
COLOURS = re.compile(r"\x1b\[[0-9;]*m")


def pages_in(nav: Any) -> Iterator[str]:
    """Yield the paths of all pages in the navigation."""
    if isinstance(nav, str):
        yield nav
    else:
        for entry in nav.values() if isinstance(nav, dict) else nav:
            yield from pages_in(entry)


def outside(config: MkDocsConfig) -> dict[str, str]:
    """Return the pages outside docs/ that are not generated, as a dict from paths in the repository to pages."""
    found = {}
    for page in pages_in(config.nav):
        folder, name = posixpath.split(page.removesuffix(".md"))
        if folder == "notebooks":
            found[f"notebooks/{name}.ipynb"] = page
        elif not folder and not (ROOT / "docs" / page).exists():
            found["README.md" if name == "index" else f"{name.upper()}.md"] = page
    return found


def on_files(files: Files, config: MkDocsConfig) -> Files:
    """Add the pages outside docs/, and the reference."""
    for path, page in outside(config).items():
        text = (ROOT / path).read_text(encoding="utf-8")
        content = text if path.endswith(".md") else notebook(json.loads(text))
        files.append(File.generated(config, page, content=content))
    for page in pages_in(config.nav):
        folder, name = posixpath.split(page.removesuffix(".md"))
        if folder == "reference" and not (ROOT / "docs" / page).exists():
            files.append(File.generated(config, page, content=reference(name)))
    return files


def reference(package: str) -> str:
    """Return the reference page of a package: its public modules, or the public classes of a game."""
    folder = ROOT / PACKAGE / package
    heading = (
        f"# {package}\n\n::: {PACKAGE}.{package}\n    options:\n      show_root_heading: false\n      members: false"
    )
    if (folder / "kernel").is_dir():  # a game
        shown = [f"{PACKAGE}.{package}.{name}" for name in ("Rules", "Game")] + [f"{PACKAGE}.{package}_v0"]
        inside = sorted(path.name for path in folder.iterdir() if (path / "__init__.py").exists())
        return "\n\n".join(
            [
                heading,
                *(f"::: {name}" for name in shown),
                "## Inside",
                *(
                    f"::: {PACKAGE}.{package}.{name}\n    options:\n      heading_level: 3\n      members: []\n"
                    "      summary: { modules: true }"
                    for name in inside
                ),
            ]
        )
    modules = sorted(path for path in folder.rglob("*.py") if not path.name.startswith("__") and in_reference(path))
    return "\n\n".join([heading, *map(described, modules)])


def described(path: Path) -> str:
    """Return the entry of a module: its public names, or only the classes of a game in one file."""
    entry = f"::: {'.'.join(path.relative_to(ROOT).with_suffix('').parts)}"
    if path.parent.name != "classics":
        return entry
    classes = re.findall(r"^class (\w+)", path.read_text(encoding="utf-8"), re.MULTILINE)
    return f"{entry}\n    options:\n      members: [{', '.join(classes)}]"


def in_reference(path: Path) -> bool:
    """Return whether a module is in the reference; heuristics of single games and compiled networks are not."""
    hidden = {child.name for child in (ROOT / PACKAGE).iterdir() if (child / "kernel").is_dir()}
    return (hidden | {"backprop", "inference"}).isdisjoint([*path.parts[:-1], path.stem])


def on_page_markdown(markdown: str, page: Page, config: MkDocsConfig, files: Files) -> str:
    """Replace links to files by links to pages of the site. Links to files that are not on the site become text."""
    here = page.file.src_uri
    in_repository = {to: path for path, to in outside(config).items()}.get(here, f"docs/{here}")

    def replaced(link: re.Match[str]) -> str:
        path = posixpath.normpath(posixpath.join(posixpath.dirname(in_repository), link["path"]))
        to = outside(config).get(path, path.removeprefix("docs/") if path.startswith("docs/") else None)
        if to is not None:
            return f"[{link['text']}]({posixpath.relpath(to, posixpath.dirname(here) or '.')}{link['anchor'] or ''})"
        return link["text"] if (ROOT / path).exists() else link[0]

    return LINK.sub(replaced, markdown)


def notebook(contents: dict[str, Any]) -> str:
    """Return a notebook with its stored outputs as Markdown."""
    parts = []
    for cell in contents["cells"]:
        source = "".join(cell["source"])
        parts.append(source if cell["cell_type"] == "markdown" else fenced(source, "python"))
        parts += [shown(output) for output in cell.get("outputs", ())]
    return "\n\n".join(parts)


def shown(output: dict[str, Any]) -> str:
    """Return an output of a cell as Markdown: a picture, or else text."""
    data = output.get("data", {})
    if "image/svg+xml" in data:
        return f'<div class="output" markdown="0">\n{"".join(data["image/svg+xml"])}\n</div>'
    if "image/png" in data:
        png = "".join(data["image/png"]).replace("\n", "")
        return f'<p class="output"><img alt="" src="data:image/png;base64,{png}"></p>'
    text = "".join(output.get("text", data.get("text/plain", ())))
    return fenced(COLOURS.sub("", text).rstrip(), "text")


def fenced(text: str, language: str) -> str:
    """Return a fenced block of code."""
    return f"```{language}\n{text}\n```"
