"""The command lines of the training methods: one option per setting, and starting or resuming a run."""

from collections.abc import Callable, Mapping
from dataclasses import fields
from inspect import Parameter, Signature, signature
from pathlib import Path
from typing import Annotated, Any, NamedTuple, get_type_hints

import typer

from kschwert_env import terminal
from kschwert_env.engine.contract.options import attribute_docs
from kschwert_env.engine.io.files import FileError
from kschwert_env.training.runs.run import TrainingTask
from kschwert_env.training.runs.settings import Settings, groups, read_settings_file, settings_of_run

_Out = Annotated[Path, typer.Option(metavar="DIR", help="Folder of the run.")]
_Config = Annotated[Path | None, typer.Option(metavar="FILE", help="TOML file of settings.")]
_Resume = Annotated[bool, typer.Option("--resume", help="Resume the run in DIR.")]

_METAVARS = {"int": "INTEGER", "float": "NUMBER", "str": "TEXT"}


class Described(NamedTuple):
    """A setting, as texts.

    Attributes:
        group: its group.
        default: default value.
        meaning: empty in `python -OO`, which removes docstrings.
    """

    group: str
    default: str
    meaning: str


def described_settings(settings_type: type[Settings]) -> dict[str, Described]:
    """Return each setting that a method takes, by name."""
    described = dict[str, Described]()
    for group, defaults in groups(settings_type).items():
        docs: dict[str, str] = {}
        for base in reversed(type(defaults).__mro__):
            docs |= attribute_docs(base)
        for setting in fields(defaults):
            if setting.name not in settings_type.fixed:
                default = _default(getattr(defaults, setting.name))
                described[setting.name] = Described(group, default, docs.get(setting.name, ""))
    return described


def _default(value: Any) -> str:
    return "none" if value is None or value == {} else '""' if value == "" else str(value)


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
    defaults, options = groups(settings_type), dict[str, Any]()
    for name, (group, default, meaning) in described_settings(settings_type).items():
        hint = get_type_hints(type(defaults[group]))[name]
        kind = str(getattr(hint, "__name__", hint)).partition(" ")[0]
        sentence = meaning[:1].upper() + meaning[1:]
        option = typer.Option(
            metavar=_METAVARS.get(kind, "TEXT"), help=sentence, show_default=default, rich_help_panel=group
        )
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
