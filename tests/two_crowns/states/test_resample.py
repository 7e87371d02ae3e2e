"""Resampling: every deal that fits the public information, with its exact probability."""

from collections import Counter
from itertools import combinations
from typing import Any

import pytest

from kschwert_env.two_crowns import Game
from tests.helpers.chances import FALSE_ALARM, chisquare, resampled
from tests.two_crowns.fights import fighting_games
from tests.two_crowns.scenes import Play, Scene

pytestmark = pytest.mark.needs_jit

Cards = tuple[str, ...]


def cards_of(counts: dict[str, int]) -> Cards:
    return tuple(sorted(Counter(counts).elements()))


def shares(counts: Counter[Any]) -> dict[Any, float]:
    return {outcome: count / counts.total() for outcome, count in counts.items()}


def enemy(hand: dict[str, int], deck: dict[str, int], **known: int) -> Scene:
    """Return a scene in which seat 1 holds these cards, in the view of seat 0."""
    return Scene().hand(0, knight_1=2).hand(1, **hand).deck(1, **deck).known(1, **known)


def test_hands_are_uniform_over_deals() -> None:
    """P1: two of five hidden cards, each pair of cards equally likely."""
    pool = ("feint", "feint", "gold_1", "knight_1", "vassal")
    position = enemy({"feint": 1, "gold_1": 1}, {"feint": 1, "knight_1": 1, "vassal": 1}).balanced()
    hands = Counter(cards_of(p["hands"][1]) for p in resampled(Game.from_position(position), 0))
    assert chisquare(hands, shares(Counter(combinations(pool, 2)))) > FALSE_ALARM


def test_known_cards_stay_in_the_hand() -> None:
    """P1: one knight of 3 is known, the second card is any of the four others."""
    position = enemy({"knight_3": 1, "gold_1": 1}, {"knight_3": 1, "knight_1": 1, "vassal": 1}, knight_3=1).balanced()
    hands = Counter(cards_of(p["hands"][1]) for p in resampled(Game.from_position(position), 0))
    others = ("knight_3", "gold_1", "knight_1", "vassal")
    assert chisquare(hands, {tuple(sorted(("knight_3", card))): 0.25 for card in others}) > FALSE_ALARM


def test_the_own_cards_stay() -> None:
    """P1: hand, and deck, which is known by counting."""
    position = enemy({"feint": 1}, {"vassal": 3}).balanced()
    for after in resampled(Game.from_position(position), 0, deals=100):
        assert (after["hands"][0], after["decks"][0]) == (position["hands"][0], position["decks"][0])


def test_a_resampled_attack_could_have_been_laid() -> None:
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


def layable(laid: Cards, by_attacker: bool) -> bool:
    """A1, A2, X0: an independent implementation."""
    if any(card.startswith("gold") for card in laid):
        return False
    return any(card.startswith("knight") for card in laid) or (not by_attacker and set(laid) == {"feint"})


def deals(pool: Cards, known: int, face_down: int, in_hand: int, by_attacker: bool) -> dict[Any, float]:
    """Return the probabilities of the cards face down and in hand: each assignment of the cards counts once.

    The first `known` cards of the pool are known to be among them.
    """
    outcomes: Counter[tuple[Cards, Cards]] = Counter()
    indices = range(len(pool))
    for laid in combinations(indices, face_down):
        for hand in combinations([index for index in indices if index not in laid], in_hand):
            cards = tuple(sorted(pool[index] for index in laid))
            if layable(cards, by_attacker) and set(range(known)) <= {*laid, *hand}:
                outcomes[cards, tuple(sorted(pool[index] for index in hand))] += 1
    return shares(outcomes)


def face_down_and_in_hand(game: Play) -> Counter[tuple[Cards, Cards]]:
    """Return the states of seat 1 that seat 0 samples."""
    deals = resampled(game.game, 0)
    return Counter((cards_of(p["battle"]["laid"][1]), cards_of(p["hands"][1])) for p in deals)


def test_a_defence_may_be_of_feints_alone() -> None:
    """P1, A2, X0: but has no gold, and no vassal without a knight."""
    game = enemy({"feint": 1}, {"vassal": 1, "gold_1": 1, "knight_1": 1}).play().do("attack").lay("knight_1")
    game.do("lay", card="feint")
    laid = Counter(cards_of(p["battle"]["laid"][1]) for p in resampled(game.game, 0))
    assert chisquare(laid, {(card,): 1 / 2 for card in ("feint", "knight_1")}) > FALSE_ALARM


def test_a_resampled_defence_could_have_been_laid() -> None:
    """P1, A2, X0: three of eight laid and one held, as the attacker sees it while the defender lays."""
    scene = enemy({"knight_1": 1, "feint": 1, "vassal": 1, "gold_1": 1}, {"feint": 2, "bishop": 1, "knight_2": 1})
    game = scene.play().do("attack").lay("knight_1", "knight_1")
    for card in ("knight_1", "feint", "vassal"):
        game.do("lay", card=card)
    pool = ("knight_1", "knight_2", "feint", "feint", "feint", "vassal", "bishop", "gold_1")
    chances = deals(pool, 0, face_down=3, in_hand=1, by_attacker=False)
    assert (("feint", "feint", "feint"), ("gold_1",)) in chances
    assert chisquare(face_down_and_in_hand(game), chances) > FALSE_ALARM


@pytest.mark.parametrize("laid", [("knight_1", "feint"), ("knight_1", "knight_3"), ("feint", "feint")])
def test_while_the_attacker_pays_the_defence_is_dealt_anew(laid: Cards) -> None:
    """P1, A3: for any true cards; one of the knights is known to be laid or in hand."""
    scene = Scene().hand(0, knight_1=1, vassal=1, gold_2=1)
    scene.hand(1, knight_1=1, knight_3=1, feint=2).deck(1, gold_1=1, vassal=1).known(1, knight_1=1)
    game = scene.play().do("attack").lay("knight_1", "vassal").lay(*laid)
    assert (game.phase, game.player) == ("pay", 0)
    pool = ("knight_1", "knight_3", "feint", "feint", "gold_1", "vassal")
    chances = deals(pool, 1, face_down=2, in_hand=2, by_attacker=False)
    assert chisquare(face_down_and_in_hand(game), chances) > FALSE_ALARM


def test_known_and_unknown_knights_lie_face_down_by_their_chances() -> None:
    """P1, A1: an attack of two cards, with two known knights and others; most of the deck stays behind."""
    scene = enemy({"knight_1": 1, "knight_3": 1, "feint": 1}, {"knight_3": 1, "gold_1": 2, "vassal": 1, "gold_2": 1})
    scene.known(1, knight_1=1, knight_3=1)
    game = scene.set(turn=11, turn_player=1, player=1).play().do("attack").lay("knight_3", "feint")
    pool = ("knight_1", "knight_3", "knight_3", "feint", "gold_1", "gold_1", "vassal", "gold_2")
    chances = deals(pool, 2, face_down=2, in_hand=1, by_attacker=True)
    assert chisquare(face_down_and_in_hand(game), chances) > FALSE_ALARM


def test_cards_turned_up_are_not_dealt_anew() -> None:
    """P1, A3: the defender's cards, once the defender is asked; the hand is resampled."""
    scene = Scene().hand(0, knight_1=1).hand(1, knight_1=1, vassal=1, gold_1=1).deck(1, feint=1, gold_2=1)
    game = scene.play().do("attack").lay("knight_1").lay("knight_1", "vassal")
    assert game.player == 1
    dealt = face_down_and_in_hand(game)
    chances = {(("knight_1", "vassal"), (card,)): 1 / 3 for card in ("gold_1", "feint", "gold_2")}
    assert chisquare(dealt, chances) > FALSE_ALARM


def test_an_attacker_without_laid_cards_holds_a_knight() -> None:
    """P1, A1: otherwise the attack would have been illegal."""
    scene = enemy({"knight_1": 1, "gold_1": 1}, {"gold_2": 1, "knight_2": 1})
    game = scene.set(turn=11, turn_player=1, player=1).play().do("attack")
    hands = Counter(cards_of(p["hands"][1]) for p in resampled(game.game, 0))
    pool = ("gold_1", "gold_2", "knight_1", "knight_2")
    pairs = Counter(pair for pair in combinations(pool, 2) if pair != ("gold_1", "gold_2"))
    assert chisquare(hands, shares(pairs)) > FALSE_ALARM


def test_an_attacker_with_a_known_knight_holds_any_other_cards() -> None:
    """P1, A1: two cards, one of them known; gold is as likely as the other knight."""
    scene = enemy({"knight_1": 1, "gold_1": 1}, {"gold_2": 1, "knight_2": 1}, knight_1=1)
    game = scene.set(turn=11, turn_player=1, player=1).play().do("attack")
    hands = Counter(cards_of(p["hands"][1]) for p in resampled(game.game, 0))
    others = ("gold_1", "gold_2", "knight_2")
    assert chisquare(hands, {tuple(sorted(("knight_1", card))): 1 / 3 for card in others}) > FALSE_ALARM


def test_a_seat_asked_to_pay_can_lack_gold() -> None:
    """P1, A3: a question gives nothing away; two of five hidden cards."""
    pool = ("bishop", "feint", "gold_1", "gold_1", "gold_2")
    scene = enemy({"knight_1": 1, "vassal": 1, "gold_2": 1, "feint": 1}, {"gold_1": 2, "bishop": 1})
    game = scene.set(turn=11, turn_player=1, player=1).play().do("attack").lay("knight_1", "vassal").do("done")
    assert (game.phase, game.player) == ("pay", 1)
    hands = Counter(cards_of(p["hands"][1]) for p in resampled(game.game, 0))
    assert chisquare(hands, shares(Counter(combinations(pool, 2)))) > FALSE_ALARM


def test_the_cards_of_an_exact_recruitment_are_dealt_with_the_others() -> None:
    """P1, R2: hand of one and two cards drawn, out of five."""
    scene = enemy({"knight_1": 1, "gold_1": 1}, {"gold_2": 1, "knight_2": 1, "feint": 1, "vassal": 1})
    game = scene.set(turn=11, turn_player=1, player=1).play().do("exact", card="gold_1")
    pool = ("feint", "gold_2", "knight_1", "knight_2", "vassal")
    deals = resampled(game.game, 0)
    dealt = Counter((cards_of(p["hands"][1])[0], cards_of(p["exact"])) for p in deals)
    chances = {(held, pair): 1.0 for held in pool for pair in combinations([c for c in pool if c != held], 2)}
    assert chisquare(dealt, chances) > FALSE_ALARM


def test_the_attackers_cards_stay_once_turned_up() -> None:
    """P1, A3: they are public, as is what is paid for."""
    game = Scene().hand(0, knight_1=1, vassal=2, gold_2=1).hand(1, knight_1=1, vassal=1, feint=1).play()
    game.do("attack").lay("knight_1", "vassal", "vassal").lay("knight_1", "vassal").do("pay", choice="yes")
    assert (game.phase, game.player) == ("pay", 0)
    for deal in resampled(game.game, 1, deals=100):
        assert deal["battle"] == game.position["battle"]


@pytest.mark.parametrize("seat", [0, 1])
def test_resampled_worlds_keep_the_view_and_are_reachable(seat: int) -> None:
    """P1: at every decision of random games with much to lay: the view is unchanged, and each world can be reached."""
    for game in fighting_games(6):
        if game.is_over:
            continue
        world = game.resample(seat, 3)
        assert world.observe(seat)["observation"].tolist() == game.observe(seat)["observation"].tolist()
        assert Game.from_position(world.position()) == world
