"""Chapter 8, buildings and units: what they bring, and which slots and regions they reach or protect, as bits."""

from kschwert_env.engine.jit.compiling import compiled, inlined
from kschwert_env.politics_and_intrigue.kernel import card_types, derived_state
from kschwert_env.politics_and_intrigue.kernel.components import (
    FIRST_METROPOLIS_SLOT,
    HAND,
    NOBODY,
    NUM_SLOTS,
    SLOTS_OF_PLACE,
    Card,
    Resource,
)
from kschwert_env.politics_and_intrigue.kernel.zones import principality, resources

MILL_KINDS = (
    int(Resource.BRICK),
    int(Resource.GRAIN),
    int(Resource.ORE),
    int(Resource.LUMBER),
    int(Resource.WOOL),
)  # F3: by mill, from brick_factory to weaving_mill
MILLS = 0b11111 << Card.BRICK_FACTORY  # as bits of cards


@compiled
def beside_working(state, seat, card):
    """Return the regions beside working buildings of a kind, as bits."""
    bits = 0
    if derived_state.works(state, seat, card):
        for slot in range(FIRST_METROPOLIS_SLOT):
            if derived_state.working_at(state, seat, slot) == card:
                bits |= principality.regions_beside(state, seat, slot)
    return bits


@inlined
def doubled(state, seat):
    """Return the regions whose yield a mill doubles, as bits (F3)."""
    bits = 0
    if state.working[seat] & MILLS:
        for slot in range(FIRST_METROPOLIS_SLOT):
            card = derived_state.working_at(state, seat, slot)
            if card >= Card.BRICK_FACTORY and card <= Card.WEAVING_MILL:
                kind = MILL_KINDS[card - Card.BRICK_FACTORY]
                bits |= principality.regions_beside(state, seat, slot) & of_kind(state, seat, kind)
    return bits


@inlined
def of_kind(state, seat, kind):
    """Return the regions of a kind, as bits."""
    bits = 0
    for region in range(principality.num_regions(state, seat)):
        bits |= int(state.region_kind[seat, region] == kind) << region
    return bits


@compiled
def plagued(state, seat):
    """Return the regions that a plague hits, as bits: with stock, at a city, at no city with a bath house (E2, F9)."""
    bits, safe = 0, 0
    for place in range(state.num_places[seat]):
        if principality.is_city(state, seat, place):
            bordered = principality.regions_bordered(state, seat, place)
            bits |= bordered
            if derived_state.works_in(state, seat, Card.BATH_HOUSE, place):
                safe |= bordered
    for region in range(principality.num_regions(state, seat)):
        safe |= int(state.stock[seat, region] == 0) << region
    return bits & ~safe


@inlined
def safe_from_civil_war(state, board, seat, slot):
    """Return whether a unit can't be named in a civil war: it is protected by a church (F7) or order castle (F17)."""
    if derived_state.works_in(state, seat, Card.CHURCH, principality.place_of(state, seat, slot)):
        return True
    return safe_by_castle(state, board, seat, principality.card_at(state, seat, slot))


@compiled
def safe_by_castle(state, board, seat, card):
    """Return whether an order castle protects a card from civil war and bribery: a great knight (F17)."""
    is_great_knight = card_types.is_knight(card) and card_types.is_great(board, card)
    return is_great_knight and derived_state.works(state, seat, Card.ORDER_CASTLE)


@inlined
def burnable(state, board, seat):
    """Return the slots with buildings of a seat that an arsonist can burn, as bits (A4, F4, F20)."""
    bits = 0
    for slot in range(FIRST_METROPOLIS_SLOT):
        card = principality.card_at(state, seat, slot)
        if card_types.is_building(card) and card != Card.BROTHEL and card != Card.BISHOPS_SEE:
            bits |= int(not derived_state.works_in(state, seat, Card.FIRE_BRIGADE, slot // SLOTS_OF_PLACE)) << slot
    return bits


@inlined
def burnable_brothel(state, seat):
    """Return the slot of an enemy brothel in a place of the seat without a fire brigade, else NOBODY (A4, F4)."""
    for slot in range(FIRST_METROPOLIS_SLOT):
        is_brothel = principality.card_at(state, seat, slot) == Card.BROTHEL
        if is_brothel and not derived_state.works_in(state, seat, Card.FIRE_BRIGADE, slot // SLOTS_OF_PLACE):
            return slot
    return NOBODY


@compiled
def buildings(state, seat):
    """Return the slots with buildings of the seat's own, as bits."""
    bits = 0
    for slot in range(FIRST_METROPOLIS_SLOT):
        card = principality.card_at(state, seat, slot)
        bits |= int(card_types.is_building(card) and card != Card.BROTHEL) << slot
    return bits


@inlined
def own_cards(state, seat):
    """Return the slots with buildings and units of the seat's own, as bits (B4)."""
    bits = 0
    for slot in range(NUM_SLOTS):
        card = principality.card_at(state, seat, slot)
        bits |= int((card >= 0) & (card != Card.BROTHEL)) << slot
    return bits


@inlined
def knights(state, seat):
    """Return the slots with knights, as bits (A3)."""
    bits = 0
    for slot in range(NUM_SLOTS):
        bits |= int(card_types.is_knight(principality.card_at(state, seat, slot))) << slot
    return bits


@inlined
def bribable(state, board, seat):
    """Return the slots with knights that no order castle protects, as bits (A13, F17)."""
    bits = 0
    for slot in range(NUM_SLOTS):
        card = principality.card_at(state, seat, slot)
        bits |= int(card_types.is_knight(card) and not safe_by_castle(state, board, seat, card)) << slot
    return bits


@compiled
def at_war(state, board, seat):
    """Return the slots with units of a seat that can be named in a civil war, as bits (E1)."""
    bits = 0
    for slot in range(NUM_SLOTS):
        if card_types.is_unit(principality.card_at(state, seat, slot)):
            bits |= int(not safe_from_civil_war(state, board, seat, slot)) << slot
    return bits


@compiled
def hand_limit(state, seat):
    """Return the hand limit of a seat (F1, L2)."""
    limit = HAND + derived_state.count_working(state, seat, Card.ABBEY)
    limit += derived_state.count_working(state, seat, Card.LIBRARY)
    return limit + 2 * derived_state.count_working(state, seat, Card.THEATER)


@inlined
def pay_sees(state, seat):
    """Give a seat 1 gold for each working bishop's see, if there is room (F20)."""
    for _ in range(derived_state.count_working(state, seat, Card.BISHOPS_SEE)):
        if state.room[seat, Resource.GOLD] > 0:
            resources.gain(state, seat, Resource.GOLD)
