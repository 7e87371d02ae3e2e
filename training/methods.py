"""What can be run here, by name. Importing this imports no torch."""

from collections.abc import Callable, Sequence
from importlib import import_module
from pathlib import Path
from typing import Any

import typer

from kschwert_env.engine.text import brief

METHODS = {
    "imitate": "A network learns the actions of an agent, and the returns of its games.",
    "ppo": "Proximal policy optimisation by self-play, with illegal actions masked.",
    "harden": "Rounds of ppo, each against opponents who were made to exploit the one before.",
    "sb3_maskable_ppo": "The same networks by MaskablePPO of sb3-contrib, against past selves.",
}
"""Names of the methods, each that of a module of this folder, and a line about each."""

HELPERS = {
    "ppo_single_file": "Self-play PPO from top to bottom in a single file, to read and to change.",
    "exploit": "How much an opponent wins that was made for an agent.",
    "league": "All agents that come along play each other, and opponents are made for each of them.",
    "mean": "The mean of networks that went on apart from the same one.",
    "curves": "Draw the shares of wins of runs.",
    "shipped": "Make all networks that come along, with their learning curves.",
    "rllib_self_play": "An example for RLlib: our networks by its PPO, against themselves and a past self.",
    "demo": "Train a small agent from nothing, let it meet others, and write a page about it.",
}
"""Likewise what is no method."""


def main_of(name: str) -> Callable[..., None]:
    """The function for typer that a name of `METHODS` or `HELPERS` stands for.

    Raises ValueError for another name, and ModuleNotFoundError without the extra `train`; helpers need `agents`, too.
    """
    known = METHODS | HELPERS
    if name not in known:
        raise ValueError(f"unknown method {brief(name)}; there are {', '.join(known)}")
    main: Callable[..., None] = import_module(f"kschwert_env.training.{name}").main
    return main


def train(method: str, folder: Path, resume: bool = False, **settings: Any) -> bool:
    """A run of a method in its folder, by the names of its settings, as docs/training.md lists them.

    The trained network is `agent.npz` there, for the agent `policy`. False where Ctrl-C stopped it; `resume` goes on.
    Raises ValueError for a method or settings that there are not, and ModuleNotFoundError without the extra `train`.
    """
    if method not in METHODS:
        raise ValueError(f"unknown method {brief(method)}; there are {', '.join(METHODS)}")
    complete: bool = import_module(f"kschwert_env.training.{method}").Run.of(folder, resume, **settings).play()
    return complete


def run(name: str, arguments: Sequence[str], called: str) -> None:
    """Run it with these arguments, `called` so in its help and errors.

    Raises what `main_of` does, else always SystemExit: with status 0, 1 for a failure, or 2 for wrong arguments.
    """
    app = typer.Typer(add_completion=False)
    app.command()(main_of(name))
    app(args=list(arguments), prog_name=called)
