"""Training methods by name, as `kschwert train` and `train` offer them. Importing this module does not import torch.

A method is a module of `algorithms` with three parts: a settings class (`runs.settings.Settings`), a run
(`runs.run.TrainingRun` or `TrainingTask`), and a `main` for the command line (`runs.command.make_main`). To add a
method, add its module and its entry in `METHODS`.
"""

from collections.abc import Callable, Sequence
from importlib import import_module
from pathlib import Path
from typing import Any, NamedTuple

from kschwert_env import terminal
from kschwert_env.engine.text.phrases import brief


class Method(NamedTuple):
    """A training method.

    Attributes:
        summary: one line about it, for the help.
        run: name of its run class in its module.
    """

    summary: str
    run: str


METHODS = {
    "imitate": Method("Behaviour cloning: learn the actions of an agent and the returns of its games.", "ImitationRun"),
    "ppo": Method(
        "Proximal policy optimization (PPO) with action masks, against itself, past versions and fixed opponents.",
        "PpoRun",
    ),
    "exploiter_training": Method(
        "Rounds of ppo, each against best responses to the network of the round before.", "ExploiterTrainingRun"
    ),
    "best_response": Method("Train best responses to an agent and measure how often they win.", "BestResponseRun"),
}
"""Training methods: each is a module of `algorithms`."""

TOOLS = {
    "average_weights": "Average the weights of forked runs.",
    "curves": "Draw the learning curves of runs.",
    "demo": "Train a small agent from scratch, evaluate it, and write a report.",
}
"""Other subcommands of `kschwert train`, with one line about each."""

_MODULES = {"curves": "runs.curves", "demo": "demo"}  # modules outside `algorithms`


def summaries() -> dict[str, str]:
    """Return one line about each subcommand of `kschwert train`, by its name on the command line."""
    lines = {name: method.summary for name, method in METHODS.items()} | TOOLS
    return {name.replace("_", "-"): line for name, line in lines.items()}


def _module(name: str) -> Any:
    return import_module(f"kschwert_env.training.{_MODULES.get(name, f'algorithms.{name}')}")


def main_of(name: str) -> Callable[..., None]:
    """Return the function for typer behind a subcommand such as "best-response".

    Raises ValueError for an unknown name, and ModuleNotFoundError without the extras `train` and `agents`.
    """
    if name not in summaries():
        raise ValueError(f"unknown method {brief(name)}; expected one of: {', '.join(summaries())}")
    main: Callable[..., None] = _module(name.replace("-", "_")).main
    return main


def run_type_of(method: str) -> Any:
    """Return the class of the runs of a method. Raises ModuleNotFoundError without the extra `train`."""
    return getattr(_module(method), METHODS[method].run)


def train(
    method: str,
    folder: Path,
    resume: bool = False,
    on_progress: Callable[[dict[str, float]], object] | None = None,
    **settings: Any,
) -> bool:
    """Run a training method in a folder, or resume it there. docs/training.md lists the settings by name.

    The trained network is `agent.npz` in the folder, for the agent `policy`. Best responses are in subfolders.

    `on_progress` is called with each line of `progress.jsonl` as soon as it is written: the metrics of an iteration,
    and the win shares once in every `evaluation_interval`. An exception that it raises ends the run, which can be
    resumed.

    Returns:
        Whether the run is complete; False after Ctrl-C.

    Raises:
        ValueError: for an unknown method and for wrong settings.
        TypeError: for `on_progress` with a method that consists of other runs.
        ModuleNotFoundError: without the extra `train`.
    """
    if method not in METHODS:
        raise ValueError(f"unknown method {brief(method)}; expected one of: {', '.join(METHODS)}")
    run_type = run_type_of(method)
    if on_progress is not None and not hasattr(run_type, "on_progress"):
        raise TypeError(f"{method} consists of other runs and takes no on_progress")
    run = run_type.create(folder, resume, **settings)
    if on_progress is not None:
        run.on_progress = on_progress
    complete: bool = run.train()
    return complete


def run(name: str, arguments: Sequence[str], program: str) -> None:
    """Run a subcommand with these arguments; `program` is its name in help and errors.

    Raises what `main_of` raises, otherwise always SystemExit: status 0, 1 for a failure, 2 for wrong arguments.
    """
    terminal.run_command(main_of(name), list(arguments), program)
