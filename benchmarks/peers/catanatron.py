"""Catanatron, the settlers' game: from Python, without observations. Rolling dice is a decision there, too."""

import random
from typing import Any

from catanatron import Color, Game, RandomPlayer

from benchmarks.serve import Playing, Row, serve

PLAYERS = 4


def playing() -> Playing:
    """Whole games of four, by its own loop."""
    made = 0

    def decide(player: Any, game: Any, actions: list[Any]) -> Any:
        nonlocal made
        made += 1
        return random.choice(actions)

    def play() -> int:
        before = made
        Game([RandomPlayer(color) for color in list(Color)[:PLAYERS]]).play(decide_fn=decide)
        return made - before

    return Playing(play, PLAYERS, 0, 0)


if __name__ == "__main__":
    serve([Row("settlers", "Python loop, legal actions, choice, step", playing, "Game: step")], ["catanatron"])
