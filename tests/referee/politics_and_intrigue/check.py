"""Is a successor position a lawful result of an action?"""

from tests.referee.actions import Action
from tests.referee.compare import alike, fault, faults_of_keys

from .cards import SEATS
from .chance import Impossible, ReadOff
from .form import read_position, write_position
from .position import Json
from .steps import apply, legal_actions


def check_step(before: Json, action: Action, after: Json, legal: set[Action] | None = None) -> list[str]:
    """What is wrong with `after` as a result of `action` in `before`; nothing if it is lawful.

    The outcomes of chance are read off `after` and must be possible; all the rest must be as the rules say. `legal`
    saves time where the legal actions of `before` are known already.
    """
    faults = malformed(before, after)
    if faults:
        return faults
    if action not in (legal_actions(before) if legal is None else legal):
        return [f"{action} is not legal in phase {before['phase']} (Q4)"]
    position = read_position(before)
    try:
        apply(position, action, ReadOff(after))
    except Impossible as reason:
        return [str(reason)]
    expected = write_position(position)
    notes = position.notes or ["Q4"]
    return [fault(key, expected[key], after[key], notes) for key in expected if not alike(expected[key], after[key])]


def malformed(before: Json, after: Json) -> list[str]:
    """Faults of form that would keep the chance from being read off."""
    faults = faults_of_keys(before, after)
    if len(after.get("principalities") or ()) != len(SEATS):
        faults.append("principalities are not told for both seats (C1)")
    if len(after.get("stacks") or ()) != len(before["stacks"]):
        faults.append("the number of stacks has changed (S3)")
    return faults
