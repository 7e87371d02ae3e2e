"""Compile all games ahead of time: `python -m kschwert_env.precompile`.

This is optional, since a game compiles its code at first use. It helps tests, and many processes that start at once on
a new machine. Compiled code is specific to the sources and the processor, but not to the package's location.

With `--libraries`, the machine code of games, agents and networks is written into libraries inside the package, which
wheels contain (docs/machine_code.md). This needs a C compiler and the extra `train`.
"""

import sys
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory

from kschwert_env import CLASSICS, GAMES
from kschwert_env.agents.greedy import GreedyAgent
from kschwert_env.agents.heuristics.base import HeuristicAgent, has_heuristic, has_value_function
from kschwert_env.agents.policy import PolicyAgent
from kschwert_env.agents.search.ismcts import FULL_GAME, IsmctsAgent
from kschwert_env.agents.search.puct import PuctAgent
from kschwert_env.engine.contract.rules import GameRules
from kschwert_env.engine.simulation.game import game_type
from kschwert_env.engine.simulation.warmup import STAGES, ensure_compiled
from kschwert_env.importing import find_game

KINDS = [rules for game in (*GAMES, *CLASSICS) for rules in find_game(game).kinds()]
"""Rules for every variant of compiled code (kind of record), game by game."""

NETWORKS = ("mlp", "graph", "kschwert_env.nn.networks.Mlp")
"""Kinds of networks; the last stands for users' classes."""


def main() -> None:
    """Compile the rules, or build the libraries."""
    if "--libraries" in sys.argv:
        from kschwert_env.engine.jit.native import build

        build.build([sys.executable, "-m", "kschwert_env.precompile", "--play"])
    elif "--play" in sys.argv:
        from kschwert_env.engine.jit.native import build

        build.build_libraries(play_everything)
    else:
        compile_rules()


def compile_rules() -> None:
    """Compile the rules of all kinds, as far as they are not in the cache yet."""
    for rules in KINDS:
        ensure_compiled(rules, *STAGES)


def play_everything() -> None:
    """Call every entry point with arguments of all kinds."""
    compile_rules()
    for rules in KINDS:
        game = game_type(rules)(rules)
        game.from_position(game.position())
        use_simple_agents(rules)
        use_networks(rules)


def use_simple_agents(rules: GameRules) -> None:
    """Make all agents without networks, which compiles them."""
    IsmctsAgent(rules, rollout="random", depth=FULL_GAME)
    if has_heuristic(rules.package):
        HeuristicAgent(rules).compile_opponent(rules)
        IsmctsAgent(rules, rollout="heuristic", depth=FULL_GAME)
    if has_value_function(rules.package):
        GreedyAgent(rules).compile_opponent(rules)
        IsmctsAgent(rules, rollout="heuristic", depth=1)


def use_networks(rules: GameRules) -> None:
    """Make agents with networks of all kinds, and the evaluator of training."""
    from kschwert_env.nn.evaluator import make_evaluator
    from kschwert_env.nn.networks import Network, Shape, new_network
    from kschwert_env.nn.serialization import save

    def networks() -> Iterator[Network]:
        for kind in NETWORKS:
            if kind != "graph" or len(rules.neighbours):
                yield new_network(rules, Shape(kind, width=16, layers=1, field_width=16))

    for network in networks():
        make_evaluator(network)
        with TemporaryDirectory() as folder:
            path = Path(folder, "network.npz")
            save(path, network, rules, {})
            own = network.shape.kind if "." in network.shape.kind else None
            PolicyAgent(rules, str(path), network=own).compile_opponent(rules)
            PuctAgent(rules, str(path), sims=8, network=own)


if __name__ == "__main__":
    main()
