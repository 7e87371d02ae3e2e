"""Throughput of the bare engine: `python -m benchmarks.engine [--game two_crowns] [--players 2]`.

A step is one decision of one seat; legal actions are uniformly random; finished games restart. Results are the median,
minimum and maximum of several runs, without compilation and warm-up.
"""

import os
import subprocess
import sys
import tempfile
from collections.abc import Callable
from statistics import median

import numba
import numpy as np
import typer
from rich.console import Console
from rich.table import Table

from benchmarks.options import rules_of
from kschwert_env import GAMES
from kschwert_env.cli.throughput import rate, rates, rollouts, steps
from kschwert_env.engine.contract.rules import GameRules
from kschwert_env.engine.simulation.batch import Batch
from kschwert_env.engine.simulation.game import game_type
from kschwert_env.importing import find_game

RUNS = 7
BATCH = 256  # games on one core; their states fit into its cache
LARGE = 8192

START_UP = """
import importlib, sys, time
begun = time.perf_counter()
game = importlib.import_module("kschwert_env." + sys.argv[1])
imported = time.perf_counter()
batch = game.Batch(game.Rules(int(sys.argv[2])), 2)
batch.step(batch.random_actions())
batch.rollout(1)
print(imported - begun, time.perf_counter() - imported)
"""

console = Console(highlight=False, width=110)


def single_game(rules: GameRules) -> Callable[[], int]:
    """Return a run of `Game.step` alone, with actions recorded before."""
    play = game_type(find_game(rules.package))
    game, actions, choose = play(rules, 1), [], np.random.default_rng(1)
    while not game.is_over:
        actions.append(int(choose.choice(game.legal_actions())))
        game.step(actions[-1])

    def run() -> int:
        for _ in range(100):
            step = play(rules, 1).step
            for action in actions:
                step(action)
        return 100 * len(actions)

    return run


@numba.njit
def copy_back_and_forth(states: np.ndarray, count: int) -> None:
    """Copy a state `count` times inside compiled code."""
    for i in range(count):
        states[i & 1] = states[1 - (i & 1)]


def copies(rules: GameRules) -> Callable[[], int]:
    states = Batch(rules, 2, seed=1).states.copy()

    def run() -> int:
        copy_back_and_forth(states, 1_000_000)
        return 1_000_000

    return run


def add_row(table: Table, name: str, results: list[float]) -> None:
    low, median_text, high = min(results), median(results), max(results)
    table.add_row(
        name, f"{median_text / 1e6:.2f} M", f"{low / 1e6:.2f} M", f"{high / 1e6:.2f} M", f"{1e9 / median_text:,.0f} ns"
    )


def speed_table(rules: GameRules) -> Table:
    title = f"{rules.package}, {rules.num_players} players, {rules.num_actions} actions"
    table = Table("what", "per second", "min", "max", "time", title=title)
    add_row(table, "decision + mask, one core", rates(rollouts(rules, BATCH, 1, observations=False), RUNS))
    add_row(table, "decision + mask + observation, one core", rates(rollouts(rules, BATCH, 1, observations=True), RUNS))
    add_row(table, f"Batch.step, {BATCH} games, one core", rates(steps(rules, BATCH, 1, observations=True), RUNS))
    add_row(table, "Game.step from Python", rates(single_game(rules), RUNS))
    add_row(table, f"copy of a state ({rules.state_dtype.itemsize} bytes)", rates(copies(rules), RUNS))
    return table


def scaling_table(rules: GameRules) -> Table:
    """Compare one and two threads, run by run in turn, to reduce the influence of other load."""
    table = Table("games", "stepping", "one thread", "two threads", "ratio", title="Threads")
    for size in (256, 1024, 2048, LARGE, 4 * LARGE):
        for name, make in (("Batch.step", steps), ("Batch.rollout", rollouts)):
            one, two = make(rules, size, 1, True), make(rules, size, 2, True)
            pairs = [(rate(one), rate(two)) for _ in range(RUNS)]
            first, second = (median(column) for column in zip(*pairs, strict=True))
            ratio = median(pair[1] / pair[0] for pair in pairs)
            table.add_row(f"{size:,}", name, f"{first / 1e6:.2f} M", f"{second / 1e6:.2f} M", f"{ratio:.2f}")
    return table


def start_up_table(game: str, players: int) -> Table:
    """Measure import, compilation and loading from the cache, each in a new process."""
    table = Table("start-up", "seconds", title="Start-up")
    with tempfile.TemporaryDirectory() as folder:
        seconds = []
        for _ in range(2):
            printed = subprocess.run(
                [sys.executable, "-c", START_UP, game, str(players)],
                env={**os.environ, "KSCHWERT_CACHE": folder},
                capture_output=True,
                text=True,
                check=True,
            ).stdout
            seconds.append([float(word) for word in printed.split()])
    (_, cold), (imported, warm) = seconds
    table.add_row(f"import kschwert_env.{game}", f"{imported:.2f}")
    table.add_row("first batch, everything compiled", f"{cold:.1f}")
    table.add_row("first batch, loaded from disk", f"{warm:.2f}")
    return table


def main(game: str = GAMES[0], players: int | None = None) -> None:
    """Print all tables. The default is 4 players, or the game's maximum."""
    rules = rules_of(game, players)
    console.print(start_up_table(game, rules.num_players))
    console.print(speed_table(rules))
    console.print(scaling_table(rules))


if __name__ == "__main__":
    typer.run(main)
