"""Pictures of positions, SVG."""

from kschwert_env.two_crowns.pictures.picture import draw_edition, draw_svg
from kschwert_env.two_crowns.pictures.targets import target

__all__ = ["draw_edition", "draw_svg", "target"]
