"""Every rule is told in docs/rules.md, implemented, and tested, and the table there says where."""

import re

import pytest

from kschwert_env.krone_schwert import Rules
from tests import rules_page
from tests.rules_page import PAGE, RULES


@pytest.fixture(scope="module")
def page() -> str:
    return PAGE.read_text(encoding="utf-8")


def test_every_rule_is_told(page: str) -> None:
    assert rules_page.told(page) == set(RULES)


def test_every_rule_has_a_function_that_implements_it() -> None:
    places = {rule for citation in rules_page.citations_of_code() if not citation.rank for rule in citation.rules}
    assert [rule for rule in RULES if rule not in places] == []


def test_every_rule_has_a_test() -> None:
    tested = {rule for citation in rules_page.citations_of_tests() for rule in citation.rules}
    assert [rule for rule in RULES if rule not in tested] == []


def test_only_rules_that_exist_are_cited() -> None:
    assert rules_page.unknown([*rules_page.citations_of_code(), *rules_page.citations_of_tests()]) == []


def test_the_table_is_what_the_citations_say_now(page: str) -> None:
    assert page == rules_page.with_table(page), "run `python -m tests.rules_page`"


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
    assert rules_page.cited(text) == rules


def test_the_rule_in_five_words() -> None:
    assert [words for words in RULES.values() if len(words.split()) > 5] == []


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
