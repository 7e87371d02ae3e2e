"""Chapters 1 and 2: components and setup."""

from collections import Counter

import pytest

from kschwert_env.two_crowns import Game, Rules
from kschwert_env.two_crowns.kernel.components import CARD_NAMES, PRICE
from tests.docs.generators.game_page import path_of
from tests.two_crowns.scenes import COPIES, Play


def test_cards_and_castles() -> None:
    """C1, C2, X1, X2, X4."""
    # C1: two decks of 53 and castles of 20; 106 cards in all
    game = Play(Game(Rules()))
    assert game.all_cards().total() == 2 * 53
    assert game.castles == [20, 20]
    # C2: copies in the order of the deck table; both seats have the same cards
    assert dict(zip(CARD_NAMES, Rules().edition_data.copies, strict=True)) == COPIES
    assert list(COPIES) == list(CARD_NAMES)
    position = Game(Rules()).position()
    for seat in (0, 1):
        assert Counter(position["hands"][seat]) + Counter(position["decks"][seat]) == Counter(COPIES)
    # C2: the gold of a side; ten in all, as one review has it
    assert COPIES["gold_1"] + 2 * COPIES["gold_2"] == 10
    # X1, X2, X4: prices; what cards cost, and X3: that a feint is free
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
    """S1."""
    # S1: seven cards each from the own deck; and nothing else has happened
    for seed in range(20):
        position = Game(Rules(), seed).position()
        assert [sum(hand.values()) for hand in position["hands"]] == [7, 7]
        assert [sum(deck.values()) for deck in position["decks"]] == [46, 46]
        assert position["discards"] == position["known"] == [{}, {}]
        assert position["resting"] == [{"this_turn": {}, "next_turn": {}}] * 2
        assert (position["phase"], position["turn"], position["battle"], position["exact"]) == ("turn", 0, None, None)
    # S1: seat 0 starts; without the option
    for seed in range(5):
        game = Game(Rules(), seed)
        assert (game.player, game.turn_player, game.position()["start_player"]) == (0, 0, 0)


def test_the_sizes_on_the_page() -> None:
    page = path_of("two_crowns").read_text()
    assert f"| actions | {Rules().num_actions}, discrete" in page
    assert f"| observation | int8 vector of {Rules().observation.size} entries" in page
