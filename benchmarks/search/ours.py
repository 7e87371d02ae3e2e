"""Our information-set search with random playouts and with default settings, and the bare engine."""

from functools import partial
from typing import Any

from benchmarks.search import SIMULATIONS
from benchmarks.server import Workload, WorkloadSpec, serve
from kschwert_env import krone_schwert, politics_and_intrigue, two_crowns
from kschwert_env.agents.heuristics.base import has_value_function
from kschwert_env.agents.search.ismcts import DEFAULTS, FULL_GAME, IsmctsAgent
from kschwert_env.cli.throughput import rollouts
from kschwert_env.engine.contract.rules import GameRules
from kschwert_env.engine.simulation.batch import Batch

ROOTS = 64  # games, each searched at its first decision
TURNS = DEFAULTS["valued"].depth
DECISIONS = 100_000  # decisions per call of the bare engine

SIMULATION = "determinization, selection, expansion of one node"


def engine(rules: GameRules) -> Workload:
    """Return a workload of random play in compiled code, with masks."""
    play = rollouts(rules, 256, 1, observations=False, decisions=DECISIONS)
    return Workload(play, rules.num_players, rules.num_actions, 0)


def searches(rules: GameRules, **options: Any) -> Workload:
    """Return a workload of searches of new games, one at a time; it counts the decisions of all simulations."""
    agent = IsmctsAgent(rules, sims=SIMULATIONS, **options)
    roots = Batch(rules, ROOTS, seed=1, observations=False).states.copy()
    searched = 0

    def play() -> int:
        nonlocal searched
        root = searched % ROOTS
        searched += 1
        return agent.search(roots[root : root + 1], searched).decisions

    return Workload(play, rules.num_players, rules.num_actions, 0, lambda: {"simulations": searched * SIMULATIONS})


def rows() -> list[WorkloadSpec]:
    """Return all workloads; default settings only for games with a value function."""
    specs = []
    for title, rules in (
        ("Krone & Schwert, 2 players", krone_schwert.Rules(2)),
        ("Krone & Schwert, 4 players", krone_schwert.Rules(4)),
        ("Two Crowns", two_crowns.Rules(2)),
        ("Politics & Intrigue", politics_and_intrigue.Rules()),
    ):
        engine_name, included = f"{title}, engine alone", f"{SIMULATION}, random playout to the end of the game"
        random_playouts = partial(searches, rules, rollout="random", depth=FULL_GAME)
        specs.append(WorkloadSpec(engine_name, "choice, step, mask", partial(engine, rules)))
        specs.append(WorkloadSpec(f"{title}, random playouts", included, random_playouts, engine_name))
        if has_value_function(rules.package):
            included = f"{SIMULATION}, playout by the heuristic for {TURNS} turns, evaluation of the position"
            specs.append(WorkloadSpec(f"{title}, default settings", included, partial(searches, rules), engine_name))
    return specs


if __name__ == "__main__":
    serve(rows(), ["kschwert_env", "numba"])
