"""Chapter 9: information shown to a seat, and information that must stay hidden."""

from collections.abc import Mapping
from typing import Any

import pytest

from tests.two_crowns.scenes import COPIES, Play, Scene

NAMES = list(COPIES)
HANDS: list[dict[str, int]] = [{"knight_3": 2, "gold_1": 1}, {"knight_1": 1, "vassal": 2}]


def row(cards: Mapping[str, int]) -> list[int]:
    """Return the counts in the order of the deck table."""
    return [cards.get(name, 0) for name in NAMES]


def worlds(**more: Any) -> list[Play]:
    """Return two games that differ only in hand and deck of seat 1; the discards are equal."""
    games = []
    for mine, other in (HANDS, HANDS[::-1]):
        scene = Scene(**more).hand(0, knight_2=2, feint=1, vassal=1, gold_1=1).hand(1, **mine)
        games.append(scene.deck(1, bishop=1, **other).play())
    assert games[0].discards(1) == games[1].discards(1)
    return games


# -- what is public -------------------------------------------------------------------------------------------


def test_castles_and_counts_are_public() -> None:
    """P1: the own values come first."""
    game = Scene().castles(12, 7).hand(0, knight_1=2, gold_1=1).hand(1, knight_3=1).deck(1, feint=4).play()
    for seat in (0, 1):
        view = game.view(seat)
        public = {name: view[name] for name in ("castles", "hand_counts", "deck_counts", "turn_player", "player")}
        assert {name: values[::-1] if seat else values for name, values in public.items()} == {
            "castles": [12, 7],
            "hand_counts": [3, 1],
            "deck_counts": [41, 4],
            "turn_player": [1, 0],
            "player": [1, 0],
        }


def test_discards_and_cards_at_rest_are_public() -> None:
    """P1, T2: by side, and by when they come back."""
    game = Scene().hand(0, knight_1=1).hand(1, knight_1=1).deck(1).resting(0, knight_2=1, knight_3=2).play()
    view = game.view(1)
    assert view["resting"] == [[[0, 0, 0], [0, 0, 0]], [[0, 1, 2], [0, 0, 0]]]
    assert view["discards"] == [row(game.discards(1)), row(game.discards(0))]
    assert sum(view["discards"][0]) == 52


def test_the_number_of_cards_laid_is_public_at_once() -> None:
    """P1, A2: the defender sees only their number before answering."""
    game = Scene().hand(0, knight_2=2, vassal=1).hand(1, knight_1=1).play().do("attack").lay("knight_2", "vassal")
    view = game.view(1)
    assert (view["laid_counts"], view["laid"], view["hand_counts"]) == ([0, 2], [[0] * 9] * 2, [1, 1])


def both_pay() -> Play:
    """Return a battle in which both seats are asked for a vassal, the attacker first; both can pay for one."""
    scene = Scene().hand(0, knight_2=1, vassal=2, gold_2=1).hand(1, knight_1=1, feint=1, vassal=1, gold_2=1)
    game = scene.play().do("attack").lay("knight_2", "vassal", "vassal")
    return game.lay("knight_1", "feint", "vassal")


def test_the_attackers_cards_are_turned_up_first() -> None:
    """P1, A3: the defender sees them while the attacker pays; the attacker sees only backs."""
    game = both_pay()
    assert (game.phase, game.player) == ("pay", 0)
    assert game.view(1)["laid"] == [row({"knight_1": 1, "feint": 1, "vassal": 1}), row({"knight_2": 1, "vassal": 2})]
    assert game.view(0)["laid"] == [row({"knight_2": 1, "vassal": 2}), row({})]
    assert game.view(0)["laid_counts"] == [3, 3]
    assert game.view(0)["asking"] == game.view(1)["asking"] == row({"vassal": 1})


def test_payments_are_public() -> None:
    """P1, A3: by side, in the order catapult, bishop, vassal; the defender sees them before being asked."""
    game = both_pay().do("pay", choice="yes")
    assert (game.view(0)["paid"], game.view(1)["paid"]) == ([[0, 0, 1], [0, 0, 0]], [[0, 0, 0], [0, 0, 1]])
    game.do("pay", choice="no")
    assert (game.player, game.view(1)["paid"]) == (1, [[0, 0, 0], [0, 0, 1]])
    assert game.view(0)["laid"] == [row({"knight_2": 1}), row({"knight_1": 1, "feint": 1, "vassal": 1})]
    assert game.view(0)["asking"] == row({"vassal": 1})


def test_the_own_hand_and_deck_are_shown() -> None:
    """P1: what is left in the own deck is known by counting."""
    game = worlds()[0]
    view = game.view(1)
    assert (view["hand"], view["deck"]) == (row(game.hand(1)), row(game.deck(1)))


def test_the_own_laid_cards_are_shown() -> None:
    """P1: also face down."""
    game = worlds()[0].do("attack").do("lay", card="knight_2")
    assert game.view(0)["laid"] == [row({"knight_2": 1}), row({})]


def test_the_drawing_seat_sees_the_two_cards() -> None:
    """P1, R2: the enemy sees only that a card is being kept."""
    game = Scene().hand(0, knight_1=1, gold_1=1).deck(0, bishop=1, feint=1).hand(1, knight_1=1).play()
    game.do("exact", card="gold_1")
    assert game.view(0)["exact"] == row({"bishop": 1, "feint": 1})
    assert game.view(1)["exact"] == row({})
    assert game.view(1)["phase"] == [0, 0, 0, 1, 0]


def test_only_the_deciding_seat_has_a_mask() -> None:
    """P1: the mask of the other seat is empty."""
    game = worlds()[0]
    assert [any(game.seen(seat)[1]) for seat in (0, 1)] == [True, False]


# -- what is secret -------------------------------------------------------------------------------------------


def test_hand_and_deck_of_the_enemy_are_secret() -> None:
    """P1: two worlds with different cards give equal views."""
    first, second = worlds()
    assert first.seen(0) == second.seen(0)
    assert first.seen(1) != second.seen(1)


def test_cards_drawn_by_the_enemy_are_secret() -> None:
    """P1, R1: a bishop or a catapult; only the numbers of cards show the draw."""
    scene = Scene().hand(0, knight_1=1).hand(1, knight_1=6).deck(1, bishop=1, catapult=1)
    games = [scene.set(turn=11, turn_player=1, player=1).play(seed).do("recruit") for seed in range(12)]
    assert {card for game in games for card in game.hand(1)} == {"knight_1", "bishop", "catapult"}
    assert len({str(game.seen(0)) for game in games}) == 1


def test_the_card_kept_by_the_enemy_is_secret() -> None:
    """P1, R2: two worlds with two feints drawn, or a feint and the kept card."""
    games = []
    for kept, deck in (("feint", {"feint": 2}), ("vassal", {"feint": 1, "vassal": 1})):
        hand = {"knight_1": 1, "gold_1": 1, **({"vassal": 1} if kept == "feint" else {"feint": 1})}
        scene = Scene().hand(0, knight_1=1).hand(1, **hand).deck(1, **deck)
        game = scene.set(turn=11, turn_player=1, player=1).play().do("exact", card="gold_1")
        games.append(game.do("keep", card=kept))
    assert games[0].hand(1) == {"knight_1": 1, "vassal": 1, "feint": 1} == games[1].hand(1)
    assert games[0].seen(0) == games[1].seen(0)


def test_cards_laid_face_down_are_secret() -> None:
    """P1, A2: the defender's view does not depend on the cards that the attacker laid or kept."""
    games = []
    for mine, laid in ((HANDS[0], ["knight_3", "knight_3"]), (HANDS[1], ["knight_1", "vassal"])):
        other = HANDS[1] if mine is HANDS[0] else HANDS[0]
        scene = Scene().hand(0, knight_2=1).hand(1, **mine).deck(1, bishop=1, **other)
        games.append(scene.set(turn=11, turn_player=1, player=1).play().do("attack").lay(*laid))
    assert games[0].player == 0
    assert games[0].seen(0) == games[1].seen(0)


def test_cards_being_laid_are_secret() -> None:
    """P1: the defender's, from the attacker, one by one."""
    games = [game.do("attack").lay("knight_2") for game in worlds()]
    games[0].do("lay", card="knight_3")
    games[1].do("lay", card="knight_1")
    assert games[0].seen(0) == games[1].seen(0)


def test_a_defence_is_secret_while_the_attacker_pays() -> None:
    """P1, A3: two worlds with different cards laid and held look equal to the attacker up to the last answer."""
    games = []
    for laid in (["knight_1", "feint"], ["knight_3", "vassal"]):
        scene = Scene().hand(0, knight_2=1, vassal=1, gold_2=1)
        scene.hand(1, knight_1=1, knight_3=1, feint=1, vassal=1)
        games.append(scene.play().do("attack").lay("knight_2", "vassal").lay(*laid))
    assert games[0].player == 0
    assert games[0].seen(0) == games[1].seen(0)
    assert games[0].seen(1) != games[1].seen(1)
    assert games[0].do("pay", choice="yes").seen(0) != games[1].do("pay", choice="yes").seen(0)


@pytest.mark.parametrize("seat", [0, 1])
def test_being_asked_to_pay_reveals_nothing(seat: int) -> None:
    """P1, A3: one of two worlds has the gold; the asked seat sees the difference, the enemy does not."""
    games = []
    for mine, other in (({"gold_2": 1}, {"feint": 1}), ({"feint": 1}, {"gold_2": 1})):
        scene = Scene().hand(seat, knight_1=1, vassal=1, **mine).deck(seat, **other).hand(1 - seat, knight_2=1)
        game = scene.play().do("attack").lay(*(["knight_2"] if seat else ["knight_1", "vassal"]))
        games.append(game.lay(*(["knight_1", "vassal"] if seat else [])))
    assert games[0].player == seat
    assert games[0].seen(1 - seat) == games[1].seen(1 - seat)
    assert [game.choices("pay") for game in games] == [{"yes", "no"}, {"no"}]


# -- the known minimum ----------------------------------------------------------------------------------------


def test_a_knight_taken_by_a_bishop_is_known() -> None:
    """P1, X2: it is known to be in the hand of the new owner."""
    scene = Scene().hand(0, knight_1=1, bishop=1, gold_1=3).hand(1, knight_3=1)
    game = scene.play().battle(["knight_1", "bishop"], ["knight_3"], pay=["yes"])
    assert (game.known(0), game.known(1)) == ({"knight_3": 1}, {})
    assert game.view(1)["known"] == [[0, 0, 0], [0, 0, 1]]
    assert game.view(0)["known"] == [[0, 0, 1], [0, 0, 0]]


def test_knights_back_from_a_defence_or_from_rest_are_known() -> None:
    """P1, A5, T2."""
    scene = Scene().hand(0, knight_1=1, knight_2=1).hand(1, knight_1=1).deck(1, gold_1=1)
    game = scene.play().battle(["knight_1"], ["knight_1"])
    assert game.known(1) == {"knight_1": 1}
    game.do("recruit").battle(["knight_2"]).battle(["knight_1"])
    assert game.known(0) == {"knight_2": 1}


def test_cards_turned_up_are_no_longer_known_in_the_hand() -> None:
    """P1, A3: regardless of later effects; face down it still counts."""
    game = Scene().hand(0, knight_1=2).known(0, knight_1=1).hand(1, feint=1).play().do("attack").lay("knight_1")
    assert game.known(0) == {"knight_1": 1}
    assert game.do("done").known(0) == {}


def test_the_defenders_cards_leave_when_the_attacker_has_been_asked() -> None:
    """P1, A3: until then they count as in the hand."""
    scene = Scene().hand(0, knight_1=1, vassal=2).hand(1, knight_2=2, vassal=1).known(1, knight_2=1)
    game = scene.play().do("attack").lay("knight_1", "vassal", "vassal").lay("knight_2", "vassal")
    assert (game.player, game.known(1)) == (0, {"knight_2": 1})
    assert game.do("pay", choice="no").known(1) == {"knight_2": 1}
    assert (game.do("pay", choice="no").player, game.known(1)) == (1, {})


def test_more_may_leave_than_is_known() -> None:
    """P1: the minimum never falls below 0."""
    game = Scene().hand(0, knight_1=3).known(0, knight_1=1).hand(1, knight_1=1).play()
    game.battle(["knight_1", "knight_1"])
    assert game.known(0) == {}


def test_an_exchanged_knight_leaves_openly() -> None:
    """P1, R2: and other kinds stay; gold, paid or exchanged, is never known."""
    scene = Scene().hand(0, knight_1=2, knight_2=1, gold_1=2, vassal=1).known(0, knight_1=1, knight_2=1)
    game = scene.hand(1, knight_1=1).play().do("exact", card="knight_1")
    assert game.known(0) == {"knight_2": 1}
    assert scene.play().do("exact", card="gold_1").known(0) == {"knight_1": 1, "knight_2": 1}
    game = scene.play().battle(["knight_1", "vassal"], pay=["yes"])
    assert game.known(0) == {"knight_2": 1}


def test_drawn_cards_are_not_known() -> None:
    """P1, R1: not even when the kinds left in the deck would tell."""
    game = Scene().hand(0, knight_1=1).deck(0, feint=3).hand(1, knight_1=1).play().do("recruit")
    assert game.known(0) == {}


@pytest.mark.parametrize("seat", [0, 1])
def test_views_of_both_seats_have_the_same_public_part(seat: int) -> None:
    """P1: each side is shown the same facts about a side as the other."""
    game = worlds()[0].do("attack").lay("knight_2", "feint")
    mine, other = game.view(seat), game.view(1 - seat)
    for name in ("castles", "hand_counts", "deck_counts", "known", "discards", "resting", "laid_counts", "paid"):
        assert mine[name] == other[name][::-1], name
