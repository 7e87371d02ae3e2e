"""Chapter 6: land, claimed by expansion or occupation."""

from kschwert_env.engine.jit.compiling import compiled, inlined
from kschwert_env.krone_schwert.kernel import cards, end, turn
from kschwert_env.krone_schwert.kernel.components import NOBODY, NUM_ACTION_CARDS, Phase, Terrain

OCCUPY_COST = 3  # L2


@inlined
def place_marker(state, board, seat, field):
    """Put a seat's marker on a free field, and update what is derived from the owners."""
    state.owner[field] = seat
    state.free_land -= state.terrain[field] != Terrain.MOUNTAIN
    state.markers[seat] -= 1
    count_neighbours(state, board, seat, field, 1)


@compiled
def exchange_marker(state, board, seat, field):
    """Replace the marker on a field by one of `seat` (A7)."""
    loser = state.owner[field]
    state.markers[loser] += 1
    count_neighbours(state, board, loser, field, -1)
    state.owner[field] = seat
    state.markers[seat] -= 1
    count_neighbours(state, board, seat, field, 1)


@compiled
def count_neighbours(state, board, seat, field, change):
    """Update the neighbour counts around a field that comes to a seat (`change` 1) or leaves it (-1)."""
    for neighbour in board.neighbours[field]:  # branch-free, as branches would often be mispredicted
        state.own_neighbours[seat, max(neighbour, 0)] += change * (neighbour >= 0)


@compiled
def begin_expansion(state, board, card):
    """Begin an expansion: discard the card at once, spend action points claim by claim (L1, Q4)."""
    cards.discard_from_hand(state, state.turn_player, card)
    state.phase = Phase.EXPAND
    state.expansion_card = card
    state.claims_left = board.shields[card]


@compiled
def end_expansion(state, board):
    """End an expansion; unused shields are lost."""
    state.expansion_card = NOBODY
    state.claims_left = 0
    turn.continue_turn(state, board)


@inlined
def claim(state, board, field):
    """Claim a field after the setup: in an expansion (L1), as occupation (L2) or resettling (X3)."""
    seat = state.turn_player
    place_marker(state, board, seat, field)
    if state.phase == Phase.EXPAND:
        state.action_points -= 1
        state.claims_left -= 1
    elif state.phase == Phase.ACTION:
        state.action_points -= OCCUPY_COST
    if state.free_land == 0:  # E3: also with a claim still owed
        end.finish(state, board)
    elif state.phase == Phase.RESETTLE:
        turn.resettled(state, board)
    elif state.phase == Phase.ACTION:
        turn.continue_turn(state, board)
    elif state.claims_left == 0 or state.action_points == 0 or not can_grow(state):
        end_expansion(state, board)


@inlined
def can_grow(state):
    """Return whether the turn's player has a marker and a free field beside an own one (L1, L3)."""
    seat = state.turn_player
    has_site = False
    for field in range(state.owner.shape[0]):  # vectorized over all fields, which is faster than stopping early
        has_site |= (state.owner[field] == NOBODY) & (state.own_neighbours[seat, field] > 0)
    return has_site and state.markers[seat] > 0


@inlined
def expandable_cards(state, board, mask):
    """Write 1 for the cards in hand that can be played for their shields (L1, Q4)."""
    if can_grow(state):
        for card in range(NUM_ACTION_CARDS):
            mask[card] = (state.hands[state.turn_player, card] > 0) & (board.shields[card] > 0)


@inlined
def adjacent_free_fields(state, mask):
    """Write 1 for free fields beside an own one (L1)."""
    seat = state.turn_player
    for field in range(state.owner.shape[0]):
        mask[field] = (state.owner[field] == NOBODY) & (state.own_neighbours[seat, field] > 0)


@inlined
def free_fields(state, mask):
    """Write 1 for free fields anywhere (L2, S3, X3)."""
    for field in range(state.owner.shape[0]):
        mask[field] = state.owner[field] == NOBODY
