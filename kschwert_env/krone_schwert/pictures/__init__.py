"""Pictures of positions, SVG."""

from kschwert_env.krone_schwert.pictures.picture import draw_svg

__all__ = ["draw_svg"]
