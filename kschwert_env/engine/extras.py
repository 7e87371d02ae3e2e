"""Packages of the extras, imported only where they are used."""

from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def needing(extra: str, what: str) -> Iterator[None]:
    """Import packages of an extra inside: one that is missing raises ImportError, which says how to get it.

    `what` needs them, in the plural.
    """
    try:
        yield
    except ImportError as missing:
        told = f'{missing}; {what} need the extra "{extra}": pip install "kschwert_env[{extra}]"'
        raise ImportError(told) from None
