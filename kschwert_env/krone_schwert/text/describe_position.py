"""Positions in prompts for language models."""

import re
from collections.abc import Iterator

from kschwert_env.engine.contract.rules import Position
from kschwert_env.engine.text.phrases import card_list, card_name
from kschwert_env.krone_schwert import editions
from kschwert_env.krone_schwert.positions import view
from kschwert_env.krone_schwert.positions.view import SeatView
from kschwert_env.krone_schwert.text.drawing import (
    CATHEDRAL,
    SIGNS,
    building_sign,
    draw_board,
    holdings,
    table_lines,
)

_LETTERS = {"plain": "P", "mountain": "M", "forest": "F"}
_SIGNS = ", ".join(f"{sign} {card_name(kind)}" for kind, sign in SIGNS.items())
_MAP = (
    "Map: field number, terrain (P plain, M mountain, F forest), seat of the owner, "
    f"building ({_SIGNS}, {SIGNS['large_city']}{CATHEDRAL} with cathedral)."
)

_SEATS = "Seats: VP, fields, markers left, castles, cities, cathedrals, cards in hand"


def describe_position(position: Position, viewer: int, draws_map: bool = False) -> str:
    """Return a position as the seat `viewer` sees it.

    The map is a list of fields with their neighbours, or a drawing if `draws_map`.
    """
    lines = [re.sub(" {2,}", ": ", line, count=1) for line in table_lines(position, viewer)]
    lines += [_SEATS, *(_seat(position, seat) for seat in view.seat_views(position, viewer))]
    return "\n".join([*lines, "", draw_board(position) if draws_map else "\n".join(list_fields(position))])


def list_fields(position: Position) -> Iterator[str]:
    """Yield lines that list all fields. Each pair of an octagon and a square is listed at the octagon only."""
    yield f"{_MAP} Neighbours follow after the colon; those of a square are the octagons that list it."
    octagons = {field["id"] for field in position["fields"] if field["shape"] == "octagon"}
    squares = []
    for field in position["fields"]:
        is_octagon = field["id"] in octagons
        neighbours = [str(other) for other in field["neighbours"] if is_octagon or other not in octagons]
        entry = f"{field['id']}{_field_sign(position, field)}"
        if neighbours:
            yield f"{entry}: {' '.join(neighbours)}"
        else:
            squares.append(entry)
    yield f"Squares: {' '.join(squares)}"
    cities = [building["fields"] for building in position["buildings"] if building["kind"] == "large_city"]
    if cities:
        yield f"Large cities: {', '.join(' and '.join(map(str, fields)) for fields in cities)}"


def _field_sign(position: Position, field: dict[str, int | str]) -> str:
    number = int(field["id"])
    owner = position["owner"][number]
    return f"{_LETTERS[str(field['terrain'])]}{'' if owner is None else owner}{building_sign(position, number)}"


def _seat(position: Position, seat: SeatView) -> str:
    """Return a line of the table of seats, whose columns `_SEATS` names."""
    castles, small, large, cathedrals = holdings(position, seat.seat)
    markers = editions.load(position["rules"]["edition"]).markers
    fields = position["owner"].count(seat.seat)
    score = "?" if seat.score is None else seat.score
    numbers = (score, fields, markers - fields, castles, small + large, cathedrals, seat.hand_count)
    hand = f" ({card_list(seat.hand)})" if seat.hand else ""
    visit = ", papal visit" if position["papal_visit"][seat.seat] else ""
    return f"Seat {seat.seat}: {', '.join(map(str, numbers))}{hand}{visit}"
