"""What each door costs: decisions per second through every adapter.

`python -m benchmarks.doors [--game two_crowns] [--players 2]` prints it.

One core, uniformly random legal actions, finished games start afresh. Choosing the actions is in the figures, as it is
in the bare engine's, by the cheapest means a user has: compiled code for a batch, one line of NumPy for a game. The
doors take turns, run by run, since other work may disturb the machine. Where one seat learns, the decisions that the
others make in compiled code are told apart.
"""

from collections.abc import Callable
from functools import partial
from importlib import import_module
from itertools import count
from random import Random
from statistics import median
from typing import Any, NamedTuple

import gymnasium
import numpy as np
import typer
from rich.console import Console
from rich.table import Table

from benchmarks.chosen import rules_of
from benchmarks.play import pettingzoo_game, random_legal
from kschwert_env import GAMES, gymnasium_id
from kschwert_env.adapters.pettingzoo import CheckedEnv, GameEnv
from kschwert_env.adapters.sb3 import SeatVecEnv
from kschwert_env.adapters.self_play import SelfPlayVec
from kschwert_env.cli.throughput import rate, rollouts, steps
from kschwert_env.engine.batch import Batch
from kschwert_env.engine.game import Game
from kschwert_env.engine.rng import seeded_streams
from kschwert_env.engine.rules import GameRules

RUNS = 7
SIZE = 256  # games of a batch
STEPS = 50  # of a batch in one run
DECISIONS = 100_000  # in one run in compiled code
SEED = 1

console = Console(highlight=False, width=110)


class Door(NamedTuple):
    """A way to play. `make` gives a function that makes decisions and tells how many."""

    name: str
    included: str  # in the time of a decision
    make: Callable[[GameRules], Callable[[], int]]
    one_seat: bool = False  # whose decisions alone are counted
    observed: bool = True


def game_of(rules: GameRules) -> type[Game[Any]]:
    game: type[Game[Any]] = import_module(f"kschwert_env.{rules.package}").Game
    return game


# -- single games: one of them in each run ----------------------------------------------------------------------


def single_game(rules: GameRules, observed: bool) -> Callable[[], int]:
    play, chance, seeds = game_of(rules), Random(SEED), count()

    def run() -> int:
        game, decisions = play(rules, next(seeds)), 0
        while (player := game.player) is not None:
            if observed:
                game.observe(player)
            game.step(chance.choice(game.legal_actions()))
            decisions += 1
        return decisions

    return run


def pettingzoo_env(rules: GameRules, env_type: type[GameEnv]) -> Callable[[], int]:
    env, chance = env_type(game_of(rules), f"{rules.package}_v0", **rules.options()), Random(SEED)
    env.reset(SEED)
    return lambda: pettingzoo_game(env, chance.random)


def gymnasium_env(rules: GameRules) -> Callable[[], int]:
    env: Any = gymnasium.make(gymnasium_id(rules.package), **rules.options())
    chance = Random(SEED)
    env.reset(seed=SEED)

    def run() -> int:
        shown, decisions, ended = env.reset()[0], 0, False
        while not ended:
            shown, _, terminated, truncated, _ = env.step(random_legal(shown["action_mask"], chance.random))
            ended = terminated or truncated
            decisions += 1
        return decisions

    return run


def openspiel_state(rules: GameRules) -> Callable[[], int]:
    import pyspiel

    import_module("kschwert_env.adapters.openspiel")  # enters the games there
    game, chance = pyspiel.load_game(f"python_{rules.package}(num_players={rules.num_players})"), Random(SEED)

    def run() -> int:
        state, decisions = game.new_initial_state(), 0
        while not state.is_terminal():
            decisions += not state.is_chance_node()
            state.apply_action(chance.choice(state.legal_actions()))
        return decisions

    return run


# -- batches ----------------------------------------------------------------------------------------------------


def batch_of(
    rules: GameRules, masks: Callable[[], np.ndarray], step: Callable[[np.ndarray], object]
) -> Callable[[], int]:
    """`STEPS` steps of `SIZE` games, whose actions are chosen out of what `masks` answers."""
    streams, actions = seeded_streams(SEED, SIZE), np.zeros(SIZE, np.int64)

    def run() -> int:
        for _ in range(STEPS):
            rules.loops.sample_actions(masks().view(np.int8), streams, actions)
            step(actions)
        return SIZE * STEPS

    return run


def self_play(rules: GameRules) -> Callable[[], int]:
    games = SelfPlayVec(rules, SIZE, SEED, threads=1)
    return batch_of(rules, lambda: games.decisions.masks, games.step)


def gymnasium_vector_env(rules: GameRules) -> Callable[[], int]:
    envs: Any = gymnasium.make_vec(gymnasium_id(rules.package), SIZE, threads=1, **rules.options())
    envs.reset(seed=SEED)
    return batch_of(rules, envs.action_masks, envs.step)


def stable_baselines(rules: GameRules) -> Callable[[], int]:
    envs = SeatVecEnv(rules, SIZE, seed=SEED, threads=1)
    envs.reset()
    return batch_of(rules, lambda: np.stack(envs.env_method("action_masks")), envs.step)


def share_of_a_seat(rules: GameRules) -> float:
    """Of the decisions of random games, how many seat 0 makes."""
    games, own = Batch(rules, SIZE, SEED, observations=False), 0
    for _ in range(1000):
        own += int((games.player == 0).sum())
        games.rollout(1)
    return own / (1000 * SIZE)


_BATCHES = "Python loop over batches, choice, step, mask, observation"
_WITH_OTHERS = f"{_BATCHES}, the other seats' decisions"

ENGINE = (
    Door(
        "engine: mask",
        "compiled loop, choice, step, mask",
        partial(rollouts, size=SIZE, threads=1, observations=False, decisions=DECISIONS),
        observed=False,
    ),
    Door(
        "engine: mask, observation",
        "compiled loop, choice, step, mask, observation",
        partial(rollouts, size=SIZE, threads=1, observations=True, decisions=DECISIONS),
    ),
)
ADAPTERS = (
    Door(
        "Batch.step",
        _BATCHES,
        partial(steps, size=SIZE, threads=1, observations=True, decisions=SIZE * STEPS),
    ),
    Door("SelfPlayVec", _BATCHES, self_play),
    Door("gymnasium.make_vec", _WITH_OTHERS, gymnasium_vector_env, one_seat=True),
    Door("Stable-Baselines3", _WITH_OTHERS, stable_baselines, one_seat=True),
    Door(
        "Game: step",
        "Python loop, legal actions, choice, step",
        partial(single_game, observed=False),
        observed=False,
    ),
    Door(
        "Game: observe, step",
        "Python loop, observation and mask, legal actions, choice, step",
        partial(single_game, observed=True),
    ),
    Door(
        "PettingZoo raw_env", "Python loop, last, choice from the mask, step", partial(pettingzoo_env, env_type=GameEnv)
    ),
    Door(
        "PettingZoo env", "Python loop, last, choice from the mask, step", partial(pettingzoo_env, env_type=CheckedEnv)
    ),
    Door(
        "gymnasium.make",
        "Python loop, choice from the mask, step, the other seats' decisions",
        gymnasium_env,
        one_seat=True,
    ),
)

OTHERS = (Door("OpenSpiel", "Python loop, legal actions, choice, step, memories", openspiel_state),)
"""Not among those of `benchmarks.peers`, where OpenSpiel plays its own games."""


def main(game: str = GAMES[0], players: int | None = None) -> None:
    """Print the table, by default for 4 players where a game is for as many."""
    rules = rules_of(game, players)
    doors = ENGINE + ADAPTERS + OTHERS
    actions = [door.make(rules) for door in doors]
    for action in actions:
        action()
    found = [[rate(action) for action in actions] for _ in range(RUNS)]
    sizes = f"{rules.num_actions} actions, {rules.observation.size} values observed, {SIZE} games a batch"
    table = Table("door", "decisions/s", "smallest", "largest", "with the others'", "of the bare engine")
    table.title = f"{game}, {rules.num_players} players, {sizes}"
    for i, door in enumerate(doors):
        figures = [row[i] for row in found]
        share = share_of_a_seat(rules) if door.one_seat else 1
        whole = [figure / share for figure in figures]
        ratio = median(figure / row[1] for figure, row in zip(whole, found, strict=True))
        told = [f"{figure / 1e3:,.0f} k" for figure in (median(figures), min(figures), max(figures), median(whole))]
        table.add_row(door.name, *told, f"{ratio:.3f}")
    console.print(table)


if __name__ == "__main__":
    typer.run(main)
