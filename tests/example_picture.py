"""The pictures in docs/krone_schwert.md and docs/two_crowns.md: `python -m tests.example_picture` draws them anew."""

from collections.abc import Callable, Mapping
from itertools import islice
from pathlib import Path
from random import Random

from kschwert_env import krone_schwert, two_crowns
from kschwert_env.demo import random_decisions
from tests.generated import DOCS


def in_krone_schwert() -> str:
    """A random game of three in which a revolt has just been settled, as seat 0 sees it."""
    game = krone_schwert.Game(krone_schwert.Rules(3), 1)
    *_, last = islice(random_decisions(game, 1), 286)
    return game.svg(0, game.rules.actions.encode(*last.action)) + "\n"


def in_two_crowns() -> str:
    """A battle of a random game, in which seat 0 has paid once and is asked again, as seat 0 sees it."""
    game, choice = two_crowns.Game(two_crowns.Rules(), 27), Random(27)
    for _ in range(45):
        last = choice.choice(game.legal_actions())
        game.step(last)
    return game.svg(0, last) + "\n"


EXAMPLES: Mapping[str, Callable[[], str]] = {"krone_schwert": in_krone_schwert, "two_crowns": in_two_crowns}


def path_of(game: str) -> Path:
    """The file with the picture of a game."""
    return DOCS / "images" / f"{game}.svg"


if __name__ == "__main__":
    for game, example in EXAMPLES.items():
        path_of(game).write_text(example(), encoding="utf-8")
