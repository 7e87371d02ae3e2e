"""The command lines of the methods: the options that all have, and the run that is asked for."""

from collections.abc import Callable, Mapping
from inspect import Parameter, Signature, signature
from pathlib import Path
from typing import Annotated, Any

import typer

from kschwert_env import terminal
from kschwert_env.engine.io.files import FileError
from kschwert_env.training.runs.run import Task
from kschwert_env.training.runs.settings import from_file, given, settings_of_run

_Out = Annotated[Path, typer.Option(metavar="DIR", help="Folder of the run.")]
_Config = Annotated[Path | None, typer.Option(metavar="FILE", help="TOML file of settings.")]
_Resume = Annotated[bool, typer.Option("--resume", help="Go on with the run in DIR.")]
_Hyper = Annotated[
    list[str] | None, typer.Option(metavar="NAME=VALUE", help="Any other setting; docs/training.md lists them.")
]


def option(kind: Any, metavar: str, help: str) -> Any:
    """An option for a setting of that kind; None where it is not given."""
    return Annotated[kind | None, typer.Option(metavar=metavar, help=help)]


OPTIONS: Mapping[str, Any] = {
    "game": option(str, "NAME", "The game."),
    "players": option(int, "NUMBER", "Number of players."),
    "rules": terminal.Options,
    "network": option(str, "KIND", "mlp or graph."),
    "device": option(str, "NAME", "cpu or cuda."),
    "threads": option(int, "NUMBER", "Threads of torch."),
    "seed": option(int, "NUMBER", "Seed of everything."),
    "decisions": option(int, "NUMBER", "Decisions to learn from."),
}
"""The settings that have an option of their own in all methods, by name, in the order in which they are listed."""


def of(method: type[Task], help: str, options: Mapping[str, Any] = OPTIONS) -> Callable[..., None]:
    """The `main` of a method, for typer: begin a run with the settings that are asked for, or go on with it.

    `options` are the settings that have an option of their own, by name; all others are given by --hyper.
    """

    def main(out: _Out, config: _Config = None, resume: _Resume = False, hyper: _Hyper = None, **named: Any) -> None:
        try:
            asked = from_file(config), given(named, hyper)
            run = method(out, settings_of_run(method.settings_type, out, resume, *asked), resume)
        except ValueError as error:
            raise terminal.refused(error) from None
        except ImportError as error:  # of an extra
            terminal.fail(str(error))
        try:
            run.play()
        except FileError as error:
            terminal.fail(str(error))
        except OSError as error:
            if error.errno is None:  # no error of the system
                raise
            terminal.fail(f"{error.filename or out} can't be written: {error.strerror}")

    *first, last, _ = signature(main).parameters.values()
    named = [Parameter(name, Parameter.KEYWORD_ONLY, default=None, annotation=typed) for name, typed in options.items()]
    listed = Signature([*first, *named, last.replace(kind=Parameter.KEYWORD_ONLY)])
    main.__signature__ = listed  # type: ignore[attr-defined] # typer reads the options off it, and passes them by name
    main.__doc__ = help
    return main
