"""Imports by name: games, packages of extras, and classes named by users."""

import os
import re
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from importlib import import_module
from pathlib import Path
from typing import Any

from kschwert_env import CLASSICS, GAMES, register_environments
from kschwert_env.engine.contract.rules import GameRules, is_game, load_class, rules_in
from kschwert_env.engine.records.game_stats import StatsCollector
from kschwert_env.engine.text.phrases import brief


def find_game(name: str) -> type[GameRules]:
    """Return the rules of a bundled game, or of one that this process has loaded before (`load_game`).

    It executes no code of users, so the name may come from a record, a file or a visitor. Raises ValueError for an
    unknown name.
    """
    if name in CLASSICS:
        return rules_in(import_module(f"{__package__}.classics.{name}"))
    if name in GAMES:
        rules_type: type[GameRules] = import_module(f"{__package__}.{name}").Rules
        return rules_type
    if name in _loaded:
        return _loaded[name]
    raise ValueError(f"unknown game {brief(name)}; expected one of: {', '.join(known_games())}")


def load_game(reference: str | os.PathLike[str]) -> type[GameRules]:
    """Return the rules of a game by its name, its file, or as `package.module:Class`.

    A file, `my_game.py` or `my_game.py:Class`, is executed, again if it has changed, and a module is imported: only a
    command line and Python may name them. Afterwards `find_game` knows the game by the name of its file or module.
    Raises ValueError for an unknown game, for one that can't be loaded, and if another game has this name.
    """
    reference = os.fspath(reference)
    path, colon, attribute = reference.rpartition(":")
    if not colon or attribute.endswith(".py"):  # no class is named; a path may have colons
        path, attribute = reference, ""
    if path.endswith(".py"):
        rules_type = load_class(path, attribute)
    elif attribute:
        rules_type = _import_class(path, attribute)
    else:
        return find_game(reference)
    name = rules_type.package
    if name in (*GAMES, *CLASSICS) and find_game(name) is rules_type:
        return rules_type
    source = f"{Path(path).resolve() if rules_type.file else path}:{rules_type.__qualname__}"
    if not re.fullmatch("[a-z][a-z0-9_]*", name) or name == "game":
        raise ValueError(f"{reference}: the file must have another name, of lowercase letters, digits and underscores")
    if name in (*GAMES, *CLASSICS) or _sources.get(name, source) != source:
        raise ValueError(f"{reference}: another game has the name {name}; rename the file or module")
    if _loaded.get(name) is not rules_type:
        try:
            rules_type.check_definition()
        except (TypeError, ValueError) as error:
            raise ValueError(f"{reference}: {error}") from error
        _loaded[name], _sources[name] = rules_type, source
        register_environments(name, f"{__package__}.game_v0", source=source)
    return rules_type


_loaded: dict[str, type[GameRules]] = {}
_sources: dict[str, str] = {}


def loaded_games() -> tuple[str, ...]:
    """Return what `load_game` takes in another process, for each game that it has loaded in this one."""
    return tuple(_sources.values())


def known_games() -> tuple[str, ...]:
    """Return the names that `find_game` takes."""
    return (*GAMES, *CLASSICS, *_loaded)


def _import_class(module: str, name: str) -> type[GameRules]:
    try:
        rules_type = getattr(import_module(module), name)
    except Exception as error:  # a user's module may raise anything
        raise ValueError(f"game {module}:{name} can't be imported: {type(error).__name__}: {error}") from error
    if not is_game(rules_type):
        raise ValueError(f"game {module}:{name} must be a class derived from GameRules, not {brief(rules_type)}")
    game: type[GameRules] = rules_type
    return game


def stats_collector(rules_type: type[GameRules]) -> type[StatsCollector[Any]]:
    """Return the class that collects statistics of this game: its package's own, or the common one."""
    package = sys.modules[rules_type.__module__.rpartition(".")[0] or __name__]
    collector: type[StatsCollector[Any]] = getattr(package, "StatsCollector", StatsCollector)
    return collector


@contextmanager
def needing(extra: str, what: str) -> Iterator[None]:
    """Import packages of an extra inside the block.

    Raises ImportError with the command that installs `extra` if a third-party package is missing. `what`, a plural
    noun, names the features that need it. If a module of this package is missing, the error reports a damaged
    installation.
    """
    try:
        yield
    except ImportError as error:
        missing = (error.name or "").partition(".")[0]
        if missing == __package__:
            raise ImportError(f"{error}; the installation of {__package__} is incomplete; reinstall it") from error
        advice = f'{what} need the extra "{extra}": pip install "{__package__}[{extra}]"'
        raise ImportError(f"{error}; {advice}", name=error.name) from None


def find_callable(name: str, what: str) -> Callable[..., Any]:
    """Return the class or function with the name `package.module.name`; `what` is used in error messages.

    Raises ValueError for an unknown name, and if its module fails to import.
    """
    module, _, attribute = name.rpartition(".")
    if not all(part.isidentifier() for part in name.split(".")) or not module:
        raise ValueError(f"{brief(name)} must be the full name of a class or function, such as package.module.Class")
    try:
        found = getattr(import_module(module), attribute)
    except (ImportError, AttributeError) as error:
        raise ValueError(f"unknown {what} {brief(name)}: {error}") from None
    except Exception as error:  # a user's module may raise anything
        raise ValueError(
            f"module {module} of {what} {brief(name)} can't be imported: {type(error).__name__}: {error}"
        ) from error
    if not callable(found):
        raise ValueError(f"{what} {brief(name)} must be a class or function, not {brief(found)}")
    return found
