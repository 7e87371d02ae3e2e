"""RLCard: games played from Python, with the observation that each step returns."""

from functools import partial
from math import prod
from random import Random

import rlcard

from benchmarks.server import Workload, WorkloadSpec, serve

GAMES = ("blackjack", "no-limit-holdem", "doudizhu", "uno", "mahjong", "gin-rummy", "bridge")


def new_workload(name: str) -> Workload:
    """Return a workload of whole games."""
    env, generator = rlcard.make(name, config={"seed": 1}), Random(1)

    def play() -> int:
        decisions = 0
        state, _ = env.reset()
        while not env.is_over():
            state, _ = env.step(generator.choice(list(state["legal_actions"])))
            decisions += 1
        return decisions

    return Workload(play, env.num_players, env.num_actions, prod(env.state_shape[0]))


def rows() -> list[WorkloadSpec]:
    """Return a workload for each game."""
    included = "Python loop, choice from the legal actions, step, observation"
    return [WorkloadSpec(name, included, partial(new_workload, name)) for name in GAMES]


if __name__ == "__main__":
    serve(rows(), ["rlcard"])
