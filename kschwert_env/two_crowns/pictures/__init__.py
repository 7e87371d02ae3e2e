"""Pictures of positions, SVG."""

from kschwert_env.two_crowns.pictures.picture import draw_edition, draw_svg

__all__ = ["draw_edition", "draw_svg"]
