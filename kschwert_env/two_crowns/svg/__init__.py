"""Pictures of positions, SVG."""

from kschwert_env.two_crowns.svg.cards import draw_card
from kschwert_env.two_crowns.svg.picture import draw_edition, draw_svg
from kschwert_env.two_crowns.svg.targets import target

__all__ = ["draw_card", "draw_edition", "draw_svg", "target"]
