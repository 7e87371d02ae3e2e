"""What a seat may know of a position (chapter 11)."""

from .position import Json

SECRET = ("hands", "stacks", "pending")


def public_view(position: Json, seat: int) -> Json:
    """N1, N5: all that this seat may know; two positions with equal views are the same to it.

    A card of a stack is None unless the seat has seen it there; who has seen which places is public (N3).
    """
    view = {key: value for key, value in position.items() if key not in SECRET}
    return view | {
        "seat": seat,
        "hand": position["hands"][seat],
        "hand_counts": [sum(hand.values()) for hand in position["hands"]],
        "stacks": [[card if card["seen"][seat] else card | {"card": None} for card in s] for s in position["stacks"]],
        "pending": pending_view(position, seat),
    }


def pending_view(position: Json, seat: int) -> Json | None:
    """N1: public but for the card of `holy`."""
    pending: Json | None = position["pending"]
    if pending is not None and position["phase"] == "holy" and seat != position["player"]:
        return pending | {"card": None}
    return pending
