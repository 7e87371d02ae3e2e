"""Text drawings of a position: the board, whose octagons and squares touch on a lattice, and the table around it.

The input is `Game.position()`. A spectator sees everything, including hands; a seat sees what `view` returns for it.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from functools import lru_cache
from math import floor
from typing import Any, NamedTuple

from kschwert_env.engine.contract.actions import Action
from kschwert_env.engine.contract.rules import Position
from kschwert_env.engine.text.phrases import card_list, card_name, pile, wrapped
from kschwert_env.krone_schwert import editions
from kschwert_env.krone_schwert.positions import view
from kschwert_env.krone_schwert.positions.layout import FieldLayout, field_layout
from kschwert_env.krone_schwert.positions.view import SeatView
from kschwert_env.rendering.sentences import Line, draw_line, say_ending

TEXTURES = {"plain": ".", "mountain": "^", "forest": "*"}
SIGNS = {"castle": "C", "small_city": "s", "large_city": "L"}
CATHEDRAL = "+"
LEGEND = (
    "Land    . plain   ^ mountain   * forest          Fields  number, and below it the owner's seat",
    "Built   C castle   s small city   L large city (open between its fields)   L+ with cathedral",
)
RESULTS = {
    "king": "the king won the last revolt",
    "leader": "the leader won the last revolt",
    "truce": "a truce called the last revolt off",
}
SUPPLIES = ("castles", "small cities", "large cities", "cathedrals")

# The tiling: eight characters and five lines from one octagon to the next, a square at each lower right corner.
WIDTH, HEIGHT = 8, 5
OCTAGON_EDGES = ("   ___   ", "  /   \\  ", " /     \\ ", "|       |", " \\     / ", "  \\___/  ")
SQUARE_EDGES = (" / \\ ", "/   \\", "\\   /", " \\ / ")
EDGES = {"octagon": OCTAGON_EDGES, "square": SQUARE_EDGES}
MIDDLE = {"octagon": (4, 2.5), "square": (2, 1)}  # of a field, relative to its upper left character
# The two strokes between a square and an octagon that touches it, by the octagon's offset from the square.
STROKES = {(-6, -4): ((0, 1), (1, 0)), (2, -4): ((0, 3), (1, 4)), (-6, 1): ((2, 0), (3, 1)), (2, 1): ((2, 4), (3, 3))}
LINE, ROAD = ":", "="  # between neighbours that do not touch, and between the fields of a large city
LINES = f"Lines   {LINE} neighbours   {ROAD} large city"
STRETCH = 1 / 8  # step of the scale of listed maps; it grows until fields do not overlap


Corner = tuple[int, int]  # column and line of a character


class Glyph(NamedTuple):
    """One character of the board, with its meaning for terminal colours.

    `tone` is "edge", "id", a terrain, "seat 0" to "seat 4", or "" for none.
    """

    char: str = " "
    tone: str = ""


def draw_text(position: Position, viewer: int | None, last_action: Action | None) -> str:
    """Draw board and table, for a seat or for a spectator (None)."""
    return f"{draw_board(position)}\n\n{draw_table(position, viewer, last_action)}\n"


# -- the board ------------------------------------------------------------------------------------------------


def draw_board(position: Position, ids: bool = True) -> str:
    """Draw the map with terrain, markers and buildings, with field numbers if `ids`; then a legend."""
    lines = ["".join(glyph.char for glyph in line).rstrip() for line in board_glyphs(position, ids)]
    legend = [*LEGEND, LINES] if field_layout(position).lines else LEGEND
    return "\n".join([*lines, "", *legend])


def board_glyphs(position: Position, ids: bool = True) -> list[list[Glyph]]:
    """Return the lines of the board, all of equal length, without the legend."""
    fields = position["fields"]
    corners = _corners(field_layout(position), tuple(field["shape"] for field in fields))
    ends = [
        (x + len(EDGES[f["shape"]][0]), y + len(EDGES[f["shape"]])) for f, (x, y) in zip(fields, corners, strict=True)
    ]
    canvas = [[Glyph()] * max(x for x, _ in ends) for _ in range(max(y for _, y in ends))]
    for one, other in field_layout(position).lines:
        _draw_line(canvas, fields, corners, (one, other), LINE)
    for building in position["buildings"]:
        if building["kind"] == "large_city":
            _draw_line(canvas, fields, corners, building["fields"], ROAD)
    for field, (x, y) in zip(fields, corners, strict=True):
        _draw_edges(canvas, x, y, EDGES[field["shape"]])
        octagon = field["shape"] == "octagon"
        if octagon:
            _draw_octagon(canvas, x, y, field, ids)
        else:
            _draw_square(canvas, x, y, field, ids)
        owner = position["owner"][field["id"]]
        if owner is not None:
            sign = f"{owner}{building_sign(position, field['id'])}"
            width, line = (7, 3) if octagon else (3, 2)
            _write(canvas, x + 1, y + line, sign.center(width), f"seat {owner}")
    for building in position["buildings"]:
        if building["kind"] == "large_city":
            _open_city(canvas, *(corners[field] for field in sorted(building["fields"])))
    return canvas


@lru_cache(16)
def _corners(layout: FieldLayout, shapes: tuple[str, ...]) -> list[Corner]:
    """Return the upper left character of each field, as close as possible without overlaps."""
    stretch = 1.0
    while True:
        corners = [
            (
                _rounded_down(stretch * WIDTH * x - MIDDLE[shape][0]),
                _rounded_down(stretch * HEIGHT * y - MIDDLE[shape][1]),
            )
            for (x, y), shape in zip(layout.centres, shapes, strict=True)
        ]
        if not _is_covered(corners, shapes):
            return corners
        stretch += STRETCH


def _rounded_down(number: float) -> int:
    """Return the number rounded down, up to rounding errors of floats."""
    return floor(round(number, 6))


def _is_covered(corners: Sequence[Corner], shapes: Sequence[str]) -> bool:
    """Return whether a field covers the inside of another."""
    drawn: Counter[Corner] = Counter()
    insides: list[Corner] = []
    for (x, y), shape in zip(corners, shapes, strict=True):
        for line, edges in enumerate(EDGES[shape]):
            drawn.update((x + i, y + line) for i in _span(edges))
            insides += [(x + i, y + line) for i in _span(edges) if edges[i] == " "]
    return any(drawn[character] > 1 for character in insides)


def _span(edges: str) -> range:
    """Return the range from the first stroke of a line to the last."""
    return range(len(edges) - len(edges.lstrip()), len(edges.rstrip()))


def _draw_edges(canvas: list[list[Glyph]], x: int, y: int, shape: Sequence[str]) -> None:
    """Draw the outline of a field and clear its inside."""
    for line, edges in enumerate(shape):
        for i in _span(edges):
            canvas[y + line][x + i] = Glyph() if edges[i] == " " else Glyph(edges[i], "edge")


def _draw_octagon(canvas: list[list[Glyph]], x: int, y: int, field: Mapping[str, Any], ids: bool) -> None:
    texture = TEXTURES[field["terrain"]]
    _write(canvas, x + 3, y + 1, 3 * texture, field["terrain"])
    _write(canvas, x + 2, y + 4, 5 * texture, field["terrain"])
    if ids:
        _write(canvas, x + 2, y + 2, str(field["id"]).center(5), "id")


def _draw_square(canvas: list[list[Glyph]], x: int, y: int, field: Mapping[str, Any], ids: bool) -> None:
    for line in (0, 3):
        _write(canvas, x + 2, y + line, TEXTURES[field["terrain"]], field["terrain"])
    if ids:
        _write(canvas, x + 1, y + 1, str(field["id"]).center(3), "id")


def _draw_line(
    canvas: list[list[Glyph]], fields: list[Mapping[str, Any]], corners: list[Corner], ends: Sequence[int], char: str
) -> None:
    """Draw a line between the middles of two fields; fields are drawn over it."""
    (x, y), (u, v) = ([c + m for c, m in zip(corners[i], MIDDLE[fields[i]["shape"]], strict=True)] for i in ends)
    steps = round(max(abs(u - x), 2 * abs(v - y)))
    for step in range(steps + 1):
        share = step / steps
        _write(canvas, round(x + share * (u - x)), round(y + share * (v - y)), char, "edge")


def _open_city(canvas: list[list[Glyph]], octagon: Corner, square: Corner) -> None:
    """Erase the strokes between the two fields of a large city, if they touch."""
    side = octagon[0] - square[0], octagon[1] - square[1]
    for line, column in STROKES.get(side, ()):
        canvas[square[1] + line][square[0] + column] = Glyph()


def _write(canvas: list[list[Glyph]], x: int, y: int, text: str, tone: str) -> None:
    """Write the characters of a text, except blanks, on the canvas."""
    for i, char in enumerate(text):
        if char != " ":
            canvas[y][x + i] = Glyph(char, tone)


def building_sign(position: Position, field: int) -> str:
    """Return the building on a field in one or two characters; empty for no building."""
    for building in position["buildings"]:
        if field in building["fields"]:
            return SIGNS[building["kind"]] + CATHEDRAL * building["cathedral"]
    return ""


# -- the table ------------------------------------------------------------------------------------------------


def draw_table(position: Position, viewer: int | None = None, last_action: Action | None = None) -> str:
    """Draw everything beside the board: turn, fights, king, people, piles, supply and a line per seat.

    The drawing is for a seat, or for a spectator (None), who sees everything.
    """
    edition, seats = editions.load(position["rules"]["edition"]), view.seat_views(position, viewer)
    action = view.shown_action(position, viewer, last_action)
    lines = [whose_turn(position), *([Line("Last", str(action))] if action else []), *table_lines(position, viewer)]
    return "\n".join(
        [
            *(draw_line(line, 9) for line in lines),
            "",
            "Seat     VP  fields  markers  castles  cities  cathedrals  visit  cards in hand",
            *(wrapped(_seat_line(position, seat, edition.markers), 69) for seat in seats),
        ]
    )


def table_lines(position: Position, viewer: int | None) -> list[Line]:
    """Return the lines that belong to no seat, below the turn and the last action."""
    edition, seats = editions.load(position["rules"]["edition"]), view.seat_views(position, viewer)
    built = [holdings(position, seat.seat) for seat in seats]
    used = [sum(kind) for kind in zip(*built, strict=True)]
    people = position["people"]
    down = people["face_down"]
    return [
        *_fight(position, seats),
        *_last_revolt(position),
        Line("King", _king(position)),
        Line(
            "People",
            f"open: {people['open_swords']} swords; set aside: {people['crowns_aside']} crowns; "
            f"face down: {down['crown']} crowns, {down['sword']} swords",
        ),
        Line("Draw", _draw_pile(position, viewer)),
        Line("Discard", pile(position["discard_pile"])),
        Line("Supply", ", ".join(f"{n - m} {kind}" for n, m, kind in zip(edition.supply, used, SUPPLIES, strict=True))),
    ]


def holdings(position: Position, seat: int) -> tuple[int, int, int, int]:
    """Return the numbers of castles, small cities, large cities (cathedrals included) and cathedrals of a seat."""
    own = [b for b in position["buildings"] if position["owner"][b["fields"][0]] == seat]
    kinds = [sum(building["kind"] == kind for building in own) for kind in SIGNS]
    return kinds[0], kinds[1], kinds[2], sum(building["cathedral"] for building in own)


def round_and_turn(position: Position) -> str:
    """Return a text with round and turn, both counted from 1."""
    turn, seats = position["turn"], len(position["scores"])
    return f"round {turn // seats + 1}, turn {turn + 1}"


def whose_turn(position: Position) -> Line:
    """Return whose turn it is and who decides, or how the game ended."""
    if position["player"] is None:
        when = "the setup" if position["turn"] is None else round_and_turn(position)
        return Line("Over", f"{say_ending(position)} in {when}")
    if position["turn"] is None:
        return Line("Setup", f"[{position['player']}] places a marker")
    phase = position["phase"].replace("_", " ")
    now = f"{round_and_turn(position)} of [{position['turn_player']}]; [{position['player']}] decides"
    return Line("Now", f"{now} ({phase}, {action_points(position)})")


def action_points(position: Position) -> str:
    """Return the action points left in words."""
    return f"{position['action_points']} action points left{', attack spent' * position['attack_spent']}"


def _king(position: Position) -> str:
    king = "nobody" if position["king"] is None else f"[{position['king']}]"
    announced = [f"[{seat}] {points} VP" for seat, points in enumerate(position["announced"]) if points is not None]
    announcements = f"; announced: {', '.join(announced)}" if announced else ""
    return f"{king}{announcements}{'; the end has begun' if position['end_begun'] else ''}"


def _fight(position: Position, seats: list[SeatView]) -> list[Line]:
    """Return lines for the running attack, revolt or expansion."""
    expansion, attack, revolt = position["expansion"], position["attack"], position["revolt"]
    if expansion:
        claims_left = f"black shields left: {expansion['claims_left']}"
        return [Line("Claim", f"with {card_name(expansion['card'])}, {claims_left}")]
    if attack:
        field = attack["field"]
        whose = f"[{position['owner'][field]}'s] field {field}"
        return [Line("Attack", f"on {whose}; laid: {card_list(attack['cards'])}")]
    if revolt:
        texts = [_in_revolt(position, seats[seat]) for seat in clockwise_from_leader(revolt)]
        return [Line("" if i else "Revolt", each) for i, each in enumerate(texts)]
    return []


def _in_revolt(position: Position, seat: SeatView) -> str:
    """Return a seat's role and progress in a revolt, and its known choices."""
    vote = f"votes {seat.vote}" if seat.vote else "vote unknown"
    laid = "cards unknown" if seat.laid is None else f"laid {card_list(seat.laid)}"
    its_role = role(position["revolt"], position["king"], seat.seat)
    who = f"[{seat.seat}]{f' ({its_role})' if its_role else ''}"
    return f"{who} {progress(position, seat.seat)}; {vote}, {laid}"


def role(revolt: Mapping[str, Any], king: int, seat: int) -> str:
    """Return the role of a seat in a revolt against that king: leader, king, or an empty string."""
    return {revolt["leader"]: "leader", king: "king"}.get(seat, "")


def clockwise_from_leader(revolt: Mapping[str, Any]) -> list[int]:
    """Return the seats of a revolt in the order in which they decide."""
    seats = len(revolt["votes"])
    return [(revolt["leader"] + i) % seats for i in range(seats)]


def _last_revolt(position: Position) -> list[Line]:
    """Return lines for the last settled revolt, which is public (P3)."""
    revolt = position["last_revolt"]
    if revolt is None:
        return []
    texts = [f"{RESULTS[revolt['result']]}; open swords: {revolt['open_swords']}", *choices(revolt)]
    return [Line("" if i else "Settled", each) for i, each in enumerate(texts)]


def choices(revolt: Mapping[str, Any]) -> list[str]:
    """Return a line per seat, as a mark, with its choice in a settled revolt, clockwise from the leader."""
    roles = {revolt["leader"]: " (leader)", revolt["king"]: " (king)"}
    return [
        f"[{seat}]{roles.get(seat, '')} [votes] {revolt['votes'][seat]}, laid {card_list(revolt['laid'][seat])}"
        for seat in clockwise_from_leader(revolt)
    ]


def progress(position: Position, seat: int) -> str:
    """Return the progress of a seat in the running revolt."""
    if position["revolt"]["decided"][seat]:
        return "has decided"
    return "decides now" if seat == position["player"] else "is still to decide"


def _draw_pile(position: Position, viewer: int | None) -> str:
    cards, before = view.draw_pile(position, viewer), view.cards_before_game_end(position, viewer)
    place = "" if before is None else f" (game end after {before} more)"
    return f"{sum(position['draw_pile'].values())}" if cards is None else f"{pile(cards)}{place}"


def _seat_line(position: Position, seat: SeatView, markers: int) -> str:
    castles, small, large, cathedrals = holdings(position, seat.seat)
    fields = position["owner"].count(seat.seat)
    who = f"{seat.seat}{' king' if position['king'] == seat.seat else ''}"
    visit = "open" if position["papal_visit"][seat.seat] else "-"
    score = "?" if seat.score is None else seat.score
    hand = f": {card_list(seat.hand)}" if seat.hand else ""
    return (
        f"{who:<7}{score:>4}{fields:>8}{markers - fields:>9}{castles:>9}{small + large:>8}"
        f"{cathedrals:>12}{visit:>7}  {seat.hand_count}{hand}"
    )
