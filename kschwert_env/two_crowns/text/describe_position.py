"""Positions in prompts for language models."""

import re

from kschwert_env.engine.contract.rules import Position
from kschwert_env.two_crowns.text.drawing import drawn_lines


def describe_position(position: Position, viewer: int, draws_map: bool = False) -> str:
    """Return a position as the seat `viewer` sees it. There is no map, so `draws_map` has no effect."""
    return "\n".join(re.sub(" {2,}", ": ", line, count=1) for line in drawn_lines(position, viewer))
