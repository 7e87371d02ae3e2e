"""Where the parts of a picture are: the board fills its room, boxes are in columns beside or below it."""

from collections.abc import Sequence
from typing import NamedTuple

from kschwert_env.engine.contract.rules import Position
from kschwert_env.krone_schwert.svg.board import board_size
from kschwert_env.krone_schwert.svg.status import EVENT_HEIGHT, HEADER
from kschwert_env.krone_schwert.svg.table import PANEL, PEOPLE, SUPPLY, WIDTH, last_revolt_height

EDGE, GAP = 12, 8
INNER = 951  # width of a picture without its edges
_TOP = EDGE + HEADER
_MOST_HEIGHT = 740  # of a board beside the boxes
_LEAST_SCALE = 0.7  # of a board beside the boxes


class Place(NamedTuple):
    """Place of a box, in pixels."""

    name: str
    x: int
    y: int
    width: int
    height: int


class Layout(NamedTuple):
    """Places of all parts of a picture.

    Attributes:
        size: width and height of the picture, in pixels.
        scale: scale of the board.
        board: width and height of the board in the picture.
        event: place of the event box.
        boxes: places of all other boxes.
        players: left end, upper end, width and height of an area around these boxes.
    """

    size: tuple[int, int]
    scale: float
    board: tuple[int, int]
    event: Place
    boxes: list[Place]
    players: tuple[int, int, int, int]


Box = tuple[str, int]
"""Name and height of a box."""


def layout(position: Position) -> Layout:
    """Return the places of all parts; they depend only on the map and the number of players."""
    width, height = board_size(position)
    seats = [(f"seat {seat}", PANEL) for seat in range(len(position["scores"]))]
    others = [("people", PEOPLE), ("revolt", last_revolt_height(position))]
    scale = min((INNER - WIDTH - GAP) / width, _MOST_HEIGHT / height)
    board = round(width * scale), round(height * scale)
    if scale < _LEAST_SCALE:
        return _below(width, height, [seats, others])
    if board[0] < INNER / 2 + WIDTH / 2 and board[1] > height:  # a high board: everything else is beside it
        return _beside(scale, board, [*seats, *others, ("supply", SUPPLY)], True)
    return _beside(scale, board, [*seats, *others], False)


def _beside(scale: float, board: tuple[int, int], boxes: Sequence[Box], has_event: bool) -> Layout:
    """Place the boxes in a column at the right of the board; the event box in it or below the board."""
    x = EDGE + board[0] + GAP
    column = EDGE + INNER - x
    placed, end = _stack(boxes, x, _TOP, column)
    if has_event:
        bottom = max(end + GAP + EVENT_HEIGHT, _TOP + board[1])
        event = Place("event", x, end + GAP, column, bottom - end - GAP)
    else:
        top = _TOP + board[1] + GAP
        bottom = max(end, top + EVENT_HEIGHT + GAP + SUPPLY)
        event_end = bottom
        if end + GAP + SUPPLY <= bottom:
            placed.append(Place("supply", x, end + GAP, column, SUPPLY))
        else:
            placed.append(Place("supply", EDGE, bottom - SUPPLY, board[0], SUPPLY))
            event_end = bottom - SUPPLY - GAP
        event = Place("event", EDGE, top, board[0], event_end - top)
    players = (x, _TOP, column, bottom - _TOP)
    return Layout((INNER + 2 * EDGE, bottom + EDGE), scale, board, event, placed, players)


def _below(width: float, height: float, boxes: Sequence[Sequence[Box]]) -> Layout:
    """Place all boxes in three columns below a board that is as wide as the picture."""
    scale = INNER / width
    column = (INNER - 2 * GAP) // 3
    top = _TOP + round(height * scale) + GAP
    seats, (people, revolt) = boxes
    lefts = [EDGE + (column + GAP) * i for i in range(3)]
    second, end = _stack(seats[:3], lefts[1], top, column)
    third, other_end = _stack([*seats[3:], people, ("supply", SUPPLY)], lefts[2], top, column)
    bottom = max(end, other_end, top + EVENT_HEIGHT + GAP + revolt[1])
    last = Place(revolt[0], lefts[0], bottom - revolt[1], column, revolt[1])
    placed = [*second, *third, last]
    event = Place("event", lefts[0], top, column, last.y - GAP - top)
    players = (lefts[1], top, 2 * column + GAP, bottom - top)
    return Layout((INNER + 2 * EDGE, bottom + EDGE), scale, (INNER, round(height * scale)), event, placed, players)


def _stack(boxes: Sequence[Box], x: int, y: int, width: int) -> tuple[list[Place], int]:
    """Return the places of boxes from (x, y) downwards, and their lower end."""
    placed = []
    for name, height in boxes:
        placed.append(Place(name, x, y, width, height))
        y += height + GAP
    return placed, y - GAP
