"""The command lines of the training methods: one option per setting, and starting or resuming a run."""

from collections.abc import Callable, Mapping
from dataclasses import MISSING, Field, fields
from inspect import Parameter, Signature, signature
from pathlib import Path
from typing import Annotated, Any, get_type_hints

import typer

from kschwert_env import terminal
from kschwert_env.engine.contract.options import attribute_docs
from kschwert_env.engine.io.files import FileError
from kschwert_env.training.runs.run import TrainingTask
from kschwert_env.training.runs.settings import Settings, read_settings_file, settings_of_run

_Out = Annotated[Path, typer.Option(metavar="DIR", help="Folder of the run.")]
_Config = Annotated[Path | None, typer.Option(metavar="FILE", help="TOML file of settings.")]
_Resume = Annotated[bool, typer.Option("--resume", help="Resume the run in DIR.")]

_METAVARS = {"int": "INTEGER", "float": "NUMBER", "str": "TEXT"}


def described_settings(settings_type: type[Settings]) -> dict[str, tuple[str, str]]:
    """Return the default and the meaning of each setting that a method takes, as texts by name.

    Meanings are docstrings, so they are empty in `python -OO`.
    """
    docs: dict[str, str] = {}
    for base in reversed(settings_type.__mro__):
        docs |= attribute_docs(base)
    chosen = [field for field in fields(settings_type) if field.name not in settings_type.fixed]
    return {field.name: (_default(field), docs.get(field.name, "")) for field in chosen}


def _default(field: "Field[Any]") -> str:
    value = {} if field.default is MISSING else field.default
    return {None: "none", "": '""'}.get(value, str(value)) if not isinstance(value, dict) else "none"


def collect_options(named: Mapping[str, Any]) -> dict[str, Any]:
    """Return the settings that were given on a command line; those of --set are options of the rules."""
    settings = {name: value for name, value in named.items() if value is not None}
    if "game" in settings:
        settings["game"] = terminal.check_game(settings["game"])
    if "rules" in settings:
        settings["rules"] = dict(map(terminal.parse_assignment, settings["rules"]))
    return settings


def make_options(settings_type: type[Settings]) -> dict[str, Any]:
    """Return a typer option for each setting, by name. All are texts, which `settings.convert` reads."""
    hints, options = get_type_hints(settings_type), dict[str, Any]()
    for name, (default, meaning) in described_settings(settings_type).items():
        kind = str(getattr(hints[name], "__name__", hints[name])).partition(" ")[0]
        sentence = meaning[:1].upper() + meaning[1:]
        option = typer.Option(metavar=_METAVARS.get(kind, "TEXT"), help=sentence, show_default=default)
        options[name] = terminal.Options if name == "rules" else Annotated[str | None, option]
    return options


def make_main(method: type[TrainingTask], help: str) -> Callable[..., None]:
    """Return the `main` of a method, for typer: start a run with the given settings, or resume it."""

    def main(out: _Out, config: _Config = None, resume: _Resume = False, **named: Any) -> None:
        try:
            settings = settings_of_run(
                method.settings_type, out, resume, read_settings_file(config), collect_options(named)
            )
            run = method(out, settings, resume)
        except ValueError as error:
            raise terminal.usage_error(error) from None
        except ImportError as error:  # of an extra
            terminal.fail(str(error))
        try:
            run.train()
        except FileError as error:
            terminal.fail(str(error))
        except OSError as error:
            if error.errno is None:  # not raised by the operating system
                raise
            terminal.fail(f"{error.filename or out} can't be written: {error.strerror}")

    *first, _ = signature(main).parameters.values()
    named = [
        Parameter(name, Parameter.KEYWORD_ONLY, default=None, annotation=option)
        for name, option in make_options(method.settings_type).items()
    ]
    main.__signature__ = Signature([*first, *named])  # type: ignore[attr-defined] # typer reads the options from it
    main.__doc__ = terminal.help_text(help)
    return main
