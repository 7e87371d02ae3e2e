"""Mutated positions of every game: each is refused by a ValueError, or it plays on like any other.

They are reachable positions in which values, keys and cards are exchanged, with derived values and totals of cards put
right: most pass all checks of the form (`tests.helpers.mutants`).
"""

import numpy as np

from kschwert_env import GAMES
from kschwert_env.engine.contract.rules import Position
from tests.fuzz import reachable
from tests.fuzz.damage import check_message
from tests.fuzz.reachable import check_playable
from tests.helpers.mutants import Mutants


def try_one(rng: np.random.Generator) -> None:
    pools = reachable.mutants(GAMES[rng.integers(len(GAMES))])
    pool = pools[rng.integers(len(pools))]
    mutant = pool.random(rng) if rng.integers(4) else pool.extreme(rng, lambda position: _is_accepted(pool, position))
    try:
        game = pool.reached.game.from_position(mutant, int(rng.integers(2**63)))
    except ValueError as error:
        check_message(error)
        return
    assert game.position() == mutant, "an accepted position is written differently"
    check_playable(game, rng)


def _is_accepted(pool: Mutants, position: Position) -> bool:
    try:
        pool.reached.game.from_position(position)
    except ValueError:
        return False
    return True
