"""Positions of every phase, out of games that like to build and to fight."""

import random
from functools import cache

from kschwert_env.engine.contract import Position
from kschwert_env.krone_schwert import Game, Rules
from tests.play import pick
from tests.positions import Reached

RULES = Rules(3)
PHASES = ("setup", "tax", "action", "expand", "attack_lay", "attack_react", "revolt_vote", "revolt_lay", "over")


@cache
def reach(phase: str) -> Position:
    """A position of that phase; not to be changed."""
    for attempt in range(400):
        game, choose = Game(RULES, attempt), random.Random(attempt)
        while game.phase != phase and not game.is_over:
            game.step(pick(game, choose))
        if game.phase == phase:
            return game.position()
    raise AssertionError(f"no game reaches {phase}")


REACHED = Reached(
    Game,
    {phase: phase for phase in PHASES},
    reach,
    strange=("revolt_lay", "castle", "sword", {"city": 1}, [None, None, None]),
    slow=True,
)
