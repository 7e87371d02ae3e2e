"""What a seat can decide, in the words of the public contract."""

from typing import Any, NamedTuple, TypeAlias, TypeVar

T = TypeVar("T")
Maybe: TypeAlias = T | Any
"""A value that may be None. Whether it is there follows from the phase or the kind of action, so no code asks."""


class Action(NamedTuple):
    """One decision (Q1 to Q9); what a kind does not use is None."""

    kind: str
    card: Maybe[str] = None
    field: Maybe[int] = None
    partner: Maybe[int] = None
    choice: Maybe[str] = None
