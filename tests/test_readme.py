"""The examples of the README, and of the page on adapters, run as they stand."""

import re
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).parent.parent
PAGES = [(ROOT / page).read_text(encoding="utf-8") for page in ("README.md", "docs/adapters.md")]
EXAMPLES = [example for page in PAGES for example in re.findall(r"```python\n(.*?)```", page, re.DOTALL)]
REFUSED = re.compile(r"\n(?P<line>[^\n]+)  # IllegalAction: (?P<message>[^\n]+)")


@pytest.fixture(scope="module")
def names(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Any]:
    """The names that the examples before have defined, as in a session that follows the page."""
    return {"folder": tmp_path_factory.mktemp("readme")}


@pytest.mark.parametrize("example", EXAMPLES, ids=range(len(EXAMPLES)))
def test_an_example_runs(example: str, names: dict[str, Any], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(names["folder"])
    refused = REFUSED.search(example)
    exec(REFUSED.sub("", example), names)
    if refused:
        with pytest.raises(ValueError, match=re.escape(refused["message"])):
            exec(refused["line"], names)


def test_there_are_examples() -> None:
    assert len(EXAMPLES) >= 6
