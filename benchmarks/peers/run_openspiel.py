"""OpenSpiel: games played from Python, with and without tensors, and in C++.

The wheel contains no benchmark, but C++ code that plays random games. `RandomRolloutEvaluator` clones a position and
plays it to the end many times; each decision is `LegalActions`, a uniform choice and `ApplyAction`. A search with one
simulation (`MCTSBot`) calls it to evaluate the root. This requires that all rewards come at the end, and that a seat
decides at the root. So 64 roots are dealt before the measurement, and each call plays all its games from one of them.

Hanabi has intermediate rewards. Its games are played by `evaluate_bots` with uniformly random bots, also in C++, and
dealing is measured, too. Neither loop reports its number of decisions. It is estimated: the number of games, times the
mean number of decisions in random games played from Python before the measurement.

Both loops play chance nodes, which are not counted. OpenSpiel lists the legal actions instead of writing a mask.

From Python, chance is drawn by the cheapest correct means. Where all outcomes are equally likely, it is a uniform
choice from `legal_actions`, without probabilities. This is checked when a game is loaded.
"""

from collections.abc import Callable, Mapping
from functools import partial
from math import isclose, prod
from random import Random
from typing import Any

import pyspiel

from benchmarks.server import Workload, WorkloadSpec, serve

GAMES = {
    "hanabi": "hanabi(players=4)",
    "gin rummy": "gin_rummy",
    "backgammon": "backgammon",
    "tarok": "tarok",
    "spades": "spades",
    "chess": "chess",
}
INTERMEDIATE_REWARDS = ("hanabi",)
WEIGHTED_CHANCE = ("hanabi",)  # a card's probability depends on its number of copies; other games have uniform chance
CHANCE, TERMINAL = int(pyspiel.PlayerId.CHANCE), int(pyspiel.PlayerId.TERMINAL)
GAMES_CHECKED = 10  # games whose chance nodes must be uniform
GAMES_COUNTED = 400  # games for the mean number of decisions
DECISIONS = 10_000  # approximate number of decisions per call of the C++ loop

generator = Random(1)


def has_weighted_chance(game: Any) -> bool:
    """Return whether outcomes of chance have different probabilities."""
    return game.get_type().short_name in WEIGHTED_CHANCE


def draw_by_weight(state: Any) -> int:
    """Return an outcome of a chance node, drawn by its probability."""
    remaining, outcome = generator.random(), -1
    for outcome, probability in state.chance_outcomes():  # noqa: B007 - rounding may leave the last outcome
        remaining -= probability
        if remaining < 0:
            break
    return outcome


def is_uniform(state: Any) -> bool:
    """Return whether a chance node has the legal actions as outcomes, all with the same probability."""
    outcomes = dict(state.chance_outcomes())
    actions = state.legal_actions()
    return sorted(outcomes) == sorted(actions) and all(isclose(p * len(actions), 1) for p in outcomes.values())


def check_chance(game: Any) -> None:
    """Raise ValueError if a game plays chance uniformly here but has a chance node that is not uniform."""
    for _ in range(0 if has_weighted_chance(game) else GAMES_CHECKED):
        state = game.new_initial_state()
        while not state.is_terminal():
            if state.is_chance_node() and not is_uniform(state):
                raise ValueError(f"{game.get_type().short_name} has a chance node whose outcomes are not uniform")
            state.apply_action(generator.choice(state.legal_actions()))


def load_game(name: str) -> Any:
    """Return a game whose chance nodes are checked."""
    game = pyspiel.load_game(name)
    check_chance(game)
    return game


def play_game(game: Any, weighted: bool, observe: Callable[[Any, int], object] | None = None) -> int:
    """Play a random game; return its number of decisions. `observe` is called with state and seat at each of them."""
    state, decisions, choice = game.new_initial_state(), 0, generator.choice
    while (player := state.current_player()) != TERMINAL:
        if player != CHANCE:
            if observe is not None:
                observe(state, player)
            decisions += 1
        elif weighted:
            state.apply_action(draw_by_weight(state))
            continue
        state.apply_action(choice(state.legal_actions()))
    return decisions


def play_chance_nodes(state: Any) -> None:
    """Play chance nodes up to the next decision."""
    while state.is_chance_node():
        state.apply_action(draw_by_weight(state))


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
    game = load_game(name)
    weighted = has_weighted_chance(game)
    if not tensors:
        return new_workload(game, lambda: play_game(game, weighted), 0)
    tensor = tensor_method(game)
    if tensor is None:
        raise ValueError("the game has no tensors")
    size = prod(getattr(game, f"{tensor}_shape")())
    return new_workload(game, partial(play_game, game, weighted, getattr(pyspiel.State, tensor)), size)


def mean_decisions(game: Any) -> float:
    """Return the mean number of decisions of a random game."""
    weighted = has_weighted_chance(game)
    return sum(play_game(game, weighted) for _ in range(GAMES_COUNTED)) / GAMES_COUNTED


def rollout_games(name: str) -> Workload:
    """Return a workload of random games in C++, from one dealt position per call."""
    game = load_game(name)
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
    game = load_game(name)
    mean = mean_decisions(game)
    games = max(1, round(DECISIONS / mean))
    seats = [pyspiel.make_uniform_random_bot(seat, seat + 1) for seat in range(game.num_players())]

    def play() -> int:
        for _ in range(games):
            pyspiel.evaluate_bots(game.new_initial_state(), seats, generator.getrandbits(30))
        return round(games * mean)

    return new_workload(game, play, 0)


def game_rows(games: Mapping[str, str]) -> list[WorkloadSpec]:
    """Return three workloads for each game, given by title and name."""
    specs = []
    for title, name in games.items():
        cpp_workload, kind = (bot_games, "bots") if title in INTERMEDIATE_REWARDS else (rollout_games, "rollouts")
        specs += [
            WorkloadSpec(f"{title}, C++ {kind}", "C++ loop, legal actions, choice, step", partial(cpp_workload, name)),
            WorkloadSpec(
                f"{title}, Python",
                "Python loop, legal actions, choice, step",
                partial(python_games, name, tensors=False),
            ),
            WorkloadSpec(
                f"{title}, Python with tensors",
                "Python loop, tensor, legal actions, choice, step",
                partial(python_games, name, tensors=True),
            ),
        ]
    return specs


if __name__ == "__main__":
    serve(game_rows(GAMES), ["open_spiel"])
