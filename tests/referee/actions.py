"""Actions with the names of the public contract."""

from typing import Any, NamedTuple, TypeAlias, TypeVar

from kschwert_env.engine.contract import actions as engine

T = TypeVar("T")
Maybe: TypeAlias = T | Any
"""A value that may be None. The phase or the kind of action implies whether it is, so the code does not check."""


class Action(NamedTuple):
    """One decision. Each kind of action uses its own arguments; the other arguments are None."""

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
        """Return the arguments that this kind of action uses."""
        return {name: value for name, value in self._asdict().items() if name != "kind" and value is not None}


def from_engine(action: engine.Action) -> Action:
    """Convert an action of the engine, which has a type of its own, to this type."""
    return Action(action.kind, **action.arguments())
