"""What docs/rules.md says of the standard edition and of editions is so."""

import re

import pytest

from kschwert_env.krone_schwert import Rules
from tests.rules_page import RulesPage


@pytest.fixture(scope="module")
def page() -> str:
    return RulesPage("krone_schwert").text()


def test_the_card_table_agrees_with_the_edition(page: str) -> None:
    edition = Rules(num_players=2).edition_data
    rows = re.findall(r"^\|[^|]*\| `(\w+)` \|[^|]*\| (\d+) \| (\d*) ?\| (\d*) ?\|", page, re.MULTILINE)
    told = [tuple(int(number or 0) for number in row[1:]) for row in rows]
    assert told == list(zip(edition.copies, edition.combat, edition.shields, strict=True))


def test_the_examples_of_editions_run(page: str, tmp_path_factory: pytest.TempPathFactory) -> None:
    examples = re.findall(r"^```python\n(.*?)^```", page, re.MULTILINE | re.DOTALL)
    names: dict[str, object] = {}
    with pytest.MonkeyPatch.context() as patch:
        patch.chdir(tmp_path_factory.mktemp("edition"))
        for example in examples:
            exec(example, names)
    rules = names["rules"]
    assert isinstance(rules, Rules)
    assert rules.edition_data == Rules(num_players=4).edition_data
