"""Pictures of positions, SVG, and scenes of battles."""

from kschwert_env.two_crowns.svg.battle_scene import battle_scene, points
from kschwert_env.two_crowns.svg.cards import draw_card
from kschwert_env.two_crowns.svg.picture import draw_edition, draw_svg
from kschwert_env.two_crowns.svg.stage import draw_lists, draw_stage, summarize
from kschwert_env.two_crowns.svg.targets import target

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
