"""What happens whenever an action card is played, in whatever phase (A1)."""

from .land import gain, has_room
from .piles import discard, leaves_openly
from .position import Position
from .standing import count_working, has_own


def holds(p: Position, seat: int, card: str) -> bool:
    """Whether the card may be played as far as hand and gate (B12) go."""
    return p.hands[seat][card] > 0 and (p.gate_open or card == "scout")


def lay_down(p: Position, seat: int, card: str) -> None:
    """A1: onto the discard pile at once, but for a ban (A17); then the enemy's sees are paid (F20)."""
    p.note(f"A1 {card} played")
    leaves_openly(p, seat, card)
    if card != "church_ban":
        discard(p, seat, card)
    pay_sees(p, 1 - seat)


def pay_sees(p: Position, seat: int) -> None:
    """F20: 1 gold per working see, if there is room."""
    land = p.principalities[seat]
    for _ in range(count_working(p, seat, "bishops_see")):
        p.note("F20 the see is paid" if has_room(land, "gold") else "F20 no room for the see's gold")
        p.note_if(not has_own(p, seat, "bishops_see"), "F20 a see used by alliance")
        p.note_if(p.turn_player == seat, "F20 the enemy plays in one's own turn")
        if has_room(land, "gold"):
            gain(land, "gold")
