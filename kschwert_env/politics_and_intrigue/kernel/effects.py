"""Chapter 8, buildings and units: which regions they reach, as bits, and what they keep safe."""

from kschwert_env.engine.jit.compiling import compiled, inlined
from kschwert_env.politics_and_intrigue.kernel import cards, land, survey
from kschwert_env.politics_and_intrigue.kernel.components import (
    FIRST_METROPOLIS_SLOT,
    NUM_SLOTS,
    Card,
    Resource,
)

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
    """The regions beside a working building of a kind."""
    bits = 0
    if survey.works(state, seat, card):
        for slot in range(FIRST_METROPOLIS_SLOT):
            if survey.working_at(state, seat, slot) == card:
                bits |= land.regions_beside(state, seat, slot)
    return bits


@inlined
def doubled(state, seat):
    """F3: regions whose yield a mill doubles."""
    bits = 0
    if state.working[seat] & MILLS:
        for slot in range(FIRST_METROPOLIS_SLOT):
            card = survey.working_at(state, seat, slot)
            if card >= Card.BRICK_FACTORY and card <= Card.WEAVING_MILL:
                kind = MILL_KINDS[card - Card.BRICK_FACTORY]
                bits |= land.regions_beside(state, seat, slot) & of_kind(state, seat, kind)
    return bits


@inlined
def of_kind(state, seat, kind):
    """The regions of a kind."""
    bits = 0
    for region in range(land.num_regions(state, seat)):
        bits |= int(state.region_kind[seat, region] == kind) << region
    return bits


@compiled
def plagued(state, seat):
    """E2, F9: regions that would lose something: they border a city, no city with a bath house, and have stock."""
    bits, safe = 0, 0
    for place in range(state.num_places[seat]):
        if land.is_city(state, seat, place):
            bordered = land.regions_bordered(state, seat, place)
            bits |= bordered
            if survey.works_in(state, seat, Card.BATH_HOUSE, place):
                safe |= bordered
    for region in range(land.num_regions(state, seat)):
        safe |= int(state.stock[seat, region] == 0) << region
    return bits & ~safe


@inlined
def safe_from_civil_war(state, board, seat, slot):
    """E1: a unit in the place of a working church (F7), or a great knight with a working order castle (F17)."""
    if survey.works_in(state, seat, Card.CHURCH, land.place_of(state, seat, slot)):
        return True
    return safe_by_castle(state, board, seat, land.card_at(state, seat, slot))


@compiled
def safe_by_castle(state, board, seat, card):
    """F17: great knights, from civil war and bribery."""
    return cards.is_knight(card) and cards.is_great(board, card) and survey.works(state, seat, Card.ORDER_CASTLE)


@inlined
def burnable(state, board, seat):
    """A4, F4, F20: slots with buildings of a seat that an arsonist can burn."""
    bits = 0
    for slot in range(FIRST_METROPOLIS_SLOT):
        card = land.card_at(state, seat, slot)
        if cards.is_building(card) and card != Card.BROTHEL and card != Card.BISHOPS_SEE:
            bits |= int(not survey.works_in(state, seat, Card.FIRE_BRIGADE, slot // 4)) << slot
    return bits


@inlined
def burnable_brothel(state, seat):
    """A4: the slot of an enemy brothel in a place of the seat without a working fire brigade; NOBODY if none."""
    for slot in range(FIRST_METROPOLIS_SLOT):
        is_brothel = land.card_at(state, seat, slot) == Card.BROTHEL
        if is_brothel and not survey.works_in(state, seat, Card.FIRE_BRIGADE, slot // 4):
            return slot
    return -1


@compiled
def buildings(state, seat):
    """Slots with buildings of a seat's own."""
    bits = 0
    for slot in range(FIRST_METROPOLIS_SLOT):
        card = land.card_at(state, seat, slot)
        bits |= int(cards.is_building(card) and card != Card.BROTHEL) << slot
    return bits


@inlined
def own_cards(state, seat):
    """B4: slots with buildings and units of a seat's own."""
    bits = 0
    for slot in range(NUM_SLOTS):
        card = land.card_at(state, seat, slot)
        bits |= int((card >= 0) & (card != Card.BROTHEL)) << slot
    return bits


@inlined
def knights(state, seat):
    """Slots with knights (A3)."""
    bits = 0
    for slot in range(NUM_SLOTS):
        bits |= int(cards.is_knight(land.card_at(state, seat, slot))) << slot
    return bits


@inlined
def bribable(state, board, seat):
    """A13: slots with knights that no order castle keeps safe (F17)."""
    bits = 0
    for slot in range(NUM_SLOTS):
        card = land.card_at(state, seat, slot)
        bits |= int(cards.is_knight(card) and not safe_by_castle(state, board, seat, card)) << slot
    return bits


@compiled
def at_war(state, board, seat):
    """E1: slots with units of a seat that can be named in a civil war."""
    bits = 0
    for slot in range(NUM_SLOTS):
        if cards.is_unit(land.card_at(state, seat, slot)):
            bits |= int(not safe_from_civil_war(state, board, seat, slot)) << slot
    return bits
