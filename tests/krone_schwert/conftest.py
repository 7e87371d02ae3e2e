"""Fixtures for tests of this game; the shared fixtures are in tests/conftest.py."""

import re
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.helpers.editions import standard, written
from tests.krone_schwert.scenes import Scene

STANDARD = standard("krone_schwert")


@pytest.fixture
def scene() -> Scene:
    """Return an empty scene for three players."""
    return Scene()


@pytest.fixture
def edition(tmp_path: Path) -> Callable[..., str]:
    """Return a function that writes the standard edition with changed supplies (`castles=1`), and returns its path."""

    def write(**supplies: int) -> str:
        text = STANDARD
        for name, count in supplies.items():
            text, found = re.subn(rf"^{name} = \d+$", f"{name} = {count}", text, flags=re.MULTILINE)
            assert found == 1, f"no supply is called {name}"
        return written(tmp_path, text)

    return write


@pytest.fixture
def tiny_edition(tmp_path: Path) -> str:
    """Write an edition whose parts have one row of three octagons: 12 fields for two players."""
    part = '[[parts]]\nname = "{}"\nmap = """\nP   M   F\n  p   m   f\n"""\n'
    slots = "\n".join(f"{n} = {[[row, 0] for row in range(n)]}" for n in range(2, 6))
    text = "".join(map(part.format, "abcde")) + f"[slots]\n{slots}\n" + STANDARD[STANDARD.index("[cards]") :]
    return written(tmp_path, text)
