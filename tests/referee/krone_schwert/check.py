"""Is a successor position a lawful result of an action?"""

from typing import Any

from tests.referee.actions import Action
from tests.referee.compare import alike, as_json, fault, faults_of_keys

from .chance import Impossible, ReadOff
from .position import Json, read_position, write_position
from .steps import apply, legal_actions

CONSTANT = ("format", "rules", "parts", "fields", "start_player")
ASKED_BY = {
    "setup": "Q1, S3",
    "resettle": "Q2, X3",
    "tax": "Q2, K4",
    "action": "Q3, T3",
    "redraw": "Q9, D1",
    "expand": "Q4",
    "attack_lay": "Q6",
    "attack_react": "Q6, A4",
    "revolt_vote": "Q7",
    "revolt_lay": "Q7",
    "over": "E2, E3, E6",
}


def check_step(before: Json, action: Action, after: Json, legal: set[Action] | None = None) -> list[str]:
    """What is wrong with `after` as a result of `action` in `before`; nothing if it is lawful.

    The outcomes of chance are read off `after` and must be possible; all the rest must be as the rules say.
    `legal` saves time where the legal actions of `before` are known already.
    """
    faults = malformed(before, after)
    if faults:
        return faults
    if action not in (legal_actions(before) if legal is None else legal):
        return [f"{action} is not legal in phase {before['phase']} ({ASKED_BY[before['phase']]})"]
    return differences(before, action, after)


def malformed(before: Json, after: Json) -> list[str]:
    """Faults of form that would keep the successor from being read at all."""
    faults = faults_of_keys(before, after)
    if len(after.get("hands") or ()) != before["rules"]["num_players"]:
        faults.append("there is not one hand per player (C1)")
    if (after.get("people") or {}).keys() != before["people"].keys():
        faults.append("the people cards are not told as face down, open and set aside (C7)")
    return faults


def swords_told(before: Json, after: Json) -> int | None:
    """P3: the open swords that counted in the revolt that this step settles; None if it settles none."""
    last = after["last_revolt"]
    if before["revolt"] is None or not isinstance(last, dict) or not isinstance(last.get("open_swords"), int):
        return None
    swords: int = last["open_swords"]
    return swords


def differences(before: Json, action: Action, after: Json) -> list[str]:
    """Apply the action with the chance of the successor, and compare every key."""
    position = read_position(before)
    try:
        apply(position, action, ReadOff(after, swords_told(before, after)))
    except Impossible as reason:
        return [str(reason)]
    expected = write_position(position)
    return [
        fault(key, expected[key], after[key], position.cited)
        for key in expected
        if not same(key, expected[key], after[key])
    ]


def same(key: str, expected: Any, found: Any) -> bool:
    """Equal as JSON; buildings in any order."""
    if key in CONSTANT:
        return expected == found
    if key == "buildings":
        return sorted(map(as_json, map(_ordered, expected))) == sorted(map(as_json, map(_ordered, found)))
    return alike(expected, found)


def _ordered(building: Json) -> Json:
    """The two fields of a large city may be told in either order."""
    return building | {"fields": sorted(building["fields"])}
