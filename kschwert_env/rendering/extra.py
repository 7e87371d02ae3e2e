"""The packages of the extra `render`, imported only where they are used."""

from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def extra_render() -> Iterator[None]:
    """Import packages of the extra inside: one that is missing raises ImportError, which says how to get it."""
    try:
        yield
    except ImportError as missing:
        raise ImportError(f'{missing}; pictures need the extra "render": pip install "kschwert_env[render]"') from None
