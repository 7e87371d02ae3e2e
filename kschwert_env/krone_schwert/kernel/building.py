"""Chapter 4: building, for 2 action points and the matching card."""

import numpy as np

from kschwert_env.engine.jit.compiling import compiled, inlined
from kschwert_env.krone_schwert.kernel import cards, king, turn
from kschwert_env.krone_schwert.kernel.components import Building, Card, Supply, Terrain
from kschwert_env.krone_schwert.kernel.state import NUM_DIRECTIONS

COST = 2


@compiled
def castle(state, stream, board, field):
    """Build a castle on an own mountain (B1)."""
    state.building[field] = Building.CASTLE
    built(state, stream, board, Card.CASTLE, Supply.CASTLES)


@compiled
def small_city(state, stream, board, field):
    """Build a small city on an own plain (B1)."""
    state.building[field] = Building.SMALL_CITY
    built(state, stream, board, Card.CITY, Supply.SMALL_CITIES)


@compiled
def large_city(state, stream, board, octagon, square):
    """Build a large city on an own plain octagon and an own plain square beside it (B1)."""
    state.building[octagon] = Building.LARGE_CITY
    state.building[square] = Building.LARGE_CITY
    for direction in range(NUM_DIRECTIONS):
        if board.neighbours[octagon, direction] == square:
            state.partner[octagon] = 1 + direction
        if board.neighbours[square, direction] == octagon:
            state.partner[square] = 1 + direction
    built(state, stream, board, Card.CITY, Supply.LARGE_CITIES)


@compiled
def cathedral(state, stream, board, octagon):
    """Build a cathedral in an own large city without one (B2)."""
    state.building[octagon] = Building.CATHEDRAL
    state.building[board.neighbours[octagon, state.partner[octagon] - 1]] = Building.CATHEDRAL
    built(state, stream, board, Card.CATHEDRAL, Supply.CATHEDRALS)


@compiled
def built(state, stream, board, card, kind):
    """Pay for a building, count it, and crown the first seat that qualifies (K1)."""
    seat = state.turn_player
    state.action_points -= COST
    cards.discard_from_hand(state, seat, card)
    state.buildings[seat, kind] += 1
    state.supply[kind] -= 1
    king.crown_the_first(state, stream)
    turn.continue_turn(state, board)


@inlined
def payable(state, card):
    """Return whether the turn's player has action points and card for a building; ignore supply and site (T3, B1)."""
    return state.action_points >= COST and state.hands[state.turn_player, card] > 0


@inlined
def is_site(state, seat, field, terrain):
    """Return whether a field belongs to the seat, has that terrain and no building (B1, B3)."""
    return (
        (state.owner[field] == seat)
        & (state.terrain[field] == np.int8(terrain))
        & (state.building[field] == np.int8(Building.NONE))
    )


@inlined
def castle_sites(state, mask):
    """Write 1 for own mountains without a building (B1)."""
    seat = np.int8(state.turn_player)
    for field in range(state.owner.shape[0]):
        mask[field] = is_site(state, seat, field, Terrain.MOUNTAIN)


@inlined
def city_sites(state, board, small, large):
    """Write 1 for own plains without a building, and for pairs of such an octagon and square (B1, C5)."""
    seat = np.int8(state.turn_player)
    for field in range(state.owner.shape[0]):
        small[field] = is_site(state, seat, field, Terrain.PLAIN)
    if state.supply[Supply.LARGE_CITIES] > 0:
        for octagon in range(board.num_octagons):
            if small[octagon]:
                for i in range(board.first_city_site[octagon], board.first_city_site[octagon + 1]):
                    large[i] = small[board.city_sites[i, 1]]
    if state.supply[Supply.SMALL_CITIES] == 0:
        for field in range(state.owner.shape[0]):
            small[field] = 0


@inlined
def cathedral_sites(state, board, mask):
    """Write 1 for the octagons of own large cities without a cathedral (B2)."""
    seat = np.int8(state.turn_player)
    for octagon in range(board.num_octagons):
        mask[octagon] = (state.owner[octagon] == seat) & (state.building[octagon] == np.int8(Building.LARGE_CITY))
