"""Import what may be missing, and what users name: packages of extras, and classes of modules of their own."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from importlib import import_module
from typing import Any

from kschwert_env.engine.text import brief


@contextmanager
def needing(extra: str, what: str) -> Iterator[None]:
    """Import packages of an extra inside the block.

    Raises ImportError with the command that installs `extra`, where a package of somebody else is missing; `what` needs
    it, in the plural. Where a module of this package is missing, the installation is damaged: then that is what
    the error says.
    """
    try:
        yield
    except ImportError as error:
        missing = (error.name or "").partition(".")[0]
        if missing == __package__:
            raise ImportError(f"{error}; the installation of {__package__} is incomplete: install it again") from error
        advice = f'{what} need the extra "{extra}": pip install "{__package__}[{extra}]"'
        raise ImportError(f"{error}; {advice}", name=error.name) from None


def find_callable(name: str, what: str) -> Callable[..., Any]:
    """Return the class or function with that name, `package.module.name`; `what` it makes is for the errors.

    Raises ValueError where there is none, or where its module fails to import.
    """
    module, _, attribute = name.rpartition(".")
    if not all(part.isidentifier() for part in name.split(".")) or not module:
        raise ValueError(f"{brief(name)} is no name of a class or function, such as package.module.Class")
    try:
        found = getattr(import_module(module), attribute)
    except (ImportError, AttributeError) as error:
        raise ValueError(f"there is no {what} {brief(name)}: {error}") from None
    except Exception as error:  # anything can go wrong in a user's module
        raise ValueError(
            f"{module} of {what} {brief(name)} can't be imported: {type(error).__name__}: {error}"
        ) from error
    if not callable(found):
        raise ValueError(f"{brief(name)} makes no {what}: it is {brief(found)}")
    return found
