"""Land of each seat in words: its areas, what it is worth at the end, and what borders it."""

from collections.abc import Iterator

from kschwert_env.engine.contract.rules import Position
from kschwert_env.krone_schwert.text.drawing import building_sign
from kschwert_env.krone_schwert.text.summary import final_scoring

LETTERS = {"plain": "P", "mountain": "M", "forest": "F"}
"""Letter of each terrain."""

TITLE = (
    "Land: fields by connected area, the largest first; VP if the game ended now (buildings + areas + king); for you, "
    "what lies beside."
)
"""What the lines of land contain."""


def land_lines(position: Position, viewer: int) -> Iterator[str]:
    """Yield a line for each seat with fields; that of the viewer also has what lies beside them."""
    scoring = final_scoring(position)
    for seat, score in enumerate(scoring):
        if areas := own_areas(position, seat):
            fields = ", ".join(" ".join(map(str, area)) for area in areas)
            worth = f"{score.buildings} + {score.areas} + {score.king} VP"
            beside = f"; beside: {'; '.join(_beside(position, seat))}" if seat == viewer else ""
            yield f"[{seat}]: {fields}; {worth}{beside}"


def own_areas(position: Position, seat: int) -> list[list[int]]:
    """Return the fields of a seat by connected area, the largest first."""
    left = {field for field, owner in enumerate(position["owner"]) if owner == seat}
    areas = []
    while left:
        area, frontier = set[int](), {min(left)}
        while frontier:
            area |= frontier
            frontier = {other for field in frontier for other in position["fields"][field]["neighbours"]} & left - area
        left -= area
        areas.append(sorted(area))
    return sorted(areas, key=lambda area: (-len(area), area))


def _beside(position: Position, seat: int) -> Iterator[str]:
    """Yield the fields beside those of a seat, by owner: free ones first."""
    owners = position["owner"]
    own = [field for field, owner in enumerate(owners) if owner == seat]
    beside = {other for field in own for other in position["fields"][field]["neighbours"]} - set(own)
    for owner in [None, *range(len(position["scores"]))]:
        if fields := [_sign(position, field) for field in sorted(beside) if owners[field] == owner]:
            yield f"{'free' if owner is None else f'[{owner}]'} {' '.join(fields)}"


def _sign(position: Position, field: int) -> str:
    """Return a field with its terrain and building."""
    return f"{field}{LETTERS[position['fields'][field]['terrain']]}{building_sign(position, field)}"
