"""Chapters 1 and 2: components and setup."""

from collections import Counter

import pytest

from kschwert_env.two_crowns import Batch, Game, Rules
from kschwert_env.two_crowns.kernel.components import CARD_NAMES, PRICE
from tests.docs.generators.game_page import path_of
from tests.helpers.chances import FALSE_ALARM, chisquare
from tests.two_crowns.scenes import COPIES, Play


def test_two_decks_of_53_and_castles_of_20() -> None:
    """C1: 106 cards in all."""
    game = Play(Game(Rules()))
    assert game.all_cards().total() == 2 * 53
    assert game.castles == [20, 20]


def test_copies_in_the_order_of_the_deck_table() -> None:
    """C2: both seats have the same cards."""
    assert dict(zip(CARD_NAMES, Rules().edition_data.copies, strict=True)) == COPIES
    assert list(COPIES) == list(CARD_NAMES)
    position = Game(Rules()).position()
    for seat in (0, 1):
        assert Counter(position["hands"][seat]) + Counter(position["decks"][seat]) == Counter(COPIES)


def test_the_gold_of_a_side() -> None:
    """C2: ten in all, as one review has it."""
    assert COPIES["gold_1"] + 2 * COPIES["gold_2"] == 10


def test_prices() -> None:
    """X1, X2, X4: what cards cost, and X3: that a feint is free."""
    assert {card: price for card, price in zip(CARD_NAMES, PRICE, strict=True) if price} == {
        "catapult": 4,
        "bishop": 3,
        "vassal": 2,
    }


@pytest.mark.parametrize("players", [1, 3, 4, "2", 2.0, True, None])
def test_no_other_number_of_players(players: object) -> None:
    """C1: two, and nothing else."""
    with pytest.raises(ValueError, match="num_players must be 2, not"):
        Rules(num_players=players)  # type: ignore[arg-type]


def test_seven_cards_each_from_the_own_deck() -> None:
    """S1: and nothing else has happened."""
    for seed in range(20):
        position = Game(Rules(), seed).position()
        assert [sum(hand.values()) for hand in position["hands"]] == [7, 7]
        assert [sum(deck.values()) for deck in position["decks"]] == [46, 46]
        assert position["discards"] == position["known"] == [{}, {}]
        assert position["resting"] == [{"this_turn": {}, "next_turn": {}}] * 2
        assert (position["phase"], position["turn"], position["battle"], position["exact"]) == ("turn", 0, None, None)


def test_seat_0_starts() -> None:
    """S1: without the option."""
    for seed in range(5):
        game = Game(Rules(), seed)
        assert (game.player, game.turn_player, game.position()["start_player"]) == (0, 0, 0)


@pytest.mark.needs_jit
def test_the_die_decides_who_starts() -> None:
    """S1: each seat with equal chance."""
    states = Batch(Rules(start_player="random"), 4000, seed=3, observations=False).states
    assert (states["player"] == states["start_player"]).all()
    assert chisquare(Counter(states["start_player"].tolist()), {0: 0.5, 1: 0.5}) > FALSE_ALARM


@pytest.mark.needs_jit
def test_cards_are_dealt_fairly() -> None:
    """S1: of each kind as many on average as seven cards out of 53 hold."""
    batch = Batch(Rules(), 20_000, seed=5, observations=False)
    for seat in (0, 1):
        means = batch.states["hands"][:, seat].mean(axis=0)
        for mean, (name, copies) in zip(means, COPIES.items(), strict=True):
            expected = 7 * copies / 53
            variance = expected * (1 - copies / 53) * 46 / 52  # hypergeometric
            assert abs(mean - expected) < 5.5 * (variance / batch.size) ** 0.5, name


@pytest.mark.needs_jit
def test_the_two_decks_are_shuffled_apart() -> None:
    """S1: the hands of the seats are independent."""
    states = Batch(Rules(), 20_000, seed=6, observations=False).states
    knights = states["hands"][:, :, 0]
    together = Counter((int(a > 1), int(b > 1)) for a, b in knights.tolist())
    first = sum(n for (a, _), n in together.items() if a) / together.total()
    second = sum(n for (_, b), n in together.items() if b) / together.total()
    chances = {(a, b): (first if a else 1 - first) * (second if b else 1 - second) for a in (0, 1) for b in (0, 1)}
    assert chisquare(together, chances) > FALSE_ALARM


def test_the_sizes_on_the_page() -> None:
    page = path_of("two_crowns").read_text()
    assert f"| actions | {Rules().num_actions}, discrete" in page
    assert f"| observation | int8 vector of {Rules().observation.size} entries" in page
