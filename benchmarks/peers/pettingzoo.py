"""PettingZoo's classic games: from Python, with observation and mask, raw and in its standard wrappers."""

from functools import partial
from importlib import import_module
from math import prod
from random import Random
from typing import Any

from benchmarks.play import pettingzoo_game
from benchmarks.serve import Playing, Row, serve

GAMES: dict[str, tuple[str, dict[str, Any]]] = {
    "hanabi": ("hanabi_v5", {"players": 4, "hand_size": 4}),
    "chess": ("chess_v6", {}),
    "connect four": ("connect_four_v3", {}),
}


def playing(module: str, options: dict[str, Any], wrapped: bool) -> Playing:
    """Whole games, one after another."""
    game = import_module(f"pettingzoo.classic.{module}")
    env, chance = (game.env if wrapped else game.raw_env)(**options), Random(1).random
    agent = env.possible_agents[0]
    size = prod(env.observation_space(agent)["observation"].shape)
    return Playing(lambda: pettingzoo_game(env, chance), len(env.possible_agents), int(env.action_space(agent).n), size)


def rows() -> list[Row]:
    """Each game, raw and wrapped."""
    found = []
    for game, (module, options) in GAMES.items():
        for name, wrapped in (("raw_env", False), ("env", True)):
            found.append(
                Row(
                    f"{game}, {name}",
                    "Python loop, last, choice from the mask, step",
                    partial(playing, module, options, wrapped),
                    beside=f"PettingZoo {name}",
                )
            )
    return found


if __name__ == "__main__":
    serve(rows(), ["pettingzoo", "open_spiel", "chess"])
