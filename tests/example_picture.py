"""The picture in docs/krone_schwert.md: `python -m tests.example_picture` draws it anew."""

from itertools import islice

from kschwert_env.krone_schwert import Game, Rules
from kschwert_env.krone_schwert.demo import random_decisions
from tests.generated import DOCS

FILE = DOCS / "images" / "krone_schwert.svg"
SEED, DECISIONS, VIEWER = 3, 324, 0


def example() -> str:
    """A random game of three under way, as seat 0 sees it."""
    game = Game(Rules(3), SEED)
    *_, last = islice(random_decisions(game, SEED), DECISIONS)
    return game.svg(VIEWER, game.rules.actions.encode(*last.action)) + "\n"


if __name__ == "__main__":
    FILE.parent.mkdir(exist_ok=True)
    FILE.write_text(example(), encoding="utf-8")
