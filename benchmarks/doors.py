"""What each door costs: decisions per second through every adapter.

`python -m benchmarks.doors [--game two_crowns] [--players 2]` prints it.

One core, uniformly random legal actions, finished games start afresh. What actions are taken is found out beforehand
and then repeated with the same seed, so that choosing them is not in the figures. The doors take turns, run by run,
since other work may disturb the machine. Where one seat learns, the decisions that the others make in compiled code
are told apart.
"""

from collections.abc import Callable
from importlib import import_module
from statistics import median
from typing import Any, NamedTuple

import gymnasium
import numpy as np
import typer
from rich.console import Console
from rich.table import Table

from kschwert_env import GAMES, gymnasium_id
from kschwert_env.adapters.pettingzoo import GameEnv, wrapped
from kschwert_env.adapters.sb3 import SeatVecEnv
from kschwert_env.adapters.self_play import SelfPlayVec
from kschwert_env.engine.batch import Batch
from kschwert_env.engine.contract import GameRules
from kschwert_env.engine.game import Game
from kschwert_env.engine.throughput import rate, rollouts

RUNS = 7
SIZE = 256  # games of a batch
STEPS = 400  # of a batch in one run
SEED = 1

console = Console(highlight=False, width=110)


class Door(NamedTuple):
    """A way to play. `run` makes decisions, tells how many, and begins each time with the same games."""

    name: str
    run: Callable[[], int]
    share: float = 1.0  # of all decisions that `run` makes itself


def random_legal(mask: np.ndarray, chance: np.random.Generator) -> int:
    return int(chance.choice(np.flatnonzero(mask)))


def game_of(rules: GameRules) -> type[Game[Any]]:
    game: type[Game[Any]] = import_module(f"kschwert_env.{rules.game}").Game
    return game


# -- single games ---------------------------------------------------------------------------------------------


def recorded_game(rules: GameRules) -> list[int]:
    """The actions of one random game."""
    game, chance, actions = game_of(rules)(rules, SEED), np.random.default_rng(SEED), []
    while not game.is_over:
        actions.append(random_legal(game.legal_mask(), chance))
        game.step(actions[-1])
    return actions


def single_game(rules: GameRules) -> Door:
    actions, play = recorded_game(rules), game_of(rules)

    def run() -> int:
        for _ in range(20):
            game = play(rules, SEED)
            for action in actions:
                game.observe(game.player or 0)
                game.step(action)
        return 20 * len(actions)

    return Door("Game: observe, step", run)


def pettingzoo_env(rules: GameRules, name: str, make: Callable[[GameEnv], Any]) -> Door:
    env, actions = make(GameEnv(game_of(rules), f"{rules.game}_v0", **rules.options())), recorded_game(rules)

    def run() -> int:
        for _ in range(20):
            env.reset(seed=SEED)
            for action in actions:
                env.last()
                env.step(action)
            while env.agents:
                env.last()
                env.step(None)
        return 20 * len(actions)

    return Door(name, run)


def gymnasium_env(rules: GameRules) -> Door:
    env: Any = gymnasium.make(gymnasium_id(rules.game), **rules.options())
    chance, actions = np.random.default_rng(SEED), []
    shown, ended = env.reset(seed=SEED)[0], False
    while not ended:
        actions.append(random_legal(shown["action_mask"], chance))
        shown, _, terminated, truncated, _ = env.step(actions[-1])
        ended = terminated or truncated

    def run() -> int:
        for _ in range(20):
            env.reset(seed=SEED)
            for action in actions:
                env.step(action)
        return 20 * len(actions)

    return Door("gymnasium.make, one seat", run, share_of_a_seat(rules))


# -- batches --------------------------------------------------------------------------------------------------


def batch_door(
    name: str, reset: Callable[[], object], masks: Callable[[], np.ndarray], step: Callable[[np.ndarray], object]
) -> Door:
    """A door to `SIZE` games: its actions are recorded once, and repeated in each run."""
    chance = np.random.default_rng(SEED)
    reset()
    actions = []
    for _ in range(STEPS):
        actions.append(np.array([random_legal(mask, chance) for mask in masks()]))
        step(actions[-1])

    def run() -> int:
        reset()
        for chosen in actions:
            masks()
            step(chosen)
        return SIZE * STEPS

    return Door(name, run)


def batch(rules: GameRules) -> Door:
    games = Batch(rules, SIZE, threads=1)
    return batch_door("Batch.step", lambda: games.reset(seed=SEED), lambda: games.masks, games.step)


def self_play(rules: GameRules) -> Door:
    games = SelfPlayVec(rules, SIZE, threads=1)
    return batch_door("SelfPlayVec", lambda: games.reset(seed=SEED), lambda: games.decisions.masks, games.step)


def gymnasium_vector_env(rules: GameRules) -> Door:
    envs: Any = gymnasium.make_vec(gymnasium_id(rules.game), SIZE, threads=1, **rules.options())
    door = batch_door("gymnasium.make_vec, one seat", lambda: envs.reset(seed=SEED), envs.action_masks, envs.step)
    return door._replace(share=share_of_a_seat(rules))


def stable_baselines(rules: GameRules) -> Door:
    envs = SeatVecEnv(rules, SIZE, threads=1)

    def reset() -> None:
        envs.seed(SEED)
        envs.reset()

    door = batch_door(
        "Stable-Baselines3, one seat", reset, lambda: np.stack(envs.env_method("action_masks")), envs.step
    )
    return door._replace(share=share_of_a_seat(rules))


def share_of_a_seat(rules: GameRules) -> float:
    """Of the decisions of random games, how many seat 0 makes."""
    games, own = Batch(rules, SIZE, SEED, observations=False), 0
    for _ in range(1000):
        own += int((games.player == 0).sum())
        games.rollout(1)
    return own / (1000 * SIZE)


def main(game: str = GAMES[0], players: int | None = None) -> None:
    """Print the table, by default for 4 players where a game is for as many."""
    if game not in GAMES:
        raise typer.BadParameter(f"the games are {', '.join(GAMES)}, not {game!r}")
    rules_type = import_module(f"kschwert_env.{game}").Rules
    rules = rules_type(min(4, rules_type.player_counts[-1]) if players is None else players)
    doors = [
        Door("bare engine: mask", rollouts(rules, SIZE, 1, observations=False)),
        Door("bare engine: mask, observation", rollouts(rules, SIZE, 1, observations=True)),
        batch(rules),
        self_play(rules),
        gymnasium_vector_env(rules),
        stable_baselines(rules),
        single_game(rules),
        pettingzoo_env(rules, "PettingZoo raw_env: last, step", lambda env: env),
        pettingzoo_env(rules, "PettingZoo env: last, step", wrapped),
        gymnasium_env(rules),
    ]
    for door in doors:
        door.run()
    found = [[rate(door.run) for door in doors] for _ in range(RUNS)]
    sizes = f"{rules.num_actions} actions, {rules.observation.size} values observed, {SIZE} games a batch"
    table = Table("door", "decisions/s", "smallest", "largest", "with the others'", "of the bare engine")
    table.title = f"{game}, {rules.num_players} players, {sizes}"
    for i, door in enumerate(doors):
        figures = [row[i] for row in found]
        whole = [figure / door.share for figure in figures]
        ratio = median(figure / row[1] for figure, row in zip(whole, found, strict=True))
        told = [f"{figure / 1e3:,.0f} k" for figure in (median(figures), min(figures), max(figures), median(whole))]
        table.add_row(door.name, *told, f"{ratio:.3f}")
    console.print(table)


if __name__ == "__main__":
    typer.run(main)
