"""Chapter 2: hands and first markers."""

from typing import Any

import pytest

from kschwert_env.krone_schwert import Game, Rules
from tests.krone_schwert.play import COPIES, Play
from tests.krone_schwert.scenes import EVENTS, fresh_position, octagon, square


def start(players: int = 3, seed: int = 0, **options: Any) -> Play:
    return Play(Game(Rules(players, shuffle_parts=False, **options), seed))


def place(game: Play, *fields: int) -> Play:
    for field in fields:
        game.do("claim", field=field)
    return game


def around(game: Play, *fields: int) -> set[int]:
    """Return these fields and all adjacent fields."""
    return {*fields}.union(*(game.position["fields"][field]["neighbours"] for field in fields))


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_everybody_holds_four_cards(players: int) -> None:
    """S1: four each, for any number of players."""
    assert [sum(hand.values()) for hand in fresh_position(Rules(players))["hands"]] == [4] * players


@pytest.mark.parametrize("seed", range(8))
def test_no_hand_holds_an_event(seed: int) -> None:
    """S1: events dealt are replaced and go back into the pile, where all of them are."""
    game = start(5, seed)
    assert not EVENTS & set().union(*game.position["hands"])
    assert {card: game.draw_pile.get(card) for card in EVENTS} == {"city_scoring": 2, "unrest": 5, "game_end": None}


def test_cards_at_the_start() -> None:
    """S1."""
    # S1: all other cards form the draw pile; 65 cards less twelve dealt; nothing is discarded
    game = start()
    assert sum(game.draw_pile.values()) == sum(COPIES.values()) - 1 - 3 * 4
    assert game.discard_pile == {}


def test_who_starts() -> None:
    """S2, Q1."""
    # S2: seat 0 starts; by default, with every seed
    assert {start(seed=seed).player for seed in range(10)} == {0}
    # S2: a start player drawn by the seed; every seat starts under some seed
    assert {start(seed=seed, start_player="random").player for seed in range(30)} == {0, 1, 2}
    # S2, Q1: clockwise from a drawn start player; the drawn seat places first in both rounds and has the first
    # turn
    game = next(game for seed in range(30) if (game := start(seed=seed, start_player="random")).player == 2)
    place(game, octagon(0, 0))
    assert (game.player, game.position["start_player"]) == (0, 2)
    place(game, octagon(0, 2), octagon(0, 4), octagon(0, 6), octagon(2, 1), octagon(2, 3))
    assert (game.player, game.phase, game.position["turn"]) == (2, "action", 0)


def test_two_markers_each_in_the_same_order() -> None:
    """S2, Q1."""
    # S2: two markers each in the same order; the second round begins with the start player again, it does not
    # run back
    game, order = start(), []
    for field in (octagon(0, 0), octagon(0, 2), octagon(0, 4), octagon(0, 6), octagon(2, 1), octagon(2, 3)):
        order.append(game.player)
        place(game, field)
    assert order == [0, 1, 2, 0, 1, 2]
    # Q1: the start players turn follows the last marker; no tax, no cards; an ordinary turn with 3 action
    # points
    game = place(start(), octagon(0, 0), octagon(0, 2), octagon(0, 4), octagon(0, 6), octagon(2, 1), octagon(2, 3))
    assert (game.player, game.phase, game.action_points, game.position["turn"]) == (0, "action", 3, 0)


def test_where_markers_may_lie() -> None:
    """S2, S3."""
    # S2: the first marker may lie anywhere; mountains, plains and forests alike, octagons and squares
    assert start().fields("claim") == set(range(72))
    # S3: no marker beside another players marker; an octagon bars the octagons beside it and the squares at its
    # corners
    game = place(start(), octagon(1, 1))
    barred = {octagon(1, 1), octagon(0, 1), octagon(1, 0), octagon(1, 2), octagon(2, 1)}
    barred |= {square(0, 0), square(0, 1), square(1, 0), square(1, 1)}
    assert game.fields("claim") == set(range(72)) - barred


def test_any_free_field_when_all_touch_a_marker(tiny_edition: str) -> None:
    """S3: three markers bar all of a tiny board; the fourth may lie on each of the other nine fields."""
    game = Play(Game(Rules(2, edition=tiny_edition)))
    find = {(f["shape"], f["row"], f["column"]): f["id"] for f in game.position["fields"]}
    taken = {find["octagon", 0, 1], find["octagon", 1, 0], find["octagon", 1, 2]}
    place(game, *taken)
    assert (game.phase, game.fields("claim")) == ("setup", set(range(12)) - taken)
