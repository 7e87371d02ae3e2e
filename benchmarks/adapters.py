"""Throughput of every adapter: decisions per second.

`python -m benchmarks.adapters [--game two_crowns] [--players 2]` prints it.

One core, uniformly random legal actions, finished games restart. The time includes the choice of actions, as for the
bare engine, by the fastest means of a user: compiled code for a batch, one line of NumPy for a game. Adapters take
turns, run by run, to reduce the influence of other load. If one seat learns, the decisions that the other seats make in
compiled code are listed separately.
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

from benchmarks.options import rules_of
from benchmarks.play import pettingzoo_game, random_legal
from kschwert_env import GAMES, gymnasium_id
from kschwert_env.adapters.pettingzoo import CheckedEnv, GameEnv
from kschwert_env.adapters.sb3 import SeatVecEnv
from kschwert_env.adapters.self_play import SelfPlayVec
from kschwert_env.cli.throughput import rate, rollouts, steps
from kschwert_env.engine.compiled.rng import seeded_streams
from kschwert_env.engine.contract.rules import GameRules
from kschwert_env.engine.simulation.batch import Batch
from kschwert_env.engine.simulation.game import Game, game_type
from kschwert_env.importing import find_game

RUNS = 7
SIZE = 256  # games of a batch
STEPS = 50  # steps of a batch in one run
DECISIONS = 100_000  # decisions of one run in compiled code
SEED = 1

console = Console(highlight=False, width=110)


class AdapterCase(NamedTuple):
    """An adapter to measure. `make` returns a function that makes decisions and returns their number."""

    name: str
    included: str  # what the time of a decision includes
    make: Callable[[GameRules], Callable[[], int]]
    one_seat: bool = False  # whether only the learning seat's decisions are counted
    observed: bool = True  # whether observations are written


def read_game_name(rules: GameRules) -> type[Game[Any]]:
    game: type[Game[Any]] = game_type(find_game(rules.package))
    return game


# -- single games: one game per run -----------------------------------------------------------------------------


def single_game(rules: GameRules, observed: bool) -> Callable[[], int]:
    game, chance, seeds = read_game_name(rules)(rules), Random(SEED), count()

    def run() -> int:
        game.reset(next(seeds))
        decisions = 0
        while (player := game.player) is not None:
            if observed:
                game.observe(player)
            game.step(chance.choice(game.legal_actions()))
            decisions += 1
        return decisions

    return run


def pettingzoo_env(rules: GameRules, env_type: type[GameEnv]) -> Callable[[], int]:
    env, chance = env_type(read_game_name(rules), f"{rules.package}_v0", **rules.options()), Random(SEED)
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

    import_module("kschwert_env.adapters.openspiel")  # registers the games
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
    """Return a run of `STEPS` steps of `SIZE` games, with random actions from the masks that `masks` returns."""
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
    """Return seat 0's share of the decisions of random games."""
    games, own = Batch(rules, SIZE, SEED, observations=False), 0
    for _ in range(1000):
        own += int((games.player == 0).sum())
        games.rollout(1)
    return own / (1000 * SIZE)


_BATCHES = "Python loop over batches, choice, step, mask, observation"
_WITH_OTHERS = f"{_BATCHES}, the other seats' decisions"

ENGINE = (
    AdapterCase(
        "engine: mask",
        "compiled loop, choice, step, mask",
        partial(rollouts, size=SIZE, threads=1, observations=False, decisions=DECISIONS),
        observed=False,
    ),
    AdapterCase(
        "engine: mask, observation",
        "compiled loop, choice, step, mask, observation",
        partial(rollouts, size=SIZE, threads=1, observations=True, decisions=DECISIONS),
    ),
)
ADAPTERS = (
    AdapterCase(
        "Batch.step", _BATCHES, partial(steps, size=SIZE, threads=1, observations=True, decisions=SIZE * STEPS)
    ),
    AdapterCase("SelfPlayVec", _BATCHES, self_play),
    AdapterCase("gymnasium.make_vec", _WITH_OTHERS, gymnasium_vector_env, one_seat=True),
    AdapterCase("Stable-Baselines3", _WITH_OTHERS, stable_baselines, one_seat=True),
    AdapterCase(
        "Game: step", "Python loop, legal actions, choice, step", partial(single_game, observed=False), observed=False
    ),
    AdapterCase(
        "Game: observe, step",
        "Python loop, observation and mask, legal actions, choice, step",
        partial(single_game, observed=True),
    ),
    AdapterCase(
        "PettingZoo raw_env", "Python loop, last, choice from the mask, step", partial(pettingzoo_env, env_type=GameEnv)
    ),
    AdapterCase(
        "PettingZoo env", "Python loop, last, choice from the mask, step", partial(pettingzoo_env, env_type=CheckedEnv)
    ),
    AdapterCase(
        "gymnasium.make",
        "Python loop, choice from the mask, step, the other seats' decisions",
        gymnasium_env,
        one_seat=True,
    ),
)

OTHER_ADAPTERS = (AdapterCase("OpenSpiel", "Python loop, legal actions, choice, step, memories", openspiel_state),)
"""Not measured by `benchmarks.peers`, where OpenSpiel plays its own games."""


def main(game: str = GAMES[0], players: int | None = None) -> None:
    """Print the table. The default is 4 players, or the game's maximum."""
    rules = rules_of(game, players)
    cases = ENGINE + ADAPTERS + OTHER_ADAPTERS
    actions = [case.make(rules) for case in cases]
    for action in actions:
        action()
    found = [[rate(action) for action in actions] for _ in range(RUNS)]
    sizes = f"{rules.num_actions} actions, {rules.observation.size} values observed, {SIZE} games a batch"
    table = Table("adapter", "decisions/s", "min", "max", "with other seats'", "of the bare engine")
    table.title = f"{game}, {rules.num_players} players, {sizes}"
    for i, case in enumerate(cases):
        figures = [row[i] for row in found]
        share = share_of_a_seat(rules) if case.one_seat else 1
        whole = [figure / share for figure in figures]
        ratio = median(figure / row[1] for figure, row in zip(whole, found, strict=True))
        cells = [f"{figure / 1e3:,.0f} k" for figure in (median(figures), min(figures), max(figures), median(whole))]
        table.add_row(case.name, *cells, f"{ratio:.3f}")
    console.print(table)


if __name__ == "__main__":
    typer.run(main)
