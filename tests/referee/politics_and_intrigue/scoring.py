"""What the seats get in the end (W1 to W3)."""

from .cards import WIN
from .position import Json

POINTS_PER_UNIT = 10  # of the reward `score`


def returns(position: Json) -> list[float]:
    """By the option `reward`; of two seats, placement is but winning."""
    mine, other = position["scores"]
    if position["rules"]["reward"] == "score":
        margin = (mine - other) / 2 / POINTS_PER_UNIT
    elif min(mine, other) >= WIN:
        margin = 1.0 if position["turn_player"] == 0 else -1.0  # B11
    else:
        margin = float((mine > other) - (mine < other))
    return [margin, -margin]
