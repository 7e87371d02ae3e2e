"""docs/krone_schwert.md describes boards correctly; shared tests check the common parts of the page."""

from itertools import chain

import numpy as np
import pytest

from kschwert_env.krone_schwert import Game, Rules
from kschwert_env.krone_schwert.kernel.components import NUM_ACTION_CARDS
from tests.docs.test_game_page import page_of, quoted, rows

PAGE = page_of("krone_schwert")


@pytest.mark.parametrize("rules", Rules.kinds(), ids=str)
def test_formulas_of_the_sizes(rules: Rules) -> None:
    players, fields, pairs = rules.num_players, rules.num_fields, len(rules.map.city_sites)
    assert rules.num_actions == 4.5 * fields + pairs + 31
    assert rules.observation.size == 16 * fields + 28 * players + 71


def test_action_cards_come_first() -> None:
    cards = PAGE.text.partition("Cards in order:")[2].partition("\n\n")[0]
    assert len(quoted(cards.partition(";")[0])) == NUM_ACTION_CARDS


@pytest.mark.needs_jit
def test_channels_of_the_fields() -> None:
    """Each channel of the table agrees with the position, and there are no other channels."""
    spans = [[int(n) for n in row[0].split(" to ")] for row in rows(PAGE, "channel")]
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
                seen |= view.any(axis=1)
            for _ in range(7):
                if not game.is_over:
                    game.step(chance.choice(preferred_actions(game)))
        if seen.sum() == 14:
            break
    assert np.flatnonzero(~seen).tolist() == [11, 12], "seats that three players do not have"


def preferred_actions(game: Game) -> list[int]:
    """Return the legal actions; only those that lead to a cathedral if there are any."""
    legal = game.legal_actions()
    building = [action for action in legal if game.rules.actions.decode(action).kind in ("large_city", "cathedral")]
    return building or legal


def channels(game: Game, seat: int) -> np.ndarray:
    """Return the piece `fields` as the page describes it."""
    position, neighbours = game.position(), game.rules.neighbours
    expected = np.zeros((16, game.rules.num_fields), int)
    for field, entry in enumerate(position["fields"]):
        expected[0, field] = entry["shape"] == "octagon"
        expected[1 + ["plain", "mountain", "forest"].index(entry["terrain"]), field] = 1
        owner = position["owner"][field]
        if owner is not None:
            expected[8 + (owner - seat) % 3, field] = 1
        expected[15, field] = sum(position["owner"][other] == seat for other in entry["neighbours"])
    for building in position["buildings"]:
        fields = building["fields"]
        expected[4 + ["castle", "small_city", "large_city"].index(building["kind"]), fields] = 1
        expected[7, fields] = building["cathedral"]
        for field, other in zip(fields, reversed(fields), strict=True):
            if field != other:
                expected[13, field] = 1 + neighbours[field].tolist().index(other)
    if position["attack"]:
        expected[14, position["attack"]["field"]] = 1
    return expected
