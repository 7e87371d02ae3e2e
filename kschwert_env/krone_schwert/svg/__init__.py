"""Pictures of positions and of editions, SVG."""

from kschwert_env.krone_schwert.svg.card import draw_card
from kschwert_env.krone_schwert.svg.edition import draw_edition
from kschwert_env.krone_schwert.svg.picture import draw_svg
from kschwert_env.krone_schwert.svg.targets import target

__all__ = ["draw_card", "draw_edition", "draw_svg", "target"]
