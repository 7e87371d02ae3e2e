"""Paired worlds: one comes from `resample`, and one is made by hand, so that `resample` is not believed on its word."""

import copy
from collections import Counter
from collections.abc import Callable
from functools import partial
from random import Random

import pytest

from kschwert_env.two_crowns import Game, Rules
from tests.referee.actions import as_said
from tests.referee.worlds import compare, resampled, seen_by

from .cards import GOLD, PRICE, Cards, knights
from .policies import POLICIES
from .position import Json
from .view import is_turned_up, public_view

pytestmark = pytest.mark.needs_jit

GAMES = 6  # per policy
QUIET = {"attack", "lay"}
"""Own actions that neither ask chance nor turn up anything hidden."""

World = Callable[[Game, int, Random], Game]
seen = partial(seen_by, public_view)


def by_hand(game: Game, seat: int, random: Random) -> Game:
    """The enemy's cards changed by hand: those in hand, laid face down, to choose from, and in the deck."""
    position = game.position()
    while True:
        other = copy.deepcopy(position)
        deal(other, 1 - seat, random)
        if could_be(other, 1 - seat):
            return Game.from_position(other, random.getrandbits(63))


def deal(position: Json, seat: int, random: Random) -> None:
    """Deal what is hidden of this seat; the known minimum stays in the hand or lies face down."""
    known: Cards = Counter(position["known"][seat])
    hand, deck = Counter(position["hands"][seat]), Counter(position["decks"][seat])
    laid = Counter(position["battle"]["laid"][seat]) if lies_face_down(position, seat) else Counter()
    drawn: Cards = Counter(position["exact"]) if position["exact"] and position["player"] == seat else Counter()
    hidden = list((hand + laid + deck + drawn - known).elements())
    random.shuffle(hidden)
    held = [*known.elements(), *(hidden.pop() for _ in range((hand + laid - known).total()))]
    random.shuffle(held)
    if laid:
        position["battle"]["laid"][seat] = dict(Counter(held.pop() for _ in range(laid.total())))
    if drawn:
        position["exact"] = dict(Counter(hidden.pop() for _ in range(2)))
    position["hands"][seat], position["decks"][seat] = dict(Counter(held)), dict(Counter(hidden))


def lies_face_down(position: Json, seat: int) -> bool:
    """A3: the attacker's cards until he is asked to pay, the defender's until he is."""
    return position["battle"] is not None and not is_turned_up(position, seat)


def could_be(position: Json, seat: int) -> bool:
    """A1, X0: no gold lies face down, no special card but a feint without a knight, and an attacker has one to lay."""
    if not lies_face_down(position, seat):
        return True
    laid: Cards = Counter(position["battle"]["laid"][seat])
    if laid.keys() & GOLD.keys() or (laid.keys() & PRICE.keys() and not knights(laid)):
        return False
    return seat != position["turn_player"] or bool(knights(laid or Counter(position["hands"][seat])))


@pytest.mark.parametrize("world", [resampled, by_hand])
@pytest.mark.parametrize("policy", ["by kind", "besieger", "spender"])
def test_every_position_looks_the_same_in_both_worlds(policy: str, world: World) -> None:
    """P1: along random games, for both seats, also after a quiet own action."""
    random, different = Random(policy), 0
    for _ in range(GAMES):
        game = Game(Rules(die_of_fate=True), random.getrandbits(63))
        while not game.is_over:
            for seat in (0, 1):
                other = world(game, seat, random)
                different += other != game
                compare(game, other, seat, seen, QUIET, random)
            legal = {as_said(game.rules.actions.decode(number)): number for number in game.legal_actions()}
            game.step(legal[POLICIES[policy](legal, random)])
    assert different > 100  # or the worlds would prove nothing
