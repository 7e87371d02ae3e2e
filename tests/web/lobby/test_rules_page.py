"""The rules for players come first, with pictures of cards; then the complete rules with their ids."""

import re
from importlib import import_module

import pytest

from kschwert_env import GAMES
from kschwert_env.adapters.text.rules_text import rules_text
from kschwert_env.importing import find_game
from kschwert_env.web.lobby.rules_page import rules_page


@pytest.mark.parametrize("game", GAMES)
def test_the_rules_for_players_come_first(game: str) -> None:
    html = rules_page(game)
    short, _, complete = html.partition("<hr>")
    for chapter in ("Aim", "Your turn", "Tips for the first game"):
        assert f">{chapter}</h2>" in short
    assert short.count('class="rule-card"') > 5
    assert "<svg" in short
    assert "src=" not in short
    assert "Seat 0" not in short
    assert ' id="T1"' in complete
    assert len(short) > 2000


@pytest.mark.parametrize("game", GAMES)
def test_players_and_language_models_read_the_same_sentences(game: str) -> None:
    """Each sentence of `shared_rules` is in both, and nothing is left to be filled in."""
    rules = find_game(game)(2)
    shared = vars(import_module(f"kschwert_env.{game}.text.shared_rules"))
    sentences = [words for name, words in shared.items() if isinstance(words, str) and name.isupper()]
    assert len(sentences) >= 9
    short = re.sub(r"<[^>]*>", "", rules_page(game).partition("<hr>")[0]).replace("&quot;", '"').replace("\n", " ")
    for sentence in sentences:
        assert sentence[1:] in rules_text(rules)
        assert sentence[1:] in short
    assert not re.search(r"[{}]", short)


def test_tables_of_cards_are_those_of_the_help() -> None:
    short = rules_page("two_crowns").partition("<hr>")[0]
    (cards, _) = find_game("two_crowns")(2).card_help()
    effects = {row[0]: str(row[4]) for row in cards.rows}
    assert effects["catapult"] in short
    assert effects["gold_1"] not in short
