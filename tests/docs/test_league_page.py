"""The generated leagues and protocols on the pages are up to date."""

import json
from pathlib import Path

import pytest

from kschwert_env.agents.policy import bundled_versions
from kschwert_env.arena.evaluation.evaluation import TableEvaluation
from kschwert_env.arena.evaluation.protocols import TABLE_PROTOCOLS
from kschwert_env.importing import find_game
from tests.docs.generators import league_page
from training import league


@pytest.mark.parametrize("path", league_page.pages(), ids=lambda path: f"{path.parent.name}-{path.name}")
def test_the_pages_are_up_to_date(path: Path) -> None:
    assert path.read_text(encoding="utf-8") == league_page.pages()[path], (
        "python -m tests.docs.generators.league_page writes it"
    )


@pytest.mark.parametrize("path", league_page.files(), ids=lambda path: path.stem)
def test_the_leagues_use_current_rules(path: Path) -> None:
    found = json.loads(path.read_text(encoding="utf-8"))
    rules = find_game(found["game"])(num_players=found["players"])
    assert found["format"] == league.FORMAT
    assert (path.stem, found["fingerprint"]) == (f"{rules.package}-{rules.num_players}p", rules.fingerprint)
    assert set(found["exploitability"]) <= set(found["agents"])


@pytest.mark.parametrize("path", league_page.table_files(), ids=lambda path: path.stem)
def test_the_table_results_are_of_the_newest_network(path: Path) -> None:
    found = json.loads(path.read_text(encoding="utf-8"))
    protocol = TABLE_PROTOCOLS[found["protocol"]]
    rules = protocol.rules()
    assert (found["format"], found["fingerprint"]) == (TableEvaluation.format, rules.fingerprint)
    assert (path.stem, set(found["tables"])) == (
        f"{rules.package}-{rules.num_players}p",
        {table.name for table in protocol.tables},
    )
    assert found["agent"] == f"policy:version={list(bundled_versions(rules))[-1]}"


def test_each_game_for_more_than_two_has_table_results() -> None:
    assert [path.stem for path in league_page.table_files()] == [f"krone_schwert-{players}p" for players in (3, 4, 5)]
