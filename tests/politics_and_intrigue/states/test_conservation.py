"""Random games keep all cards, and derived values agree with the rest of the position."""

from typing import Any

import numpy as np
import pytest

from kschwert_env.engine.simulation.batch import Batch
from kschwert_env.politics_and_intrigue import Rules
from kschwert_env.politics_and_intrigue.kernel.components import (
    MOST_STOCK,
    NOBODY,
    NUM_CARDS,
    NUM_EVENT_CARDS,
    ROW_CARDS,
    Card,
    Phase,
    Place,
)
from kschwert_env.politics_and_intrigue.kernel.derived_state import derive
from tests.helpers.cases import BUSY
from tests.helpers.conservation import steps, under_way

pytestmark = pytest.mark.needs_jit

_derive: Any = derive  # compiled functions are typed by Numba


@pytest.fixture(params=["extended", "tournament"])
def batch(request: pytest.FixtureRequest) -> Batch[Rules]:
    return under_way(Rules(edition=BUSY, game=request.param))


def counted(cards: np.ndarray) -> np.ndarray:
    """Return the number of copies of each card, by game."""
    flat = cards.reshape(len(cards), -1)
    return (flat[:, :, None] == np.arange(NUM_CARDS)).sum(axis=1)


def check_cards(rules: Rules, states: np.ndarray) -> None:
    """C5, M1: of each kind as many as at the start, wherever they lie."""
    board = rules.board[0]
    copies = (board["base_cards"] + board["set_cards"] + board["decks"].sum(axis=0)).astype(int)
    copies[list(ROW_CARDS)] += board["row_cards"]
    cards = states["hands"].sum(axis=1) + states["discards"].sum(axis=1)
    cards = cards + counted(states["stack_cards"]) + counted(states["slots"])
    cards[:, ROW_CARDS] += states["row_cards"]
    cards[:, Card.METROPOLIS] += (states["places"] == Place.METROPOLIS).sum(axis=(1, 2))
    cards[:, Card.CHURCH_BAN] += (states["bans"] != NOBODY).sum(axis=1)
    is_placed = (states["phase"] == Phase.PLACE) & (states["source"] == NOBODY)
    under = is_placed | np.isin(states["phase"], [Phase.DISCOUNT, Phase.BAN])
    cards[under, states["card"][under]] += 1
    assert (cards == copies).all()
    assert ((states["event_stack"] + states["event_discard"]).sum(axis=1) == NUM_EVENT_CARDS).all()


def check_derived_values(rules: Rules, states: np.ndarray) -> None:
    """B9, B10, F0, M6: values that are updated incrementally equal values computed from scratch."""
    counted_anew = states.copy()
    _derive(counted_anew, rules.board)
    assert counted_anew.tobytes() == states.tobytes()


def check_ranges(rules: Rules, states: np.ndarray) -> None:
    """C2, N4, L3: stocks, marks, and no more known than held."""
    assert ((states["stock"] >= 0) & (states["stock"] <= MOST_STOCK)).all()
    assert ((states["known"] >= 0) & (states["known"] <= states["hands"])).all()
    assert ((states["stack_cards"] != NOBODY).sum(axis=1) == states["stack_sizes"].sum(axis=1)).all()
    assert (states["stack_marks"][states["stack_cards"] == NOBODY] == 0).all()


def test_random_games_keep_what_the_rules_demand(batch: Batch[Rules]) -> None:
    """B9, B10, C2, C5, F0, L3, M1, M6, N4: in every state."""
    for states in steps(batch, 100):
        for check in (check_cards, check_derived_values, check_ranges):
            check(batch.rules, states)
