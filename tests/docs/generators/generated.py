"""Generated parts of documentation pages, between two HTML comments that name them."""

from pathlib import Path

DOCS = Path(__file__).resolve().parents[3] / "docs"


def begin_of(name: str, module: str) -> str:
    """Return the comment above a generated part."""
    return f"<!-- {name}: written by `python -m {module}` -->"


def with_part(page: str, name: str, module: str, text: str) -> str:
    """Return the page with `text` as its part of that name. Raises ValueError if the comments are missing."""
    begin, end = begin_of(name, module), f"<!-- end of {name} -->"
    before, found_begin, rest = page.partition(begin)
    _, found_end, after = rest.partition(end)
    if not found_begin or not found_end:
        raise ValueError(f"the page lacks the line {end if found_begin else begin}")
    return f"{before}{begin}\n\n{text}\n\n{end}{after}"
