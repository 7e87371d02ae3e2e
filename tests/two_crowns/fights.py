"""Games with many battles, for tests of invariants."""

import random
from collections.abc import Iterator

from kschwert_env.two_crowns import Game, Rules
from tests.helpers.cases import RICH
from tests.helpers.play import by_kind


def fighting_games(count: int) -> Iterator[Game]:
    """Yield positions of games that attack often, lay many cards, and have much gold."""
    rules, choose = Rules(edition=RICH, die_of_fate=True, max_turns=60), random.Random(9)
    for seed in range(count):
        game = Game(rules, seed)
        while not game.is_over:
            yield game
            kinds = by_kind(game)
            if "lay" in kinds and choose.random() < 0.6:
                kinds.pop("done", None)
            if "attack" in kinds and choose.random() < 0.6:
                kinds = {"attack": kinds["attack"]}
            game.step(choose.choice(kinds[choose.choice(sorted(kinds))]))
        yield game
