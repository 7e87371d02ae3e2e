"""Paired worlds: one comes from `resample`, and one is made by hand, so that `resample` is not believed on its word."""

from collections.abc import Callable
from functools import partial
from random import Random
from typing import Literal

import pytest

from kschwert_env.politics_and_intrigue import Game, Rules
from tests.referee.actions import as_said
from tests.referee.worlds import compare, resampled, seen_by

from .dealing import deal, faults_of_deal
from .policies import POLICIES
from .view import public_view

pytestmark = pytest.mark.needs_jit

GAMES = 3  # per policy
EVERY = 5  # decisions
QUIET = {"road", "city", "trade", "demolish", "ally", "brewery", "lift", "bury"}
"""Own actions that neither ask chance nor turn up anything hidden."""

World = Callable[[Game, int, Random], Game]
seen = partial(seen_by, public_view)


def by_hand(game: Game, seat: int, random: Random) -> Game:
    """Dealt by the referee."""
    return type(game).from_position(deal(game.position(), seat, random), random.getrandbits(63))


@pytest.mark.parametrize("world", [resampled, by_hand])
@pytest.mark.parametrize("policy", ["by kind", "builder", "attacker"])
@pytest.mark.parametrize("name", ["extended", "tournament"])
def test_every_position_looks_the_same_in_both_worlds(
    name: Literal["extended", "tournament"], policy: str, world: World
) -> None:
    """N5, N6: along random games, for both seats, also after a quiet own action."""
    random, different, decisions = Random(policy), 0, 0
    for _ in range(GAMES):
        game = Game(Rules(game=name, max_rounds=20), random.getrandbits(63))
        while not game.is_over:
            decisions += 1
            for seat in (0, 1) if decisions % EVERY == 0 else ():
                other = world(game, seat, random)
                different += other != game
                compare(game, other, seat, seen, QUIET, random)
                assert list(faults_of_deal(game.position(), other.position(), seat)) == []
            legal = {as_said(game.rules.actions.decode(number)): number for number in game.legal_actions()}
            game.step(legal[POLICIES[policy](legal, random)])
    assert different > 100  # or the worlds would prove nothing
