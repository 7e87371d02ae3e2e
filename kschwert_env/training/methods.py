"""The training methods by name: what `kschwert train` offers. Importing this imports no torch.

A method is a module of `algorithms` with a settings class (`runs.settings.Settings`), a `Run` (`runs.run.Run`) and a
`main` (`runs.command.of`), and an entry in `METHODS`.
"""

from collections.abc import Callable, Sequence
from importlib import import_module
from pathlib import Path
from typing import Any

import typer

from kschwert_env.engine.text import brief

METHODS = {
    "imitate": "Behaviour cloning: a network learns the actions of an agent and the returns of its games.",
    "ppo": "Proximal policy optimisation by self-play, with illegal actions masked.",
    "harden": "Rounds of ppo, each against opponents trained to exploit the network of the round before.",
}
"""Training methods: each is a module of `algorithms`, with a line about it."""

TOOLS = {
    "exploit": "Train best responses to an agent, and measure how much they win.",
    "mean": "Average the weights of networks that continued from the same one.",
    "curves": "Draw the learning curves of runs.",
    "demo": "Train a small agent from nothing, let it meet others, and write a report.",
}
"""Other subcommands of `kschwert train`, with a line about each."""

_MODULES = {"curves": "runs.curves", "demo": "demo"}  # that are not in `algorithms`


def _module(name: str) -> Any:
    return import_module(f"kschwert_env.training.{_MODULES.get(name, f'algorithms.{name}')}")


def main_of(name: str) -> Callable[..., None]:
    """The function for typer that a name of `METHODS` or `TOOLS` stands for.

    Raises ValueError for another name, and ModuleNotFoundError without the extra `train`; helpers need `agents`, too.
    """
    known = METHODS | TOOLS
    if name not in known:
        raise ValueError(f"unknown method {brief(name)}; there are {', '.join(known)}")
    main: Callable[..., None] = _module(name).main
    return main


def train(method: str, folder: Path, resume: bool = False, **settings: Any) -> bool:
    """A run of a method in its folder, by the names of its settings, as docs/training.md lists them.

    The trained network is `agent.npz` there, for the agent `policy`. False where Ctrl-C stopped it; `resume` goes on.
    Raises ValueError for a method or settings that there are not, and ModuleNotFoundError without the extra `train`.
    """
    if method not in METHODS:
        raise ValueError(f"unknown method {brief(method)}; there are {', '.join(METHODS)}")
    complete: bool = _module(method).Run.of(folder, resume, **settings).play()
    return complete


def run(name: str, arguments: Sequence[str], called: str) -> None:
    """Run it with these arguments, `called` so in its help and errors.

    Raises what `main_of` does, else always SystemExit: with status 0, 1 for a failure, or 2 for wrong arguments.
    """
    app = typer.Typer(add_completion=False)
    app.command()(main_of(name))
    app(args=list(arguments), prog_name=called)
