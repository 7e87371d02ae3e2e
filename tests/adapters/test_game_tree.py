"""Moments: what never changes in them, and what seats remember row by row."""

from typing import Any

import numpy as np

from kschwert_env import krone_schwert, two_crowns
from kschwert_env.adapters.game_tree import NOTHING, Moment, Playing, Setting, beginning, started
from kschwert_env.engine.game import Game
from tests.games.cases import TINY
from tests.krone_schwert.scenes import Scene

DEEP = Setting(two_crowns.Game, two_crowns.Rules(edition=TINY, max_turns=4), explicit_chance=True, keeps_rows=True)


def playing(game: Game[Any]) -> Playing:
    """A game that seats begin to remember now."""
    return started(Setting(type(game), game.rules, explicit_chance=False, keeps_rows=True), game)


def digests(moment: Moment) -> list[bytes]:
    return [memory.digest for memory in moment.memories]


def test_all_that_a_seat_does_and_sees_is_remembered_in_order() -> None:
    """And with chance told draw by draw nothing is remembered of what lies between."""
    moment, own, choose = beginning(DEEP), [[NOTHING], [NOTHING]], np.random.default_rng(5)
    while moment.chances:
        moment = moment.after(0)
    assert isinstance(moment, Playing)
    seen = [[moment.game.observe(seat)["observation"].tobytes()] for seat in (0, 1)]
    while not moment.game.is_over:
        player, action = moment.game.player, int(choose.choice(moment.game.legal_actions()))
        moment = moment.after(action)
        while moment.chances:
            moment = moment.after(int(choose.choice(len(moment.chances), p=moment.chances)))
        assert isinstance(moment, Playing)
        for seat in (0, 1):
            now = moment.game.observe(seat)["observation"].tobytes()
            if seat == player or now != seen[seat][-1]:
                own[seat].append(action if seat == player else NOTHING)
                seen[seat].append(now)
    for seat in (0, 1):
        rows = moment.memories[seat].rows
        assert [row.action for row in rows] == own[seat]
        assert [row.seen for row in rows] == seen[seat]
        assert len(rows) > 5


def test_an_action_of_ones_own_is_remembered_whatever_is_seen() -> None:
    moment = playing(krone_schwert.Game(krone_schwert.Rules(2)))
    game = moment.game.copy()
    assert len({tuple(digests(moment.followed_by(game, action))) for action in range(5)}) == 5


def test_decisions_that_nobody_sees_are_not_counted() -> None:
    """P2: how many cards another seat lays in a revolt, one by one, is not remembered either."""
    scene = Scene().king(0).realm(1, castles=1, small_cities=1).hand(1, castle=2, leader_3=1).turn(1)
    asked = playing(scene.play().do("revolt").game)
    actions = asked.setting.rules.actions
    assert asked.game.player == 1
    none = asked.after(actions.encode("done"))
    laid = asked.after(actions.encode("lay", "leader_3")).after(actions.encode("lay", "castle"))
    laid = laid.after(actions.encode("done"))
    assert [mine == theirs for mine, theirs in zip(digests(none), digests(laid), strict=True)] == [True, False, True]


def test_moments_stay_as_they_are() -> None:
    """Whatever has come after them, and after others beside them."""
    start = beginning(DEEP)
    first, second = start.after(0), start.after(1)
    hands = [moment.after(0) for moment in (first, second)]
    assert str(hands[0]) != str(hands[1])
    assert str(start.after(0).after(0)) == str(hands[0])
    assert isinstance(hands[0], Playing)
    before = hands[0].game.to_bytes(), digests(hands[0])
    for action in hands[0].game.legal_actions():
        hands[0].after(action)
    assert (hands[0].game.to_bytes(), digests(hands[0])) == before
