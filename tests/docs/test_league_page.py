"""The generated leagues and protocols on the pages are up to date."""

import json
from pathlib import Path

import pytest

from kschwert_env import terminal
from tests.docs import league_page
from training import league


@pytest.mark.parametrize("path", league_page.pages(), ids=lambda path: path.name)
def test_the_pages_are_up_to_date(path: Path) -> None:
    assert path.read_text(encoding="utf-8") == league_page.pages()[path], "python -m tests.docs.league_page writes it"


@pytest.mark.parametrize("path", league_page.files(), ids=lambda path: path.stem)
def test_the_leagues_use_current_rules(path: Path) -> None:
    found = json.loads(path.read_text(encoding="utf-8"))
    rules = terminal.package(found["game"]).Rules(num_players=found["players"])
    assert found["format"] == league.FORMAT
    assert (path.stem, found["fingerprint"]) == (f"{rules.package}-{rules.num_players}p", rules.fingerprint)
    assert set(found["exploitability"]) <= set(found["agents"])
