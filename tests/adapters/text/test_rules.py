"""Rules for a player: they name everything in a game, and are short."""

import re
from importlib import import_module
from typing import Any

import pytest

from kschwert_env import GAMES
from kschwert_env.adapters.text import TextGame
from kschwert_env.engine.contract.rules import Facts
from kschwert_env.engine.text.phrases import card_name
from tests.adapters.text.play import decisions
from tests.adapters.text.sizes import CHARACTERS_PER_TOKEN
from tests.helpers.cases import CASES, ONE_EACH, Case

COLUMNS = ("id", "name", "copies", "cost", "effect", "values", "rules")

BUNDLED = [
    Case(package.Game, package.Rules(players, edition))
    for package in (import_module(f"kschwert_env.{game}") for game in GAMES)
    for edition in package.Rules.bundled_editions()
    for players in package.Rules.player_counts
]


def text_of(rules: Any) -> str:
    return TextGame(rules).rules()


def card_ids(rules: Any) -> set[str]:
    """Return the ids of all cards, events and pieces in the tables of an edition."""
    facts = [table for table in rules.edition_facts() if table.columns[0] in ("card", "event")]
    return {str(row[0]) for table in facts for row in table.rows if row[0] != "all" and "crown" != row[0] != "sword"}


@pytest.mark.parametrize("case", [*BUNDLED, *CASES], ids=str)
def test_the_rules_name_every_card_and_phase(case: Case) -> None:
    text, rules = text_of(case.rules), case.rules
    assert [card for card in card_ids(rules) if card_name(card) not in text] == []
    assert [phase for phase in rules.phase_names if phase not in text] == []


@pytest.mark.parametrize("case", ONE_EACH, ids=str)
def test_the_rules_use_the_words_of_the_actions(case: Case) -> None:
    """They name what is done as prompts do, and not by the names of kinds that prompts never show."""
    words = set(re.findall(r"[a-z]+", text_of(case.rules).lower()))
    others = {kind for kind in kinds_of(case.rules) if "_" in kind} | {"exact", "bury"}
    assert [kind for kind in sorted(others) if re.search(rf"\b{kind}\b", text_of(case.rules))] == []
    for seed in range(6):
        for text in decisions(case, seed, 100):
            for choice in text.choices(text.player or 0):
                verb = choice.words.split()[0].lower()
                assert verb in words or f"{verb}s" in words, choice.words


def kinds_of(rules: Any) -> set[str]:
    return {rules.actions.decode(action).kind for action in range(rules.num_actions)} - set(rules.phase_names)


@pytest.mark.parametrize("case", [*BUNDLED, *CASES], ids=str)
def test_the_rules_are_short(case: Case) -> None:
    assert 1000 <= len(text_of(case.rules)) / CHARACTERS_PER_TOKEN <= 3000


@pytest.mark.parametrize("case", BUNDLED, ids=str)
def test_every_card_has_a_description(case: Case) -> None:
    """One row for each card, with an effect or printed values, and ids of existing rules."""
    known = import_module(f"tests.{case.rules.package}.rule_ids").RULES
    tables: list[Facts] = case.rules.text_module().card_help(case.rules)
    rows = [dict(zip(table.columns, row, strict=True)) for table in tables for row in table.rows]
    assert {table.columns for table in tables} == {COLUMNS}
    assert card_ids(case.rules) <= {row["id"] for row in rows}
    for row in rows:
        assert row["effect"] or row["values"], row
        assert row["rules"], row
        assert [rule for rule in str(row["rules"]).split(", ") if rule not in known] == [], row


def test_the_rules_contain_the_options() -> None:
    two_crowns, krone_schwert = (import_module(f"kschwert_env.{game}") for game in ("two_crowns", "krone_schwert"))
    assert "roll the die of fate" in text_of(two_crowns.Rules(die_of_fate=True))
    assert "die of fate" not in text_of(two_crowns.Rules())
    assert "After 30 turns" in text_of(two_crowns.Rules(max_turns=30))
    assert "20 VP or more" in text_of(krone_schwert.Rules(4))
    assert "unless announced" in text_of(krone_schwert.Rules(3, visible_scores=False))
