"""Chapters 3, 6 and 7: the turn, cards at rest, recruiting and the die of fate."""

from collections import Counter
from itertools import combinations
from typing import Any

import pytest

from kschwert_env.two_crowns import Game, IllegalAction
from tests.helpers.chances import FALSE_ALARM, chisquare
from tests.two_crowns.scenes import COPIES, Play, Scene


def idle() -> Scene:
    """Return a scene in which both seats hold a knight."""
    return Scene().hand(0, knight_1=1).hand(1, knight_1=1)


# -- the turn -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("turn", ["recruit", "exact", "attack"])
def test_a_turn_is_one_attack_or_one_recruitment(turn: str) -> None:
    """T1: then it is the other seat's turn."""
    game = idle().hand(0, knight_1=2).play()
    if turn == "attack":
        game.battle(["knight_1"])
    elif turn == "exact":
        game.do("exact", card="knight_1")
        game.do("keep", card=next(iter(game.cards("keep"))))
    else:
        game.do("recruit")
    assert (game.player, game.position["turn_player"], game.position["turn"], game.phase) == (1, 1, 11, "turn")


def test_what_a_turn_offers() -> None:
    """T1, E2: attack, big and exact recruiting; no passing, also with a knight at rest."""
    assert idle().play().kinds() == {"attack", "recruit", "exact"}
    assert idle().resting(0, knight_2=1).play().kinds() == {"attack", "recruit", "exact"}
    with pytest.raises(IllegalAction, match=r"the seat can attack and recruit \(E2\)"):
        idle().play().do("pass")


# -- rest -----------------------------------------------------------------------------------------------------


def test_knights_come_back_at_the_end_of_the_turn_after() -> None:
    """T2: an attacker's knights rest through the enemy's turn, and are there again in the own next turn."""
    game = idle().hand(0, knight_1=1, knight_3=1).play().battle(["knight_3"])
    assert (game.resting(0), game.hand(0)) == ({"knight_3": 1}, {"knight_1": 1})
    game.do("attack").lay("knight_1")
    assert game.cards("lay") == {"knight_1"}, "what rests can't defend"
    game.do("done")
    assert (game.resting(0), game.hand(0)) == ({}, {"knight_1": 1, "knight_3": 1})
    assert game.can("attack")


def test_a_feinted_defender_rests_through_the_own_turn() -> None:
    """T2, X3: it comes back at the end of that turn, not before it."""
    scene = Scene().hand(0, knight_1=1, feint=1).hand(1, knight_1=1, knight_2=1).deck(1, gold_1=1)
    game = scene.play().battle(["knight_1", "feint"], ["knight_1", "knight_2"])
    assert (game.player, game.hand(1), game.resting(1)) == (1, {"knight_1": 1}, {"knight_2": 1})
    game.do("recruit")
    assert (game.resting(1), game.hand(1)) == ({}, {"knight_1": 1, "knight_2": 1, "gold_1": 1})


def test_rest_ends_whoevers_turn_it_is() -> None:
    """T2: both seats' knights at once."""
    game = idle().resting(0, knight_2=1).resting(1, knight_3=2).play().do("recruit")
    assert game.resting(0) == game.resting(1) == {}
    assert game.hand(1) == {"knight_1": 1, "knight_3": 2}


def test_cards_at_rest_count_towards_the_seven() -> None:
    """T2, R1: three in hand and two at rest leave room for two."""
    game = Scene().hand(0, knight_1=3).hand(1, knight_1=1).resting(0, knight_2=2).play()
    deck = sum(game.deck(0).values())
    assert sum(game.do("recruit").hand(0).values()) == 7
    assert sum(game.deck(0).values()) == deck - 2


def test_no_recruiting_with_seven_in_hand_and_at_rest() -> None:
    """T2, R1: four and three; the exact way is open."""
    game = Scene().hand(0, knight_1=4).hand(1, knight_1=1).resting(0, knight_2=3).play()
    assert not game.can("recruit")
    assert game.can("exact")


# -- recruiting -----------------------------------------------------------------------------------------------


def test_recruiting_draws_up_to_seven() -> None:
    """R1: out of the own deck into the hand."""
    game = idle().play()
    before = game.deck(0)
    game.do("recruit")
    drawn = Counter(before) - Counter(game.deck(0))
    assert drawn.total() == 6
    assert Counter(game.hand(0)) == drawn + Counter(knight_1=1)
    assert (game.discards(0), game.deck(1)) == (idle().play().discards(0), idle().play().deck(1))


def test_a_deck_that_runs_out_ends_the_drawing() -> None:
    """R1: two cards are all there are."""
    game = idle().deck(0, feint=2).play().do("recruit")
    assert (game.hand(0), game.deck(0)) == ({"knight_1": 1, "feint": 2}, {})


def test_no_recruiting_with_an_empty_deck() -> None:
    """R1, R2: neither way; discards are not shuffled in."""
    game = idle().deck(0).play()
    assert game.kinds() == {"attack"}
    for kind, arguments in {"recruit": {}, "exact": {"card": "knight_1"}}.items():
        with pytest.raises(IllegalAction, match=r"your deck is empty"):
            game.do(kind, **arguments)


def test_an_exact_recruitment() -> None:
    """R2: one is discarded, two are drawn, one is kept, the other one discarded."""
    game = Scene().hand(0, knight_1=1, gold_1=1).deck(0, feint=1, vassal=1).hand(1, knight_1=1).play()
    before = Counter(game.discards(0))
    game.do("exact", card="gold_1")
    assert (game.phase, game.player, game.position["exact"]) == ("keep", 0, {"feint": 1, "vassal": 1})
    assert (game.hand(0), game.cards("keep")) == ({"knight_1": 1}, {"feint", "vassal"})
    game.do("keep", card="vassal")
    assert game.hand(0) == {"knight_1": 1, "vassal": 1}
    assert Counter(game.discards(0)) - before == Counter(gold_1=1, feint=1)


def test_any_card_in_hand_can_be_exchanged() -> None:
    """R2: and no other; also with seven cards."""
    hand = {"knight_2": 3, "gold_2": 2, "catapult": 1, "bishop": 1}
    assert Scene().hand(0, **hand).hand(1, knight_1=1).play().cards("exact") == set(hand)


def test_two_equal_cards_lead_to_a_choice_too() -> None:
    """R2: so that a question gives nothing away."""
    game = idle().deck(0, feint=2).play().do("exact", card="knight_1")
    assert (game.phase, game.cards("keep")) == ("keep", {"feint"})
    assert game.do("keep", card="feint").discards(0)["feint"] == COPIES["feint"] - 1


def test_the_last_card_of_a_deck_is_kept() -> None:
    """R2: without a choice; the turn is over."""
    game = idle().hand(0, knight_1=1, gold_1=1).deck(0, bishop=1).play().do("exact", card="gold_1")
    assert (game.player, game.hand(0), game.deck(0)) == (1, {"knight_1": 1, "bishop": 1}, {})
    assert game.discards(0)["bishop"] == COPIES["bishop"] - 1


def test_no_exact_recruitment_without_a_card_in_hand() -> None:
    """R2: an empty hand recruits big."""
    assert Scene().hand(1, knight_1=1).play().kinds() == {"recruit"}


@pytest.mark.needs_jit
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
    for seed in range(3000):
        hand = Play(Game.from_position(recruits, seed)).do("recruit").hand(0)
        big[tuple(sorted((Counter(hand) - Counter(gold_1=4, catapult=1)).elements()))] += 1
        drawn = Play(Game.from_position(exchanges, seed)).do("exact", card="gold_1").position["exact"]
        exact[tuple(sorted(Counter(drawn).elements()))] += 1
    assert chisquare(big, chances) > FALSE_ALARM
    assert chisquare(exact, chances) > FALSE_ALARM


# -- passing --------------------------------------------------------------------------------------------------


def feinted(**options: Any) -> Play:
    """Seat 1 begins its turn with nothing to recruit; its only knight, of 2 points, has been sent to rest."""
    scene = Scene(**options).hand(0, knight_1=1, feint=1).hand(1, gold_1=1, knight_2=1, vassal=1).deck(1)
    return scene.play().battle(["knight_1", "feint"], ["knight_2", "vassal"], pay=["no"])


def test_a_seat_with_only_knights_at_rest_passes() -> None:
    """E2: and nothing else; the knight comes back, so it can be laid in the next turn of the enemy."""
    game = feinted()
    assert (game.phase, game.player, game.kinds()) == ("turn", 1, {"pass"})
    assert (game.castles, game.resting(1)) == ([20, 19], {"knight_2": 1})
    game.do("pass")
    assert (game.player, game.position["turn"], game.hand(1)) == (0, 12, {"gold_1": 1, "knight_2": 1})
    assert game.known(1) == {"knight_2": 1}
    assert game.do("recruit").kinds() == {"attack"}


def test_a_passing_seat_can_roll_the_die() -> None:
    """E2, F1: before; and still has nothing but to pass."""
    game = feinted(die_of_fate=True)
    assert game.kinds() == {"pass", "roll_fate"}
    assert game.do("roll_fate").kinds() == {"pass"}


def test_a_passed_turn_ends_as_every_turn_does() -> None:
    """E2, E3: the cap counts it."""
    game = feinted(max_turns=12).do("pass")
    assert (game.phase, game.game.is_truncated, game.resting(1)) == ("over", True, {})


def test_knights_of_the_enemy_at_rest_do_not_help() -> None:
    """E2: only own knights do."""
    scene = Scene().hand(0, knight_3=1).hand(1, gold_1=1).deck(1)
    game = scene.play().battle(["knight_3"])
    assert (game.phase, game.castles, game.resting(0)) == ("over", [20, 0], {"knight_3": 1})


# -- the die of fate ------------------------------------------------------------------------------------------


def test_no_die_of_fate_by_default() -> None:
    """F1: it is an option."""
    with pytest.raises(IllegalAction, match="no die of fate by the rules chosen"):
        idle().play().do("roll_fate")


def test_the_turn_continues_after_the_die_of_fate() -> None:
    """F1: only the own castle changes, and all that a turn offers is still there."""
    game = Scene(die_of_fate=True).hand(0, knight_1=1).hand(1, knight_1=1).castles(3, 7).play()
    assert game.kinds() == {"attack", "recruit", "exact", "roll_fate"}
    game.do("roll_fate")
    assert (game.player, game.position["turn"], game.castles[1]) == (0, 10, 7)
    assert game.kinds() == {"attack", "recruit", "exact"}


def test_the_die_of_fate_is_rolled_once_for_both() -> None:
    """F1: after one roll neither seat can roll."""
    game = Scene(die_of_fate=True).hand(0, knight_1=1).hand(1, knight_1=1).play().do("roll_fate").do("recruit")
    assert game.player == 1
    with pytest.raises(IllegalAction, match="has been rolled"):
        game.do("roll_fate")


def fated(**hand: int) -> Play:
    """Seat 0 attacks with a knight; seat 1 has these cards to defend with, and the die has not been rolled."""
    scene = Scene(die_of_fate=True).hand(0, knight_3=1).hand(1, **hand).castles(3, 7)
    return scene.play().do("attack").lay("knight_3")


def test_the_other_seat_can_roll_the_die() -> None:
    """F1: seat 1 may roll after a turn of seat 0 without a roll."""
    assert fated(knight_1=1).do("done").can("roll_fate")


def test_an_attacker_does_not_roll_once_he_has_attacked() -> None:
    """F1: neither before the first card nor later."""
    game = Scene(die_of_fate=True).hand(0, knight_1=1, knight_3=1).hand(1, knight_1=1).play().do("attack")
    for _ in range(2):
        with pytest.raises(IllegalAction, match=r"or by the defender before the first card \(F1\)"):
            game.do("roll_fate")
        if not game.can("done"):
            game.do("lay", card="knight_1")


def test_a_defender_may_roll_before_his_first_card() -> None:
    """F1: the own castle changes; the battle continues, and the defender lays cards."""
    game = fated(knight_1=1, feint=1)
    assert game.kinds() == {"lay", "done", "roll_fate"}
    game.do("roll_fate")
    assert (game.phase, game.player, game.position["turn"], game.castles[0]) == ("lay", 1, 10, 3)
    assert game.position["fate_used"]
    assert game.kinds() == {"lay", "done"}
    before = game.castles[1]
    assert game.lay("knight_1").castles[1] == before - 2


def test_a_defender_does_not_roll_later() -> None:
    """F1: not between laid cards, and not during payments."""
    game = fated(knight_1=2, vassal=1, gold_2=1).do("lay", card="knight_1")
    assert game.kinds() == {"lay", "done"}
    with pytest.raises(IllegalAction, match="before the first card"):
        game.do("roll_fate")
    assert game.lay("vassal").kinds() == {"pay"}


def test_a_roll_of_the_defender_is_the_only_one_too() -> None:
    """F1: the attacker cannot roll any more."""
    game = fated(knight_1=1).do("roll_fate").do("done")
    assert "roll_fate" not in game.kinds()
    assert "roll_fate" not in game.do("attack").lay("knight_1").kinds()


@pytest.mark.needs_jit
def test_the_die_of_fate_is_fair() -> None:
    """F1: 1 to 20."""
    position = Scene(die_of_fate=True).hand(0, knight_1=1).hand(1, knight_1=1).balanced()
    rolls = Counter(Play(Game.from_position(position, seed)).do("roll_fate").castles[0] for seed in range(4000))
    assert chisquare(rolls, dict.fromkeys(range(1, 21), 1 / 20)) > FALSE_ALARM
