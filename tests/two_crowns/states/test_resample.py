"""Resampling: every deal that fits the public information, with its exact probability."""

from collections import Counter
from collections.abc import Iterable
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


def check_deals(game: Play, chances: dict[Any, float]) -> None:
    """Compare the cards of seat 1, face down and in hand, that seat 0 samples."""
    dealt = Counter((cards_of(p["battle"]["laid"][1]), cards_of(p["hands"][1])) for p in resampled(game.game, 0))
    assert chisquare(dealt, chances) > FALSE_ALARM


def check_hands(game: Play, hands: Iterable[tuple[str, ...]]) -> None:
    """Check that seat 0 samples these hands of seat 1, all equally likely."""
    dealt = Counter(cards_of(p["hands"][1]) for p in resampled(game.game, 0))
    assert chisquare(dealt, shares(Counter(tuple(sorted(hand)) for hand in hands))) > FALSE_ALARM


def test_hands_are_uniform_over_deals() -> None:
    """P1: each pair of the hidden cards is equally likely; a card that is known stays."""
    pool = ("feint", "feint", "gold_1", "knight_1", "vassal")
    game = enemy({"feint": 1, "gold_1": 1}, {"feint": 1, "knight_1": 1, "vassal": 1}).play()
    check_hands(game, combinations(pool, 2))
    game = enemy({"knight_3": 1, "gold_1": 1}, {"knight_3": 1, "knight_1": 1, "vassal": 1}, knight_3=1).play()
    check_hands(game, [("knight_3", card) for card in ("knight_3", "gold_1", "knight_1", "vassal")])


def test_the_own_cards_stay() -> None:
    """P1: hand, and deck, which is known by counting."""
    position = enemy({"feint": 1}, {"vassal": 3}).balanced()
    for after in resampled(Game.from_position(position), 0, deals=100):
        assert (after["hands"][0], after["decks"][0]) == (position["hands"][0], position["decks"][0])


def attacked_by(scene: Scene, *laid: str) -> Play:
    """Seat 1 attacks and has laid these cards, or not yet begun to."""
    game = scene.set(turn=11, turn_player=1, player=1).play().do("attack")
    return game.lay(*laid) if laid else game


def defended(scene: Scene, *laid: str) -> Play:
    """Seat 0 has attacked with knights of 1, and seat 1 is laying these cards."""
    game = scene.play().do("attack").lay(*["knight_1"] * min(2, len(laid)))
    for card in laid:
        game.do("lay", card=card)
    return game


def test_an_attack_is_dealt_as_it_could_have_been_laid() -> None:
    """P1, A1: without gold and with a knight; the hand is dealt with it, and known cards are in one of both."""
    game = attacked_by(
        enemy({"knight_1": 1, "feint": 1, "gold_1": 1}, {"knight_3": 1, "vassal": 1, "gold_2": 1}), "knight_1", "feint"
    )
    pool: Cards = ("knight_1", "knight_3", "feint", "vassal", "gold_1", "gold_2")
    check_deals(game, deals(pool, 0, face_down=2, in_hand=1, by_attacker=True))
    scene = enemy({"knight_3": 1, "feint": 1}, {"vassal": 1, "knight_1": 1}, knight_3=1)
    pool = ("knight_3", "feint", "vassal", "knight_1")
    check_deals(attacked_by(scene, "knight_3"), deals(pool, 1, face_down=1, in_hand=1, by_attacker=True))
    scene = enemy({"knight_1": 1, "knight_3": 1, "feint": 1}, {"knight_3": 1, "gold_1": 2, "vassal": 1, "gold_2": 1})
    scene.known(1, knight_1=1, knight_3=1)  # most of the deck stays behind
    pool = ("knight_1", "knight_3", "knight_3", "feint", "gold_1", "gold_1", "vassal", "gold_2")
    check_deals(attacked_by(scene, "knight_3", "feint"), deals(pool, 2, face_down=2, in_hand=1, by_attacker=True))


def test_a_defence_is_dealt_as_it_could_have_been_laid() -> None:
    """P1, A2, X0: it may be of feints alone, but has no gold, and no vassal without a knight."""
    game = defended(enemy({"feint": 1}, {"vassal": 1, "gold_1": 1, "knight_1": 1}), "feint")
    pool: Cards = ("feint", "vassal", "gold_1", "knight_1")
    check_deals(game, deals(pool, 0, face_down=1, in_hand=0, by_attacker=False))
    scene = enemy({"knight_1": 1, "feint": 1, "vassal": 1, "gold_1": 1}, {"feint": 2, "bishop": 1, "knight_2": 1})
    pool = ("knight_1", "knight_2", "feint", "feint", "feint", "vassal", "bishop", "gold_1")
    chances = deals(pool, 0, face_down=3, in_hand=1, by_attacker=False)
    assert (("feint", "feint", "feint"), ("gold_1",)) in chances
    check_deals(defended(scene, "knight_1", "feint", "vassal"), chances)


@pytest.mark.parametrize("laid", [("knight_1", "feint"), ("knight_1", "knight_3"), ("feint", "feint")])
def test_while_the_attacker_pays_the_defence_is_dealt_anew(laid: Cards) -> None:
    """P1, A3: for any true cards; one of the knights is known to be laid or in hand."""
    scene = Scene().hand(0, knight_1=1, vassal=1, gold_2=1)
    scene.hand(1, knight_1=1, knight_3=1, feint=2).deck(1, gold_1=1, vassal=1).known(1, knight_1=1)
    game = scene.play().do("attack").lay("knight_1", "vassal").lay(*laid)
    assert (game.phase, game.player) == ("pay", 0)
    pool = ("knight_1", "knight_3", "feint", "feint", "gold_1", "vassal")
    check_deals(game, deals(pool, 1, face_down=2, in_hand=2, by_attacker=False))


def test_cards_turned_up_are_not_dealt_anew() -> None:
    """P1, A3: the defender's cards, once the defender is asked; the hand is resampled."""
    scene = Scene().hand(0, knight_1=1).hand(1, knight_1=1, vassal=1, gold_1=1).deck(1, feint=1, gold_2=1)
    game = scene.play().do("attack").lay("knight_1").lay("knight_1", "vassal")
    assert game.player == 1
    check_deals(game, {(("knight_1", "vassal"), (card,)): 1 / 3 for card in ("gold_1", "feint", "gold_2")})


def test_an_attacker_without_laid_cards_holds_a_knight() -> None:
    """P1, A1: otherwise the attack would have been illegal. With a known one, gold is as likely as the other knight."""
    hand, deck = {"knight_1": 1, "gold_1": 1}, {"gold_2": 1, "knight_2": 1}
    pairs = set(combinations(("gold_1", "gold_2", "knight_1", "knight_2"), 2))
    check_hands(attacked_by(enemy(hand, deck)), pairs - {("gold_1", "gold_2")})
    known = attacked_by(enemy(hand, deck, knight_1=1))
    check_hands(known, [("knight_1", card) for card in ("gold_1", "gold_2", "knight_2")])


def test_a_seat_asked_to_pay_can_lack_gold() -> None:
    """P1, A3: a question gives nothing away; two of five hidden cards."""
    scene = enemy({"knight_1": 1, "vassal": 1, "gold_2": 1, "feint": 1}, {"gold_1": 2, "bishop": 1})
    game = attacked_by(scene, "knight_1", "vassal").do("done")
    assert (game.phase, game.player) == ("pay", 1)
    check_hands(game, combinations(("bishop", "feint", "gold_1", "gold_1", "gold_2"), 2))


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
