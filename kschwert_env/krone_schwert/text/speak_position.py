"""Positions for listeners: every number with its word, every field in a line."""

import re
from collections.abc import Iterator

from kschwert_env.engine.contract.rules import Position
from kschwert_env.engine.text.phrases import card_list, card_name, counted
from kschwert_env.krone_schwert import editions
from kschwert_env.krone_schwert.positions import view
from kschwert_env.krone_schwert.positions.view import SeatView
from kschwert_env.krone_schwert.text.drawing import holdings, table_lines


def speak_position(position: Position, viewer: int | None) -> str:
    """Return a position as `viewer` sees it: the table, then the seats, then the fields."""
    lines = [re.sub(" {2,}", ": ", line.lstrip(), count=1) for line in table_lines(position, viewer)]
    lines += ["", *(_seat(position, seat) for seat in view.seat_views(position, viewer))]
    return "\n".join([*lines, "", *_fields(position)])


def _seat(position: Position, seat: SeatView) -> str:
    castles, small, large, cathedrals = holdings(position, seat.seat)
    fields = position["owner"].count(seat.seat)
    markers = editions.load(position["rules"]["edition"]).markers - fields
    numbers = ((fields, "field"), (castles, "castle"), (cathedrals, "cathedral"), (markers, "marker"))
    parts = [*(counted(*each) for each in numbers), _cities(small, "small"), _cities(large, "large")]
    score = "hidden points" if seat.score is None else counted(seat.score, "point")
    hand = f"{counted(seat.hand_count, 'card')} in hand{f' ({card_list(seat.hand)})' if seat.hand else ''}"
    visit = ", under papal visit" if position["papal_visit"][seat.seat] else ""
    return f"Seat {seat.seat}: {score}, {', '.join(parts)}, {hand}{visit}"


def _cities(number: int, size: str) -> str:
    return f"{number or 'no'} {size} {'city' if number == 1 else 'cities'}"


def _fields(position: Position) -> Iterator[str]:
    built = {
        field: card_name(building["kind"]) + (" with cathedral" if building["cathedral"] else "")
        for building in position["buildings"]
        for field in building["fields"]
    }
    for field in position["fields"]:
        number, owner = field["id"], position["owner"][field["id"]]
        parts = [field["terrain"], "free" if owner is None else f"held by seat {owner}", built.get(number, "")]
        beside = ", ".join(map(str, field["neighbours"]))
        yield f"Field {number}: {', '.join(filter(None, parts))}; beside {beside}"
