"""Nothing is lost and nothing appears along random games, and they end as they should."""

import numpy as np
import pytest

from kschwert_env.two_crowns import Batch, Rules
from kschwert_env.two_crowns.kernel.components import PRICED, Card, Phase
from tests.helpers.conservation import steps, under_way

pytestmark = pytest.mark.needs_jit

MOST_TURNS = 2 * (20 + 2 * 46 + 7 + 6)  # a turn takes a point, or a card on from deck to hand to discards, or a feint


@pytest.fixture
def batch() -> Batch[Rules]:
    return under_way(Rules(max_turns=None))


def check_cards(rules: Rules, states: np.ndarray) -> None:
    """C1, C2, X2: of each kind twice the copies, and with each side what is its own but for knights."""
    copies = rules.board["copies"][0]
    cards = states["hands"] + states["decks"] + states["discards"] + states["laid"]
    cards[:, :, PRICED] += states["paid"]
    cards[:, :, : Card.GOLD_1] += states["resting"].sum(axis=2)
    cards[np.arange(len(cards)), states["turn_player"]] += states["exact"]
    assert (cards.sum(axis=1) == 2 * copies).all()
    assert (cards[:, :, Card.GOLD_1 :] == copies[Card.GOLD_1 :]).all()


def check_hands(rules: Rules, states: np.ndarray) -> None:
    """R1, R2, T2: in hand, at rest and laid, including cards already paid or discarded."""
    held = states["hands"].sum(axis=2) + states["resting"].sum(axis=(2, 3)) + states["laid_counts"]
    assert (held <= 7).all()


def check_known_cards(rules: Rules, states: np.ndarray) -> None:
    """P1: no more than is in the hand, or laid face down; the defender's cards lie so while the attacker pays."""
    attacker = states["turn_player"]
    paying = (states["phase"] == Phase.PAY) & (states["player"] == attacker)
    face_down = np.stack([(states["phase"] == Phase.LAY) | (paying & (attacker != seat)) for seat in (0, 1)], 1)
    hidden = states["hands"] + np.where(face_down[:, :, None], states["laid"], 0)
    assert (states["known"] >= 0).all()
    assert (states["known"] <= hidden[:, :, : Card.GOLD_1]).all()


def check_phase(rules: Rules, states: np.ndarray) -> None:
    """A3, R2: nothing stays behind when a battle or an exact recruitment is over."""
    fighting = np.isin(states["phase"], [Phase.LAY, Phase.PAY])
    for name in ("laid", "laid_counts", "paid"):
        assert not states[name][~fighting].any()
    assert (states["exact"].sum(axis=1) == 2 * (states["phase"] == Phase.KEEP)).all()


def test_games_end_by_themselves() -> None:
    """E1, E2: without a cap, far below the number of turns for which there are cards, points and feints."""
    batch = Batch(Rules(max_turns=None), 500, seed=2, observations=False)
    ended = np.zeros(500, bool)
    turns = np.zeros(500, int)
    for _ in range(2000):
        _, terminated, truncated = batch.step(batch.random_actions())
        assert not truncated.any()
        turns[terminated & ~ended] = batch.final_states["turn"][terminated & ~ended]
        ended |= terminated
        if ended.all():
            break
    assert ended.all()
    assert turns.max() < MOST_TURNS


def test_random_games_keep_what_the_rules_demand(batch: Batch[Rules]) -> None:
    """A3, C1, C2, P1, R1, R2, T2, X2: in every state."""
    for states in steps(batch):
        for check in (check_cards, check_hands, check_known_cards, check_phase):
            check(batch.rules, states)
