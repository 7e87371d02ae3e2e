"""Our information-set search: with random playouts of whole games, and as it is shipped; and the engine alone."""

from functools import partial
from typing import Any

from benchmarks.search import SIMULATIONS
from benchmarks.serve import Playing, Row, serve
from kschwert_env import krone_schwert, politics_and_intrigue, two_crowns
from kschwert_env.agents.heuristics.base import has_value_function
from kschwert_env.agents.search.ismcts import DEFAULTS, FULL_GAME, IsmctsAgent
from kschwert_env.cli.throughput import rollouts
from kschwert_env.engine.batch import Batch
from kschwert_env.engine.rules import GameRules

ROOTS = 64  # games; each is searched at its first decision
TURNS = DEFAULTS["valued"].depth
DECISIONS = 100_000  # of the engine alone at a time

SIMULATION = "a world dealt anew, the way down the tree, a new node"


def engine(rules: GameRules) -> Playing:
    """Random play in compiled code, with masks."""
    play = rollouts(rules, 256, 1, observations=False, decisions=DECISIONS)
    return Playing(play, rules.num_players, rules.num_actions, 0)


def searches(rules: GameRules, **options: Any) -> Playing:
    """Searches of fresh games, one at a time; the decisions are those of all simulations."""
    agent = IsmctsAgent(rules, sims=SIMULATIONS, **options)
    roots = Batch(rules, ROOTS, seed=1, observations=False).states.copy()
    done = 0

    def play() -> int:
        nonlocal done
        root = done % ROOTS
        done += 1
        return agent.search(roots[root : root + 1], done).decisions

    return Playing(play, rules.num_players, rules.num_actions, 0, lambda: {"simulations": done * SIMULATIONS})


def rows() -> list[Row]:
    """Searches beside the engine alone; as shipped only where the game has a heuristic and values positions."""
    found = []
    for title, rules in (
        ("Krone & Schwert, 2 players", krone_schwert.Rules(2)),
        ("Krone & Schwert, 4 players", krone_schwert.Rules(4)),
        ("Two Crowns", two_crowns.Rules(2)),
        ("Politics & Intrigue", politics_and_intrigue.Rules()),
    ):
        alone, included = f"{title}, engine alone", f"{SIMULATION}, random play to the end of the game"
        whole = partial(searches, rules, rollout="random", depth=FULL_GAME)
        found.append(Row(alone, "choice, step, mask", partial(engine, rules)))
        found.append(Row(f"{title}, random playouts", included, whole, alone))
        if has_value_function(rules.package):
            included = f"{SIMULATION}, the heuristic's play up to a position that is valued, {TURNS} turns on"
            found.append(Row(f"{title}, as shipped", included, partial(searches, rules), alone))
    return found


if __name__ == "__main__":
    serve(rows(), ["kschwert_env", "numba"])
