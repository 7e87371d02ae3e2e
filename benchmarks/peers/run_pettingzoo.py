"""PettingZoo's classic games, played from Python with observation and mask, with and without the standard wrappers."""

from collections.abc import Mapping
from functools import partial
from importlib import import_module
from math import prod
from random import Random
from typing import Any

from benchmarks.play import pettingzoo_game
from benchmarks.server import Workload, WorkloadSpec, serve

GAMES: dict[str, tuple[str, dict[str, Any]]] = {
    "hanabi": ("hanabi_v5", {"players": 4, "hand_size": 4}),
    "chess": ("chess_v6", {}),
}


def new_workload(module: str, options: dict[str, Any], wrapped: bool) -> Workload:
    """Return a workload of whole games."""
    game = import_module(f"pettingzoo.classic.{module}")
    env, draw = (game.env if wrapped else game.raw_env)(**options), Random(1).random
    agent = env.possible_agents[0]
    size = prod(env.observation_space(agent)["observation"].shape)
    return Workload(lambda: pettingzoo_game(env, draw), len(env.possible_agents), int(env.action_space(agent).n), size)


def game_rows(games: Mapping[str, tuple[str, dict[str, Any]]]) -> list[WorkloadSpec]:
    """Return two workloads for each game, with and without wrappers; a game has a module and options."""
    specs = []
    for game, (module, options) in games.items():
        for name, wrapped in (("raw_env", False), ("env", True)):
            specs.append(
                WorkloadSpec(
                    f"{game}, {name}",
                    "Python loop, last, choice from the mask, step",
                    partial(new_workload, module, options, wrapped),
                )
            )
    return specs


if __name__ == "__main__":
    serve(game_rows(GAMES), ["pettingzoo", "open_spiel", "chess"])
