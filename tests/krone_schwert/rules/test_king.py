"""Chapter 8: the first king and the tax."""

import pytest

from tests.krone_schwert.play import COPIES, Play
from tests.krone_schwert.scenes import Scene, octagon, square

MOUNTAIN, PLAIN, SITE = octagon(0, 0), octagon(2, 1), (octagon(0, 1), square(0, 0))


def ready() -> Scene:
    """Return a scene in which seat 0 owns a site for each building and the cards for them."""
    return Scene().owns(0, MOUNTAIN, PLAIN, *SITE).hand(0, castle=2, city=2, cathedral=1)


def test_a_castle_and_a_city_make_a_king() -> None:
    """K1."""
    # K1: a city after a castle makes a king; immediately; the turn continues with the remaining points
    game = ready().castle(0, octagon(0, 2)).play().do("small_city", field=PLAIN)
    assert (game.king, game.player, game.phase, game.action_points) == (0, 0, "action", 1)
    # K1: a castle after a city makes a king; in either order
    assert ready().small_city(0, octagon(2, 2)).play().do("castle", field=MOUNTAIN).king == 0


def test_what_makes_no_king() -> None:
    """K1."""
    # K1: castles alone make no king; not two of them
    assert ready().castle(0, octagon(0, 2)).play().do("castle", field=MOUNTAIN).king is None
    # K1: cities alone make no king; not two of them, nor a cathedral
    assert ready().large_city(0, octagon(1, 2), square(0, 1)).play().do("small_city", field=PLAIN).king is None
    game = ready().large_city(0, octagon(1, 2), square(0, 1)).play().do("cathedral", field=octagon(1, 2))
    assert game.king is None


def first_king(**piles: int) -> Play:
    """Crown seat 0, which has three castles, by its first city; these cards are in the discard pile."""
    scene = ready().castle(0, octagon(0, 2), square(0, 2), square(2, 1))
    return scene.discard_pile(**piles).play().do("small_city", field=PLAIN)


def test_the_first_king() -> None:
    """K2, K3, K4."""
    # K2, K3: the first king takes the tax; 1 for each castle, and one people card, without a decision
    game = first_king()
    assert (game.phase, game.scores, game.open_swords + game.crowns_aside) == ("action", [3, 0, 0], 1)
    # K2: the first king shuffles all piles; the discard pile, with the card just played, becomes part of the
    # draw pile; hands stay
    game = first_king(truce=2, unrest=1)
    held = {"castle": 2, "city": 1, "cathedral": 1}
    everything = {card: copies - held.get(card, 0) for card, copies in COPIES.items() if card != "game_end"}
    assert (game.hand(0), game.discard_pile, game.draw_pile) == (held, {}, everything)
    # K2, K4: the first king is taxed once; the choice is offered in the king's next turn
    game = first_king().do("end_turn")
    assert (game.player, game.phase) == (1, "action")
    game.do("end_turn").do("end_turn")
    assert (game.player, game.phase, game.scores) == (0, "tax", [3, 0, 0])


def taxing(**realm: int) -> Scene:
    return Scene().king(0, **realm).realm(1, castles=4).scores(5, 6, 7).phase("tax")


def test_the_king_takes_or_leaves_the_tax() -> None:
    """K3, K4, D6."""
    # K3, K4: the king takes the tax; 1 for each own castle, one people card, no point
    game = taxing(castles=3, cathedrals=2).people(crowns=0, swords=11).play().do("tax", choice="take")
    assert (game.scores, game.open_swords) == ([8, 6, 7], 1)
    assert (game.player, game.phase, game.action_points) == (0, "action", 3)
    # K4: the king leaves the tax; no victory points, no people card
    game = taxing(castles=3).people(crowns=0, swords=11).play().do("tax", choice="leave")
    assert (game.scores, game.open_swords) == ([5, 6, 7], 0)
    assert (game.player, game.phase, game.action_points) == (0, "action", 3)
    # K4: the tax decision has two answers; and nothing else can be done before it
    game = taxing().play()
    assert game.choices("tax") == {"take", "leave"}
    assert {action.kind for action in game.legal()} == {"tax"}


def test_the_king_is_asked_in_each_of_his_turns(scene: Scene) -> None:
    """K4: every round, and no other seat is asked."""
    game = scene.king(1).phase("tax").turn(1).play().do("tax", choice="take").do("end_turn")
    assert (game.player, game.phase) == (2, "action")
    game.do("end_turn").do("end_turn")
    assert (game.player, game.phase) == (1, "tax")


@pytest.mark.parametrize("kind", ["castle", "small_city"])
def test_later_kings_come_by_revolt_only(kind: str) -> None:
    """K5, K1: a seat that completes castle and city under a king gets no crown, tax or new draw pile."""
    scene = ready().king(2)
    if kind == "castle":
        game = scene.small_city(0, octagon(2, 2)).play().do("castle", field=MOUNTAIN)
    else:
        game = scene.castle(0, octagon(0, 2)).play().do("small_city", field=PLAIN)
    assert (game.king, game.scores, sum(game.discard_pile.values())) == (2, [0, 0, 0], 1)
