"""`kschwert train average-weights`: average the weights of forked runs, that is, runs that started from one network.

The average of such networks plays as well as they do (Wortsman et al., "Model soups", ICML 2022, arXiv 2203.05482). It
is harder to exploit: what beats one of the forks need not beat their average. Networks that were trained with high
entropy are random players. With a temperature below 1, their average chooses the best actions more often.
"""

import math
from collections.abc import Sequence
from pathlib import Path
from typing import Annotated, Any

import typer

from kschwert_env import GAMES, terminal
from kschwert_env.engine.contract.options import check
from kschwert_env.engine.contract.rules import GameRules
from kschwert_env.nn import serialization
from kschwert_env.nn.networks import average_weights, divide_logits


def main(
    networks: Annotated[list[Path], typer.Argument(metavar="FILE...", help="Trained networks of the same shape.")],
    out: Annotated[
        Path, typer.Option(metavar="FILE", help="File of the averaged network, .npz.", callback=terminal.writable_path)
    ],
    game: terminal.Game = GAMES[0],
    players: terminal.Players = None,
    options: terminal.Options = None,
    network: Annotated[str | None, typer.Option(metavar="CLASS", help="Your own network class, module.Class.")] = None,
    temperature: Annotated[
        float, typer.Option(help="Divisor of the logits; below 1, the average acts less randomly.")
    ] = 1.0,
) -> None:
    """Average the weights of networks whose training started from the same network."""
    rules = terminal.chosen_rules(game, players, options)
    try:
        terminal.save(out, lambda file: write(file, networks, rules, network, temperature))
    except ValueError as error:
        terminal.fail(str(error))


def write(
    path: Path, networks: Sequence[Path], rules: GameRules, network: str | None = None, temperature: float = 1.0
) -> None:
    """Write the average of trained networks, its logits divided by a temperature, with the training metadata of each.

    Raises FileError for files without a network for these rules, and ValueError for networks of different shapes, a
    temperature that is not above 0, and one other than 1 for a class without `logit_layers`.
    """
    check("temperature", temperature, 0 < temperature < math.inf, "a finite number above 0")
    loaded = [serialization.load(file, rules, network) for file in networks]
    shapes = [network.shape for network, _ in loaded]
    for file, shape in zip(networks, shapes, strict=True):
        if shape != shapes[0]:
            raise ValueError(f"networks of different shapes: {file} has {shape}, {networks[0]} has {shapes[0]}")
    averaged = loaded[0][0]
    averaged.load_state_dict(average_weights([each.state_dict() for each, _ in loaded]))
    training: dict[str, Any] = {"averaged": [about.get("training", {}) for _, about in loaded]}
    if temperature != 1:
        divide_logits(averaged, temperature)
        training["temperature"] = temperature
    serialization.save(path, averaged, rules, training)
