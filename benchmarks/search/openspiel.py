"""OpenSpiel's searches in C++: Monte Carlo tree search for perfect information, else information-set search (ISMCTS).

They do not report the number of decisions per simulation. It is measured before, in searches with the same settings by
the library's Python implementation, with an evaluator that counts.
"""

from collections.abc import Callable
from functools import partial
from random import Random
from typing import Any

import numpy as np
import pyspiel
from open_spiel.python.algorithms import ismcts, mcts

from benchmarks.peers.run_openspiel import generator, play_chance_nodes
from benchmarks.search import SIMULATIONS
from benchmarks.server import Workload, WorkloadSpec, serve

PERFECT_INFORMATION = {"connect four": "connect_four", "backgammon": "backgammon"}
IMPERFECT_INFORMATION = {"hearts": "hearts", "euchre": "euchre", "gin rummy": "gin_rummy"}

UCT = 2.0  # weight of exploration, as in the library's examples
MEMORY = 1000  # maximum memory of a tree, MiB
ROOTS = 64  # number of dealt positions
COUNTED = 100  # simulations that count decisions


class CountingEvaluator(mcts.RandomRolloutEvaluator):  # type: ignore[misc]  # no types
    """Random rollouts that count simulations and their decisions, including those in the tree."""

    def __init__(self, root: Any) -> None:
        super().__init__(1, np.random.RandomState(1))
        self._before = count_decisions(root)
        self.simulations = self.decisions = 0

    def evaluate(self, state: Any) -> Any:
        end = state.clone()
        while not end.is_terminal():
            play_chance_nodes(end)
            if not end.is_terminal():
                end.apply_action(generator.choice(end.legal_actions()))
        self.simulations += 1
        self.decisions += count_decisions(end) - self._before
        return np.array(end.returns())


def count_decisions(state: Any) -> int:
    """Return the number of decisions before a position, without chance."""
    return sum(1 for taken in state.full_history() if taken.player >= 0)


def first_decisions(game: Any) -> list[Any]:
    """Return dealt positions in which a seat has a choice."""
    roots: list[Any] = []
    while len(roots) < ROOTS:
        state = game.new_initial_state()
        play_chance_nodes(state)
        if len(state.legal_actions()) > 1:
            roots.append(state)
    return roots


def decisions_of_simulation(root: Any, bot: Callable[[Any], Any]) -> float:
    """Return the mean number of decisions per simulation, in a search by the Python implementation."""
    counting = CountingEvaluator(root)
    bot(counting).step(root)
    return counting.decisions / counting.simulations


def new_workload(game: Any, search: Callable[[Any], object], decisions_each: float, roots: list[Any]) -> Workload:
    """Return a workload of searches; decisions are simulations times their mean number."""
    root_generator, simulations = Random(1), 0

    def play() -> int:
        nonlocal simulations
        search(root_generator.choice(roots))
        simulations += SIMULATIONS
        return round(SIMULATIONS * decisions_each)

    return Workload(play, game.num_players(), game.num_distinct_actions(), 0, lambda: {"simulations": simulations})


def perfect_information(name: str) -> Workload:
    game = pyspiel.load_game(name)
    roots = first_decisions(game)
    decisions_each = decisions_of_simulation(
        roots[0], lambda evaluator: mcts.MCTSBot(game, UCT, COUNTED, evaluator, solve=False)
    )
    evaluator = pyspiel.RandomRolloutEvaluator(1, 1)
    bot = pyspiel.MCTSBot(game, evaluator, UCT, SIMULATIONS, MEMORY, False, 1, False)
    return new_workload(game, bot.mcts_search, decisions_each, roots)


def imperfect_information(name: str) -> Workload:
    game = pyspiel.load_game(name)
    roots = first_decisions(game)
    decisions_each = decisions_of_simulation(
        roots[0], lambda evaluator: ismcts.ISMCTSBot(game, evaluator, UCT, COUNTED)
    )
    bot = pyspiel.ISMCTSBot(1, pyspiel.RandomRolloutEvaluator(1, 1), UCT, SIMULATIONS)
    return new_workload(game, bot.step, decisions_each, roots)


def rows() -> list[WorkloadSpec]:
    """Return all workloads, each comparable to our search with random playouts for a similar number of players."""
    ours = {players: f"Krone & Schwert, {players} players, random playouts" for players in (2, 4)}
    included_in_mcts = "copy of the position, selection, expansion of all children, random playout"
    included_in_ismcts = "determinization, selection, expansion of one node, random playout"
    specs = [
        WorkloadSpec(f"{title}, MCTS in C++", included_in_mcts, partial(perfect_information, name), ours[2])
        for title, name in PERFECT_INFORMATION.items()
    ]
    for title, name in IMPERFECT_INFORMATION.items():
        players = pyspiel.load_game(name).num_players()
        specs.append(
            WorkloadSpec(
                f"{title}, ISMCTS in C++", included_in_ismcts, partial(imperfect_information, name), ours[players]
            )
        )
    return specs


if __name__ == "__main__":
    serve(rows(), ["open_spiel"])
