"""Is a successor position a lawful result of an action?"""

from tests.referee.actions import Action
from tests.referee.compare import alike, fault, faults_of_keys

from .cards import SEATS
from .chance import Impossible, ReadOff
from .position import Json, read_position, write_position
from .steps import apply, legal_actions

ASKED_BY = {"turn": "T1, F1, E2", "lay": "A1, A2, X0, F1", "pay": "A3", "keep": "R2", "over": "E1, E2, E3"}


def check_step(before: Json, action: Action, after: Json, legal: set[Action] | None = None) -> list[str]:
    """What is wrong with `after` as a result of `action` in `before`; nothing if it is lawful.

    The outcomes of chance are read off `after` and must be possible; all the rest must be as the rules say. `legal`
    saves time where the legal actions of `before` are known already.
    """
    faults = malformed(before, after)
    if faults:
        return faults
    if action not in (legal_actions(before) if legal is None else legal):
        return [f"{action} is not legal in phase {before['phase']} ({ASKED_BY[before['phase']]})"]
    position = read_position(before)
    try:
        apply(position, action, ReadOff(after))
    except Impossible as reason:
        return [str(reason)]
    expected = write_position(position)
    return [
        fault(key, expected[key], after[key], position.notes)
        for key in expected
        if not alike(expected[key], after[key])
    ]


def malformed(before: Json, after: Json) -> list[str]:
    """Faults of form that would keep the chance from being read off."""
    faults = faults_of_keys(before, after)
    for key in ("hands", "castles"):
        if len(after.get(key) or ()) != len(SEATS):
            faults.append(f"{key} are not told for both seats (C1)")
    return faults
