"""The page's modules as one script, and its style sheets as one: two requests instead of forty.

Addresses contain a digest of the content, so that browsers may keep both for good.
"""

import re
from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import NamedTuple

from kschwert_env.rendering.pages.page import THEME

STATIC = Path(__file__).resolve().parents[1] / "static"
"""Folder of the page."""

_IMPORT = re.compile(r'^import \{ (.*) \} from "(.*)";\n', re.MULTILINE)
_STYLE = re.compile(r'<link rel="stylesheet" href="static/(.*)">\n')
_COMMENT = re.compile(r"^ *//.*\n|^ +", re.MULTILINE)
_EXPORT = re.compile(r"^export ((?:async )?(?:function|class|const) (\w+))", re.MULTILINE)


class Bundle(NamedTuple):
    """Page, script and style: the first load of a browser.

    Attributes:
        page: the HTML, with the addresses of script and style.
        files: script and style by name.
    """

    page: str
    files: dict[str, str]


@cache
def bundle() -> Bundle:
    """Return the page, its script and its style."""
    page = (STATIC / "index.html").read_text(encoding="utf-8")
    names = _STYLE.findall(page)
    style = "".join(THEME if name == "theme.css" else (STATIC / name).read_text(encoding="utf-8") for name in names)
    files = {_named("app", "js", script := bundled_script(STATIC / "js" / "main.js")): script}
    files[_named("style", "css", style)] = style
    script_name, style_name = files
    page = re.sub(f"(?:{_STYLE.pattern})+", f'<link rel="stylesheet" href="static/{style_name}">\n', page)
    page = page.replace("static/js/main.js", f"static/{script_name}")
    return Bundle(page, files)


def _named(stem: str, suffix: str, content: str) -> str:
    return f"{stem}-{sha256(content.encode()).hexdigest()[:12]}.{suffix}"


def bundled_script(main: Path) -> str:
    """Return a module and all that it imports as one script. Each module keeps its own scope."""
    order: list[Path] = []
    _visit(main.resolve(), order)
    return "\n".join(
        ["// Bundled from the modules in static/js.", '"use strict";', *(_scoped(each, order) for each in order)]
    )


def _visit(module: Path, order: list[Path]) -> None:
    """Append the modules that a module imports, and then itself."""
    for _, name in _IMPORT.findall(module.read_text(encoding="utf-8")):
        if (imported := (module.parent / name).resolve()) not in order:
            _visit(imported, order)
    if module not in order:
        order.append(module)


def _scoped(module: Path, order: list[Path]) -> str:
    """Return a module as a function that is called at once, and returns what the module exports."""

    def imported(match: re.Match[str]) -> str:
        number = order.index((module.parent / match[2]).resolve())
        return f"const {{ {match[1].replace(' as ', ': ')} }} = module{number};\n"

    text = _IMPORT.sub(imported, module.read_text(encoding="utf-8"))
    names = [name for _, name in _EXPORT.findall(text)]
    body = _EXPORT.sub(r"\1", text)
    body = _COMMENT.sub("", body)
    return f"const module{order.index(module)} = (() => {{\n{body}\nreturn {{ {', '.join(names)} }};\n}})();"
