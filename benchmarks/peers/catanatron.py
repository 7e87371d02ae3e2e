"""Catanatron (Settlers of Catan): from Python, without observations. Rolling dice counts as a decision there."""

import random
from typing import Any

from catanatron import Color, Game, RandomPlayer

from benchmarks.server import Workload, WorkloadSpec, serve

PLAYERS = 4


def new_workload() -> Workload:
    """Return a workload of whole games with four players, by the library's own loop."""
    made = 0

    def decide(player: Any, game: Any, actions: list[Any]) -> Any:
        nonlocal made
        made += 1
        return random.choice(actions)

    def play() -> int:
        before = made
        Game([RandomPlayer(color) for color in list(Color)[:PLAYERS]]).play(decide_fn=decide)
        return made - before

    return Workload(play, PLAYERS, 0, 0)


if __name__ == "__main__":
    serve(
        [WorkloadSpec("settlers", "Python loop, legal actions, choice, step", new_workload, "Game: step")],
        ["catanatron"],
    )
