"""Text drawings of a position: the board as a tiling of octagons and squares, and the table around it.

Reads what `Game.position()` returns. A spectator is shown everything, hands included; a seat what `view` lets it see.
"""

from collections.abc import Mapping
from typing import Any, NamedTuple

from kschwert_env.engine.actions import Action
from kschwert_env.engine.contract import Position
from kschwert_env.engine.words import card_list, card_name, pile, wrapped
from kschwert_env.krone_schwert import editions
from kschwert_env.krone_schwert.positions import view
from kschwert_env.krone_schwert.positions.view import SeatView

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
OCTAGON_EDGES = (
    "   ___   ",
    "  /   \\  ",
    " /     \\ ",
    "|       |",
    " \\     / ",
    "  \\___/  ",
)
SQUARE_EDGES = (
    " / \\ ",
    "/   \\",
    "\\   /",
    " \\ / ",
)
SQUARE_PLACE = (WIDTH - 2, HEIGHT - 1)  # of its upper left character, seen from its octagon's
# The two strokes between a square and the octagon at its upper left, upper right, lower left, lower right.
STROKES = {
    (0, 0): ((0, 1), (1, 0)),
    (0, 1): ((0, 3), (1, 4)),
    (1, 0): ((2, 0), (3, 1)),
    (1, 1): ((2, 4), (3, 3)),
}


class Glyph(NamedTuple):
    """One character of the board, and what it stands for, so that a terminal may colour it.

    `tone` is "edge", "id", a terrain, "seat 0" to "seat 4", or "" for nothing.
    """

    char: str = " "
    tone: str = ""


def draw_text(position: Position, viewer: int | None, last_action: Action | None) -> str:
    """Board and table, for a seat or for a spectator (None)."""
    return f"{draw_board(position)}\n\n{draw_table(position, viewer, last_action)}\n"


# -- the board ------------------------------------------------------------------------------------------------


def draw_board(position: Position, ids: bool = True) -> str:
    """The map with terrain, markers and buildings, and with the numbers of the fields if `ids`; then a legend."""
    lines = ["".join(glyph.char for glyph in line).rstrip() for line in board_glyphs(position, ids)]
    return "\n".join([*lines, "", *LEGEND])


def board_glyphs(position: Position, ids: bool = True) -> list[list[Glyph]]:
    """The lines of the board, all of the same length, without the legend."""
    fields = position["fields"]
    canvas = [
        [Glyph()] * (WIDTH * max(field["column"] + 1 for field in fields) + 3)
        for _ in range(HEIGHT * max(field["row"] + 1 for field in fields) + 3)
    ]
    for field in fields:
        x, y = WIDTH * field["column"], HEIGHT * field["row"]
        octagon = field["shape"] == "octagon"
        if octagon:
            _draw_octagon(canvas, x, y, field, ids)
        else:
            x, y = x + SQUARE_PLACE[0], y + SQUARE_PLACE[1]
            _draw_square(canvas, x, y, field, ids)
        owner = position["owner"][field["id"]]
        if owner is not None:
            sign = f"{owner}{_sign(position, field['id'])}"
            width, line = (7, 3) if octagon else (3, 2)
            _write(canvas, x + 1, y + line, sign.center(width), f"seat {owner}")
    for building in position["buildings"]:
        if building["kind"] == "large_city":
            _open_city(canvas, *(fields[i] for i in building["fields"]))
    return canvas


def _draw_octagon(canvas: list[list[Glyph]], x: int, y: int, field: Mapping[str, Any], ids: bool) -> None:
    for line, edges in enumerate(OCTAGON_EDGES):
        _write(canvas, x, y + line, edges, "edge")
    texture = TEXTURES[field["terrain"]]
    _write(canvas, x + 3, y + 1, 3 * texture, field["terrain"])
    _write(canvas, x + 2, y + 4, 5 * texture, field["terrain"])
    if ids:
        _write(canvas, x + 2, y + 2, str(field["id"]).center(5), "id")


def _draw_square(canvas: list[list[Glyph]], x: int, y: int, field: Mapping[str, Any], ids: bool) -> None:
    for line, edges in enumerate(SQUARE_EDGES):
        _write(canvas, x, y + line, edges, "edge")
    for line in (0, 3):
        _write(canvas, x + 2, y + line, TEXTURES[field["terrain"]], field["terrain"])
    if ids:
        _write(canvas, x + 1, y + 1, str(field["id"]).center(3), "id")


def _open_city(canvas: list[list[Glyph]], octagon: Mapping[str, Any], square: Mapping[str, Any]) -> None:
    """Take away the strokes between the two fields of a large city."""
    x = WIDTH * square["column"] + SQUARE_PLACE[0]
    y = HEIGHT * square["row"] + SQUARE_PLACE[1]
    side = (octagon["row"] - square["row"], octagon["column"] - square["column"])
    for line, column in STROKES[side]:
        canvas[y + line][x + column] = Glyph()


def _write(canvas: list[list[Glyph]], x: int, y: int, text: str, tone: str) -> None:
    """Put all of a text on the canvas but its blanks."""
    for i, char in enumerate(text):
        if char != " ":
            canvas[y][x + i] = Glyph(char, tone)


def _sign(position: Position, field: int) -> str:
    """What stands on a field, in one or two characters; nothing for no building."""
    for building in position["buildings"]:
        if field in building["fields"]:
            return SIGNS[building["kind"]] + CATHEDRAL * building["cathedral"]
    return ""


# -- the table ------------------------------------------------------------------------------------------------


def draw_table(position: Position, viewer: int | None = None, last_action: Action | None = None) -> str:
    """Everything beside the board: turn, fights, king, people, piles, supply and a line per seat.

    For a seat, or for a spectator (None), who sees everything.
    """
    edition = editions.load(position["rules"]["edition"])
    seats = view.seat_views(position, viewer)
    built = [holdings(position, seat.seat) for seat in seats]
    used = [sum(kind) for kind in zip(*built, strict=True)]
    people = position["people"]
    down = people["face_down"]
    action = view.shown_action(position, viewer, last_action)
    lines = [
        _whose_turn(position),
        *([f"Last     {action}"] if action else []),
        *_fight(position, seats),
        *_last_revolt(position),
        f"King     {_king(position)}",
        f"People   open: {people['open_swords']} swords; set aside: {people['crowns_aside']} crowns; "
        f"face down: {down['crown']} crowns, {down['sword']} swords",
        f"Draw     {_draw_pile(position, viewer)}",
        f"Discard  {pile(position['discard_pile'])}",
        "Supply   " + ", ".join(f"{n - m} {kind}" for n, m, kind in zip(edition.supply, used, SUPPLIES, strict=True)),
        "",
        "Seat     VP  fields  markers  castles  cities  cathedrals  visit  cards in hand",
    ]
    lines += [_seat_line(position, seat, edition.markers) for seat in seats]
    return "\n".join(wrapped(line, 69 if line[:1].isdigit() else 9) for line in lines)


def holdings(position: Position, seat: int) -> tuple[int, int, int, int]:
    """How many castles, small cities, large cities and cathedrals a seat has; a cathedral's city counts."""
    own = [b for b in position["buildings"] if position["owner"][b["fields"][0]] == seat]
    kinds = [sum(building["kind"] == kind for building in own) for kind in SIGNS]
    return kinds[0], kinds[1], kinds[2], sum(building["cathedral"] for building in own)


def moment(position: Position) -> str:
    """Round and turn, both counted from 1."""
    turn, seats = position["turn"], len(position["scores"])
    return f"round {turn // seats + 1}, turn {turn + 1}"


def _whose_turn(position: Position) -> str:
    if position["phase"] == "over":
        return f"Over     {'stopped by the cap' if position['truncated'] else 'finished'} in {moment(position)}"
    if position["turn"] is None:
        return f"Setup    seat {position['player']} places a marker"
    phase = position["phase"].replace("_", " ")
    now = f"{moment(position)} of seat {position['turn_player']}; seat {position['player']} decides ({phase}"
    points = f"{position['action_points']} action points left{', attack spent' * position['attack_spent']}"
    return f"Now      {now}, {points})"


def _king(position: Position) -> str:
    king = "nobody" if position["king"] is None else f"seat {position['king']}"
    announced = [f"seat {seat} {points} VP" for seat, points in enumerate(position["announced"]) if points is not None]
    told = f"; announced: {', '.join(announced)}" if announced else ""
    return f"{king}{told}{'; the end has begun' if position['end_begun'] else ''}"


def _fight(position: Position, seats: list[SeatView]) -> list[str]:
    """The attack or the revolt under way, or the expansion."""
    expansion, attack, revolt = position["expansion"], position["attack"], position["revolt"]
    if expansion:
        return [f"Expand   with {card_name(expansion['card'])}, black shields left: {expansion['claims_left']}"]
    if attack:
        field = attack["field"]
        whose = f"field {field} of seat {position['owner'][field]}"
        return [f"Attack   on {whose}; laid: {card_list(attack['cards'])}"]
    if revolt:
        order = seats[revolt["leader"] :] + seats[: revolt["leader"]]
        lines = [_in_revolt(position, seat) for seat in order]
        return [f"{'' if i else 'Revolt':<9}{line}" for i, line in enumerate(lines)]
    return []


def _in_revolt(position: Position, seat: SeatView) -> str:
    """One seat in a revolt: its role, how far it is, and its choice as far as it is known."""
    vote = f"votes {seat.vote}" if seat.vote else "vote unknown"
    laid = "cards unknown" if seat.laid is None else f"laid {card_list(seat.laid)}"
    who = f"seat {seat.seat}{role(position['revolt'], position['king'], seat.seat)}"
    return f"{who} {progress(position, seat.seat)}; {vote}, {laid}"


def role(revolt: Mapping[str, Any], king: int, seat: int) -> str:
    """What a seat is in a revolt against that king, in brackets; nothing for most."""
    return {revolt["leader"]: " (leader)", king: " (king)"}.get(seat, "")


def _last_revolt(position: Position) -> list[str]:
    """The last revolt settled, which all have seen (P3)."""
    revolt = position["last_revolt"]
    if revolt is None:
        return []
    lines = [f"{RESULTS[revolt['result']]}; open swords: {revolt['open_swords']}", *choices(revolt)]
    return [f"{'' if i else 'Settled':<9}{line}" for i, line in enumerate(lines)]


def choices(revolt: Mapping[str, Any]) -> list[str]:
    """What each seat chose in a revolt that is settled, clockwise from the leader."""
    seats = len(revolt["votes"])
    return [
        f"seat {seat}{role(revolt, revolt['king'], seat)} votes {revolt['votes'][seat]}, "
        f"laid {card_list(revolt['laid'][seat])}"
        for seat in ((revolt["leader"] + i) % seats for i in range(seats))
    ]


def progress(position: Position, seat: int) -> str:
    """How far a seat is in the revolt under way."""
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
