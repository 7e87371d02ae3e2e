"""Boxes of a picture, and their contents, shared by several games."""

import textwrap
from collections.abc import Iterator, Mapping, Sequence

from kschwert_env.engine.text import card_name
from kschwert_env.rendering.colours import CHIP_GROUND, FAINT, FRAME, INK, WHITE
from kschwert_env.rendering.svg import CHARACTER, box, group, text, text_width, use
from kschwert_env.rendering.symbols import SEATS, seat_symbol

SMALL = 11
"""Size of text in boxes, in pixels."""

CHIP_LINE = 17
"""Distance between lines of card names, in pixels."""

_TINY = 10  # size of card names, in pixels
_CHIP = 15  # height of a chip, in pixels
_BOLD = 1.1  # width of bold text, relative to that of regular text


def heading(title: str, phase: str, viewer: int | None, width: float) -> list[str]:
    """Return the line above all boxes: game, phase or turn, and viewer."""
    audience = "for a spectator" if viewer is None else f"as [{viewer}] [sees] it"
    return [
        text(0, 26, title, 19, font_weight="bold"),
        text(172, 25, phase[0].upper() + phase[1:], 13),
        text(width, 25, audience, 12, text_anchor="end", fill=FAINT),
    ]


def last_line(name: str | None, news: str | None, width: float, size: float) -> list[str]:
    """Return the line about the last action below the title of a box: `news` in words, or else its name."""
    words = news or (f"Last action: {name}" if name else "")
    if text_width(words, size) > width - 24:
        words = textwrap.shorten(words, int((width - 24) / (CHARACTER * size)), placeholder=" …")
    return [text(12, 39, words, size)] if words else []


def frame(width: float, height: float, title: str = "", is_bold: bool = False) -> str:
    """Return a box with its title."""
    stroke, stroke_width = (INK, 2.5) if is_bold else (FRAME, 1)
    outline = box(0.5, 0.5, width - 1, height - 1, fill=WHITE, stroke=stroke, stroke_width=stroke_width)
    size = min(13.0, 13 * (width - 24) / max(1.0, _BOLD * text_width(title, 13)))
    return group(outline, *([text(12, 19, title, size, font_weight="bold")] if title else []))


def seat_frame(width: float, height: float, seat: int, viewer: int | None, is_bold: bool) -> str:
    """Return the box of a seat, with its colour, marker and name."""
    return group(
        frame(width, height, is_bold=is_bold),
        box(3, 3, 8, height - 6, 3, fill=SEATS[seat].colour),
        use(seat_symbol(seat), 30, 20, 0.8),
        text(48, 25, f"[{seat}]", 15, font_weight="bold"),
    )


def badge(x: float, y: float, label: str) -> str:
    """Return a short label on black; (x, y) is the upper left corner."""
    width = text_width(label, SMALL) + 11
    content = text(x + width / 2, y + 13.5, label, SMALL, fill=WHITE, text_anchor="middle")
    return group(box(x, y, width, 19, 9, fill=INK), content)


def chips(cards: Mapping[str, int], x: float, y: float, width: float, target_kind: str | None = None) -> list[str]:
    """Return chips with card names and counts, line by line within `width`; (x, y) is the upper left corner.

    With `target_kind` each chip is the clickable target `target_of(target_kind, card)`.
    """
    drawn = []
    for card, (label, left, line, size) in zip(cards, _chips_in_lines(cards, width), strict=True):
        top = y + CHIP_LINE * line
        shape = box(x + left, top, size, _CHIP, 4, fill=CHIP_GROUND, stroke=FRAME, stroke_width=0.7)
        content = text(x + left + size / 2, top + 11, label, _TINY, text_anchor="middle")
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
        label = f"{number} {card_name(card)}"
        size = text_width(label, _TINY) + 6
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
