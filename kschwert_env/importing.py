"""Imports by name: games, packages of extras, and classes named by users."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from importlib import import_module
from typing import Any

from kschwert_env.engine.text.phrases import brief


def import_game(name: str) -> Any:
    """Return the package of a game, such as "two_crowns", with its `Rules`, `Game`, `Batch` and `StatsCollector`."""
    return import_module(f"{__package__}.{name}")


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
