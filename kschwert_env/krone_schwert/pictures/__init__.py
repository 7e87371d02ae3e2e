"""Pictures of positions and of editions, SVG."""

from kschwert_env.krone_schwert.pictures.edition import draw_edition
from kschwert_env.krone_schwert.pictures.picture import draw_svg

__all__ = ["draw_edition", "draw_svg"]
