"""Code of pages that runs in the environment of a library only."""

import re
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[2]
BLOCK = re.compile(r"^```python\n(.*?)^```", re.MULTILINE | re.DOTALL)


def sections(page: str) -> dict[str, list[str]]:
    """Return the Python blocks of a page of docs/ by the heading of their section."""
    parts = re.split(r"^## (.*)\n", (ROOT / "docs" / page).read_text(encoding="utf-8"), flags=re.MULTILINE)
    return {heading: BLOCK.findall(text) for heading, text in zip(parts[1::2], parts[2::2], strict=True)}


def run_section(page: str, heading: str, names: dict[str, Any] | None = None) -> dict[str, Any]:
    """Run the Python blocks of a section, and return the names that it defines, added to `names`."""
    names = {} if names is None else names
    for code in sections(page)[heading]:
        exec(compile(code, f"<{page}: {heading}>", "exec"), names)
    return names
