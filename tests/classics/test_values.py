"""Exact values of the classic games: those of OpenSpiel's games, and the equilibria of Kuhn poker."""

from typing import Any

import pytest
from open_spiel.python import policy
from open_spiel.python.algorithms import exploitability

from kschwert_env.agents.registry import make_agent
from kschwert_env.arena import exact
from kschwert_env.classics.kuhn_poker import BET, PASS
from tests.classics.counterparts import KUHN_POKER, SMALL, Counterpart

pytestmark = pytest.mark.needs_jit

JACK, QUEEN, KING = range(3)
BETTING: dict[
    tuple[int, ...], dict[int, float]
] = {  # probability of a bet by the actions before and the card, without those of the first seat
    (PASS,): {JACK: 1 / 3, QUEEN: 0, KING: 1},
    (BET,): {JACK: 0, QUEEN: 1 / 3, KING: 1},
}
"""The equilibrium strategy of the second seat (Kuhn 1950)."""


@pytest.mark.parametrize("game", SMALL, ids=str)
def test_random_play_has_the_same_nash_conv(game: Counterpart) -> None:
    tree = exact.game_tree(game.rules)
    found = exact.exploitability(tree, exact.tabular_policy(tree, make_agent("random", game.rules)))
    expected = exploitability.nash_conv(game.spiel, policy.UniformRandomPolicy(game.spiel))
    assert found.nash_conv == pytest.approx(expected, abs=1e-9)
    assert expected > 0


@pytest.mark.parametrize("bluffing", [0, 1 / 6, 1 / 3])
def test_the_equilibria_of_kuhn_poker(bluffing: float) -> None:
    """The first seat bets with a jack with a probability of 0 to 1/3, and with a king three times as often."""
    first = {
        (): {JACK: bluffing, QUEEN: 0, KING: 3 * bluffing},
        (PASS, BET): {JACK: 0, QUEEN: bluffing + 1 / 3, KING: 1},
    }
    tree = exact.game_tree(KUHN_POKER.rules)
    table: dict[str, Any] = {}
    for name, state in zip(tree.names, tree.states, strict=True):
        before = tuple(int(action) - 1 for action in state["history"] if action)
        bet = (BETTING if len(before) == 1 else first)[before][int(state["cards"][state["player"]])]
        table[name] = [(PASS, 1 - bet), (BET, bet)]
    found = exact.exploitability(tree, table)
    assert found.values == pytest.approx((-1 / 18, 1 / 18), abs=1e-12)
    assert found.nash_conv == pytest.approx(0, abs=1e-12)


def test_cfr_finds_the_value_of_kuhn_poker() -> None:
    tree = exact.game_tree(KUHN_POKER.rules)
    found = exact.exploitability(tree, exact.cfr_policy(tree, 500))
    assert found.values[0] == pytest.approx(-1 / 18, abs=1e-4)
    assert found.nash_conv == pytest.approx(0, abs=1e-3)
