"""Positions for listeners."""

import re

from kschwert_env.engine.contract.rules import Position
from kschwert_env.politics_and_intrigue.kernel.components import RESOURCE_NAMES
from kschwert_env.politics_and_intrigue.text.describe_position import describe_position

_REGION = re.compile(rf"({'|'.join(RESOURCE_NAMES)}) (\d) with (\d)")


def speak_position(position: Position, viewer: int | None) -> str:
    """Return a position as `viewer` sees it; regions with words for their numbers."""
    return _REGION.sub(r"\1 on a roll of \2 (stock \3)", describe_position(position, viewer))
