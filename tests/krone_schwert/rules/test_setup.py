"""Chapter 2: hands and first markers."""

from collections.abc import Callable
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


def test_all_other_cards_form_the_draw_pile() -> None:
    """S1: 65 cards less twelve dealt; nothing is discarded."""
    game = start()
    assert sum(game.draw_pile.values()) == sum(COPIES.values()) - 1 - 3 * 4
    assert game.discard_pile == {}


def test_hands_depend_on_the_seed() -> None:
    """S1: the cards are shuffled."""
    assert len({str(start(seed=seed).position["hands"]) for seed in range(5)}) == 5


def test_game_end_is_put_aside() -> None:
    """S1: it lies in no pile until the end begins."""
    position = start().position
    assert (position["end_begun"], position["cards_before_game_end"]) == (False, None)


def test_seat_0_starts() -> None:
    """S2: by default, with every seed."""
    assert {start(seed=seed).player for seed in range(10)} == {0}


def test_two_markers_each_in_the_same_order() -> None:
    """S2: the second round begins with the start player again, it does not run back."""
    game, order = start(), []
    for field in (octagon(0, 0), octagon(0, 2), octagon(0, 4), octagon(0, 6), octagon(2, 1), octagon(2, 3)):
        order.append(game.player)
        place(game, field)
    assert order == [0, 1, 2, 0, 1, 2]


def test_a_start_player_drawn_by_the_seed() -> None:
    """S2: every seat starts under some seed."""
    assert {start(seed=seed, start_player="random").player for seed in range(30)} == {0, 1, 2}


def test_clockwise_from_a_drawn_start_player() -> None:
    """S2, Q1: the drawn seat places first in both rounds and has the first turn."""
    game = next(game for seed in range(30) if (game := start(seed=seed, start_player="random")).player == 2)
    place(game, octagon(0, 0))
    assert (game.player, game.position["start_player"]) == (0, 2)
    place(game, octagon(0, 2), octagon(0, 4), octagon(0, 6), octagon(2, 1), octagon(2, 3))
    assert (game.player, game.phase, game.position["turn"]) == (2, "action", 0)


def test_the_first_marker_may_lie_anywhere() -> None:
    """S2: mountains, plains and forests alike, octagons and squares."""
    assert start().fields("claim") == set(range(72))


def test_no_marker_beside_another_players_marker() -> None:
    """S3: an octagon bars the octagons beside it and the squares at its corners."""
    game = place(start(), octagon(1, 1))
    barred = {octagon(1, 1), octagon(0, 1), octagon(1, 0), octagon(1, 2), octagon(2, 1)}
    barred |= {square(0, 0), square(0, 1), square(1, 0), square(1, 1)}
    assert game.fields("claim") == set(range(72)) - barred


def test_no_marker_beside_an_own_marker() -> None:
    """S3: the own first marker bars fields like all others."""
    game = place(start(), octagon(1, 1), square(0, 5), octagon(4, 4))
    assert game.player == 0
    assert game.fields("claim") == set(range(72)) - around(game, octagon(1, 1), square(0, 5), octagon(4, 4))


def test_the_start_players_turn_follows_the_last_marker() -> None:
    """Q1: no tax, no cards; an ordinary turn with 3 action points."""
    game = place(start(), octagon(0, 0), octagon(0, 2), octagon(0, 4), octagon(0, 6), octagon(2, 1), octagon(2, 3))
    assert (game.player, game.phase, game.action_points, game.position["turn"]) == (0, "action", 3, 0)


def test_any_free_field_when_all_touch_a_marker(tiny_edition: str, uncompiled: Callable[[str], Any]) -> None:
    """S3: three markers bar all of a tiny board; the fourth may lie on each of the other nine fields."""
    program = f"""if True:
        import json
        from kschwert_env.krone_schwert import Game, Rules
        game = Game(Rules(2, edition={tiny_edition!r}))
        find = {{(f["shape"], f["row"], f["column"]): f["id"] for f in game.position()["fields"]}}
        taken = [find["octagon", 0, 1], find["octagon", 1, 0], find["octagon", 1, 2]]
        for field in taken:
            game.step(game.rules.actions.encode("claim", field=field))
        free = [game.rules.actions.decode(action).field for action in game.legal_actions()]
        print(json.dumps([game.phase, free == [field for field in range(12) if field not in taken]]))
        """
    assert uncompiled(program) == ["setup", True]
