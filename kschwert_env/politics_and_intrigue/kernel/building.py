"""Chapter 7: what is built, and where. All of it is the turn player's."""

from kschwert_env.engine.jit.compiling import compiled, inlined
from kschwert_env.engine.rng import below
from kschwert_env.politics_and_intrigue.kernel import actions as ids
from kschwert_env.politics_and_intrigue.kernel import (
    asking,
    cards,
    hands,
    land,
    principality,
    stock,
    survey,
)
from kschwert_env.politics_and_intrigue.kernel.components import (
    BUILT,
    NOBODY,
    NUM_ENDS,
    NUM_RESOURCES,
    REGION_STACK,
    Card,
    Centre,
    Phase,
    Place,
)

# -- the centre (B2) ----------------------------------------------------------------------------------------------


@compiled
def payable_centre(state, board, centre):
    """B2: the card is in the supply, and its cost in the stocks."""
    return state.supply[centre] > 0 and stock.can_pay(state, state.turn_player, board.centre_cost[centre], NOBODY)


@compiled
def centre_options(state, board, mask):
    """B2: roads where there is none, settlements at roads, cities on settlements."""
    seat = state.turn_player
    if payable_centre(state, board, Centre.ROAD):
        for end in range(NUM_ENDS):
            mask[ids.ROAD + end] = state.open_roads[seat, end] == 0
    if payable_centre(state, board, Centre.SETTLEMENT):
        settlement_sites(state, mask)
    if payable_centre(state, board, Centre.CITY):
        for place in range(state.num_places[seat]):
            mask[ids.CITY + place] = state.places[seat, place] == Place.SETTLEMENT


@compiled
def settlement_sites(state, mask):
    """B2: ends with an open road."""
    for end in range(NUM_ENDS):
        mask[ids.SETTLEMENT + end] = state.open_roads[state.turn_player, end]


@inlined
def can_settle(state, board):
    """A9: a settlement can be built now."""
    has_road = state.open_roads[state.turn_player, 0] | state.open_roads[state.turn_player, 1]
    return has_road != 0 and payable_centre(state, board, Centre.SETTLEMENT)


@compiled
def take_from_supply(state, board, centre):
    """B1, B2."""
    stock.pay(state, state.turn_player, board.centre_cost[centre], NOBODY)
    state.supply[centre] -= 1


@inlined
def road(state, board, end):
    """B2."""
    take_from_supply(state, board, Centre.ROAD)
    state.open_roads[state.turn_player, end] = 1


@inlined
def settlement(state, stream, board, end):
    """B2: with two regions, the top ones of the region stack, or those that a scout has chosen (A9)."""
    seat = state.turn_player
    take_from_supply(state, board, Centre.SETTLEMENT)
    region = land.found(state, seat, end)
    for i in range(2):
        chosen = int(state.chosen[i])
        add_region(state, board, seat, region + i, any_region(state, stream) if chosen == NOBODY else chosen)
    survey.survey(state, board)
    asking.ask(state, Phase.ACTION, seat)


@inlined
def any_region(state, stream):
    """The top card of the region stack: any one, equally likely."""
    size = 0
    for number in range(REGION_STACK):
        size += state.regions_left >> number & 1
    left = below(stream, size)
    number = 0
    while left > 0 or not state.regions_left >> number & 1:
        left -= state.regions_left >> number & 1
        number += 1
    return number


@inlined
def add_region(state, board, seat, region, number):
    """A region of the stack comes into a principality, with stock 0."""
    kind = int(board.stack_kind[number])
    state.region_kind[seat, region] = kind
    state.region_number[seat, region] = board.stack_number[number]
    state.room[seat, kind] += 3
    state.regions_left &= ~(1 << number)


@inlined
def city(state, board, place):
    """B2, or B3: in the phase `place` it becomes a metropolis (F19)."""
    seat = state.turn_player
    if state.phase == Phase.PLACE:
        state.places[seat, place] = Place.METROPOLIS
        asking.ask(state, Phase.ACTION, seat)
    else:
        take_from_supply(state, board, Centre.CITY)
        state.places[seat, place] = Place.CITY
    survey.survey(state, board)


# -- expansions (B3 to B7) ----------------------------------------------------------------------------------------


@compiled
def build_options(state, board, mask):
    """Q3: cards in hand or in the row that can be paid for, have a slot, and are not ruled out (B5, B7, M4)."""
    seat = state.turn_player
    green = principality.free_slots(state, seat)
    red = principality.free_city_slots(state, seat)
    units = principality.free_unit_slots(state, seat)
    for i in range(len(BUILT)):
        card = ids.card_built(i)
        if state.hands[seat, card] > 0 or in_row(state, card):
            if cards.is_unit(card):
                free = units
            elif card == Card.BROTHEL:
                free = principality.free_city_slots(state, 1 - seat)
            elif card == Card.METROPOLIS:
                free = metropolis_sites(state)
            else:
                free = green if cards.is_green(card) else red
            mask[i] = free != 0 and can_pay_for(state, board, seat, card) and is_allowed(state, board, seat, card)


@inlined
def in_row(state, card):
    """S3: whether the card lies in the open row."""
    row = principality.row_of(card)
    return row != NOBODY and state.row_cards[row] > 0


@inlined
def can_pay_for(state, board, seat, card):
    """B1, F16."""
    if is_cheaper(state, board, seat, card):
        return stock.can_pay_less_one(state, seat, board.cost[card])
    return stock.can_pay(state, seat, board.cost[card], NOBODY)


@compiled
def is_cheaper(state, board, seat, card):
    """F16: a mission works, and the building is holy; where it costs nothing, nothing can be left out (T3)."""
    return survey.works(state, seat, Card.MISSION) and cards.is_holy(card) and board.cost[card].any()


@inlined
def is_allowed(state, board, seat, card):
    """B5, B7: what must work, and what must not be there; M4."""
    if card == Card.HOLY_PLACE:
        return survey.works(state, seat, Card.CHURCH) != 0
    if card == Card.BAILIFF_HOUSE:
        return not survey.stands(state, seat, Card.REPUBLIC_HOUSE)
    if card == Card.BISHOPS_SEE:
        return (survey.works(state, seat, Card.ABBEY) | survey.works(state, seat, Card.CHURCH)) != 0
    if card == Card.REPUBLIC_HOUSE:
        has_hall = survey.works(state, seat, Card.TOWN_HALL) != 0
        return has_hall and not survey.stands(state, seat, Card.BAILIFF_HOUSE)
    if card == Card.THEATER:
        return survey.works(state, seat, Card.LIBRARY) != 0
    if principality.row_of(card) != NOBODY:
        return not survey.stands(state, seat, card)
    if cards.is_knight(card) and board.tournament_game:
        return not survey.stands(state, 1 - seat, card)
    return True


@compiled
def metropolis_sites(state):
    """F19: own cities in which a church or town hall of one's own really stands, as bits; one in a principality."""
    seat, bits = state.turn_player, 0
    if land.metropolis(state, seat) == NOBODY:
        for place in range(state.num_places[seat]):
            has_church = survey.lies_in(state, seat, Card.CHURCH, place)
            bits |= int(has_church or survey.lies_in(state, seat, Card.TOWN_HALL, place)) << place
    return bits


@inlined
def build(state, board, card):
    """Q5: card and cost leave at once, with a mission after the choice of what is left out."""
    seat = state.turn_player
    row = principality.row_of(card)
    if row != NOBODY and not board.tournament_game:
        state.row_cards[row] -= 1
    else:
        hands.leave(state, seat, card)
    if is_cheaper(state, board, seat, card):
        asking.ask(state, Phase.DISCOUNT, seat)
    else:
        stock.pay(state, seat, board.cost[card], NOBODY)
        asking.ask(state, Phase.PLACE, seat)
    state.card = card


@inlined
def discount_options(state, board, mask):
    """F16: resources of the cost, when the rest is payable."""
    for kind in range(NUM_RESOURCES):
        cost = board.cost[state.card]
        mask[ids.RESOURCE + kind] = cost[kind] > 0 and stock.can_pay(state, state.turn_player, cost, kind)


@inlined
def discount(state, board, kind):
    """F16: one of this kind is left out."""
    stock.pay(state, state.turn_player, board.cost[state.card], kind)
    state.phase = Phase.PLACE


@inlined
def place_options(state, mask):
    """B3: free slots: for a metropolis cities, for a brothel the enemy's."""
    seat, card = state.turn_player, state.card
    if card == Card.METROPOLIS:
        bits = metropolis_sites(state)
        for place in range(state.num_places[seat]):
            mask[ids.CITY + place] = bits >> place & 1
        return
    if card == Card.BROTHEL:
        bits = principality.free_city_slots(state, 1 - seat)
    elif cards.is_unit(card):
        bits = principality.free_unit_slots(state, seat)
    elif cards.is_green(card):
        bits = principality.free_slots(state, seat)
    else:
        bits = principality.free_city_slots(state, seat)
    principality.slot_options(bits, mask[ids.PICK :])


@inlined
def place(state, board, slot):
    """B3; A13: a bribed knight comes from the enemy's slot. A brewery then needs a side (F22)."""
    seat, card = state.turn_player, state.card
    if state.source != NOBODY:
        principality.remove(state, 1 - seat, state.source)
        move_over(state, board, seat, card)
    state.slots[1 - seat if card == Card.BROTHEL else seat, slot] = card
    survey.survey(state, board)
    asking.ask(state, Phase.BREWERY_SIDE if card == Card.BREWERY else Phase.ACTION, seat)


@compiled
def move_over(state, board, seat, card):
    """M6: in the tournament a card won stays with the seat."""
    if board.tournament_game:
        state.moved[card] += 1 - 2 * seat


@inlined
def demolish(state, board, slot):
    """B4."""
    seat = state.turn_player
    principality.discard(state, board, seat, principality.remove(state, seat, slot))
    survey.survey(state, board)


# -- brewery and alliance (F22, F23) -------------------------------------------------------------------------------


@inlined
def can_turn_brewery(state):
    """F22: in the phase `action`."""
    return state.brewery_side[state.turn_player] != NOBODY and stock.can_pay_gold(state, state.turn_player, 1)


@inlined
def brewery(state, board, side):
    """F22: its first side is free, to turn it costs 1 gold."""
    seat = state.turn_player
    if state.phase == Phase.ACTION:
        stock.pay_gold(state, seat, 1)
    else:
        asking.ask(state, Phase.ACTION, seat)
    state.brewery_side[seat] = side
    survey.survey(state, board)


@inlined
def can_ally(state):
    """F23: an alliance without a target."""
    seat = state.turn_player
    return survey.stands(state, seat, Card.SECRET_ALLIANCE) and state.alliance[seat] == NOBODY


@inlined
def ally_options(state, mask):
    """F23: enemy buildings, but no secret alliance, brothel (that is one's own) or metropolis (that is in no slot)."""
    for slot in range(len(mask)):
        card = land.card_at(state, 1 - state.turn_player, slot)
        is_target = cards.is_building(card) & (card != Card.BROTHEL) & (card != Card.SECRET_ALLIANCE)
        mask[slot] = is_target


@inlined
def ally(state, board, slot):
    """F23."""
    state.alliance[state.turn_player] = slot
    survey.survey(state, board)
