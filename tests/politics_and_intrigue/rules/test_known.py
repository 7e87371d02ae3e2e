"""Chapter 11: tests of `known`, observations and resampling."""

import pytest

from kschwert_env.politics_and_intrigue import Game
from kschwert_env.politics_and_intrigue.kernel.components import CARD_NAMES
from tests.helpers.positions import changed, put
from tests.politics_and_intrigue.scenes import Play, Scene


def cards(counts: list[int]) -> dict[str, int]:
    return {card: count for card, count in zip(CARD_NAMES, counts, strict=True) if count}


# -- what is shown ----------------------------------------------------------------------------------------------------


def test_an_observation_holds_the_own_hand_and_cards_seen() -> None:
    """N1, N2, N5: by stack and place; of the rest only that it is there, and whether the enemy has seen it."""
    scene = Scene().hand(0, spy=2, abbey=1).hand(1, scout=1, mint=1).known(1, scout=1)
    marks = [(True, False), (False, True), (True, True)]
    scene.stack(0, "spy", "merchant", "caravan", seen=marks).stack(1)
    view = scene.play().view(0)
    assert (cards(view["hand"]), view["hand_counts"], cards(view["known"][1])) == (
        {"spy": 2, "abbey": 1},
        [3, 2],
        {"scout": 1},
    )
    assert view["stack_sizes"][:2] == [3, 0]
    shown = [CARD_NAMES[card - 1] if card else None for card in view["stacked"][:3]]
    assert (shown, view["seen_by_enemy"][:4]) == (["spy", None, "caravan"], [0, 1, 1, 0])
    assert cards(view["seen"][0]) == {"spy": 1, "caravan": 1}
    other = scene.play().view(1)
    assert (cards(other["hand"]), cards(other["known"][0])) == ({"scout": 1, "mint": 1}, {"scout": 1})
    assert [CARD_NAMES[card - 1] if card else None for card in other["stacked"][:3]] == [None, "merchant", "caravan"]


def test_what_is_public_is_seen_from_ones_own_side() -> None:
    """N1, N5: own first; principalities, figures, bans, discards."""
    scene = Scene().city(1, 0).lay(1, {0: "merchant_guild"}).ban((2, 1)).discard(spy=1).stock(1, wool=2)
    first, second = scene.play().view(0), scene.play().view(1)
    assert (first["scores"], second["scores"]) == ([2, 5], [5, 2])
    assert (first["windmill"], second["windmill"]) == ([0, 1], [1, 0])
    assert (first["bans"][1][2], second["bans"][0][2]) == (1, 1)
    assert cards(first["discards"][0]) == cards(second["discards"][0]) == {"spy": 1}
    assert (first["stock"][1][3], second["stock"][0][3]) == (2, 2)
    assert first["slots"][1] == second["slots"][0]


def test_the_card_of_holy_is_secret() -> None:
    """N1: for the enemy it is any card of the hand."""
    scene = Scene().city(0, 0).lay(0, {0: "church", 4: "holy_place"}).hand(0, abbey=2).stack(3, "spy")
    game = scene.play().do("end_turn").do("draw", stack=3)
    assert (cards(game.view(0)["pending_card"]), cards(game.view(1)["pending_card"])) == ({"spy": 1}, {})


# -- paired worlds -----------------------------------------------------------------------------------------------------


def same(first: Play, second: Play, seat: int) -> bool:
    return first.seen(seat) == second.seen(seat)


def test_other_hidden_cards_look_alike() -> None:
    """N2: a card of the enemy's hand against an unseen one of a stack, and two places of stacks."""
    scene = Scene().hand(1, spy=1).stack(0, "scout", "mint").stack(1, "abbey")
    other = Scene().hand(1, scout=1).stack(0, "abbey", "mint").stack(1, "spy")
    assert same(scene.play(), other.play(), 0)
    assert not same(scene.play(), other.play(), 1)


def test_marks_are_public_and_cards_are_not() -> None:
    """N3: that the enemy has seen a place is shown, the card is not."""
    seen = [(False, True)]
    first = Scene().stack(0, "scout", seen=seen).stack(1, "abbey")
    assert same(first.play(), Scene().stack(0, "abbey", seen=seen).stack(1, "scout").play(), 0)
    assert not same(first.play(), Scene().stack(0, "scout").stack(1, "abbey").play(), 0)


# -- marks (N3) ---------------------------------------------------------------------------------------------------


def test_marks_and_known_cards() -> None:
    """N3, N4."""
    # N3: marks stick to cards; whatever comes or goes above them
    scene = Scene().hand(0, spy=2).stack(1, "mint", "scout", seen=[(False, False), (True, False)])
    game = scene.play().do("end_turn").do("draw", stack=1)
    assert (game.stack(1), game.marks(1)) == (["scout"], [[True, False]])
    # N4: burying forgets one of each kind; one of each kind, never below 0
    scene = Scene().hand(0, spy=3, scout=1).known(0, spy=2, scout=1)
    game = scene.play().do("end_turn").do("stack", stack=0).do("bury", card="spy")
    assert (game.hand(0), game.known(0)) == ({"spy": 2, "scout": 1}, {"spy": 1})


def test_a_position_where_more_is_known_than_held() -> None:
    """N4, L2: is refused."""
    position = changed(Scene().hand(0, spy=1).balanced(), put("known.0", {"spy": 2}))
    with pytest.raises(ValueError, match="known"):
        Game.from_position(position)
