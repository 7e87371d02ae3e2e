"""`kschwert export`: trained networks for other programs."""

from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console

from kschwert_env import GAMES, terminal
from kschwert_env.agents.policy import network_file
from kschwert_env.importing import needing

export = typer.Typer(name="export", help="Export trained networks for other programs.", no_args_is_help=True)


@export.callback()
def commands() -> None:
    """Keep `onnx` a command of its own, though it is the only one."""


@export.command()
def onnx(
    out: Annotated[Path, typer.Argument(metavar="FILE", help="File to write, such as model.onnx.")],
    game: terminal.Game = GAMES[0],
    players: terminal.Players = None,
    options: terminal.Options = None,
    path: Annotated[
        str | None, typer.Option(metavar="FILE", help="Trained network, .npz; default: the bundled one.")
    ] = None,
    version: Annotated[int | None, typer.Option(metavar="NUMBER", help="Version of the bundled network.")] = None,
    network: Annotated[
        str | None, typer.Option(metavar="CLASS", help="Class of the network, module.Class, if it is your own.")
    ] = None,
) -> None:
    """Write a trained network as ONNX, and a model card beside it.

    The inputs are observation and action_mask, int8, the outputs logits and value, float32. The batch size is free.
    """
    rules = terminal.chosen_rules(game, players, options)
    try:
        file = network_file(rules, path, version)
        with needing("train", "exported networks"):
            from kschwert_env.nn.onnx_export import export as export_onnx  # imports PyTorch
            from kschwert_env.nn.serialization import load

        loaded, about = load(file, rules, network)

        card = export_onnx(loaded, rules, about["training"], out)
    except (ValueError, ImportError, OSError) as error:
        raise terminal.usage_error(error) from None
    Console(highlight=False).print(f"Wrote {out} and {card}.")
