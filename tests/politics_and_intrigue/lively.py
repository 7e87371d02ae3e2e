"""Random games that reach rare rules: building is preferred to ending a turn, attacking to demolishing."""

import random
from collections.abc import Iterator
from typing import Any

from kschwert_env.engine.contract.actions import Action
from kschwert_env.politics_and_intrigue import Game, Rules
from tests.helpers.cases import BUSY

EAGER = (("settlement", "city", "build", "road"), ("play",))
"""Kinds of actions that are mostly taken where they are legal, the first ones rather."""


def choose(game: Game, chance: random.Random) -> int:
    """Return the number of a legal action, chosen at random with these preferences."""
    kinds = {number: game.rules.actions.decode(number).kind for number in game.legal_actions()}
    for eager in EAGER:
        wanted = [number for number, kind in kinds.items() if kind in eager]
        if wanted and chance.random() < 0.8:
            return chance.choice(wanted)
    return chance.choice([number for number, kind in kinds.items() if kind != "demolish"] or list(kinds))


def lively(seed: int, decisions: int = 10**6, **options: Any) -> Iterator[tuple[Game, Action]]:
    """Yield a game in the busy edition after each decision, with the action."""
    game, chance = Game(Rules(**{"edition": BUSY, **options}), seed), random.Random(seed)
    while not game.is_over and decisions:
        number = choose(game, chance)
        game.step(number)
        decisions -= 1
        yield game, game.rules.actions.decode(number)
