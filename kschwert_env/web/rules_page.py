"""The rules of a game as HTML; each rule can be linked to by its id."""

import re
from functools import cache

from markdown_it import MarkdownIt

from kschwert_env.data import DATA_ROOT

_RULE = re.compile(r"<(p|li)>(?:<p>)?\s*<strong>([A-Z]+\d+)</strong>")
_LINK = re.compile(r'<a href="(?!#)[^"]*">(.*?)</a>', re.DOTALL)
_HEADING = re.compile(r"<h([1-6])>(.*?)</h\1>")


@cache
def rules_page(game: str) -> str:
    """The rules page of a game, as a part of a page. Raises FileNotFoundError where there is none."""
    text = (DATA_ROOT / "docs" / f"{game}_rules.md").read_text(encoding="utf-8")
    html = MarkdownIt("commonmark", {"html": False}).enable("table").render(text)
    html = _LINK.sub(r"\1", html)  # to pages that are not here
    html = _HEADING.sub(lambda found: f'<h{found[1]} id="{_anchor(found[2])}">{found[2]}</h{found[1]}>', html)
    return _RULE.sub(lambda found: found[0].replace(f"<{found[1]}>", f'<{found[1]} id="{found[2]}">', 1), html)


def _anchor(heading: str) -> str:
    """As other pages write it."""
    plain = re.sub(r"<[^>]*>|&\w+;", "", heading).lower()
    return re.sub(r"[^\w\- ]", "", plain).strip().replace(" ", "-")
