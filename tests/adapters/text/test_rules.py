"""Rules for a player: they name everything in a game, and are short."""

from importlib import import_module
from typing import Any

import pytest

from kschwert_env import GAMES
from kschwert_env.adapters.text import TextGame
from kschwert_env.engine.contract.rules import Facts
from kschwert_env.engine.text.phrases import card_name
from tests.adapters.text.sizes import CHARACTERS_PER_TOKEN
from tests.helpers.cases import CASES, Case

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
def test_the_rules_name_every_card_phase_and_action(case: Case) -> None:
    text, rules = text_of(case.rules), case.rules
    assert [card for card in card_ids(rules) if card_name(card) not in text] == []
    assert [phase for phase in rules.phase_names if phase not in text] == []
    kinds = {rules.actions.decode(action).kind for action in range(rules.num_actions)}
    unused = set() if rules.options().get("die_of_fate", True) else {"roll_fate"}
    assert [kind for kind in sorted(kinds - unused) if kind not in text] == []


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
    assert "roll_fate" in text_of(two_crowns.Rules(die_of_fate=True))
    assert "roll_fate" not in text_of(two_crowns.Rules())
    assert "After 30 turns" in text_of(two_crowns.Rules(max_turns=30))
    assert "20 VP or more" in text_of(krone_schwert.Rules(4))
    assert "unless announced" in text_of(krone_schwert.Rules(3, visible_scores=False))
