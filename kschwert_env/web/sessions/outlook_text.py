"""Words for the gain of an action over another one."""

from collections.abc import Mapping, Sequence
from typing import Any


def outlook_line(differences: Sequence[Mapping[str, Any]], other: str, others_have: str) -> list[str]:
    """Return a sentence on what the best action gains until the seat's next turn, against `other`; or none.

    `others_have` is the beginning of a sentence about all other seats.
    """
    parts = []
    for key, who in (("own", "you have"), ("others", others_have)):
        said = [_difference(each["name"], each[key]) for each in differences if each[key]]
        if said:
            parts.append(f"{who} {_listed(said)}")
    return [f"By your next turn, against “{other}”: {'; '.join(parts)}."] if parts else []


def _listed(parts: Sequence[str]) -> str:
    return " and ".join(filter(None, [", ".join(parts[:-1]), parts[-1]]))


def _difference(name: str, value: float) -> str:
    if name.startswith("the "):
        return f"{name} in {round(100 * abs(value))} {'more' if value > 0 else 'fewer'} of 100 games"
    number = f"{abs(value):.1f}".removesuffix(".0")
    return f"{number} {'more' if value > 0 else 'fewer'} {name.removesuffix('s') if number == '1' else name}"
