"""Chapter 3, the turn (T1, T2, Q2, Q3), and how the game stops (E2, E3, E6, Q10)."""

from collections.abc import Iterator

from tests.referee.actions import Action

from .cards import ACTION_POINTS
from .chance import Chance
from .position import Position
from .scoring import final_gains


def begin_turn(position: Position, turn: int) -> None:
    """T2, Q2: the open papal visit goes, a seat without land resettles, a king decides on the tax."""
    seat = (position.start_player + turn) % len(position.seats)
    position.turn, position.turn_player, position.player = turn, seat, seat
    position.action_points, position.attack_spent = ACTION_POINTS, False
    if position.papal_visit[seat]:
        position.cite("T2", "D7")
        position.papal_visit[seat] = False
        position.discard_pile["papal_visit"] += 1
    if not position.land(seat) and can_settle(position):
        position.cite("X3")
        position.phase = "resettle"
    else:
        tax_or_action(position)


def can_settle(position: Position) -> bool:
    """Q2, L3: the seat deciding has a marker left, and a free field is left to put it on."""
    return position.has_marker(position.turn_player) and bool(position.free_fields())


def tax_or_action(position: Position) -> None:
    """T2: what follows the papal visit and the resettling."""
    position.phase = "tax" if position.king == position.turn_player else "action"


def go_on(position: Position) -> None:
    """Q3, Q8: back to the turn player, or on to the next one when no AP are left."""
    position.phase, position.player = "action", position.turn_player
    if position.action_points == 0:
        pass_turn(position)


def pass_turn(position: Position) -> None:
    """Q3: the next turn begins, unless the cap on rounds is reached (E6, Q10)."""
    position.cite("Q3")
    next_turn, cap = position.turn + 1, position.rules["max_rounds"]
    if cap is not None and next_turn >= cap * len(position.seats):
        position.cite("E6", "Q10")
        position.truncated = True
        finish(position)
    else:
        begin_turn(position, next_turn)


def finish(position: Position) -> None:
    """The game is over at once: nothing stays pending, and the final scoring is done (E2 to E4)."""
    position.cite("E4")
    position.phase, position.player, position.expansion = "over", None, None
    for seat, gain in enumerate(final_gains(position)):
        position.scores[seat] += gain


def end_turn_choice(position: Position) -> Iterator[Action]:
    """T1: ending the turn early is always allowed."""
    yield Action("end_turn")


def end_turn(position: Position, action: Action, chance: Chance) -> None:
    """T1: the AP left are lost."""
    position.cite("T1")
    pass_turn(position)
