"""Chapter 2: places, columns of regions and slots, and what lies beside what."""

from kschwert_env.engine.jit.compiling import compiled, inlined
from kschwert_env.politics_and_intrigue.kernel.components import (
    FIRST_METROPOLIS_SLOT,
    NOBODY,
    SLOTS_OF_PLACE,
    End,
    Place,
)


@compiled
def num_regions(state, seat):
    """L1: two in each column."""
    return 2 * int(state.num_places[seat]) + 2


@compiled
def is_city(state, seat, place):
    """P4: a metropolis is one, too."""
    return state.places[seat, place] >= Place.CITY


@compiled
def card_at(state, seat, slot):
    """The card in a slot, NOBODY if it is free."""
    return int(state.slots[seat, slot])


@compiled
def metropolis(state, seat):
    """The place that is a metropolis, NOBODY if there is none."""
    for place in range(state.num_places[seat]):
        if state.places[seat, place] == Place.METROPOLIS:
            return place
    return NOBODY


@compiled
def place_of(state, seat, slot):
    """P3, P4: the place that a slot belongs to."""
    return slot // SLOTS_OF_PLACE if slot < FIRST_METROPOLIS_SLOT else metropolis(state, seat)


@inlined
def is_below(slot):
    """P3: whether a slot of a place lies below it."""
    return slot // 2 % 2


@compiled
def column(state, seat, place, end):
    """P2: the upper region of the column left or right of a place.

    A place brings the column on its outer side; that to the left of place 0 was there before.
    """
    at, home = 0, 0  # where the place and place 0 lie in the row
    for i in range(state.num_places[seat]):
        if state.row[seat, i] == place:
            at = i
        if state.row[seat, i] == 0:
            home = i
    edge = at + end  # columns are numbered from the left, as the places to their right
    if edge == home:
        return 0
    outer = state.row[seat, edge] if edge < home else state.row[seat, edge - 1]
    return 2 * int(outer) + 2


@compiled
def regions_beside(state, seat, slot):
    """P4: the two regions beside a slot of a place, as bits."""
    place, below = slot // SLOTS_OF_PLACE, is_below(slot)
    left = column(state, seat, place, End.LEFT) + below
    return 1 << left | 1 << (column(state, seat, place, End.RIGHT) + below)


@inlined
def regions_bordered(state, seat, place):
    """P2: the four regions that a place borders, as bits."""
    return 3 << column(state, seat, place, End.LEFT) | 3 << column(state, seat, place, End.RIGHT)


@inlined
def found(state, seat, end):
    """B2, P1: a settlement joins the row at an end, using its open road. Returns the upper one of its new regions."""
    place = int(state.num_places[seat])
    if end == End.LEFT:
        for i in range(place, 0, -1):
            state.row[seat, i] = state.row[seat, i - 1]
        state.row[seat, 0] = place
    else:
        state.row[seat, place] = place
    state.num_places[seat] += 1
    state.places[seat, place] = Place.SETTLEMENT
    state.open_roads[seat, end] = 0
    return 2 * place + 2
