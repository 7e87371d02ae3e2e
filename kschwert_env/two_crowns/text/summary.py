"""Where the points of a finished game came from: what each castle lost."""

from collections import Counter
from collections.abc import Iterable

from kschwert_env.engine.contract.actions import Action
from kschwert_env.engine.contract.rules import Position
from kschwert_env.two_crowns.kernel.special_cards import DAMAGE
from kschwert_env.two_crowns.text.battle import battle_lines


def point_sources(decisions: Iterable[tuple[Position, Action, Position]]) -> list[dict[str, int]]:
    """Return the points of each castle by source; `decisions` are positions before and after all actions of a game."""
    sources: list[Counter[str]] = []
    for before, action, after in decisions:
        sources = sources or [Counter({"At the start": castle}) for castle in before["castles"]]
        if before["castles"] == after["castles"]:
            continue
        for seat, (old, new) in enumerate(zip(before["castles"], after["castles"], strict=True)):
            if action.kind == "roll_fate":
                sources[seat]["Die of fate"] += new - old
            else:
                hit = DAMAGE * _catapults(before, action, after, 1 - seat)
                sources[seat].update({"Hits by catapults": -hit, "Lost battles": new - old + hit})
    return [{source: points for source, points in found.items() if points} for found in sources]


def _catapults(before: Position, action: Action, after: Position, seat: int) -> int:
    """Return how many catapults of a seat acted in a battle that ended."""
    return sum(line.startswith(f"[{seat}'s] catapult") for line in battle_lines(before, action, after))


def assets(position: Position, seat: int) -> dict[str, int]:
    """Return what a seat has, by name, to compare positions."""
    return {"points": position["castles"][seat], "cards": sum(position["hands"][seat].values())}
