"""docs/krone_schwert_rules.md describes the standard edition correctly."""

import re

from kschwert_env.krone_schwert import Rules
from tests.docs.generators.rules_page import RulesPage


def test_the_card_table_agrees_with_the_edition() -> None:
    page = RulesPage("krone_schwert").text()
    edition = Rules(num_players=2).edition_data
    rows = re.findall(r"^\|[^|]*\| `(\w+)` \|[^|]*\| (\d+) \| (\d*) ?\| (\d*) ?\|", page, re.MULTILINE)
    table = [tuple(int(number or 0) for number in row[1:]) for row in rows]
    assert table == list(zip(edition.copies, edition.combat, edition.shields, strict=True))
