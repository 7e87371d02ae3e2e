"""Pictures of positions, SVG."""

from kschwert_env.politics_and_intrigue.svg.card import draw_card
from kschwert_env.politics_and_intrigue.svg.picture import draw_edition, draw_svg
from kschwert_env.politics_and_intrigue.svg.targets import target

__all__ = ["draw_card", "draw_edition", "draw_svg", "target"]
