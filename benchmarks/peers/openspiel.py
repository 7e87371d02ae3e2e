"""OpenSpiel: from Python, with and without tensors, and from C++.

The wheel has no benchmark, but C++ code that plays random games: `RandomRolloutEvaluator` clones a position and plays
it to the end many times, with `LegalActions`, a uniform choice and `ApplyAction` for each decision. It is called
through a search with one simulation (`MCTSBot`), which only evaluates its root. This requires rewards at the end only,
and a root where a seat decides: 64 decks are dealt before, outside the measured time, and each call plays all its games
from one.
Hanabi has intermediate rewards; there `evaluate_bots` plays with uniform bots, also in C++, dealing included. Neither
reports its number of decisions, which is estimated as games times the mean number of decisions in random games that are
played from Python before.

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
REWARDED_ON_THE_WAY = ("hanabi",)
GAMES_COUNTED = 400  # games for the mean number of decisions
DECISIONS = 10_000  # approximate number of decisions per call of the C++ loop

chance = Random(1)


def deal(state: Any) -> None:
    """Play chance nodes up to the next decision."""
    while state.is_chance_node():
        outcomes, weights = zip(*state.chance_outcomes(), strict=True)
        state.apply_action(chance.choices(outcomes, weights)[0])


def decisions(game: Any) -> Iterator[Any]:
    """Yield the positions of a random game in which a seat decides."""
    state = game.new_initial_state()
    deal(state)
    while not state.is_terminal():
        yield state
        state.apply_action(chance.choice(state.legal_actions()))
        deal(state)


def tensor_of(game: Any) -> str | None:
    """Return the name of the method that returns a seat's observation as a list of numbers."""
    kind = game.get_type()
    if kind.provides_observation_tensor:
        return "observation_tensor"
    return "information_state_tensor" if kind.provides_information_state_tensor else None


def workload_of(game: Any, play: Callable[[], int], size: int) -> Workload:
    return Workload(play, game.num_players(), game.num_distinct_actions(), size)


def from_python(name: str, tensors: bool) -> Workload:
    """Return a workload of whole games; with `tensors` the deciding seat's tensor is read at each decision."""
    game = pyspiel.load_game(name)
    if not tensors:
        return workload_of(game, lambda: sum(1 for _ in decisions(game)), 0)
    tensor = tensor_of(game)
    if tensor is None:
        raise ValueError("the game has no tensors")

    def play() -> int:
        made = 0
        for state in decisions(game):
            getattr(state, tensor)(state.current_player())
            made += 1
        return made

    return workload_of(game, play, prod(getattr(game, f"{tensor}_shape")()))


def mean_decisions(game: Any) -> float:
    """Return the mean number of decisions of a random game."""
    return sum(1 for _ in range(GAMES_COUNTED) for _ in decisions(game)) / GAMES_COUNTED


def rollouts(name: str) -> Workload:
    """Return a workload of random games in C++, from one dealt position per call."""
    game = pyspiel.load_game(name)
    mean = mean_decisions(game)
    games = max(1, round(DECISIONS / mean))
    evaluator = pyspiel.RandomRolloutEvaluator(games, 1)
    search = pyspiel.MCTSBot(game, evaluator, 1.0, 1, 1, False, 1, False)
    roots = [game.new_initial_state() for _ in range(64)]
    for root in roots:
        deal(root)

    def play() -> int:
        search.mcts_search(chance.choice(roots))
        return round(games * mean)

    return workload_of(game, play, 0)


def bots(name: str) -> Workload:
    """Return a workload of random games in C++, played by uniform bots."""
    game = pyspiel.load_game(name)
    mean = mean_decisions(game)
    games = max(1, round(DECISIONS / mean))
    seats = [pyspiel.make_uniform_random_bot(seat, seat + 1) for seat in range(game.num_players())]

    def play() -> int:
        for _ in range(games):
            pyspiel.evaluate_bots(game.new_initial_state(), seats, chance.getrandbits(30))
        return round(games * mean)

    return workload_of(game, play, 0)


def rows() -> list[WorkloadSpec]:
    """Return three workloads for each game."""
    found = []
    for title, name in GAMES.items():
        loop, how = (bots, "bots") if title in REWARDED_ON_THE_WAY else (rollouts, "rollouts")
        found += [
            WorkloadSpec(
                f"{title}, C++ {how}", "C++ loop, legal actions, choice, step", partial(loop, name), "engine: mask"
            ),
            WorkloadSpec(
                f"{title}, Python",
                "Python loop, legal actions, choice, step",
                partial(from_python, name, tensors=False),
                "Game: step",
            ),
            WorkloadSpec(
                f"{title}, Python with tensors",
                "Python loop, tensor, legal actions, choice, step",
                partial(from_python, name, tensors=True),
                "Game: observe, step",
            ),
        ]
    return found


if __name__ == "__main__":
    serve(rows(), ["open_spiel"])
