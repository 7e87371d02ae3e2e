"""Editions: read from TOML, checked, and played. What the rules page says of them is so."""

import copy
import pickle
import re
from collections.abc import Callable
from importlib.resources import files
from pathlib import Path

import pytest

from kschwert_env.two_crowns import EditionError, Game, Rules
from tests.rules_page import RulesPage
from tests.two_crowns.scenes import COPIES

STANDARD = (files("kschwert_env.two_crowns") / "editions" / "standard.toml").read_text()


def test_an_edition_of_ones_own_is_played(edition: Callable[..., str]) -> None:
    """C2: with nothing but knights there is nothing else in any hand."""
    game = Game(Rules(edition=edition()), 1)
    assert game.position()["hands"] == [{"knight_3": 7}] * 2
    while not game.is_over:
        game.step(game.legal_actions()[0])
    assert Game.from_position(game.position()) == game


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("knight_1 = 12", "knight_1 = 13", r"cards: '54 cards in all' is wrong; it must be 53"),
        ("vassal = 5", "vassal = -1", r"cards.vassal: -1 .* an integer from 0 to 53"),
        ("vassal = 5", "vassal = 5.0", r"cards.vassal: 5.0 .* an integer"),
        ("vassal = 5", "", r"cards.vassal is missing"),
        ("vassal = 5", "vassal = 5\ndragon = 1", r"cards.dragon: 1 is wrong; it must be left out"),
        ("[cards]", "[kards]", r"cards is missing"),
        ("[cards]", "[cards", r"not a TOML file"),
    ],
)
def test_a_wrong_edition_is_refused(old: str, new: str, message: str, tmp_path: Path) -> None:
    """C1, C2: with file, key, value and what is right."""
    assert old in STANDARD
    path = tmp_path / "wrong.toml"
    path.write_text(STANDARD.replace(old, new, 1))
    with pytest.raises(EditionError, match=message) as caught:
        Rules(edition=str(path))
    assert str(caught.value).startswith(str(path))


def test_an_unknown_edition_is_named() -> None:
    with pytest.raises(EditionError, match=r"'standart' is neither a known edition .standard. nor a readable file"):
        Rules(edition="standart")


def test_rules_are_told_apart_by_what_their_edition_says(edition: Callable[..., str]) -> None:
    """C2: not by where the file lies; a pickle of rules whose file has changed is refused."""
    path = Path(edition(**COPIES))
    rules = Rules(edition=str(path))
    assert rules.edition_data == Rules().edition_data
    assert pickle.loads(pickle.dumps(rules)) == copy.deepcopy(rules) == rules
    data = pickle.dumps(rules)
    edition(feint=3)
    assert Rules(edition=str(path)) != rules
    with pytest.raises(ValueError, match="is not what it was when these rules were pickled"):
        pickle.loads(data)


def test_the_card_table_agrees_with_the_edition() -> None:
    """C2."""
    rows = re.findall(r"^\|[^|]*\| `(\w+)` \| (\d+) \|", RulesPage("two_crowns").text(), re.MULTILINE)
    assert {card: int(count) for card, count in rows} == COPIES


def test_the_example_of_an_edition_runs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (example,) = re.findall(r"^```python\n(.*?)^```", RulesPage("two_crowns").text(), re.MULTILINE | re.DOTALL)
    names: dict[str, object] = {}
    monkeypatch.chdir(tmp_path)
    exec(example, names)
    rules = names["rules"]
    assert isinstance(rules, Rules)
    assert rules.edition_data == Rules().edition_data
