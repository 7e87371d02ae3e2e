"""The maps of an edition as one SVG picture: empty boards, and the parts that none of them contains."""

from kschwert_env.krone_schwert.editions.board import Board
from kschwert_env.krone_schwert.editions.edition import PLAYERS, Edition
from kschwert_env.krone_schwert.positions.fields import fields_of
from kschwert_env.krone_schwert.svg.board import board, board_size
from kschwert_env.krone_schwert.svg.symbols import definitions
from kschwert_env.rendering.colours import INK, PAPER
from kschwert_env.rendering.svg import box, document, moved, text

EDGE, TITLE, GAP = 16, 22, 20  # outer margin, height of a title, gap below a board
LEAST_WIDTH = 480
Drawn = tuple[str, float, float]  # SVG with width and height


def draw_edition(edition: Edition) -> str:
    """Return the board for every number of players with its title, one below the other.

    Boards with parts show the first parts of each size in their order (C4); the remaining parts follow one by one.
    """
    drawn, shown = [], set()
    for number, each in edition.boards.items():
        parts = [edition.parts[i] for i in edition.first_parts(number)]
        names = f": {', '.join(part.name for part in parts)}" if parts else ""
        drawn.append(_titled(f"{_players(number)}{names}", each, each.terrain_with([part.terrain for part in parts])))
        shown |= set(parts)
    for part in edition.parts:
        if part not in shown:
            alone = part.board
            drawn.append(_titled(part.name, alone, alone.terrain_with([part.terrain])))
    return _below_each_other(drawn)


def _players(number: int) -> str:
    """Return the title of the board with that number of parts: its player counts (C1, V1)."""
    fewer = f", and {number + 1} with fewer parts" if number + 1 in PLAYERS[2:] else ""
    return f"{number} players{fewer}"


def _titled(title: str, graph: Board, terrain: list[int]) -> Drawn:
    """Draw a board without markers, below its title."""
    fields = fields_of(graph, terrain)
    parts = [slot.size for slot in graph.slots]
    empty = {"fields": fields, "parts": parts, "owner": [None] * len(fields), "buildings": [], "attack": None}
    width, height = board_size(empty)
    drawn = text(0, TITLE - 8, title, 14, font_weight="bold") + moved(0, TITLE, *board(empty, None))
    return drawn, width, TITLE + height


def _below_each_other(drawn: list[Drawn]) -> str:
    y, placed = float(EDGE), []
    for part, _, height in drawn:
        placed.append(moved(EDGE, y, part))
        y += height + GAP
    width, height = max(LEAST_WIDTH, *(width for _, width, _ in drawn)) + 2 * EDGE, y - GAP + EDGE
    return document(width, height, definitions(0), box(0, 0, width, height, 0, fill=PAPER), *placed, fill=INK)
