"""`kschwert train mean`: one network with the mean of the weights of several that went on apart from the same one.

Such networks stay near enough to each other for the mean of their weights to play as well as they do (Wortsman et al.,
"Model soups", ICML 2022, arXiv 2203.05482), and each leaned to another side: what beats one of them does not beat it.
"""

from collections.abc import Sequence
from pathlib import Path
from typing import Annotated

import typer

from kschwert_env import GAMES, terminal
from kschwert_env.engine.contract import GameRules
from kschwert_env.nn import serialization
from kschwert_env.nn.networks import average_weights


def main(
    networks: Annotated[list[Path], typer.Argument(metavar="FILE...", help="Trained networks of the same shape.")],
    out: Annotated[Path, typer.Option(metavar="FILE", help="The mean, .npz.", callback=terminal.file_to_write)],
    game: terminal.Game = GAMES[0],
    players: terminal.Players = None,
    options: terminal.Options = None,
) -> None:
    """Take the mean of the weights of networks that went on from the same one."""
    rules = terminal.chosen_rules(game, players, options)
    try:
        terminal.save(out, lambda file: write(file, networks, rules))
    except ValueError as error:
        terminal.fail(str(error))


def write(path: Path, networks: Sequence[Path], rules: GameRules) -> None:
    """Write the mean of trained networks, which tells how each of them was trained.

    Raises FileError for files that hold no network for these rules, and ValueError for networks of different shapes.
    """
    loaded = [serialization.load(file, rules) for file in networks]
    shapes = [network.shape for network, _ in loaded]
    for file, shape in zip(networks, shapes, strict=True):
        if shape != shapes[0]:
            raise ValueError(f"{file} is of the shape {shape}, but {networks[0]} of {shapes[0]}")
    network = loaded[0][0]
    network.load_state_dict(average_weights([each.state_dict() for each, _ in loaded]))
    serialization.save(path, network, rules, {"mean": [about.get("training", {}) for _, about in loaded]})
