"""Paired worlds: one comes from `resample`, and one is made by hand, so that `resample` is not believed on its word."""

import copy
from collections import Counter
from collections.abc import Callable, Iterator
from functools import partial
from random import Random
from typing import Any

import pytest

from kschwert_env.krone_schwert import Game, Rules
from tests.referee.actions import as_said
from tests.referee.worlds import compare, resampled, seen_by

from .cards import ACTION_CARDS, END_THRESHOLD, GAME_END, Cards
from .policies import POLICIES
from .position import Json
from .scenes import Scene
from .view import public_view

pytestmark = pytest.mark.needs_jit

TABLES = [(players, visible) for players in (2, 3, 4, 5) for visible in (True, False)]
REVOLTS = 4  # per table and seat
EVERY = 29  # decisions between two comparisons for all seats; in fights one seat compares at each
QUIET = {"claim", "expand", "castle", "small_city", "large_city", "cathedral", "papal_visit", "attack", "revolt"}
"""Own actions that neither ask chance nor turn up anything hidden, once there is a king."""

World = Callable[[Game, int, Random], Game]
seen = partial(seen_by, public_view)


def by_hand(game: Game, seat: int, random: Random) -> Game:
    """Changed by hand: cards, votes, cards laid, the place of `game_end`, hidden scores."""
    position = copy.deepcopy(game.position())
    others = [other for other in range(len(position["hands"])) if other != seat]
    for other in others:
        if position["attack"] is None or other != position["turn_player"]:  # his hand must exceed the castles
            swap_cards(position, other, random)
        if position["revolt"]:
            decide_otherwise(position, other, random)
        if not position["rules"]["visible_scores"]:
            position["scores"][other] += random.randrange(4)
    if position["draw_pile"].get(GAME_END):
        below = min(20, sum(position["draw_pile"].values()) - 1)
        position["cards_before_game_end"] = sum(position["draw_pile"].values()) - 1 - random.randint(0, below)
    return Game.from_position(position, random.getrandbits(63))


def swap_cards(position: Json, seat: int, random: Random) -> None:
    """Exchange up to three cards of a hand for cards of the draw pile."""
    hand: Cards = Counter(position["hands"][seat])
    pile: Cards = Counter(position["draw_pile"])
    for _ in range(3):
        held = list(hand.elements())
        hidden = [card for card in pile.elements() if card in ACTION_CARDS]
        if held and hidden:
            given, taken = random.choice(held), random.choice(hidden)
            for here, there, card in ((hand, pile, given), (pile, hand, taken)):
                here[card] -= 1
                there[card] += 1
    position["hands"][seat], position["draw_pile"] = dict(+hand), dict(+pile)


def decide_otherwise(position: Json, seat: int, random: Random) -> None:
    """Another vote and other cards laid, another number of them too, by a seat that has been asked."""
    revolt = position["revolt"]
    if revolt["votes"][seat] is None or not (revolt["decided"][seat] or position["player"] == seat):
        return
    if seat not in (revolt["leader"], position["king"]):
        revolt["votes"][seat] = random.choice(["crown", "sword"])
    cards = [*Counter(position["hands"][seat]).elements(), *Counter(revolt["laid"][seat]).elements()]
    random.shuffle(cards)
    laid = random.randint(0, len(cards))
    revolt["laid"][seat], position["hands"][seat] = dict(Counter(cards[:laid])), dict(Counter(cards[laid:]))


def decide(game: Game, random: Random) -> None:
    """A random legal decision; masks being equal, equal streams decide alike."""
    game.step(random.choice(game.legal_actions()))


# -- a whole revolt -------------------------------------------------------------------------------------------


def declared_revolt(players: int, visible: bool, random: Random) -> Game:
    """Seat 0 leads a revolt against the next seat; everybody holds a few cards, the end has begun or has not."""
    scene = Scene(players, visible_scores=visible).king(1, cathedrals=1).realm(0)
    deck = [card for card, facts in ACTION_CARDS.items() for _ in range(facts.copies)]
    random.shuffle(deck)
    for seat in range(players):
        scene.hand(seat, **Counter(deck.pop() for _ in range(random.randint(0, 6))))
    scene.scores(*[END_THRESHOLD[players]] * players)
    if random.random() < 0.5:
        scene.announced(1, END_THRESHOLD[players]).end_begun(len(deck) + 7)
    game = scene.play()
    game.step(game.rules.actions.encode("revolt"))
    return game


def watch_a_revolt(game: Game, seat: int, own: Random, others: Random) -> Iterator[Any]:
    """What the seat is given whenever another decision is asked, or another seat, up to the reveal.

    While another seat lays its cards nothing at all may change.
    """
    view = seen(game, seat)
    yield view
    while True:
        phase, player, revolt = game.phase, game.player, game.position()["revolt"]
        after = game.copy()
        decide(after, own if player == seat else others)
        if after.position()["revolt"] is None:
            assert sum(revolt["decided"]) == len(revolt["decided"]) - 1
            return
        game = after
        if player == seat or (game.phase, game.player) != (phase, player):
            view = seen(game, seat)
            yield view
        else:
            assert seen(game, seat) == view


@pytest.mark.parametrize("world", [resampled, by_hand])
@pytest.mark.parametrize(("players", "visible"), TABLES)
def test_a_revolt_looks_the_same_up_to_the_reveal(players: int, visible: bool, world: World) -> None:
    """R3, P1, P2: votes, cards laid and their number, hands, piles and `game_end` differ; the own choices do not."""
    for number in range(REVOLTS):
        for seat in range(players):
            random = Random(f"{players} {visible} {number} {seat}")
            game = declared_revolt(players, visible, random)
            other = world(game, seat, random)
            own = random.getrandbits(32)
            first = list(watch_a_revolt(game, seat, Random(own), Random(1)))
            second = list(watch_a_revolt(other, seat, Random(own), Random(2)))
            assert first == second


# -- whole games ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("world", [resampled, by_hand])
@pytest.mark.parametrize(("players", "visible"), TABLES)
def test_every_position_looks_the_same_in_both_worlds(players: int, visible: bool, world: World) -> None:
    """P1, P2: along random games, for every seat, also after a quiet own action."""
    random = Random(f"{players} {visible}")
    rules = Rules(players, visible_scores=visible, max_rounds=11)
    actions = [as_said(rules.actions.decode(number)) for number in range(rules.num_actions)]
    for policy in ("by kind", "rebel"):
        game = Game(rules, random.getrandbits(63))
        decision = 0
        while not game.is_over:
            in_fight = game.phase.startswith(("attack", "revolt"))
            seats = range(players) if decision % EVERY == 0 else [random.randrange(players)] if in_fight else []
            for seat in seats:
                quiet = set() if game.position()["king"] is None else QUIET
                compare(game, world(game, seat, random), seat, seen, quiet, random)
            legal = {actions[number]: number for number in game.legal_actions()}
            game.step(legal[POLICIES[policy](legal, random)])
            decision += 1


@pytest.mark.parametrize("players", [3, 4, 5])
def test_the_worlds_made_by_hand_do_differ(players: int) -> None:
    """R3: hands, votes and even the number of cards laid are other ones, or the tests above would prove nothing."""
    random, laid, votes, hands = Random(players), 0, 0, 0
    for _ in range(20):
        game = declared_revolt(players, True, random)
        while game.position()["revolt"] and game.player != players - 1:
            decide(game, random)
        first, second = (world.position() for world in (game, by_hand(game, players - 1, random)))
        laid += sum(map(total, first["revolt"]["laid"])) != sum(map(total, second["revolt"]["laid"]))
        votes += first["revolt"]["votes"] != second["revolt"]["votes"]
        hands += first["hands"] != second["hands"]
    assert min(laid, hands) > 5
    assert votes > 2 or players == 3  # there only the seat that looks has a vote


def total(cards: dict[str, int]) -> int:
    """How many cards."""
    return sum(cards.values())
