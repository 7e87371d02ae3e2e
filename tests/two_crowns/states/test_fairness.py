"""Starts, draws and dice have the probabilities of the rules."""

from collections import Counter
from itertools import combinations

import pytest

from kschwert_env.two_crowns import Batch, Game, Rules
from tests.helpers.chances import FALSE_ALARM, chisquare
from tests.two_crowns.scenes import COPIES, Play, Scene

pytestmark = pytest.mark.needs_jit


def test_cards_are_drawn_fairly() -> None:
    """R1, R2: every pair out of a deck of four is equally likely, both ways."""
    deck = {"knight_1": 1, "knight_2": 2, "feint": 1}
    cards = [card for card, count in deck.items() for _ in range(count)]
    pairs = Counter(tuple(sorted(pair)) for pair in combinations(cards, 2))
    chances = {pair: count / 6 for pair, count in pairs.items()}
    recruits = Scene().hand(0, gold_1=4, catapult=1).deck(0, **deck).hand(1, knight_1=1).balanced()
    exchanges = Scene().hand(0, gold_1=4).deck(0, **deck).hand(1, knight_1=1).balanced()
    big: Counter[tuple[str, ...]] = Counter()
    exact: Counter[tuple[str, ...]] = Counter()
    for seed in range(1000):
        hand = Play(Game.from_position(recruits, seed)).do("recruit").hand(0)
        big[tuple(sorted((Counter(hand) - Counter(gold_1=4, catapult=1)).elements()))] += 1
        drawn = Play(Game.from_position(exchanges, seed)).do("exact", card="gold_1").position["exact"]
        exact[tuple(sorted(Counter(drawn).elements()))] += 1
    assert chisquare(big, chances) > FALSE_ALARM
    assert chisquare(exact, chances) > FALSE_ALARM


def test_cards_are_dealt_fairly() -> None:
    """S1: of each kind as many on average as seven cards out of 53 hold."""
    batch = Batch(Rules(), 20_000, seed=5, observations=False)
    for seat in (0, 1):
        means = batch.states["hands"][:, seat].mean(axis=0)
        for mean, (name, copies) in zip(means, COPIES.items(), strict=True):
            expected = 7 * copies / 53
            variance = expected * (1 - copies / 53) * 46 / 52  # hypergeometric
            assert abs(mean - expected) < 5.5 * (variance / batch.size) ** 0.5, name
