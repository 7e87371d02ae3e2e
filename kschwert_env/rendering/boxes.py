"""Boxes of a picture, and their contents, shared by several games."""

from collections.abc import Iterator, Mapping, Sequence

from kschwert_env.engine.text.phrases import card_name
from kschwert_env.rendering.colours import CHIP_GROUND, FAINT, FRAME, INK, WHITE
from kschwert_env.rendering.metrics import lines_of, shortened, text_width
from kschwert_env.rendering.svg import SMALLEST, box, group, text, use
from kschwert_env.rendering.symbols import SEATS, seat_symbol
from kschwert_env.rendering.viewers import PUBLIC

SMALL = SMALLEST
"""Size of text in boxes, in pixels."""

CHIP_LINE = 20
"""Distance between lines of card names, in pixels."""

_CHIP = 18  # height of a chip, in pixels
_TITLE, _TITLE_LINE = 14, 17  # size of the titles of boxes, and from line to line, in pixels


def heading(title: str, phase: str, viewer: int | None, width: float, is_own: bool = False) -> list[str]:
    """Return the line above all boxes: game, phase or turn, and viewer.

    `is_own` says that a viewer who sees everything (None) has a seat in the game.
    """
    everything = "with everything revealed" if is_own else "for a spectator"
    audience = {None: everything, PUBLIC: "as everybody sees it"}.get(viewer, f"as [{viewer}] [sees] it")
    return [
        text(0, 24, title, 19, font_weight="bold"),
        text(text_width(title, 19, True) + 14, 24, phase[0].upper() + phase[1:], 13),
        text(width, 24, audience, SMALL, text_anchor="end", fill=FAINT),
    ]


def heading_end(title: str, phase: str) -> float:
    """Return where the title and the phase of a heading end, in pixels."""
    return text_width(title, 19, True) + 14 + text_width(phase, 13) + 16


def title_lines(title: str, width: float) -> tuple[list[str], float]:
    """Return the title of a box in one or two lines, and how much lower its content therefore begins, in pixels."""
    lines = lines_of(title, _TITLE, width - 24, 2, True)
    drawn = [text(12, 20 + _TITLE_LINE * i, line, _TITLE, font_weight="bold") for i, line in enumerate(lines)]
    return drawn, _TITLE_LINE * (len(lines) - 1)


def last_lines(words: str, width: float, most: int = 1) -> list[str]:
    """Return at most `most` lines about the last action, below the title of a box."""
    lines = lines_of(words, SMALL, width - 24, most) if words else []
    return [text(12, 39 + 16 * i, line, SMALL) for i, line in enumerate(lines)]


def frame(width: float, height: float, title: str = "", is_bold: bool = False) -> str:
    """Return a box with its title."""
    stroke, stroke_width = (INK, 2.5) if is_bold else (FRAME, 1)
    outline = box(0.5, 0.5, width - 1, height - 1, fill=WHITE, stroke=stroke, stroke_width=stroke_width)
    words = shortened(title, _TITLE, width - 24, True)
    return group(outline, *([text(12, 20, words, _TITLE, font_weight="bold")] if title else []))


def seat_frame(width: float, height: float, seat: int, viewer: int | None, is_bold: bool) -> str:
    """Return the box of a seat, with its colour, marker and name."""
    return group(
        frame(width, height, is_bold=is_bold),
        box(3, 3, 8, height - 6, 3, fill=SEATS[seat].colour),
        use(seat_symbol(seat), 30, 19, 0.8),
        text(48, 24, f"[{seat}]", 14, font_weight="bold"),
    )


NAME_END = 48 + text_width("[0]", 14, True) + 8
"""Where the name in the box of a seat ends, in pixels."""


def badge(x: float, y: float, label: str) -> str:
    """Return a short label on black; (x, y) is the upper left corner."""
    width = badge_width(label)
    content = text(x + width / 2, y + 14, label, SMALL, fill=WHITE, text_anchor="middle")
    return group(box(x, y, width, 19, 9, fill=INK), content)


def badge_width(label: str) -> float:
    """Return the width of a badge in pixels."""
    return text_width(label, SMALL) + 12


def chips(
    cards: Mapping[str, int], x: float, y: float, width: float, target_kind: str | None = None, height: float = _CHIP
) -> list[str]:
    """Return chips with card names and counts, line by line within `width`; (x, y) is the upper left corner.

    With `target_kind` each chip is the clickable target `target_of(target_kind, card)`.
    """
    drawn = []
    for card, (label, left, line, size) in zip(cards, _chips_in_lines(cards, width), strict=True):
        top = y + CHIP_LINE * line
        shape = box(x + left, top, size, height, 4, fill=CHIP_GROUND, stroke=FRAME, stroke_width=0.7)
        content = text(x + left + size / 2, top + height / 2 + 4, label, SMALL, text_anchor="middle")
        target = None if target_kind is None else target_of(target_kind, card)
        drawn.append(group(shape, content, data_card=card, data_target=target))
    return drawn


def target_of(kind: str, item: object) -> str:
    """Return the `data-target` of a clickable element: its kind, such as a field or a seat's hand, and its id."""
    return f"{kind} {item}"


def hand_target(seat: int, card: str) -> str:
    """Return the `data-target` of a card in a seat's hand, the same in all games."""
    return target_of(hand_of(seat), card)


def hand_of(seat: int) -> str:
    """Return the kind of the targets of a seat's hand."""
    return f"hand {seat}"


def count_chip_lines(cards: Mapping[str, int], width: float) -> int:
    """Return the number of lines that `chips` needs."""
    return max((line + 1 for _, _, line, _ in _chips_in_lines(cards, width)), default=0)


def _chips_in_lines(cards: Mapping[str, int], width: float) -> Iterator[tuple[str, float, int, float]]:
    """Yield the label, the left offset, the line (from 0) and the width of each chip."""
    left, line = 0.0, 0
    for card, number in cards.items():
        label = card_name(card) + (f" x{number}" if number > 1 else "")
        size = text_width(label, SMALL) + 8
        if left + size > width and left > 0:
            left, line = 0.0, line + 1
        yield label, left, line, size
        left += size + 3


def row(cells: Sequence[object], ends: Sequence[float], y: float, **attributes: object) -> str:
    """Return a line of a table: the first cell is left-aligned, the others end at `ends`."""
    numbers = [
        text(x, y, cell, SMALL, text_anchor="end") for x, cell in zip(ends, cells[1:], strict=True) if cell != ""
    ]
    return group(text(12, y, cells[0], SMALL), *numbers, **attributes)
