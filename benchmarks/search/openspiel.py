"""OpenSpiel's searches in C++: Monte Carlo tree search where all is known, information-set search where not.

They do not tell how many decisions a simulation took. It is counted beforehand, in searches of the same settings by
the same library's Python version of the algorithm, which asks an evaluator that counts.
"""

from collections.abc import Callable
from functools import partial
from random import Random
from typing import Any

import numpy as np
import pyspiel
from open_spiel.python.algorithms import ismcts, mcts

from benchmarks.peers.openspiel import chance, deal
from benchmarks.search import SIMULATIONS
from benchmarks.serve import Playing, Row, serve

ALL_KNOWN = {"connect four": "connect_four", "backgammon": "backgammon"}
HIDDEN = {"hearts": "hearts", "euchre": "euchre", "gin rummy": "gin_rummy"}

UCT = 2.0  # weight of exploration, as in the library's examples
MEMORY = 1000  # MiB that a tree may take
ROOTS = 64  # dealt beforehand
COUNTED = 100  # simulations by which decisions are counted


class Counting(mcts.RandomRolloutEvaluator):  # type: ignore[misc]  # no types
    """Random play to the end, which counts simulations and their decisions, those on the way down the tree included."""

    def __init__(self, root: Any) -> None:
        super().__init__(1, np.random.RandomState(1))
        self._before = decided(root)
        self.simulations = self.decisions = 0

    def evaluate(self, state: Any) -> Any:
        end = state.clone()
        while not end.is_terminal():
            deal(end)
            if not end.is_terminal():
                end.apply_action(chance.choice(end.legal_actions()))
        self.simulations += 1
        self.decisions += decided(end) - self._before
        return np.array(end.returns())


def decided(state: Any) -> int:
    """Decisions that led to a position, chance left out."""
    return sum(1 for taken in state.full_history() if taken.player >= 0)


def first_decisions(game: Any) -> list[Any]:
    """Dealt positions in which a seat has a choice."""
    found: list[Any] = []
    while len(found) < ROOTS:
        state = game.new_initial_state()
        deal(state)
        if len(state.legal_actions()) > 1:
            found.append(state)
    return found


def decisions_of_simulation(root: Any, bot: Callable[[Any], Any]) -> float:
    """Their mean, in a search by a Python version that is made with a counting evaluator."""
    counting = Counting(root)
    bot(counting).step(root)
    return counting.decisions / counting.simulations


def playing(game: Any, search: Callable[[Any], object], each: float, roots: list[Any]) -> Playing:
    """One search after another; decisions are simulations times their mean."""
    chosen, done = Random(1), 0

    def play() -> int:
        nonlocal done
        search(chosen.choice(roots))
        done += SIMULATIONS
        return round(SIMULATIONS * each)

    return Playing(play, game.num_players(), game.num_distinct_actions(), 0, lambda: {"simulations": done})


def all_known(name: str) -> Playing:
    game = pyspiel.load_game(name)
    roots = first_decisions(game)
    each = decisions_of_simulation(roots[0], lambda evaluator: mcts.MCTSBot(game, UCT, COUNTED, evaluator, solve=False))
    evaluator = pyspiel.RandomRolloutEvaluator(1, 1)
    bot = pyspiel.MCTSBot(game, evaluator, UCT, SIMULATIONS, MEMORY, False, 1, False)
    return playing(game, bot.mcts_search, each, roots)


def hidden(name: str) -> Playing:
    game = pyspiel.load_game(name)
    roots = first_decisions(game)
    each = decisions_of_simulation(roots[0], lambda evaluator: ismcts.ISMCTSBot(game, evaluator, UCT, COUNTED))
    bot = pyspiel.ISMCTSBot(1, pyspiel.RandomRolloutEvaluator(1, 1), UCT, SIMULATIONS)
    return playing(game, bot.step, each, roots)


def rows() -> list[Row]:
    """Each beside our search with random playouts for about as many players."""
    ours = {players: f"Krone & Schwert, {players} players, random playouts" for players in (2, 4)}
    known = "a copy of the position, the way down the tree, all that may follow as new nodes, random play to the end"
    dealt = "a world dealt anew, the way down the tree, a new node, random play to the end"
    found = [
        Row(f"{title}, MCTS in C++", known, partial(all_known, name), ours[2]) for title, name in ALL_KNOWN.items()
    ]
    for title, name in HIDDEN.items():
        players = pyspiel.load_game(name).num_players()
        found.append(Row(f"{title}, ISMCTS in C++", dealt, partial(hidden, name), ours[players]))
    return found


if __name__ == "__main__":
    serve(rows(), ["open_spiel"])
