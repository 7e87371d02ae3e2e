"""The board of a picture: fields with terrain, owners and buildings, the attacked field and the last action."""

from collections.abc import Mapping, Sequence
from typing import Any

from kschwert_env.engine.contract.actions import Action
from kschwert_env.engine.contract.rules import Position
from kschwert_env.krone_schwert.positions.layout import field_layout
from kschwert_env.krone_schwert.svg.colours import BORDER, ROAD
from kschwert_env.krone_schwert.svg.symbols import BUILDINGS, LAND, OCTAGON, OCTAGON_RIM, PITCH, SQUARE, SQUARE_RIM
from kschwert_env.krone_schwert.svg.targets import on_field
from kschwert_env.rendering.colours import INK, WHITE
from kschwert_env.rendering.svg import SMALLEST, element, group, text, use
from kschwert_env.rendering.symbols import NUMBER, SEATS, SWORDS, seat_symbol

MARGIN = 2
Field = Mapping[str, Any]
Centre = tuple[float, float]


def board_size(position: Position) -> tuple[float, float]:
    """Return width and height of the board."""
    width, height = field_layout(position).size
    return width * PITCH + 2 * MARGIN, height * PITCH + 2 * MARGIN


def centres(position: Position) -> list[Centre]:
    """Return the centre of each field."""
    return [(x * PITCH + MARGIN, y * PITCH + MARGIN) for x, y in field_layout(position).centres]


def board(position: Position, action: Action | None, scale: float = 1, at: Sequence[Centre] | None = None) -> list[str]:
    """Draw the land, then one element per owned field and per building, so that pages share unchanged elements.

    Numbers of fields and on markers are as large as the picture, which scales the board by `scale`, needs them. `at`
    are the centres of the fields, by default those of `centres`.
    """
    fields, at = position["fields"], centres(position) if at is None else list(at)
    built = {field: building for building in position["buildings"] for field in building["fields"]}
    owned = [(field, owner) for field, owner in zip(fields, position["owner"], strict=True) if owner is not None]
    return [
        *_lines(position, at),
        group(*map(_land, fields, at), stroke=BORDER, stroke_width=1.2),
        group(*map(_edge, fields, at), fill="none", stroke=WHITE, stroke_width=2.5, opacity=0.3),
        *(_rim(field, at, owner) for field, owner in owned),
        *(_building(position, at, building) for building in position["buildings"]),
        *(_marker(field, at, owner, built.get(field["id"]), SMALLEST / NUMBER / scale) for field, owner in owned),
        group(
            *(_number(field, centre, SMALLEST / scale) for field, centre in zip(fields, at, strict=True)),
            fill=INK,
            stroke=WHITE,
            stroke_width=2.5,
            paint_order="stroke",
            data_numbers=1,
        ),
        *_attacked(position, at),
        *_last(fields, at, action),
    ]


def _lines(position: Position, at: list[Centre]) -> list[str]:
    """Draw lines between neighbours that do not touch."""
    lines = field_layout(position).lines
    ends = ("M{:g} {:g}L{:g} {:g}".format(*at[one], *at[other]) for one, other in lines)
    return [element("path", d="".join(ends), stroke=BORDER, stroke_width=4, fill="none")] if lines else []


def _land(field: Field, centre: Centre) -> str:
    x, y = centre
    shape = OCTAGON if field["shape"] == "octagon" else SQUARE
    data = {"data_field": field["id"], "data_terrain": field["terrain"], "data_target": on_field(field["id"])}
    data["data_card"] = field["terrain"]
    return use(shape, x, y, fill=f"url(#{LAND[field['terrain']]})", **data)


def _edge(field: Field, centre: Centre) -> str:
    """Draw the light on the inner edge of a field, which gives it depth."""
    return use(OCTAGON_RIM if field["shape"] == "octagon" else SQUARE_RIM, *centre)


def _number(field: Field, centre: Centre, size: float) -> str:
    """Draw the field's number, by which actions name it."""
    x, y = centre
    return text(x, y - (28 if field["shape"] == "octagon" else 11), field["id"], size, text_anchor="middle")


def _rim(field: Field, at: list[Centre], owner: int) -> str:
    x, y = at[field["id"]]
    shape = OCTAGON_RIM if field["shape"] == "octagon" else SQUARE_RIM
    return use(shape, x, y, fill="none", stroke=SEATS[owner].colour, stroke_width=5)


def _marker(field: Field, at: list[Centre], owner: int, building: Mapping[str, Any] | None, least: float) -> str:
    """Draw the marker in the centre of its field, or beside its building; its scale is at least `least`."""
    x, y = at[field["id"]]
    scale = 1.0 if field["shape"] == "octagon" else 0.75
    if building is not None and field["shape"] == "square":
        y, scale = y + 15, 0.55
    elif building is not None:
        x, scale = x + 28 * _free_side(at, field, building), 0.65
    return use(seat_symbol(owner), x, y, max(scale, least), data_piece=1, data_marker=owner, data_on=field["id"])


def _free_side(at: list[Centre], field: Field, building: Mapping[str, Any]) -> int:
    """Return 1 for the right side of an octagon, -1 for the left: the side away from the square of a large city."""
    own = at[field["id"]]
    return -1 if any(at[other] > own for other in building["fields"]) else 1


def _building(position: Position, at: list[Centre], building: Mapping[str, Any]) -> str:
    """Draw a building in its owner's colour. The ground of a large city covers both its fields."""
    fields = sorted(building["fields"])  # the octagon has the lower number
    colour = SEATS[position["owner"][fields[0]]].colour
    (x, y), *square = [at[field] for field in fields]
    is_square = position["fields"][fields[0]]["shape"] == "square"
    parts = [use(BUILDINGS[building["kind"]], x, y, 0.6 if is_square else 1)]
    if square:
        u, v = square[0]
        road = {"d": f"M{x:g} {y:g}L{u:g} {v:g}", "stroke_linecap": "round", "fill": "none"}
        ground = [element("path", stroke=ink, stroke_width=w, **road) for ink, w in ((INK, 31), (ROAD, 28))]
        main = BUILDINGS["cathedral" if building["cathedral"] else "large_city"]
        parts = [*ground, use(main, x, y + 4), use(BUILDINGS["small_city"], u, v, 0.6)]
    data = {
        "data_card": "cathedral" if building["cathedral"] else building["kind"],
        "data_building": building["kind"],
        "data_piece": 1,
    }
    data |= {"data_cathedral": 1 if building["cathedral"] else None}
    return group(*parts, fill=colour, **data)


def _attacked(position: Position, at: list[Centre]) -> list[str]:
    """Draw crossed swords on the field under attack, above its marker."""
    if position["attack"] is None:
        return []
    x, y = at[position["attack"]["field"]]
    return [use(SWORDS, x + 15, y - 12, 1.1, data_attacked=position["attack"]["field"])]


def _last(fields: list[Field], at: list[Centre], action: Action | None) -> list[str]:
    """Draw a dashed ring around each field that the last action named."""
    named = [] if action is None else [action.field, action.partner]
    rings = []
    for field in (fields[number] for number in named if number is not None):
        x, y = at[field["id"]]
        shape = OCTAGON if field["shape"] == "octagon" else SQUARE
        white = use(shape, x, y, stroke=WHITE, stroke_width=7)
        black = use(shape, x, y, stroke=INK, stroke_width=4, stroke_dasharray="9 5")
        rings.append(group(white, black, fill="none", stroke_linejoin="round", data_last=field["id"]))
    return rings
