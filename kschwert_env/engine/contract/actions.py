"""Actions: their names, their integer ids, and validation of chosen actions."""

from collections.abc import Callable, Sequence
from operator import itemgetter
from typing import Any, NamedTuple

import numpy as np

from kschwert_env.engine.text.phrases import brief

MAX_ACTIONS = 8 * 255
"""Maximum number of actions: `rng.choose` adds up words of eight entries, and a byte holds at most 255."""


class IllegalAction(ValueError):
    """Raised for an action that is not legal now. The message names the action and the reason; nothing has changed."""


def request_actions(who: str, ask: Callable[[], Any], masks: np.ndarray, why: Callable[[int, int], str]) -> np.ndarray:
    """Return the actions that `ask` returns, int64 (n,), checked against `masks`, int8 (n, A).

    `who` names the agent in errors. `why(row, action)` explains why an action is illegal. An exception of `ask` itself
    is passed on, with a note that names the agent.

    Raises:
        IllegalAction: the answer is anything but n legal actions.
    """
    try:
        answer = ask()
    except Exception as error:
        error.add_note(f"{who} raised this when asked for {len(masks)} actions")
        raise
    try:
        answers = np.asarray(answer)
    except Exception:  # a foreign type can raise anything when it is converted
        answers = np.empty(0, object)
    if answers.shape != (len(masks),) or not np.issubdtype(answers.dtype, np.integer):
        wanted = f"integers of shape ({len(masks)},)"
        raise IllegalAction(f"{who} must return {wanted}, not {answers.dtype} {answers.shape}: {brief(answer)}")
    exists = (answers >= 0) & (answers < masks.shape[1])
    actions = np.where(exists, answers, 0).astype(np.int64)
    wrong = np.flatnonzero(~exists | (masks[np.arange(len(masks)), actions] == 0))
    if wrong.size:
        row, action = int(wrong[0]), int(answers[wrong[0]])
        raise IllegalAction(f"{who} must return legal actions, not {action}: {why(row, action)}")
    return actions


class Action(NamedTuple):
    """One action by name. Arguments that its kind does not use are None.

    A game whose actions have further arguments derives its own type with `with_arguments`.

    Attributes:
        kind: kind of action.
        card: id of a card.
        field: number of a field.
        partner: number of a second field.
        choice: one of the possible answers to a question.
    """

    kind: str
    card: str | None = None
    field: int | None = None
    partner: int | None = None
    choice: str | None = None

    def __str__(self) -> str:
        arguments = ", ".join(f"{name}={value}" for name, value in self.arguments().items())
        return f"{self.kind}({arguments})"

    def arguments(self) -> dict[str, str | int]:
        """Return the arguments that this action has."""
        return {name: value for name, value in self._asdict().items() if name != "kind" and value is not None}


def with_arguments(module: str, *names: str) -> Any:
    """Return a subtype of `Action` with further arguments of these names, after the common ones.

    `module` is the name of the module in which the type is assigned to `Action`; pickling needs it.
    """
    fields = (*Action._fields, *names)

    def new(cls: type[Action], *values: Any, **named: Any) -> Action:
        arguments = dict(zip(fields, values, strict=False)) | named
        if len(values) > len(fields) or not arguments.keys() <= set(fields) or "kind" not in arguments:
            raise TypeError(f"an action takes kind and optionally {', '.join(fields[1:])}, not {values} {named}")
        return tuple.__new__(cls, [arguments.get(name) for name in fields])

    own = {name: property(itemgetter(at)) for at, name in enumerate(fields) if name in names}
    of_class = {"__slots__": (), "__module__": module, "_fields": fields, "__new__": new, "__repr__": Action.__str__}
    return type("Action", (Action,), {**of_class, **own})


class ActionSpace:
    """All actions of a game, numbered from 0. An id means the same action in every position."""

    def __init__(self, actions: Sequence[Action]) -> None:
        """Number the actions in their given order.

        Raises ValueError for duplicate actions, and for more than `MAX_ACTIONS`.
        """
        self._actions = tuple(actions)
        self._type: Any = type(self._actions[0])
        self._ids = {action: i for i, action in enumerate(self._actions)}
        if len(self._ids) != len(self._actions):
            raise ValueError("the actions of a game must be distinct")
        if len(self) > MAX_ACTIONS:
            raise ValueError(f"a game has {len(self):,} actions; at most {MAX_ACTIONS:,} are supported")

    def __len__(self) -> int:
        return len(self._actions)

    def encode(self, kind: str, *values: str | int | None, **arguments: str | int | None) -> int:
        """Return the id of an action. Arguments are those of the game's `Action`, by position or by name.

        Raises ValueError if there is no such action, and TypeError for an argument that no action of the game has.
        """
        action = self._type(kind, *values, **arguments)
        try:
            return self._ids[action]
        except (KeyError, TypeError):  # TypeError: an argument that can't be hashed
            raise ValueError(self._why_unknown(action)) from None

    def decode(self, i: int) -> Action:
        """Return the action with id `i`. Raises ValueError for an unknown id."""
        if isinstance(i, (int, np.integer)) and not isinstance(i, bool) and 0 <= i < len(self):
            return self._actions[i]
        raise ValueError(f"action must be an integer from 0 to {len(self) - 1}, not {brief(i)}")

    def describe(self, i: int) -> str:
        """Return a unique string for the action with id `i`. Raises ValueError as `decode` does."""
        return str(self.decode(i))

    def _why_unknown(self, action: Action) -> str:
        kind = action.kind if isinstance(action.kind, str) else ""  # an array is neither equal nor unequal
        same_kind = [other for other in self._actions if other.kind == kind]
        if not same_kind:
            kinds = ", ".join(dict.fromkeys(other.kind for other in self._actions))
            return f"unknown kind of action {brief(action.kind)}; expected one of: {kinds}"
        wanted = list(same_kind[0].arguments())
        if list(action.arguments()) != wanted:
            names = ", ".join(action.arguments()) or "nothing"
            return f"{action.kind} takes {', '.join(wanted) or 'no argument'}, but {names} was given"
        for name, value in action.arguments().items():
            values = sorted({getattr(other, name) for other in same_kind})
            if not isinstance(value, (int, str, np.integer)) or value not in values:
                allowed = f"{values[0]} to {values[-1]}" if isinstance(values[0], int) else ", ".join(map(str, values))
                return f"{action.kind}: {name} must be one of {allowed}, not {brief(value)}"
        return f"unknown action {action}"


def action_label(action: Action) -> str:
    """Return a readable label of an action: its kind, card or choice, and fields."""
    fields = [str(field) for field in (action.field, action.partner) if field is not None]
    fields_label = f"on field{'s' * (len(fields) > 1)} {' and '.join(fields)}" if fields else ""
    parts = (action.kind, action.card or action.choice or "", fields_label)
    return " ".join(part.replace("_", " ") for part in parts if part)
