"""Complete random games, decision by decision, for tests of drawings and of the commentary."""

import random
from collections import defaultdict
from collections.abc import Iterator
from functools import cache

from kschwert_env.engine.contract.actions import Action
from kschwert_env.engine.contract.rules import Position
from kschwert_env.krone_schwert import Game, Rules

PLAYERS = (2, 3, 4, 5)
Decision = tuple[Position, Action, Position]


def play(rules: Rules, seed: int, may_pass: bool = False) -> Iterator[Decision]:
    """Yield the decisions of a random game in which rare kinds of action are as likely as common ones."""
    choice = random.Random(seed)
    game = Game(rules, seed)
    before = game.position()
    while not game.is_over:
        kinds = defaultdict(list)
        for action in map(rules.actions.decode, game.legal_actions()):
            kinds[action.kind].append(action)
        if len(kinds) > 1 and not may_pass:
            kinds.pop("end_turn", None)
        action = choice.choice(kinds[choice.choice(sorted(kinds))])
        game.step(rules.actions.encode(*action))
        after = game.position()
        yield before, action, after
        before = after


@cache
def games(players: int) -> list[list[Decision]]:
    """Return some complete games; callers must not change the positions."""
    return [list(play(Rules(players), seed, may_pass=seed == 0)) for seed in range(3)]


def start(players: int = 3) -> Position:
    return Game(Rules(players)).position()
