"""Pages of the site that lie outside docs/, and links from one page to another that leave it.

The README is the front page; other Markdown files of the top level and the notebooks are pages, too. Links are written
as a code host wants them, from file to file in the repository.
"""

import json
import posixpath
import re
from pathlib import Path
from typing import Any

from mkdocs.config.defaults import MkDocsConfig
from mkdocs.structure.files import File, Files
from mkdocs.structure.pages import Page

ROOT = Path(__file__).resolve().parents[2]
LINK = re.compile(r"\[(?P<words>[^\[\]]*)\]\((?P<path>[^()\s#:]+)(?P<anchor>#[^()\s]*)?\)")
COLOURS = re.compile(r"\x1b\[[0-9;]*m")


def outside() -> dict[str, str]:
    """The pages outside docs/: their place on the site by that in the repository."""
    texts = {path.name: f"{path.stem.lower()}.md" for path in sorted(ROOT.glob("*.md"))}
    notebooks = {f"notebooks/{path.name}": f"notebooks/{path.stem}.md" for path in (ROOT / "notebooks").glob("*.ipynb")}
    return {**texts, "README.md": "index.md", **notebooks}


def on_files(files: Files, config: MkDocsConfig) -> Files:
    """Add the pages outside docs/."""
    for path, page in outside().items():
        text = (ROOT / path).read_text(encoding="utf-8")
        content = text if path.endswith(".md") else notebook(json.loads(text))
        files.append(File.generated(config, page, content=content))
    return files


def on_page_markdown(markdown: str, page: Page, config: MkDocsConfig, files: Files) -> str:
    """Lead links to where their files are on the site. Of a file that is not on it only the words are left."""
    here = page.file.src_uri
    in_repository = {to: path for path, to in outside().items()}.get(here, f"docs/{here}")

    def led(link: re.Match[str]) -> str:
        path = posixpath.normpath(posixpath.join(posixpath.dirname(in_repository), link["path"]))
        to = outside().get(path, path.removeprefix("docs/") if path.startswith("docs/") else None)
        if to is not None:
            return f"[{link['words']}]({posixpath.relpath(to, posixpath.dirname(here) or '.')}{link['anchor'] or ''})"
        return link["words"] if (ROOT / path).exists() else link[0]

    return LINK.sub(led, markdown)


def notebook(contents: dict[str, Any]) -> str:
    """A notebook, with the outputs that it is kept with, as Markdown."""
    parts = []
    for cell in contents["cells"]:
        source = "".join(cell["source"])
        parts.append(source if cell["cell_type"] == "markdown" else fenced(source, "python"))
        parts += [shown(output) for output in cell.get("outputs", ())]
    return "\n\n".join(parts)


def shown(output: dict[str, Any]) -> str:
    """What a cell has put out: a picture where there is one, else text."""
    data = output.get("data", {})
    if "image/svg+xml" in data:
        return f'<div class="output" markdown="0">\n{"".join(data["image/svg+xml"])}\n</div>'
    if "image/png" in data:
        png = "".join(data["image/png"]).replace("\n", "")
        return f'<p class="output"><img alt="" src="data:image/png;base64,{png}"></p>'
    text = "".join(output.get("text", data.get("text/plain", ())))
    return fenced(COLOURS.sub("", text).rstrip(), "text")


def fenced(text: str, language: str) -> str:
    """A block of code."""
    return f"```{language}\n{text}\n```"
