"""Packages of the extras, imported only where they are used."""

from collections.abc import Iterator
from contextlib import contextmanager


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
