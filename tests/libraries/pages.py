"""Code of pages that runs in the environment of a library only."""

import re
import sys
from pathlib import Path
from types import ModuleType
from typing import Any

ROOT = Path(__file__).resolve().parents[2]
BLOCK = re.compile(r"^```python\n(.*?)^```", re.MULTILINE | re.DOTALL)


def sections(page: str) -> dict[str, list[str]]:
    """Return the Python blocks of a page of docs/ by the heading of their section."""
    parts = re.split(r"^## (.*)\n", (ROOT / "docs" / page).read_text(encoding="utf-8"), flags=re.MULTILINE)
    return {heading: BLOCK.findall(text) for heading, text in zip(parts[1::2], parts[2::2], strict=True)}


def run_section(page: str, heading: str, **names: Any) -> dict[str, Any]:
    """Run the Python blocks of a section, in a module of their own with these names; return all its names."""
    module = ModuleType(f"section_{re.sub('[^a-z]', '_', heading.lower())}")
    sys.modules[module.__name__] = module  # some libraries pickle classes
    module.__dict__.update(names)
    for code in sections(page)[heading]:
        exec(compile(code, f"<{page}: {heading}>", "exec"), module.__dict__)
    return module.__dict__
