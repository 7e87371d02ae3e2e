"""Positions in words: short in prompts for language models; for listeners every number with its word."""

from collections.abc import Iterator

from kschwert_env.engine.contract.rules import Position
from kschwert_env.engine.text.phrases import card_list, card_name, counted
from kschwert_env.krone_schwert import editions
from kschwert_env.krone_schwert.positions import view
from kschwert_env.krone_schwert.positions.view import SeatView
from kschwert_env.krone_schwert.text.drawing import (
    CATHEDRAL,
    SIGNS,
    action_points,
    building_sign,
    draw_board,
    holdings,
    round_and_turn,
    table_lines,
    whose_turn,
)
from kschwert_env.krone_schwert.text.land import LETTERS, TITLE, land_lines
from kschwert_env.krone_schwert.text.questions import question
from kschwert_env.rendering.sentences import Line, join_lines, say_question

_SIGNS = ", ".join(f"{sign} {card_name(kind)}" for kind, sign in SIGNS.items())
_MAP = (
    "Map: field number, terrain (P plain, M mountain, F forest), seat of the owner, "
    f"building ({_SIGNS}, {SIGNS['large_city']}{CATHEDRAL} with cathedral)."
)

_SEATS = "Seats: VP, fields, markers left, castles, cities, cathedrals, cards in hand"


def describe_position(position: Position, viewer: int, draws_map: bool = False) -> str:
    """Return a position as the seat `viewer` sees it.

    The map is a list of fields with their neighbours, or a drawing if `draws_map`. Before it come the areas of each
    seat, what they are worth, and what borders them.
    """
    lines = [*join_lines([whose_turn(position), *table_lines(position, viewer)]), _SEATS]
    lines += [_seat_numbers(position, seat) for seat in view.seat_views(position, viewer)]
    if any(owner is not None for owner in position["owner"]):
        lines += [TITLE, *land_lines(position, viewer)]
    return "\n".join([*lines, "", draw_board(position) if draws_map else "\n".join(list_fields(position))])


def speak_position(position: Position, viewer: int | None) -> list[str]:
    """Return a position for listeners: the table, then the seats, then a line for each field."""
    table = join_lines([_speak_turn(position, viewer), *table_lines(position, viewer)])
    seats = [_seat_words(position, seat) for seat in view.seat_views(position, viewer)]
    return [*table, "", *seats, "", *_speak_fields(position)]


def _speak_turn(position: Position, viewer: int | None) -> Line:
    """Return whose turn it is and the question, for a listener; or how the game ended."""
    asked = question(position)
    if asked is None:
        return whose_turn(position)
    words = say_question(asked, position, viewer)
    if position["turn"] is None:
        return Line("Setup", words)
    left = "" if position["phase"] == "action" else f"; {action_points(position)}"  # the question tells them
    return Line("Now", f"{round_and_turn(position)} ([{position['turn_player']}]); {words}{left}")


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
    return f"{LETTERS[str(field['terrain'])]}{'' if owner is None else owner}{building_sign(position, number)}"


def _speak_fields(position: Position) -> Iterator[str]:
    built = {
        field: card_name(building["kind"]) + (" with cathedral" if building["cathedral"] else "")
        for building in position["buildings"]
        for field in building["fields"]
    }
    for field in position["fields"]:
        number, owner = field["id"], position["owner"][field["id"]]
        parts = [field["terrain"], "free" if owner is None else f"held by [{owner}]", built.get(number, "")]
        beside = ", ".join(map(str, field["neighbours"]))
        yield f"Field {number}: {', '.join(filter(None, parts))}; beside {beside}"


def _seat_numbers(position: Position, seat: SeatView) -> str:
    """Return a line of the table of seats, whose columns `_SEATS` names."""
    castles, small, large, cathedrals = holdings(position, seat.seat)
    fields, markers = _fields_and_markers(position, seat.seat)
    score = "?" if seat.score is None else seat.score
    numbers = (score, fields, markers, castles, small + large, cathedrals, seat.hand_count)
    return f"[{seat.seat}]: {', '.join(map(str, numbers))}{_cards_and_visit(position, seat, ', papal visit')}"


def _seat_words(position: Position, seat: SeatView) -> str:
    castles, small, large, cathedrals = holdings(position, seat.seat)
    fields, markers = _fields_and_markers(position, seat.seat)
    numbers = ((fields, "field"), (castles, "castle"), (cathedrals, "cathedral"), (markers, "marker"))
    cities = (
        f"{number or 'no'} {size} {'city' if number == 1 else 'cities'}"
        for number, size in ((small, "small"), (large, "large"))
    )
    score = "hidden points" if seat.score is None else counted(seat.score, "point")
    parts = [score, *(counted(*each) for each in numbers), *cities, f"{counted(seat.hand_count, 'card')} in hand"]
    return f"[{seat.seat}]: {', '.join(parts)}{_cards_and_visit(position, seat, ', under papal visit')}"


def _fields_and_markers(position: Position, seat: int) -> tuple[int, int]:
    """Return the number of fields of a seat, and of its markers left."""
    fields = position["owner"].count(seat)
    return fields, editions.load(position["rules"]["edition"]).markers - fields


def _cards_and_visit(position: Position, seat: SeatView, visit: str) -> str:
    """Return the cards in a hand if they are visible, and the words for a papal visit if there is one."""
    return f"{f' ({card_list(seat.hand)})' if seat.hand else ''}{visit * position['papal_visit'][seat.seat]}"
