"""The tables of docs/krone_schwert.md agree with the code."""

import dataclasses
import re
from itertools import chain

import numpy as np
import pytest

from kschwert_env.krone_schwert import Game, Rules
from kschwert_env.krone_schwert.components import CARD_NAMES, NUM_ACTION_CARDS, PHASE_NAMES
from tests import game_page
from tests.game_page import ALL_RULES, PAGE


@pytest.fixture(scope="module")
def page() -> str:
    return PAGE.read_text(encoding="utf-8")


def rows(page: str, header: str) -> list[list[str]]:
    """The cells of the table whose first column is called `header`."""
    table = page.partition(f"\n| {header} |")[2].partition("\n\n")[0]
    return [[cell.strip() for cell in line.strip("|").split("|")] for line in table.splitlines()[2:]]


def quoted(text: str) -> list[str]:
    return re.findall(r"`\"?(\w+)\"?`", text)


def test_generated_tables_are_what_the_code_says_now(page: str) -> None:
    assert page == game_page.with_tables(page), "run `python -m tests.game_page`"


@pytest.mark.parametrize("rules", ALL_RULES, ids=str)
def test_formulas_of_the_sizes(rules: Rules) -> None:
    players, fields, pairs = rules.num_players, rules.num_fields, len(rules.map.city_sites)
    assert rules.num_actions == 4.5 * fields + pairs + 31
    assert rules.observation.size == 16 * fields + 15 * players + 66


def test_options(page: str) -> None:
    table = {quoted(row[0])[0]: row for row in rows(page, "option")}
    options = [option for option in dataclasses.fields(Rules) if option.init]
    assert list(table) == [option.name for option in options]
    for option in options:
        default = table[option.name][1].strip("`").replace('"', "'")
        assert default == ("" if option.default is dataclasses.MISSING else repr(option.default)), option.name


@pytest.mark.parametrize("rules", ALL_RULES, ids=str)
def test_actions_in_the_order_of_their_numbers(page: str, rules: Rules) -> None:
    formulas = {"F": rules.num_fields, "F/2": rules.num_fields // 2, "S": len(rules.map.city_sites)}
    actions = [rules.actions.decode(i) for i in range(rules.num_actions)]
    table = rows(page, "kind")
    counts = [int(formulas.get(row[2], row[2])) for row in table]
    kinds = [quoted(row[0])[0] for row in table]
    assert list(chain.from_iterable([k] * n for k, n in zip(kinds, counts, strict=True))) == [a.kind for a in actions]
    for kind, (_, arguments, *_) in zip(kinds, table, strict=True):
        of_kind = [action for action in actions if action.kind == kind]
        choices = [action.choice for action in of_kind if action.choice is not None]
        assert quoted(arguments) == [*of_kind[0].arguments(), *choices], kind


def test_phases_and_cards_in_order(page: str) -> None:
    phases = page.partition("Phases in order:")[2].partition("(see")[0]
    assert quoted(phases) == list(PHASE_NAMES)
    cards = page.partition("Cards in order:")[2].partition("\n\n")[0]
    assert quoted(cards) == list(CARD_NAMES)
    assert len(quoted(cards.partition(";")[0])) == NUM_ACTION_CARDS


def test_keys_of_a_position(page: str) -> None:
    rules = Rules(num_players=2)
    position = rules.position(rules.board["blank"][0])
    assert [quoted(row[0])[0] for row in rows(page, "key")] == list(position)
    assert f'`"{position["format"]}"`' in page


def test_rewards(page: str) -> None:
    assert [quoted(row[0])[0] for row in rows(page, "value")] == ["win", "placement", "score"]


def test_channels_of_the_fields(page: str) -> None:
    """Each channel of the table, and nothing else, is what a position says."""
    spans = [[int(n) for n in row[0].split(" to ")] for row in rows(page, "channel")]
    assert list(chain.from_iterable(range(span[0], span[-1] + 1) for span in spans)) == list(range(16))
    rules = Rules(num_players=3)
    chance = np.random.default_rng(1)
    seen = np.zeros(16, bool)
    for seed in range(20):
        game = Game(rules, seed)
        while not game.is_over:
            for seat in range(3):
                view = rules.observation.split(game.observe(seat)["observation"])["fields"]
                expected = channels(game, seat)
                np.testing.assert_array_equal(view, expected)
                seen |= view.any(axis=0)
            for _ in range(7):
                if not game.is_over:
                    game.step(chance.choice(wanted(game)))
        if seen.sum() == 14:
            break
    assert np.flatnonzero(~seen).tolist() == [11, 12], "seats that three players do not have"


def wanted(game: Game) -> list[int]:
    """Legal actions; if there are some that lead to a cathedral, only those."""
    legal = game.legal_actions()
    building = [action for action in legal if game.rules.actions.decode(action).kind in ("large_city", "cathedral")]
    return building or legal


def channels(game: Game, seat: int) -> np.ndarray:
    """The piece `fields` as the page tells it."""
    position, neighbours = game.position(), game.rules.neighbours
    expected = np.zeros((game.rules.num_fields, 16), int)
    for field, entry in enumerate(position["fields"]):
        expected[field, 0] = entry["shape"] == "octagon"
        expected[field, 1 + ["plain", "mountain", "forest"].index(entry["terrain"])] = 1
        owner = position["owner"][field]
        if owner is not None:
            expected[field, 8 + (owner - seat) % 3] = 1
        expected[field, 15] = sum(position["owner"][other] == seat for other in entry["neighbours"])
    for building in position["buildings"]:
        fields = building["fields"]
        expected[fields, 4 + ["castle", "small_city", "large_city"].index(building["kind"])] = 1
        expected[fields, 7] = building["cathedral"]
        for field, other in zip(fields, reversed(fields), strict=True):
            if field != other:
                expected[field, 13] = 1 + neighbours[field].tolist().index(other)
    if position["attack"]:
        expected[position["attack"]["field"], 14] = 1
    return expected


def test_the_example_runs(page: str) -> None:
    names: dict[str, object] = {}
    (example,) = re.findall(r"^```python\n(.*?)^```", page, re.MULTILINE | re.DOTALL)
    exec(example, names)
    assert isinstance(names["game"], Game)
    assert names["game"].is_over
