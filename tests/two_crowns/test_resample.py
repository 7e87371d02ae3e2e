"""Resampling: every deal that fits what is public, with its exact probability."""

from collections import Counter
from itertools import combinations
from typing import Any

import pytest

from kschwert_env.two_crowns import Game
from tests.chances import FALSE_ALARM, chisquare, resampled
from tests.two_crowns.scenes import Scene

pytestmark = pytest.mark.needs_jit

Cards = tuple[str, ...]


def cards_of(counts: dict[str, int]) -> Cards:
    return tuple(sorted(Counter(counts).elements()))


def shares(counts: Counter[Any]) -> dict[Any, float]:
    return {outcome: count / counts.total() for outcome, count in counts.items()}


def enemy(hand: dict[str, int], deck: dict[str, int], **known: int) -> Scene:
    """Seat 1 holds these cards; seat 0 looks."""
    return Scene().hand(0, knight_1=2).hand(1, **hand).deck(1, **deck).known(1, **known)


def test_hands_are_uniform_over_deals() -> None:
    """P1: two of five hidden cards, each pair of cards equally likely."""
    pool = ("feint", "feint", "gold_1", "knight_1", "vassal")
    position = enemy({"feint": 1, "gold_1": 1}, {"feint": 1, "knight_1": 1, "vassal": 1}).balanced()
    hands = Counter(cards_of(p["hands"][1]) for p in resampled(Game.from_position(position), 0))
    assert chisquare(hands, shares(Counter(combinations(pool, 2)))) > FALSE_ALARM


def test_what_is_known_stays_in_the_hand() -> None:
    """P1: one feint is known, the second card is any of the four others."""
    position = enemy({"feint": 1, "gold_1": 1}, {"feint": 1, "knight_1": 1, "vassal": 1}, feint=1).balanced()
    hands = Counter(cards_of(p["hands"][1]) for p in resampled(Game.from_position(position), 0))
    others = ("feint", "gold_1", "knight_1", "vassal")
    assert chisquare(hands, {tuple(sorted(("feint", card))): 0.25 for card in others}) > FALSE_ALARM


def test_the_own_cards_stay() -> None:
    """P1: hand, and deck, which is known by counting."""
    position = enemy({"feint": 1}, {"vassal": 3}).balanced()
    for after in resampled(Game.from_position(position), 0, deals=100):
        assert (after["hands"][0], after["decks"][0]) == (position["hands"][0], position["decks"][0])


def test_an_attack_face_down_is_one_that_could_have_been_laid() -> None:
    """P1, A1: two cards laid out of six hidden ones, without gold and with a knight; the hand is dealt with them."""
    pool = ("knight_1", "knight_3", "feint", "vassal", "gold_1", "gold_2")
    scene = enemy({"knight_1": 1, "feint": 1, "gold_1": 1}, {"knight_3": 1, "vassal": 1, "gold_2": 1})
    game = scene.set(turn=11, turn_player=1, player=1).play().do("attack").lay("knight_1", "feint")
    outcomes: Counter[tuple[Cards, Cards]] = Counter()
    for laid in combinations(range(6), 2):
        names = [pool[i] for i in laid]
        if any(name.startswith("gold") for name in names) or not any(name.startswith("knight") for name in names):
            continue
        for held in set(range(6)) - set(laid):
            outcomes[tuple(sorted(names)), (pool[held],)] += 1
    deals = resampled(game.game, 0)
    dealt = Counter((cards_of(p["battle"]["laid"][1]), cards_of(p["hands"][1])) for p in deals)
    assert chisquare(dealt, shares(outcomes)) > FALSE_ALARM


def test_known_cards_may_lie_face_down() -> None:
    """P1: of two cards in hand and laid one is known to be a knight of 3; each of them is where chance puts it."""
    scene = enemy({"knight_3": 1, "feint": 1}, {"vassal": 1, "knight_1": 1}, knight_3=1)
    game = scene.set(turn=11, turn_player=1, player=1).play().do("attack").lay("knight_3")
    dealt = Counter((cards_of(p["battle"]["laid"][1])[0], cards_of(p["hands"][1])[0]) for p in resampled(game.game, 0))
    chances = {("knight_3", card): 1.0 for card in ("feint", "vassal", "knight_1")} | {("knight_1", "knight_3"): 1.0}
    assert chisquare(dealt, chances) > FALSE_ALARM


def test_a_defence_may_be_without_a_knight() -> None:
    """P1, A2: but has no gold."""
    game = enemy({"feint": 1}, {"vassal": 1, "gold_1": 1, "knight_1": 1}).play().do("attack").lay("knight_1")
    game.do("lay", card="feint")
    laid = Counter(cards_of(p["battle"]["laid"][1]) for p in resampled(game.game, 0))
    assert chisquare(laid, {(card,): 1 / 3 for card in ("feint", "vassal", "knight_1")}) > FALSE_ALARM


def test_an_attacker_who_has_laid_nothing_yet_holds_a_knight() -> None:
    """P1, A1: or he could not have attacked."""
    scene = enemy({"knight_1": 1, "gold_1": 1}, {"gold_2": 1, "knight_2": 1})
    game = scene.set(turn=11, turn_player=1, player=1).play().do("attack")
    hands = Counter(cards_of(p["hands"][1]) for p in resampled(game.game, 0))
    pool = ("gold_1", "gold_2", "knight_1", "knight_2")
    pairs = Counter(pair for pair in combinations(pool, 2) if pair != ("gold_1", "gold_2"))
    assert chisquare(hands, shares(pairs)) > FALSE_ALARM


def test_who_is_asked_to_pay_is_dealt_enough_gold() -> None:
    """P1, A3: two of five hidden cards that are worth 2 at least."""
    pool = ("gold_1", "gold_1", "gold_2", "feint", "bishop")
    scene = enemy({"knight_1": 1, "vassal": 1, "gold_2": 1, "feint": 1}, {"gold_1": 2, "bishop": 1})
    game = scene.set(turn=11, turn_player=1, player=1).play().do("attack").lay("knight_1", "vassal").do("done")
    assert (game.phase, game.player) == ("pay", 1)
    worth = {"gold_1": 1, "gold_2": 2}
    pairs = Counter(tuple(sorted(p)) for p in combinations(pool, 2) if sum(worth.get(card, 0) for card in p) >= 2)
    hands = Counter(cards_of(p["hands"][1]) for p in resampled(game.game, 0))
    assert chisquare(hands, shares(pairs)) > FALSE_ALARM


def test_the_cards_of_an_exact_recruitment_are_dealt_with_the_others() -> None:
    """P1, R2: hand of one and two cards drawn, out of five."""
    scene = enemy({"knight_1": 1, "gold_1": 1}, {"gold_2": 1, "knight_2": 1, "feint": 1, "vassal": 1})
    game = scene.set(turn=11, turn_player=1, player=1).play().do("exact", card="gold_1")
    pool = ("feint", "gold_2", "knight_1", "knight_2", "vassal")
    deals = resampled(game.game, 0)
    dealt = Counter((cards_of(p["hands"][1])[0], cards_of(p["exact"])) for p in deals)
    chances = {(held, pair): 1.0 for held in pool for pair in combinations([c for c in pool if c != held], 2)}
    assert chisquare(dealt, chances) > FALSE_ALARM


def test_cards_turned_up_stay() -> None:
    """P1, A3: they are public."""
    game = Scene().hand(0, knight_1=1, vassal=1, gold_2=1).hand(1, knight_1=1, vassal=1, feint=1).play()
    game.do("attack").lay("knight_1", "vassal").lay("knight_1", "vassal")
    assert game.phase == "pay"
    assert all(p["battle"] == game.position["battle"] for p in resampled(game.game, 1, deals=100))
