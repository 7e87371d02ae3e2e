"""What search makes of the engine's speed: `python -m benchmarks.search [--game two_crowns] [--players 2]`.

Decisions per second in the simulations of ISMCTS, dealing, tree and all, beside those of the bare engine with masks.
Both start from fresh games, on one core, and take turns, run by run, since other work may disturb the machine.
"""

from collections.abc import Callable
from importlib import import_module
from statistics import median

import typer
from rich.console import Console
from rich.table import Table

from agents.heuristic import has_knowledge_of
from agents.ismcts import WHOLE, Ismcts, has_value
from kschwert_env import GAMES
from kschwert_env.engine.batch import Batch
from kschwert_env.engine.contract import GameRules
from kschwert_env.engine.throughput import rate, rollouts

RUNS = 7
BATCH = 256  # games of the bare engine: their positions stay in the core's cache
SEARCHES = 10  # in one run, each for the first decision of a game of its own
SIMULATIONS = 400  # in one search

console = Console(highlight=False, width=110)


def searches(rules: GameRules, rollout: str, depth: int | None = WHOLE) -> Callable[[], int]:
    """Searches with that kind of playouts, as usual whole ones; tells the decisions of all their simulations."""
    agent = Ismcts(rules, sims=SIMULATIONS, rollout=rollout, depth=depth)
    states = Batch(rules, SEARCHES, seed=1, observations=False).states.copy()

    def run() -> int:
        return sum(agent.search(states[i : i + 1], i).decisions for i in range(SEARCHES))

    return run


def speed_table(rules: GameRules) -> Table:
    actions = {"bare engine: decision + mask": rollouts(rules, BATCH, 1, observations=False)}
    actions["search, random playouts"] = searches(rules, "random")
    if has_knowledge_of(rules.game):
        actions["search, heuristic playouts"] = searches(rules, "heuristic")
    if has_value(rules.game):
        actions["search, positions valued"] = searches(rules, "heuristic", depth=None)
    for action in actions.values():
        action()
    found = [[rate(action) for action in actions.values()] for _ in range(RUNS)]
    title = f"{rules.game}, {rules.num_players} players, {SIMULATIONS} simulations a search"
    table = Table("what", "decisions/s", "smallest", "largest", "of the bare engine", title=title)
    for i, name in enumerate(actions):
        figures = [row[i] for row in found]
        told = [f"{figure / 1e3:,.0f} k" for figure in (median(figures), min(figures), max(figures))]
        table.add_row(name, *told, f"{median(row[i] / row[0] for row in found):.2f}")
    return table


def main(game: str = GAMES[0], players: int | None = None) -> None:
    """Print the table, by default for every number of players."""
    if game not in GAMES:
        raise typer.BadParameter(f"the games are {', '.join(GAMES)}, not {game!r}")
    rules_type = import_module(f"kschwert_env.{game}").Rules
    for number in rules_type.player_counts if players is None else [players]:
        console.print(speed_table(rules_type(number)))


if __name__ == "__main__":
    typer.run(main)
