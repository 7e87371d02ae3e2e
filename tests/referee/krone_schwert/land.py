"""Land: setup (S2, S3), expansion and occupation (chapter 6), resettling (X3), the full board (E3)."""

from collections.abc import Iterator

from tests.referee.actions import Action

from .cards import ACTION_CARDS, ACTION_POINTS
from .chance import Chance
from .position import Expansion, Position
from .turn import begin_turn, can_settle, finish, go_on, tax_or_action

MARKERS_AT_SETUP = 2  # S2: so many per player
FIELDS_TO_RESETTLE = 2  # X3: at most


def _claims(fields: set[int]) -> Iterator[Action]:
    return (Action("claim", field=place) for place in fields)


def settle(position: Position, place: int) -> bool:
    """Put a marker down; true if that ended the game: every plain and forest field carries one (E3)."""
    position.owner[place] = position.player
    open_land = (position.owner[field["id"]] for field in position.fields if field["terrain"] != "mountain")
    if None in open_land:
        return False
    position.cite("E3")
    finish(position)
    return True


# Setup


def setup_choices(position: Position) -> Iterator[Action]:
    """S3: no field adjacent to a marker; if there is no such field, any free one."""
    free = position.free_fields()
    lonely = {place for place in free if free.issuperset(position.neighbours(place))}
    return _claims(lonely or free)


def setup_claim(position: Position, action: Action, chance: Chance) -> None:
    """S2, Q1: each seat in turn, twice around; then the start player's turn begins."""
    position.cite("S2", "Q1")
    position.owner[action.field] = position.player
    seats = len(position.seats)
    placed = sum(owner is not None for owner in position.owner)
    if placed == MARKERS_AT_SETUP * seats:
        begin_turn(position, 0)
    else:
        position.player = position.turn_player = (position.start_player + placed) % seats


# Resettling


def resettle_choices(position: Position) -> Iterator[Action]:
    """X3, Q2: any free field, or no more (even none at all)."""
    yield from _claims(position.free_fields())
    yield Action("done")


def resettle_claim(position: Position, action: Action, chance: Chance) -> None:
    """X3, Q2: over after two fields, or when no free field or marker is left."""
    position.cite("X3")
    if settle(position, action.field):
        return
    if len(position.land(position.player)) == FIELDS_TO_RESETTLE or not can_settle(position):
        tax_or_action(position)


def resettle_done(position: Position, action: Action, chance: Chance) -> None:
    """X3: the seat is content, and has its normal turn."""
    position.cite("X3")
    tax_or_action(position)


# Expansion


def can_claim_next(position: Position) -> bool:
    """L1, L3, Q4: the turn player has an AP, a marker, and a free field beside his own."""
    seat = position.turn_player
    return position.action_points >= 1 and position.has_marker(seat) and bool(position.free_beside(seat))


def expand_choices(position: Position) -> Iterator[Action]:
    """Q4: any card in hand with at least one shield, if one field at least can be claimed."""
    if can_claim_next(position):
        hand = +position.hands[position.player]
        yield from (Action("expand", card=card) for card in hand if ACTION_CARDS[card].shields)


def expand(position: Position, action: Action, chance: Chance) -> None:
    """Q4: the card is discarded at once; no AP is spent yet."""
    position.cite("L1", "Q4")
    discard_from_hand(position, position.player, action.card)
    position.expansion = Expansion(action.card, ACTION_CARDS[action.card].shields)
    position.phase = "expand"


def expand_claim_choices(position: Position) -> Iterator[Action]:
    """L1, Q4: free fields beside own ones; stopping only after the first claim."""
    yield from _claims(position.free_beside(position.player))
    if position.expansion.claims_left < ACTION_CARDS[position.expansion.card].shields:
        yield Action("done")


def expand_claim(position: Position, action: Action, chance: Chance) -> None:
    """L1, Q4: 1 AP per field; over when shields, AP, markers or fields are used up."""
    position.cite("L1", "Q4")
    position.action_points -= 1
    position.expansion.claims_left -= 1
    if settle(position, action.field):
        return
    if position.expansion.claims_left == 0 or not can_claim_next(position):
        expand_done(position, action, chance)


def expand_done(position: Position, action: Action, chance: Chance) -> None:
    """Q4: the other shields of the card are lost."""
    position.expansion = None
    go_on(position)


def discard_from_hand(position: Position, seat: int, card: str) -> None:
    """A card played goes from the hand to the discard pile."""
    position.hands[seat][card] -= 1
    position.discard_pile[card] += 1


# Occupation


def occupy_choices(position: Position) -> Iterator[Action]:
    """L2, L3, Q5: any free field for all 3 AP."""
    if position.action_points == ACTION_POINTS and position.has_marker(position.player):
        yield from _claims(position.free_fields())


def occupy(position: Position, action: Action, chance: Chance) -> None:
    """L2: no card is needed."""
    position.cite("L2")
    position.action_points -= ACTION_POINTS
    if not settle(position, action.field):
        go_on(position)
