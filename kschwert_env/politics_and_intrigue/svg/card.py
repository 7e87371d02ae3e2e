"""A picture of one card, place or figure by its id."""

import textwrap

from kschwert_env.engine.text import card_title
from kschwert_env.politics_and_intrigue.kernel.components import CARD_NAMES, EVENT_NAMES, FACE_NAMES, RESOURCE_NAMES
from kschwert_env.politics_and_intrigue.svg import parts
from kschwert_env.politics_and_intrigue.svg.colours import SCROLL
from kschwert_env.politics_and_intrigue.svg.parts import MIDDLE, SIZE
from kschwert_env.rendering.colours import INK
from kschwert_env.rendering.svg import box, document, text


def draw_card(edition: str, card: str) -> str | None:
    """Return a picture of a card, place, figure or resource by its id in `card_help`; None without a picture."""
    drawn = _drawn(edition, card)
    return None if drawn is None else document(SIZE, SIZE, parts.definitions(0), drawn, fill=INK)


def _drawn(edition: str, card: str) -> str | None:
    if card in CARD_NAMES:
        return parts.card(card, edition, "")
    if card in EVENT_NAMES:
        lines = textwrap.wrap(card_title(card), 11)
        y = MIDDLE + 4 - 5.5 * (len(lines) - 1)
        words = [text(MIDDLE, y + 11 * i, line, 9.5, text_anchor="middle") for i, line in enumerate(lines)]
        return box(0.5, 0.5, SIZE - 1, SIZE - 1, 4, fill=SCROLL, stroke=INK) + "".join(words)
    if card in ("settlement", "city"):
        return parts.place(card, 0, 0)
    if card in ("knight", "windmill"):
        return parts.figure(card, MIDDLE, MIDDLE)
    if card in RESOURCE_NAMES:
        return parts.region(card, 1, 1)
    if card in FACE_NAMES:
        return text(MIDDLE, MIDDLE + 3, card, 10, text_anchor="middle", font_weight="bold")
    return parts.road() if card == "road" else None
