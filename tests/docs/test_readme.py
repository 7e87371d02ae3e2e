"""The examples of the README, and of the pages on adapters, agents and evaluation, run as they stand."""

import re
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).parents[2]
REFUSED = re.compile(r"\n(?P<line>[^\n]+)  # IllegalAction: (?P<message>[^\n]+)")


@pytest.mark.parametrize(
    ("page", "fewest"), [("README.md", 5), ("docs/adapters.md", 5), ("docs/agents.md", 2), ("docs/evaluation.md", 4)]
)
def test_the_examples_of_a_page_run(page: str, fewest: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """One after another, as in a session that follows the page: they use what those before have defined.

    Those with Ray are run by `make ray`, where it is installed; that with TorchRL needs it.
    """
    found = re.findall(r"```python\n(.*?)```", (ROOT / page).read_text(encoding="utf-8"), re.DOTALL)
    examples = [example for example in found if not re.match("from ray|import torch\nfrom tensordict", example)]
    assert len(examples) >= fewest
    monkeypatch.chdir(tmp_path)
    names: dict[str, Any] = {}
    for example in examples:
        refused = REFUSED.search(example)
        exec(REFUSED.sub("", example), names)
        if refused:
            with pytest.raises(ValueError, match=re.escape(refused["message"])):
                exec(refused["line"], names)
