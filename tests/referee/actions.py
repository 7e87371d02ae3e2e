"""What a seat can decide, in the words of the public contract."""

from typing import Any, NamedTuple, TypeAlias, TypeVar

from kschwert_env.engine import actions as engine

T = TypeVar("T")
Maybe: TypeAlias = T | Any
"""A value that may be None. Whether it is there follows from the phase or the kind of action, so no code asks."""


class Action(NamedTuple):
    """One decision. Of the arguments that any game has, each kind of action uses its own; the others are None."""

    kind: str
    card: Maybe[str] = None
    field: Maybe[int] = None
    partner: Maybe[int] = None
    choice: Maybe[str] = None
    end: Maybe[str] = None
    place: Maybe[int] = None
    give: Maybe[str] = None
    get: Maybe[str] = None
    resource: Maybe[str] = None
    number: Maybe[int] = None
    slot: Maybe[int] = None
    region: Maybe[int] = None
    stack: Maybe[int] = None
    pile: Maybe[int] = None
    side: Maybe[str] = None

    def __str__(self) -> str:
        return f"{self.kind}({', '.join(f'{name}={value}' for name, value in self.arguments().items())})"

    def arguments(self) -> dict[str, Any]:
        """Those that this kind of action uses."""
        return {name: value for name, value in self._asdict().items() if name != "kind" and value is not None}


def as_said(action: engine.Action) -> Action:
    """An action of the engine, whose type is the game's own."""
    return Action(action.kind, **action.arguments())
