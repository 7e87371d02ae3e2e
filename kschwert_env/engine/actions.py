"""Actions: what they are called, and the numbers that stand for them."""

from collections.abc import Callable, Sequence
from operator import itemgetter
from typing import Any, NamedTuple

import numpy as np

from kschwert_env.engine.text import brief

MAX_ACTIONS = 8 * 255
"""As many can be numbered: `streams.choose` adds up words of eight entries, and a byte holds 255."""


class IllegalAction(ValueError):
    """An action that is not legal now. Names the action and the reason; nothing has been changed."""


def request_actions(who: str, ask: Callable[[], Any], masks: np.ndarray, why: Callable[[int, int], str]) -> np.ndarray:
    """The actions of somebody who is asked for them, int64 (n,), legal by `masks`, int8 (n, A).

    Raises IllegalAction, naming him, for any other answer; `why` says in words what is wrong with row i's action. What
    he raises himself comes out with a note of who it was.
    """
    try:
        answer = ask()
    except Exception as error:
        error.add_note(f"{who} raised this, asked for {len(masks)} actions")
        raise
    try:
        given = np.asarray(answer)
    except Exception:  # whatever a stranger's types do when they are looked at
        given = np.empty(0, object)
    if given.shape != (len(masks),) or not np.issubdtype(given.dtype, np.integer):
        wanted = f"integers of shape ({len(masks)},)"
        raise IllegalAction(f"{who} must answer {wanted}, not {given.dtype} {given.shape}: {brief(answer)}")
    known = (given >= 0) & (given < masks.shape[1])
    actions = np.where(known, given, 0).astype(np.int64)
    wrong = np.flatnonzero(~known | (masks[np.arange(len(masks)), actions] == 0))
    if wrong.size:
        row, action = int(wrong[0]), int(given[wrong[0]])
        raise IllegalAction(f"{who} must answer legal actions, not {action}: {why(row, action)}")
    return actions


class Action(NamedTuple):
    """One action in words. What its kind does not use is None.

    A game whose actions say other things derives its own with `with_arguments`.

    Attributes:
        kind: what is done.
        card: by its id.
        field: by its number.
        partner: the other field of two, by its number.
        choice: one of the answers to what is asked.
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
        """The arguments that this action has."""
        return {name: value for name, value in self._asdict().items() if name != "kind" and value is not None}


def with_arguments(module: str, *names: str) -> Any:
    """A type of `Action` with further arguments of these names, which come behind those that all have.

    `module` is the name of the module in which it is called `Action`, for pickles.
    """
    fields = (*Action._fields, *names)

    def new(cls: type[Action], *values: Any, **named: Any) -> Action:
        given = dict(zip(fields, values, strict=False)) | named
        if len(values) > len(fields) or not given.keys() <= set(fields) or "kind" not in given:
            raise TypeError(f"an action has a kind and may have {', '.join(fields[1:])}, not {values} {named}")
        return tuple.__new__(cls, [given.get(name) for name in fields])

    own = {name: property(itemgetter(at)) for at, name in enumerate(fields) if name in names}
    of_class = {"__slots__": (), "__module__": module, "_fields": fields, "__new__": new, "__repr__": Action.__str__}
    return type("Action", (Action,), {**of_class, **own})


class ActionSpace:
    """Every action of a game, numbered from 0. A number means the same in every position."""

    def __init__(self, actions: Sequence[Action]) -> None:
        """`actions` in the order of their numbers.

        Raises ValueError where one is there twice, or where they are more than `MAX_ACTIONS`.
        """
        self._actions = tuple(actions)
        self._type: Any = type(self._actions[0])
        self._ids = {action: i for i, action in enumerate(self._actions)}
        if len(self._ids) != len(self._actions):
            raise ValueError("the actions of a game must be distinct")
        if len(self) > MAX_ACTIONS:
            raise ValueError(f"a game can have at most {MAX_ACTIONS:,} actions, not {len(self):,}")

    def __len__(self) -> int:
        return len(self._actions)

    def encode(self, kind: str, *values: str | int | None, **arguments: str | int | None) -> int:
        """The number of an action, whose arguments are those of the game's `Action`, in their order or by name.

        Raises ValueError, saying what is wrong, if there is no such action, and TypeError for an argument that no
        action of the game has.
        """
        action = self._type(kind, *values, **arguments)
        try:
            return self._ids[action]
        except (KeyError, TypeError):  # TypeError: an argument that can't be hashed
            raise ValueError(self._why_unknown(action)) from None

    def decode(self, i: int) -> Action:
        """The action with number `i`. Raises ValueError if there is none."""
        if isinstance(i, (int, np.integer)) and not isinstance(i, bool) and 0 <= i < len(self):
            return self._actions[i]
        raise ValueError(f"action must be an integer from 0 to {len(self) - 1}, not {brief(i)}")

    def describe(self, i: int) -> str:
        """The action with number `i` as a string that no other action has. Raises ValueError as `decode` does."""
        return str(self.decode(i))

    def _why_unknown(self, action: Action) -> str:
        kind = action.kind if isinstance(action.kind, str) else ""  # an array is neither equal nor unequal
        same_kind = [other for other in self._actions if other.kind == kind]
        if not same_kind:
            kinds = ", ".join(dict.fromkeys(other.kind for other in self._actions))
            return f"unknown kind of action {brief(action.kind)}; there are {kinds}"
        wanted = list(same_kind[0].arguments())
        if list(action.arguments()) != wanted:
            given = ", ".join(action.arguments()) or "nothing"
            return f"{action.kind} takes {', '.join(wanted) or 'no argument'}, but {given} was given"
        for name, value in action.arguments().items():
            known = sorted({getattr(other, name) for other in same_kind})
            if not isinstance(value, (int, str, np.integer)) or value not in known:
                allowed = f"{known[0]} to {known[-1]}" if isinstance(known[0], int) else ", ".join(map(str, known))
                return f"{action.kind}: {name} must be one of {allowed}, not {brief(value)}"
        return f"there is no action {action}"


def action_label(action: Action) -> str:
    """An action as it is called, and the fields that it names."""
    fields = [str(field) for field in (action.field, action.partner) if field is not None]
    place = f"on field{'s' * (len(fields) > 1)} {' and '.join(fields)}" if fields else ""
    words = (action.kind, action.card or action.choice or "", place)
    return " ".join(word.replace("_", " ") for word in words if word)
