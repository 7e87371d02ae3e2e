"""Chapter 2: places, columns of regions and slots, which slots are free (B3), and cards that enter or leave a slot."""

from kschwert_env.engine.jit.compiling import compiled, inlined
from kschwert_env.politics_and_intrigue.kernel.components import (
    FIRST_METROPOLIS_SLOT,
    NOBODY,
    NUM_SLOTS,
    SLOTS_OF_PLACE,
    Card,
    End,
    Place,
)
from kschwert_env.politics_and_intrigue.kernel.zones import hands

SLOTS_AS_BITS = 0b1111  # the slots of place 0, as bits

# -- places, columns and regions (P1 to P4) ---------------------------------------------------------------------


@compiled
def num_regions(state, seat):
    """Return the number of regions of a seat: two in each column (L1)."""
    return 2 * int(state.num_places[seat]) + 2


@compiled
def is_city(state, seat, place):
    """Return whether a place is a city. A metropolis is one, too (P4)."""
    return state.places[seat, place] >= Place.CITY


@compiled
def card_at(state, seat, slot):
    """Return the card in a slot, NOBODY if the slot is free."""
    return int(state.slots[seat, slot])


@compiled
def metropolis(state, seat):
    """Return the place that is a metropolis, NOBODY if there is none."""
    for place in range(state.num_places[seat]):
        if state.places[seat, place] == Place.METROPOLIS:
            return place
    return NOBODY


@compiled
def place_of(state, seat, slot):
    """Return the place that a slot belongs to (P3, P4)."""
    return slot // SLOTS_OF_PLACE if slot < FIRST_METROPOLIS_SLOT else metropolis(state, seat)


@compiled
def column(state, seat, place, end):
    """Return the upper region of the column left or right of a place (P2).

    Each place brings the column on its outer side. The column left of place 0 exists from the start.
    """
    at, home = 0, 0  # positions of `place` and of place 0 in the row
    for i in range(state.num_places[seat]):
        if state.row[seat, i] == place:
            at = i
        if state.row[seat, i] == 0:
            home = i
    edge = at + end  # columns are numbered from the left, like the places to their right
    if edge == home:
        return 0
    outer = state.row[seat, edge] if edge < home else state.row[seat, edge - 1]
    return 2 * int(outer) + 2


@compiled
def regions_beside(state, seat, slot):
    """Return the two regions beside a slot of a place, as bits (P4)."""
    place, below = slot // SLOTS_OF_PLACE, slot // 2 % 2  # P3
    left = column(state, seat, place, End.LEFT) + below
    return 1 << left | 1 << (column(state, seat, place, End.RIGHT) + below)


@inlined
def regions_bordered(state, seat, place):
    """Return the four regions that a place borders, as bits (P2)."""
    return 3 << column(state, seat, place, End.LEFT) | 3 << column(state, seat, place, End.RIGHT)


@inlined
def found(state, seat, end):
    """Found a settlement at an end of the row, on its open road (B2, P1). Return the upper of its two new regions."""
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


# -- free slots (B3) --------------------------------------------------------------------------------------------


@compiled
def free_slots(state, seat):
    """Return the free slots of places that can be filled now, as bits: on each side the near slot first (B3)."""
    bits = 0
    for place in range(state.num_places[seat]):
        for near in range(SLOTS_OF_PLACE * place, SLOTS_OF_PLACE * place + SLOTS_OF_PLACE, 2):
            if state.slots[seat, near] == NOBODY:
                bits |= 1 << near
            elif is_city(state, seat, place) and state.slots[seat, near + 1] == NOBODY:
                bits |= 1 << (near + 1)
    return bits


@compiled
def free_city_slots(state, seat):
    """Return the free slots of cities, for red cards, as bits (B3)."""
    bits = 0
    for place in range(state.num_places[seat]):
        if is_city(state, seat, place):
            bits |= SLOTS_AS_BITS << SLOTS_OF_PLACE * place
    return bits & free_slots(state, seat)


@compiled
def free_unit_slots(state, seat):
    """Return the free slots for units, as bits: also those beyond the corners of a metropolis (B3, F19)."""
    bits = free_slots(state, seat)
    if metropolis(state, seat) != NOBODY:
        for slot in range(FIRST_METROPOLIS_SLOT, NUM_SLOTS):
            bits |= int(state.slots[seat, slot] == NOBODY) << slot
    return bits


@compiled
def slot_options(bits, mask):
    """Write 1 for each slot among the bits, and 0 for all others."""
    for slot in range(NUM_SLOTS):
        mask[slot] = bits >> slot & 1


# -- cards that leave their slot --------------------------------------------------------------------------------


@compiled
def remove(state, seat, slot):
    """Take a card out of its slot and return it. An alliance that it has or serves loses its target (F23)."""
    card = card_at(state, seat, slot)
    state.slots[seat, slot] = NOBODY
    if state.alliance[1 - seat] == slot:
        state.alliance[1 - seat] = NOBODY
    if card == Card.SECRET_ALLIANCE:
        state.alliance[seat] = NOBODY
    elif card == Card.BREWERY:
        state.brewery_side[seat] = NOBODY
    return card


@compiled
def row_of(card):
    """Return the index of a card in the open row, NOBODY for cards that never lie there (S3)."""
    return card - Card.CHURCH if (card == Card.CHURCH) | (card == Card.TOWN_HALL) else NOBODY


@compiled
def belongs_in_row(board, card):
    """Return whether a card returns to the open row. The tournament game has no row (S3, M2)."""
    return (row_of(card) != NOBODY) & (board.tournament_game == 0)


@compiled
def discard(state, board, seat, card):
    """Put a card from a principality onto the discard pile of `seat`, church and town hall into the row (B4)."""
    if belongs_in_row(board, card):
        state.row_cards[row_of(card)] += 1
    else:
        hands.discard(state, board, seat, card)


@compiled
def take_back(state, board, seat, card):
    """Return a card from a principality openly to the hand of `seat`, church and town hall to the row (E1, E5)."""
    if belongs_in_row(board, card):
        state.row_cards[row_of(card)] += 1
    else:
        hands.enter(state, seat, card, 1)
