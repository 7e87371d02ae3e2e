"""A picture of one card, place or figure by its id."""

from typing import Any

from kschwert_env.engine.text.phrases import card_title
from kschwert_env.politics_and_intrigue.kernel.components import CARD_NAMES, EVENT_NAMES, FACE_NAMES, RESOURCE_NAMES
from kschwert_env.politics_and_intrigue.svg import faces, parts
from kschwert_env.politics_and_intrigue.svg.colours import CENTRE, LAND, SCROLL
from kschwert_env.politics_and_intrigue.svg.signs import sign
from kschwert_env.rendering.colours import INK
from kschwert_env.rendering.metrics import lines_of
from kschwert_env.rendering.svg import box, document, group, text, use
from kschwert_env.rendering.symbols import CASTLE, SEATS

SIZE = parts.Size(98, 136)
_MIDDLE = SIZE.width / 2, SIZE.height / 2
_CENTRE = {
    "road": parts.road(SIZE),
    "settlement": use(parts.HOUSE, *_MIDDLE, 2.4),
    "city": use(CASTLE, *_MIDDLE, 1.9, fill=SEATS[0].colour),
}
"""Drawings of centre cards."""


def draw_card(rules: Any, card: str) -> str | None:
    """Return a picture of a card, place, figure or resource by its id in `card_help`; None without a picture."""
    drawn = _drawn(rules.edition, card)
    return None if drawn is None else document(*SIZE, parts.definitions(0), drawn, fill=INK)


def _drawn(edition: str, card: str) -> str | None:
    x, y = _MIDDLE
    if card in CARD_NAMES:
        return faces.card(card, edition, "", SIZE)
    if card in EVENT_NAMES or card in FACE_NAMES:
        lines = lines_of(card_title(card), parts.LETTERS, SIZE.width - 6)
        words = [text(x, 18 + 15 * i, line, parts.LETTERS, text_anchor="middle") for i, line in enumerate(lines)]
        return (
            box(0.5, 0.5, SIZE.width - 1, SIZE.height - 1, 6, fill=SCROLL, stroke=INK)
            + "".join(words)
            + sign(card, 1.7, x, y + 12)
        )
    if card in ("knight", "windmill"):
        return group(parts.figure(card, 0, 0), transform=f"translate({x:g} {y:g}) scale(2.6)")
    title = text(x, 18, card_title(card), parts.LETTERS, text_anchor="middle", font_weight="bold")
    if card in RESOURCE_NAMES:
        return _ground(LAND[RESOURCE_NAMES.index(card)]) + title + sign(card, 1.8, x, y + 6)
    if card in _CENTRE:
        return _ground(CENTRE) + title + _CENTRE[card]
    return None


def _ground(colour: str) -> str:
    return box(0.5, 0.5, SIZE.width - 1, SIZE.height - 1, 6, fill=colour, stroke=INK)
