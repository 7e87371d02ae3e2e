"""Every rule of every game is defined on its rules page, implemented and tested; the table there lists where."""

import re
from pathlib import Path

import pytest

from tests.docs.generators.rules_page import PAGES, RulesPage
from tests.helpers.editions import rules_with_editions, smallest


@pytest.fixture(params=PAGES, ids=str)
def page(request: pytest.FixtureRequest) -> RulesPage:
    result: RulesPage = request.param
    return result


def test_every_rule_is_defined_on_its_page(page: RulesPage) -> None:
    assert page.defined() == set(page.rules)


def test_every_rule_has_a_function_that_implements_it(page: RulesPage) -> None:
    places = {rule for citation in page.citations_of_code() if not citation.rank for rule in citation.rules}
    assert [rule for rule in page.rules if rule not in places] == []


def test_every_rule_has_a_test(page: RulesPage) -> None:
    tested = {rule for citation in page.citations_of_tests() for rule in citation.rules}
    assert [rule for rule in page.rules if rule not in tested] == []


def test_only_rules_that_exist_are_cited(page: RulesPage) -> None:
    assert page.unknown([*page.citations_of_code(), *page.citations_of_tests()]) == []


def test_the_table_is_up_to_date(page: RulesPage) -> None:
    assert page.text() == page.text_with_table(), "run `python -m tests.docs.generators.rules_page`"


def test_summaries_have_at_most_five_words(page: RulesPage) -> None:
    assert [words for words in page.rules.values() if len(words.split()) > 5] == []


def test_the_examples_of_editions_run(page: RulesPage, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The editions of the examples equal the standard one except for the changed entries."""
    examples = re.findall(r"^```python\n(.*?)^```", page.text(), re.MULTILINE | re.DOTALL)
    names: dict[str, object] = {}
    monkeypatch.chdir(tmp_path)
    for example in examples:
        exec(example, names)
    rules = names["rules"]
    assert isinstance(rules, rules_with_editions(page.game))
    assert rules.edition_data == smallest(type(rules), "standard").edition_data


@pytest.mark.parametrize(
    ("text", "rules"),
    [
        ("A5, L3: nothing", {"A5", "L3"}),
        ("settle the revolt (R5 to R7)", {"R5", "R6", "R7"}),
        ("Q9 to Q10", {"Q9", "Q10"}),
        ("SHA-256 of MAP1, xA1, A123 and 2P1", set()),
        ("A9 does not exist", {"A9"}),
        ("seats N0, F1, M2", set()),
    ],
)
def test_ids_in_a_text(text: str, rules: set[str]) -> None:
    assert RulesPage("krone_schwert").cited(text) == rules
