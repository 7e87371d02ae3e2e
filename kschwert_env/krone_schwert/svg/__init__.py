"""Pictures of positions and of editions, SVG, and scenes of battles."""

from kschwert_env.krone_schwert.svg.battle_scene import battle_scene, points
from kschwert_env.krone_schwert.svg.card import draw_card
from kschwert_env.krone_schwert.svg.edition import draw_edition
from kschwert_env.krone_schwert.svg.picture import draw_svg
from kschwert_env.krone_schwert.svg.stage import draw_lists, draw_stage, summarize
from kschwert_env.krone_schwert.svg.targets import target

__all__ = [
    "battle_scene",
    "draw_card",
    "draw_edition",
    "draw_lists",
    "draw_stage",
    "draw_svg",
    "points",
    "summarize",
    "target",
]
