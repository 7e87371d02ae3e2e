"""Chapter 7: what the turn player builds, and where."""

import numpy as np

from kschwert_env.engine.compiled.rng import below
from kschwert_env.engine.jit.compiling import compiled, inlined
from kschwert_env.politics_and_intrigue.kernel import actions as ids
from kschwert_env.politics_and_intrigue.kernel import card_types, derived_state, prompts
from kschwert_env.politics_and_intrigue.kernel.components import (
    BUILT,
    EXCLUDED,
    FIRST_METROPOLIS_SLOT,
    NOBODY,
    NUM_ENDS,
    NUM_PLACES,
    NUM_RESOURCES,
    NUM_SIDES,
    REGION_STACK,
    Card,
    Centre,
    Phase,
    Place,
)
from kschwert_env.politics_and_intrigue.kernel.zones import hands, principality, resources

_EXCLUDED = np.array([1 << EXCLUDED[card] if card in EXCLUDED else 0 for card in Card])  # B5, B7: as bits of cards

# -- roads, settlements and cities (B2) -------------------------------------------------------------------------


@compiled
def is_payable(state, board, centre):
    """Return whether the supply has a road, settlement or city, and the turn player can pay for it (B1, B2)."""
    cost = board.centre_cost[centre]
    return state.supply[centre] > 0 and resources.can_pay(state, state.turn_player, cost, NOBODY)


@compiled
def centre_options(state, board, mask):
    """Write 1 for roads where there is none, settlements at open roads, and cities on settlements (B2)."""
    seat = state.turn_player
    if is_payable(state, board, Centre.ROAD):
        for end in range(NUM_ENDS):
            mask[ids.ROAD + end] = state.open_roads[seat, end] == 0
    if is_payable(state, board, Centre.SETTLEMENT):
        settlement_options(state, board, mask)
    if is_payable(state, board, Centre.CITY):
        for place in range(state.num_places[seat]):
            mask[ids.CITY + place] = state.places[seat, place] == Place.SETTLEMENT


@compiled
def settlement_options(state, board, mask):
    """Write 1 for a settlement at each end with an open road (B2)."""
    for end in range(NUM_ENDS):
        mask[ids.SETTLEMENT + end] = state.open_roads[state.turn_player, end]


@inlined
def can_settle(state, board):
    """Return whether the turn player can build a settlement now (B2, A9)."""
    has_road = state.open_roads[state.turn_player, 0] | state.open_roads[state.turn_player, 1]
    return has_road != 0 and is_payable(state, board, Centre.SETTLEMENT)


@compiled
def take_from_supply(state, board, centre):
    """Pay for a road, settlement or city, and take it from the supply (B1, B2)."""
    resources.pay(state, state.turn_player, board.centre_cost[centre], NOBODY)
    state.supply[centre] -= 1


@inlined
def build_road(state, board, end):
    """Build a road at an end of the row (B2)."""
    take_from_supply(state, board, Centre.ROAD)
    state.open_roads[state.turn_player, end] = 1


@compiled
def build_settlement(state, stream, board, end):
    """Build a settlement with two regions: the top ones of the region stack, or those a scout has chosen (B2, A9)."""
    seat = state.turn_player
    take_from_supply(state, board, Centre.SETTLEMENT)
    region = principality.found(state, seat, end)
    for i in range(2):
        chosen = int(state.chosen[i])
        add_region(state, board, seat, region + i, top_region(state, stream) if chosen == NOBODY else chosen)
    derived_state.update(state, board)


@inlined
def top_region(state, stream):
    """Return the top card of the region stack: each one left, equally likely."""
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
    """Move a region of the stack into a principality, with stock 0 (B2)."""
    kind = int(board.stack_kind[number])
    state.region_kind[seat, region] = kind
    state.region_number[seat, region] = board.stack_number[number]
    state.room[seat, kind] += 3
    state.regions_left &= ~(1 << number)


@inlined
def build_city(state, board, place):
    """Build a city on a settlement (B2)."""
    take_from_supply(state, board, Centre.CITY)
    state.places[state.turn_player, place] = Place.CITY
    derived_state.update(state, board)


# -- expansions (B3 to B7) --------------------------------------------------------------------------------------


@compiled
def build_options(state, board, mask):
    """Write 1 for each card in hand or row that is payable, has a free slot and is allowed (Q3, B5, B7, M4)."""
    seat = state.turn_player
    for i in range(len(BUILT)):
        card = ids.card_built(i)
        if state.hands[seat, card] > 0 or in_row(state, card):
            can_build = can_pay_for(state, board, seat, card) and is_allowed(state, board, seat, card)
            mask[i] = can_build and sites(state, seat, card) != 0


@inlined
def in_row(state, card):
    """Return whether a card lies in the open row (S3)."""
    row = principality.row_of(card)
    return row != NOBODY and state.row_cards[row] > 0


@inlined
def can_pay_for(state, board, seat, card):
    """Return whether a seat can pay for a card, with a mission less one resource (B1, F16)."""
    if is_cheaper(state, board, seat, card):
        return resources.can_pay_less_one(state, seat, board.cost[card])
    return resources.can_pay(state, seat, board.cost[card], NOBODY)


@compiled
def is_cheaper(state, board, seat, card):
    """Return whether a mission makes a card cheaper: a holy building that costs something (F16, T3)."""
    return derived_state.works(state, seat, Card.MISSION) and card_types.is_holy(card) and board.cost[card].any()


@inlined
def is_allowed(state, board, seat, card):
    """Return whether what a card requires works, and what excludes it is absent (B5, B7, M4)."""
    if not derived_state.has_required(state, seat, card) or state.built[seat] & _EXCLUDED[card]:
        return False
    if card_types.is_knight(card) and board.tournament_game:
        return not (derived_state.stands(state, 0, card) or derived_state.stands(state, 1, card))
    return True


@inlined
def build(state, board, card):
    """Take a card out of hand or row and pay for it; with a mission the discount is asked for first (Q5, F16)."""
    seat = state.turn_player
    row = principality.row_of(card)
    if row != NOBODY and not board.tournament_game:
        state.row_cards[row] -= 1
    else:
        hands.leave(state, seat, card)
    if is_cheaper(state, board, seat, card):
        prompts.ask(state, Phase.DISCOUNT, seat)
    else:
        resources.pay(state, seat, board.cost[card], NOBODY)
        prompts.ask(state, Phase.PLACE, seat)
    state.card = card


@inlined
def demolish(state, board, slot):
    """Discard a card of the own principality (B4)."""
    seat = state.turn_player
    principality.discard(state, board, seat, principality.remove(state, seat, slot))
    derived_state.update(state, board)


# -- discount (F16) ---------------------------------------------------------------------------------------------


@inlined
def discount_options(state, board, mask):
    """Write 1 for each resource of the cost without which the rest is payable (F16)."""
    for kind in range(NUM_RESOURCES):
        cost = board.cost[state.card]
        mask[ids.RESOURCE + kind] = cost[kind] > 0 and resources.can_pay(state, state.turn_player, cost, kind)


@inlined
def apply_discount(state, stream, board, action):
    """Pay the cost without one unit of the resource (F16)."""
    resources.pay(state, state.turn_player, board.cost[state.card], action - ids.RESOURCE)
    prompts.ask(state, Phase.PLACE, state.turn_player)


# -- place (B3, F19, A13) ---------------------------------------------------------------------------------------


@compiled
def sites(state, seat, card):
    """Return the free slots where a seat can place a card, as bits: the enemy's for a brothel (B3, F21).

    For a metropolis the bits are cities with church or town hall, unless there is a metropolis already (F19).
    """
    if card == Card.METROPOLIS:
        return metropolis_sites(state, seat)
    if card == Card.BROTHEL:
        return principality.free_city_slots(state, 1 - seat)
    if card_types.is_unit(card):
        return principality.free_unit_slots(state, seat)
    if card_types.is_green(card):
        return principality.free_slots(state, seat)
    return principality.free_city_slots(state, seat)


@inlined
def metropolis_sites(state, seat):
    """Return the places that can become a metropolis, as bits (F19)."""
    bits = 0
    if principality.metropolis(state, seat) == NOBODY:
        for place in range(state.num_places[seat]):
            has_church = derived_state.lies_in(state, seat, Card.CHURCH, place)
            bits |= int(has_church or derived_state.lies_in(state, seat, Card.TOWN_HALL, place)) << place
    return bits


@inlined
def place_options(state, board, mask):
    """Write 1 for each free slot, or city for a metropolis, where the card can be placed (B3, F19, F21)."""
    bits = sites(state, state.turn_player, state.card)
    if state.card == Card.METROPOLIS:
        for place in range(NUM_PLACES):
            mask[ids.CITY + place] = bits >> place & 1
    else:
        principality.slot_options(bits, mask[ids.PICK :])


@inlined
def apply_place(state, stream, board, action):
    """Place the card (B3). A bribed knight leaves the enemy's slot (A13). A brewery needs a side next (F22)."""
    seat, card = state.turn_player, state.card
    if card == Card.METROPOLIS:
        state.places[seat, action - ids.CITY] = Place.METROPOLIS
    else:
        if state.source != NOBODY:
            principality.remove(state, 1 - seat, state.source)
            change_sides(state, board, seat, card)
        state.slots[1 - seat if card == Card.BROTHEL else seat, action - ids.PICK] = card
    derived_state.update(state, board)
    prompts.ask(state, Phase.BREWERY_SIDE if card == Card.BREWERY else Phase.ACTION, seat)


@compiled
def change_sides(state, board, seat, card):
    """Count a card that `seat` has won; in the tournament game it stays with that seat (M6)."""
    if board.tournament_game:
        state.moved[card] += 1 - 2 * seat


# -- brewery and secret alliance (F22, F23) ---------------------------------------------------------------------


@inlined
def brewery_side_options(state, board, mask):
    """Write 1 for both sides of a new brewery (F22)."""
    for side in range(NUM_SIDES):
        mask[ids.last_actions(board) + ids.BREWERY + side] = 1


@inlined
def apply_brewery_side(state, stream, board, action):
    """Choose the first side of a brewery, free of charge (F22)."""
    state.brewery_side[state.turn_player] = action - ids.last_actions(board) - ids.BREWERY
    derived_state.update(state, board)
    prompts.ask(state, Phase.ACTION, state.turn_player)


@inlined
def turn_brewery_options(state, board, mask):
    """Write 1 for the other side of the own brewery, if 1 gold can be paid (F22)."""
    shown = state.brewery_side[state.turn_player]
    if shown != NOBODY and resources.can_pay_gold(state, state.turn_player, 1):
        for side in range(NUM_SIDES):
            mask[ids.last_actions(board) + ids.BREWERY + side] = shown != side


@inlined
def turn_brewery(state, board, side):
    """Turn the own brewery for 1 gold (F22)."""
    resources.pay_gold(state, state.turn_player, 1)
    state.brewery_side[state.turn_player] = side
    derived_state.update(state, board)


@compiled
def is_ally(card):
    """Return whether an alliance can name a card: a building, but no brothel and no secret alliance (F23)."""
    return card_types.is_building(card) & (card != Card.BROTHEL) & (card != Card.SECRET_ALLIANCE)


@inlined
def ally_options(state, mask):
    """Write 1 for each enemy building, if the own alliance has no target (F23)."""
    seat = state.turn_player
    if derived_state.stands(state, seat, Card.SECRET_ALLIANCE) and state.alliance[seat] == NOBODY:
        for slot in range(FIRST_METROPOLIS_SLOT):
            mask[slot] = is_ally(principality.card_at(state, 1 - seat, slot))


@inlined
def ally(state, board, slot):
    """Ally with an enemy building (F23)."""
    state.alliance[state.turn_player] = slot
    derived_state.update(state, board)
