"""Paired worlds in a revolt: positions that differ only in hidden information look the same to a seat (R3).

One world comes from `resample`, the other is changed manually, independently of `resample`.
"""

import copy
from collections import Counter
from collections.abc import Callable, Iterator
from random import Random
from typing import Any

import pytest

from kschwert_env.krone_schwert import Game
from tests.referee.krone_schwert.position import ACTION_CARDS, END_THRESHOLD, GAME_END, Cards, Json
from tests.referee.krone_schwert.scenes import Scene
from tests.referee.krone_schwert.view import public_view

pytestmark = pytest.mark.needs_jit

TABLES = [(players, visible) for players in (2, 3, 4, 5) for visible in (True, False)]
REVOLTS = 4  # per configuration and seat

World = Callable[[Game, int, Random], Game]


def resampled(game: Game, seat: int, random: Random) -> Game:
    """Resample the information hidden from the seat."""
    return game.resample(seat, random.getrandbits(63))


def changed_manually(game: Game, seat: int, random: Random) -> Game:
    """Change cards, votes, cards laid, the position of `game_end` and hidden scores."""
    position = copy.deepcopy(game.position())
    others = [other for other in range(len(position["hands"])) if other != seat]
    for other in others:
        if position["attack"] is None or other != position["turn_player"]:  # that hand must exceed the castles
            swap_cards(position, other, random)
        if position["revolt"]:
            change_decision(position, other, random)
        if not position["rules"]["visible_scores"] and position["phase"] != "setup":  # no VP in setup
            position["scores"][other] += random.randrange(4)
    if position["draw_pile"].get(GAME_END):
        below = min(20, sum(position["draw_pile"].values()) - 1)
        position["cards_before_game_end"] = sum(position["draw_pile"].values()) - 1 - random.randint(0, below)
    return Game.from_position(position, random.getrandbits(63))


def swap_cards(position: Json, seat: int, random: Random) -> None:
    """Exchange up to three cards of a hand with cards of the draw pile."""
    hand: Cards = Counter(position["hands"][seat])
    pile: Cards = Counter(position["draw_pile"])
    for _ in range(3):
        held = list(hand.elements())
        hidden = [card for card in pile.elements() if card in ACTION_CARDS]
        if held and hidden:
            given, taken = Cards([random.choice(held)]), Cards([random.choice(hidden)])
            hand, pile = hand - given + taken, pile - taken + given
    position["hands"][seat], position["draw_pile"] = dict(hand), dict(pile)


def change_decision(position: Json, seat: int, random: Random) -> None:
    """Change the vote, the cards laid and their number of a seat that has been asked."""
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
    """Take a random legal action; with equal masks, equal streams choose the same action."""
    game.step(random.choice(game.legal_actions()))


def declared_revolt(players: int, visible: bool, random: Random) -> Game:
    """Return a game in which seat 0 leads a revolt against the next seat, and all seats hold a few cards."""
    scene = Scene(players, visible_scores=visible).king(1, cathedrals=1).realm(0)
    deck = [card for card, facts in ACTION_CARDS.items() for _ in range(facts.copies)]
    random.shuffle(deck)
    for seat in range(players):
        scene.hand(seat, **Counter(deck.pop() for _ in range(random.randint(0, 6))))
    scene.set(scores=[END_THRESHOLD[players]] * players)
    if random.random() < 0.5:
        scene.announced(1, END_THRESHOLD[players]).end_begun(len(deck) + 7)
    game = Game.from_position(scene.build())
    game.step(game.rules.actions.encode("revolt"))
    return game


def seen(game: Game, seat: int) -> Any:
    """Return everything that a seat gets, and its public view."""
    given = game.observe(seat)
    return given["observation"].tolist(), given["action_mask"].tolist(), public_view(game.position(), seat)


def watch_a_revolt(game: Game, seat: int, own: Random, others: Random) -> Iterator[Any]:
    """Yield the information of a seat at every new decision, up to the reveal.

    While another seat lays its cards nothing may change.
    """
    view = seen(game, seat)
    yield view
    while True:
        phase, player = game.phase, game.player
        game = game.copy()
        decide(game, own if player == seat else others)
        if game.position()["revolt"] is None:
            return
        if player == seat or (game.phase, game.player) != (phase, player):
            view = seen(game, seat)
            yield view
        else:
            assert seen(game, seat) == view


@pytest.mark.parametrize("world", [resampled, changed_manually])
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


@pytest.mark.parametrize("players", [3, 4, 5])
def test_worlds_changed_by_hand_differ(players: int) -> None:
    """R3: hands, votes and the number of cards laid; otherwise the test above would be vacuous."""
    random, differing = Random(players), Counter[str]()
    for _ in range(20):
        game = declared_revolt(players, True, random)
        while game.position()["revolt"] and game.player != players - 1:
            decide(game, random)
        first, second = (world.position() for world in (game, changed_manually(game, players - 1, random)))
        laid = [sum(sum(cards.values()) for cards in world["revolt"]["laid"]) for world in (first, second)]
        differing["hands"] += first["hands"] != second["hands"]
        differing["votes"] += first["revolt"]["votes"] != second["revolt"]["votes"]
        differing["laid"] += laid[0] != laid[1]
    assert min(differing["hands"], differing["laid"]) > 5
    assert differing["votes"] > 2 or players == 3  # there only the seat that looks has a vote
