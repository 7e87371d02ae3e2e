"""Pictures of positions, SVG."""

from kschwert_env.politics_and_intrigue.pictures.picture import draw_edition, draw_svg
from kschwert_env.politics_and_intrigue.pictures.targets import target

__all__ = ["draw_edition", "draw_svg", "target"]
