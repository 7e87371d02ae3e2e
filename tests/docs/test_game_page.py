"""The tables of every game's page, docs/<game>.md, agree with its code."""

import dataclasses
import re
from importlib import import_module
from itertools import chain
from typing import Any, NamedTuple

import pytest

from kschwert_env import GAMES
from kschwert_env.importing import find_game
from tests.docs.generators import example_picture, game_page


class Page(NamedTuple):
    """The page of a game, with the rules that it covers."""

    game: str
    text: str
    kinds: tuple[Any, ...]

    def __str__(self) -> str:
        return self.game


def page_of(game: str) -> Page:
    text = game_page.path_of(game).read_text(encoding="utf-8")
    return Page(game, text, find_game(game).kinds())


@pytest.fixture(params=map(page_of, GAMES), ids=str)
def page(request: pytest.FixtureRequest) -> Page:
    result: Page = request.param
    return result


def rows(page: Page, header: str) -> list[list[str]]:
    """Return the cells of the table whose first column is named `header`."""
    table = page.text.partition(f"\n| {header} |")[2].partition("\n\n")[0]
    return [[cell.strip() for cell in line.strip("|").split("|")] for line in table.splitlines()[2:]]


def quoted(text: str) -> list[str]:
    return re.findall(r"`\"?(\w+)\"?`", text)


def test_generated_tables_are_up_to_date(page: Page) -> None:
    assert page.text == game_page.with_tables(page.game, page.text), "run `python -m tests.docs.generators.game_page`"


def test_options(page: Page) -> None:
    table = {quoted(row[0])[0]: row for row in rows(page, "option")}
    options = [option for option in dataclasses.fields(page.kinds[0]) if option.init]
    assert list(table) == [option.name for option in options]
    for option in options:
        default = table[option.name][1].strip("`").replace('"', "'")
        assert default == ("" if option.default is dataclasses.MISSING else repr(option.default)), option.name


def test_actions_in_the_order_of_their_numbers(page: Page) -> None:
    table = rows(page, "kind")
    kinds = [quoted(row[0])[0] for row in table]
    for rules in page.kinds:
        actions = [rules.actions.decode(i) for i in range(rules.num_actions)]
        counts = [number(rules, row[2]) for row in table]
        named = list(chain.from_iterable([kind] * n for kind, n in zip(kinds, counts, strict=True)))
        assert named == [action.kind for action in actions]
        for kind, (_, arguments, *_) in zip(kinds, table, strict=True):
            of_kind = [action for action in actions if action.kind == kind]
            choices = [action.choice for action in of_kind if action.choice is not None]
            assert quoted(arguments) == [*of_kind[0].arguments(), *choices], kind


def number(rules: Any, count: str) -> int:
    """Return a number of actions from the page, replacing its symbols F, O and S."""
    if count.isdigit():
        return int(count)
    symbols = {"F": rules.num_fields, "O": rules.map.num_octagons, "S": len(rules.map.city_sites)}
    return int(symbols[count])


def test_phases_and_cards_in_order(page: Page) -> None:
    components = import_module(f"kschwert_env.{page.game}.kernel.components")
    phases = page.text.partition("Phases in order:")[2].partition("(see")[0]
    assert quoted(phases) == list(components.PHASE_NAMES)
    cards = page.text.partition("Cards in order:")[2].partition("\n\n")[0]
    assert quoted(cards) == list(components.CARD_NAMES)


def test_keys_of_a_position(page: Page) -> None:
    rules = page.kinds[0]
    position = rules.position(rules.board["blank"][0])
    assert [quoted(row[0])[0] for row in rows(page, "key")] == list(position)
    assert f'`"{position["format"]}"`' in page.text


def test_rewards(page: Page) -> None:
    assert [quoted(row[0])[0] for row in rows(page, "value")] == ["win", "placement", "score"]


def test_chance_in_records(page: Page) -> None:
    section = page.text.partition("## Records of games")[2].partition("## Version history")[0]
    assert set(page.kinds[0].chance_keys) <= set(quoted(section))


def test_the_example_runs(page: Page) -> None:
    names: dict[str, Any] = {}
    (example,) = re.findall(r"^```python\n(.*?)^```", page.text, re.MULTILINE | re.DOTALL)
    exec(example, names)
    assert names["game"].rules.package == page.game
    assert names["game"].is_over


@pytest.mark.needs_jit
def test_the_picture_is_up_to_date(page: Page) -> None:
    """`python -m tests.docs.generators.example_picture` writes the picture."""
    path = example_picture.path_of(page.game)
    assert f"(images/{path.name})" in page.text
    assert path.read_text(encoding="utf-8") == example_picture.EXAMPLES[page.game]()
