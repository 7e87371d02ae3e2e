"""A position as a picture, SVG."""

from kschwert_env.engine.actions import Action
from kschwert_env.engine.contract import Position
from kschwert_env.rendering.svg import box, document, text
from kschwert_env.two_crowns.drawing import draw_text


def draw_svg(position: Position, viewer: int | None, last_action: Action | None) -> str:
    """The picture as `viewer` sees it, or with everything in it for a spectator, None."""
    lines = draw_text(position, viewer, last_action).splitlines()
    drawn = [text(16, 30 + 18 * i, line) for i, line in enumerate(lines)]
    return document(720, 480, box(0, 0, 720, 480, 0, fill="#fbf8f1"), *drawn, fill="#1d1d1b")
