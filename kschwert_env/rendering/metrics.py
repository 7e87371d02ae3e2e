"""Widths of texts in pictures, without a font: the wider of Roboto and DejaVu Sans, which browsers fall back to."""

import re

_REGULAR = (
    *(318, 401, 460, 838, 636, 950, 780, 275, 390, 390, 500, 838, 318, 361, 318, 413, 636, 636, 636, 636, 636, 636),
    *(636, 636, 636, 636, 337, 337, 838, 838, 838, 531, 1000, 684, 686, 698, 770, 632, 575, 775, 752, 295, 552, 656),
    *(557, 873, 748, 787, 631, 787, 695, 635, 611, 732, 684, 989, 685, 611, 685, 390, 411, 390, 838, 500, 500, 613),
    *(635, 550, 635, 615, 352, 635, 634, 278, 278, 579, 278, 974, 634, 612, 635, 635, 411, 521, 392, 634, 592, 818),
    *(592, 592, 525, 636, 337, 636, 838),
)
"""Widths of the characters from " " to "~", in thousandths of the font size."""

_BOLD = (
    *(348, 456, 521, 838, 696, 1002, 872, 306, 457, 457, 523, 838, 380, 415, 380, 374, 696, 696, 696, 696, 696, 696),
    *(696, 696, 696, 696, 400, 400, 838, 838, 838, 580, 1000, 774, 762, 734, 830, 683, 683, 821, 837, 372, 559, 775),
    *(637, 995, 837, 850, 733, 850, 770, 720, 682, 812, 774, 1103, 771, 724, 725, 457, 422, 457, 838, 500, 500, 675),
    *(716, 593, 716, 678, 435, 716, 712, 343, 343, 665, 343, 1042, 712, 687, 716, 716, 493, 595, 478, 712, 652, 924),
    *(645, 652, 582, 712, 365, 712, 838),
)

_OTHER = 1000  # width of any other character
_LONG_NAME = "Maximilian Mur"  # stands for the name of a seat, which is not known yet
_SEAT, _WORD = re.compile(r"\[\d+('s)?\]"), re.compile(r"\[#?([a-z]+|\d+)\]")  # marks of `engine.text.voice`
_ELLIPSIS = "…"


def text_width(content: str, size: float, is_bold: bool = False) -> float:
    """Return the width of a text in pixels, at most; marks of seats (`engine.text.voice`) count as long names."""
    widths = _BOLD if is_bold else _REGULAR
    shown = _WORD.sub(r"\1", _SEAT.sub(_LONG_NAME, content))
    return size * sum(widths[ord(c) - 32] if " " <= c <= "~" else _OTHER for c in shown) / 1000


def shortened(content: str, size: float, width: float, is_bold: bool = False) -> str:
    """Return a text, or its beginning with an ellipsis where all of it is wider than `width`; words stay whole."""
    if text_width(content, size, is_bold) <= width:
        return content
    words = content.split(" ")
    for count in range(len(words) - 1, 0, -1):
        beginning = " ".join(words[:count]) + " " + _ELLIPSIS
        if text_width(beginning, size, is_bold) <= width:
            return beginning
    return _clipped(words[0], size, width, is_bold)


def lines_of(content: str, size: float, width: float, most: int = 99, is_bold: bool = False) -> list[str]:
    """Return a text in at most `most` lines of that width; what does not fit ends in an ellipsis."""
    lines: list[str] = []
    words = content.split(" ")
    while words and len(lines) < most - 1:
        count = 1
        while count < len(words) and text_width(" ".join(words[: count + 1]), size, is_bold) <= width:
            count += 1
        lines.append(shortened(" ".join(words[:count]), size, width, is_bold))
        del words[:count]
    return [*lines, shortened(" ".join(words), size, width, is_bold)] if words else lines


def _clipped(word: str, size: float, width: float, is_bold: bool) -> str:
    """Return the beginning of a word with an ellipsis."""
    while len(word) > 1 and text_width(word + _ELLIPSIS, size, is_bold) > width:
        word = word[:-1]
    return word + _ELLIPSIS
