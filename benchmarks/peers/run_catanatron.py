"""Catanatron (Settlers of Catan): played from Python, without observations. Rolling the dice counts as a decision."""

import random
from typing import Any

from catanatron import Color, Game, RandomPlayer

from benchmarks.server import Workload, WorkloadSpec, serve

PLAYERS = 4


def new_workload() -> Workload:
    """Return a workload of whole games with four players, by the library's own loop."""
    decisions = 0

    def decide(player: Any, game: Any, actions: list[Any]) -> Any:
        nonlocal decisions
        decisions += 1
        return random.choice(actions)

    def play() -> int:
        before = decisions
        Game([RandomPlayer(color) for color in list(Color)[:PLAYERS]]).play(decide_fn=decide)
        return decisions - before

    return Workload(play, PLAYERS, 0, 0)


if __name__ == "__main__":
    serve([WorkloadSpec("settlers", "Python loop, legal actions, choice, step", new_workload)], ["catanatron"])
