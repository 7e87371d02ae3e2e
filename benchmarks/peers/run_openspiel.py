"""OpenSpiel: games played from Python, with and without tensors, and in C++.

The wheel contains no benchmark, but C++ code that plays random games. `RandomRolloutEvaluator` clones a position and
plays it to the end many times; each decision is `LegalActions`, a uniform choice and `ApplyAction`. A search with one
simulation (`MCTSBot`) calls it to evaluate the root. This requires that all rewards come at the end, and that a seat
decides at the root. So 64 roots are dealt before the measurement, and each call plays all its games from one of them.

Hanabi has intermediate rewards. Its games are played by `evaluate_bots` with uniformly random bots, also in C++, and
dealing is measured, too. Neither loop reports its number of decisions. It is estimated: the number of games, times the
mean number of decisions in random games played from Python before the measurement.

Both loops play chance nodes, which are not counted. OpenSpiel lists the legal actions instead of writing a mask.
"""

from collections.abc import Callable, Iterator
from functools import partial
from math import prod
from random import Random
from typing import Any

import pyspiel

from benchmarks.server import Workload, WorkloadSpec, serve

GAMES = {
    "hearts": "hearts",
    "hanabi": "hanabi(players=4)",
    "gin rummy": "gin_rummy",
    "backgammon": "backgammon",
    "tarok": "tarok",
    "spades": "spades",
    "connect four": "connect_four",
    "chess": "chess",
}
INTERMEDIATE_REWARDS = ("hanabi",)
GAMES_COUNTED = 400  # games for the mean number of decisions
DECISIONS = 10_000  # approximate number of decisions per call of the C++ loop

generator = Random(1)


def play_chance_nodes(state: Any) -> None:
    """Play chance nodes up to the next decision."""
    while state.is_chance_node():
        outcomes, weights = zip(*state.chance_outcomes(), strict=True)
        state.apply_action(generator.choices(outcomes, weights)[0])


def decision_states(game: Any) -> Iterator[Any]:
    """Yield the positions of a random game in which a seat decides."""
    state = game.new_initial_state()
    play_chance_nodes(state)
    while not state.is_terminal():
        yield state
        state.apply_action(generator.choice(state.legal_actions()))
        play_chance_nodes(state)


def tensor_method(game: Any) -> str | None:
    """Return the name of the method that returns a seat's observation as a list of numbers."""
    kind = game.get_type()
    if kind.provides_observation_tensor:
        return "observation_tensor"
    return "information_state_tensor" if kind.provides_information_state_tensor else None


def new_workload(game: Any, play: Callable[[], int], size: int) -> Workload:
    return Workload(play, game.num_players(), game.num_distinct_actions(), size)


def python_games(name: str, tensors: bool) -> Workload:
    """Return a workload of whole games; with `tensors` the deciding seat's tensor is read at each decision."""
    game = pyspiel.load_game(name)
    if not tensors:
        return new_workload(game, lambda: sum(1 for _ in decision_states(game)), 0)
    tensor = tensor_method(game)
    if tensor is None:
        raise ValueError("the game has no tensors")

    def play() -> int:
        count = 0
        for state in decision_states(game):
            getattr(state, tensor)(state.current_player())
            count += 1
        return count

    return new_workload(game, play, prod(getattr(game, f"{tensor}_shape")()))


def mean_decisions(game: Any) -> float:
    """Return the mean number of decisions of a random game."""
    return sum(1 for _ in range(GAMES_COUNTED) for _ in decision_states(game)) / GAMES_COUNTED


def rollout_games(name: str) -> Workload:
    """Return a workload of random games in C++, from one dealt position per call."""
    game = pyspiel.load_game(name)
    mean = mean_decisions(game)
    games = max(1, round(DECISIONS / mean))
    evaluator = pyspiel.RandomRolloutEvaluator(games, 1)
    search = pyspiel.MCTSBot(game, evaluator, 1.0, 1, 1, False, 1, False)
    roots = [game.new_initial_state() for _ in range(64)]
    for root in roots:
        play_chance_nodes(root)

    def play() -> int:
        search.mcts_search(generator.choice(roots))
        return round(games * mean)

    return new_workload(game, play, 0)


def bot_games(name: str) -> Workload:
    """Return a workload of random games in C++, played by uniformly random bots."""
    game = pyspiel.load_game(name)
    mean = mean_decisions(game)
    games = max(1, round(DECISIONS / mean))
    seats = [pyspiel.make_uniform_random_bot(seat, seat + 1) for seat in range(game.num_players())]

    def play() -> int:
        for _ in range(games):
            pyspiel.evaluate_bots(game.new_initial_state(), seats, generator.getrandbits(30))
        return round(games * mean)

    return new_workload(game, play, 0)


def rows() -> list[WorkloadSpec]:
    """Return three workloads for each game."""
    specs = []
    for title, name in GAMES.items():
        cpp_workload, kind = (bot_games, "bots") if title in INTERMEDIATE_REWARDS else (rollout_games, "rollouts")
        specs += [
            WorkloadSpec(
                f"{title}, C++ {kind}",
                "C++ loop, legal actions, choice, step",
                partial(cpp_workload, name),
                "engine: mask",
            ),
            WorkloadSpec(
                f"{title}, Python",
                "Python loop, legal actions, choice, step",
                partial(python_games, name, tensors=False),
                "Game: step",
            ),
            WorkloadSpec(
                f"{title}, Python with tensors",
                "Python loop, tensor, legal actions, choice, step",
                partial(python_games, name, tensors=True),
                "Game: observe, step",
            ),
        ]
    return specs


if __name__ == "__main__":
    serve(rows(), ["open_spiel"])
