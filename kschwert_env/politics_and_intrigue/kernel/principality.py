"""Slots: where cards may be laid (B3), and what follows when one comes or goes."""

from kschwert_env.engine.jit.compiling import compiled
from kschwert_env.politics_and_intrigue.kernel import hands, land
from kschwert_env.politics_and_intrigue.kernel.components import (
    FIRST_METROPOLIS_SLOT,
    NOBODY,
    NUM_SLOTS,
    SLOTS_OF_PLACE,
    Card,
)

SLOTS_AS_BITS = 0b1111  # those of place 0


@compiled
def free_slots(state, seat):
    """B3: the slots of places where a card could be laid now, as bits: of the two of a side the near one first."""
    bits = 0
    for place in range(state.num_places[seat]):
        for near in range(SLOTS_OF_PLACE * place, SLOTS_OF_PLACE * place + SLOTS_OF_PLACE, 2):
            if state.slots[seat, near] == NOBODY:
                bits |= 1 << near
            elif land.is_city(state, seat, place) and state.slots[seat, near + 1] == NOBODY:
                bits |= 1 << (near + 1)
    return bits


@compiled
def free_city_slots(state, seat):
    """B3: those of cities, for red cards."""
    bits = 0
    for place in range(state.num_places[seat]):
        if land.is_city(state, seat, place):
            bits |= SLOTS_AS_BITS << SLOTS_OF_PLACE * place
    return bits & free_slots(state, seat)


@compiled
def free_unit_slots(state, seat):
    """B3, F19: those beyond the corners of a metropolis, too."""
    bits = free_slots(state, seat)
    if land.metropolis(state, seat) != NOBODY:
        for slot in range(FIRST_METROPOLIS_SLOT, NUM_SLOTS):
            bits |= int(state.slots[seat, slot] == NOBODY) << slot
    return bits


@compiled
def remove(state, seat, slot):
    """Take a card out of its slot. An alliance with it, or of it, has no target any more (F23)."""
    card = land.card_at(state, seat, slot)
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
    """S3: the card's number in the open row, NOBODY for all that never lie there."""
    return card - Card.CHURCH if (card == Card.CHURCH) | (card == Card.TOWN_HALL) else NOBODY


@compiled
def belongs_in_row(board, card):
    """S3, M2: the tournament has no row."""
    return (row_of(card) != NOBODY) & (board.tournament_game == 0)


@compiled
def discard(state, board, seat, card):
    """A card from the principality of a seat goes to the discard pile, church and town hall to the row."""
    if belongs_in_row(board, card):
        state.row_cards[row_of(card)] += 1
    else:
        hands.discard(state, board, seat, card)


@compiled
def take_back(state, board, seat, card):
    """E1, E5: a card from the principality of a seat goes openly to its hand, church and town hall to the row."""
    if belongs_in_row(board, card):
        state.row_cards[row_of(card)] += 1
    else:
        hands.enter(state, seat, card, 1)


@compiled
def slot_options(bits, mask):
    """A 1 for each slot among the bits."""
    for slot in range(NUM_SLOTS):
        mask[slot] = bits >> slot & 1
