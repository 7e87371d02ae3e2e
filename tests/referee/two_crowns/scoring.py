"""What the seats get in the end: the higher castle has won (E1 to E3)."""

from .position import Json

POINTS_PER_UNIT = 10  # of the reward `score`


def returns(position: Json) -> list[float]:
    """By the option `reward`; of two seats, placement is but winning."""
    mine, other = position["castles"]
    if position["rules"]["reward"] == "score":
        margin = (mine - other) / 2 / POINTS_PER_UNIT
    else:
        margin = float((mine > other) - (mine < other))
    return [margin, -margin]
