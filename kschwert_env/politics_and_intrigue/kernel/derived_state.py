"""Fields of the record that follow from others: working buildings, points and figures (F0, B9, B10), and counts."""

from pathlib import Path

import numpy as np

from kschwert_env.engine.jit.compiling import compiled, entry_point, inlined
from kschwert_env.engine.jit.native.digests import sources_digest
from kschwert_env.politics_and_intrigue.kernel import card_types
from kschwert_env.politics_and_intrigue.kernel.components import (
    FIRST_METROPOLIS_SLOT,
    MOST_STOCK,
    NOBODY,
    NUM_CARDS,
    NUM_PLACES,
    NUM_PLAYERS,
    NUM_REGIONS,
    NUM_RESOURCES,
    NUM_ROW,
    NUM_SLOTS,
    REGION_STACK,
    REQUIRED,
    ROW_CARDS,
    SLOTS_OF_PLACE,
    START_PLACES,
    START_REGIONS,
    Card,
    Centre,
    Phase,
    Place,
    Side,
)
from kschwert_env.politics_and_intrigue.kernel.zones import principality, stacks

_REQUIRED = np.array([sum(1 << other for other in REQUIRED.get(card, ())) for card in Card])  # B5: as bits of cards

# -- buildings that work or stand (F0) --------------------------------------------------------------------------


@compiled
def ally_of(state, seat):
    """Return the enemy building that a seat's alliance uses, NOBODY without a target (F23)."""
    target = int(state.alliance[seat])
    return principality.card_at(state, 1 - seat, target) if target != NOBODY else NOBODY


@compiled
def working_at(state, seat, slot):
    """Return the building that works for a seat in a slot, else NOBODY. An alliance works as its target (F0, F23)."""
    card = principality.card_at(state, seat, slot)
    if card == Card.SECRET_ALLIANCE and state.alliance[seat] != NOBODY:
        return ally_of(state, seat)
    return card if card_types.is_building(card) and card != Card.BROTHEL else NOBODY


@compiled
def works(state, seat, card):
    """Return 1 if a building of a kind works for a seat, else 0 (F0)."""
    return state.working[seat] >> card & 1


@compiled
def stands(state, seat, card):
    """Return 1 if a card of the seat's own lies in its principality, else 0."""
    return state.built[seat] >> card & 1


@compiled
def has_required(state, seat, card):
    """Return whether what a card requires works for a seat (B5)."""
    return _REQUIRED[card] == 0 or state.working[seat] & _REQUIRED[card] != 0


@compiled
def count_working(state, seat, card):
    """Return how many buildings of a kind work for a seat (F0)."""
    if not works(state, seat, card):
        return 0
    count = 0
    for slot in range(FIRST_METROPOLIS_SLOT):
        count += working_at(state, seat, slot) == card
    return count


@compiled
def works_in(state, seat, card, place):
    """Return whether a building of a kind works in a place."""
    if works(state, seat, card):
        for slot in range(SLOTS_OF_PLACE * place, SLOTS_OF_PLACE * (place + 1)):
            if working_at(state, seat, slot) == card:
                return True
    return False


@compiled
def lies_in(state, seat, card, place):
    """Return whether a card itself lies in a slot of a place; alliances do not count."""
    for slot in range(SLOTS_OF_PLACE * place, SLOTS_OF_PLACE * (place + 1)):
        if principality.card_at(state, seat, slot) == card:
            return True
    return False


@compiled
def update(state, board):
    """Write what follows from the slots and places of both seats: working buildings, points and figures (B9, B10)."""
    for seat in range(NUM_PLAYERS):
        update_seat(state, board, seat)
    state.knight = owner_of_more(int(state.strength[0]), int(state.strength[1]))
    state.windmill = owner_of_more(int(state.trade_points[0]), int(state.trade_points[1]))
    for seat in range(NUM_PLAYERS):
        state.scores[seat] += int(state.knight == seat) + int(state.windmill == seat)


@compiled
def owner_of_more(first, second):
    """Return the seat with strictly more, NOBODY on a tie (B10)."""
    return NOBODY if first == second else int(second > first)


@compiled
def update_seat(state, board, seat):
    """Write what one seat's cards bring it, without the figures, which depend on both seats (B9, B10, F14)."""
    built, working, points, trade, strength, tournament, fleets = 0, 0, 0, 0, 0, 0, 0
    for slot in range(NUM_SLOTS):
        card = principality.card_at(state, seat, slot)
        if card == NOBODY or card == Card.BROTHEL:
            continue
        built |= 1 << card
        points += board.victory_points[card]
        tournament += board.tournament[card]
        if card_types.is_knight(card):
            strength += strength_of(state, board, seat, slot, card)
            trade += board.trade_points[card]
            continue
        fleets += card_types.is_fleet(card)
        used = working_at(state, seat, slot)
        if used == Card.BREWERY:  # F22: in an alliance it shows what the enemy's shows
            side = state.brewery_side[seat if card == Card.BREWERY else 1 - seat]
            trade += board.trade_points[used] if side == Side.TRADE else 0
            strength += board.strength[used] if side == Side.STRENGTH else 0
        else:
            trade += board.trade_points[card if used == NOBODY else used]
        if used != NOBODY:
            working |= 1 << card | 1 << used
    for place in range(state.num_places[seat]):
        points += place_points(board, int(state.places[seat, place]))
    if working >> Card.HARBOR & 1:  # F12
        trade += fleets
    state.built[seat] = built
    state.working[seat] = working
    state.scores[seat] = points
    state.trade_points[seat] = trade
    state.strength[seat] = strength
    state.tournament[seat] = tournament


@inlined
def strength_of(state, board, seat, slot, knight):
    """Return a knight's strength, less one for an enemy brothel in the same place (B10, F21)."""
    weaker = lies_in(state, seat, Card.BROTHEL, principality.place_of(state, seat, slot))
    return max(0, int(board.strength[knight]) - weaker)


@inlined
def place_points(board, place):
    """Return the points of a place. A metropolis adds its own points to those of its city (B9)."""
    if place == Place.SETTLEMENT:
        return int(board.centre_points[Centre.SETTLEMENT])
    metropolis = int(board.victory_points[Card.METROPOLIS]) if place == Place.METROPOLIS else 0
    return int(board.centre_points[Centre.CITY]) + metropolis


# -- all derived fields of positions that come from outside -----------------------------------------------------


@entry_point(f"politics_and_intrigue-{sources_digest(Path(__file__).resolve().parent)}")  # as `Rules.code_folder`
def derive(states, board):
    """Write all derived fields of positions (`state.STATE`). Their other fields must be in range."""
    for i in range(states.shape[0]):
        derive_principality(states[i])
        derive_centre(states[i], board[0])
        update(states[i], board[0])
        derive_cards(states[i], board[0])


@inlined
def derive_principality(state):
    """Write the number of places, and resources and room by kind."""
    for seat in range(NUM_PLAYERS):
        state.num_places[seat] = 0
        for place in range(NUM_PLACES):
            state.num_places[seat] += state.places[seat, place] != Place.NONE
        for kind in range(NUM_RESOURCES):
            state.resources[seat, kind] = 0
            state.room[seat, kind] = 0
        for region in range(NUM_REGIONS):
            kind = int(state.region_kind[seat, region])
            if kind != NOBODY:
                state.resources[seat, kind] += state.stock[seat, region]
                state.room[seat, kind] += MOST_STOCK - state.stock[seat, region]


@inlined
def derive_centre(state, board):
    """Write the supply and the region stack. Kind and number together identify a region of C4."""
    for centre in range(len(state.supply)):
        state.supply[centre] = board.supply[centre]
    state.regions_left = (1 << REGION_STACK) - 1
    for seat in range(NUM_PLAYERS):
        founded = state.num_places[seat] - START_PLACES
        state.supply[Centre.SETTLEMENT] -= founded
        state.supply[Centre.ROAD] -= founded + state.open_roads[seat, 0] + state.open_roads[seat, 1]
        for place in range(NUM_PLACES):
            state.supply[Centre.CITY] -= principality.is_city(state, seat, place)
        for region in range(START_REGIONS, NUM_REGIONS):
            if state.region_kind[seat, region] != NOBODY:
                state.regions_left &= ~(1 << region_number(state, board, seat, region))


@inlined
def region_number(state, board, seat, region):
    """Return the number in C4 of a region that came from the stack: one of its kind and number, not used before."""
    for number in range(REGION_STACK):
        is_alike = board.stack_kind[number] == state.region_kind[seat, region]
        is_alike &= board.stack_number[number] == state.region_number[seat, region]
        if is_alike and state.regions_left >> number & 1:
            return number
    return REGION_STACK  # no such region: a bit that none has


@inlined
def derive_cards(state, board):
    """Write the open row, the sizes of hands, and the cards won in a tournament game (S3, M6)."""
    for seat in range(NUM_PLAYERS):
        state.hand_counts[seat] = 0
        for card in range(NUM_CARDS):
            state.hand_counts[seat] += state.hands[seat, card]
    for i in range(NUM_ROW):
        state.row_cards[i] = 0
        if not board.tournament_game:
            state.row_cards[i] = board.row_cards[i] - cards_of(state, board, 0, ROW_CARDS[i])
            state.row_cards[i] -= cards_of(state, board, 1, ROW_CARDS[i])
    for card in range(NUM_CARDS):
        state.moved[card] = 0
        if board.tournament_game:
            state.moved[card] = cards_of(state, board, 0, card) - board.decks[0, card]


@compiled
def cards_of(state, board, seat, card):
    """Return how many cards of a kind a seat has on its side, wherever they lie. The open row is nobody's (M6)."""
    count = int(state.hands[seat, card])
    if board.tournament_game or seat == 0:
        count += state.discards[seat, card]
    first = stacks.first_of(board, seat)
    for stack in range(first, first + stacks.number_of(board, seat)):
        start = stacks.start(state, stack)
        for i in range(start, start + state.stack_sizes[stack]):
            count += state.stack_cards[i] == card
    ground = 1 - seat if card == Card.BROTHEL else seat
    for slot in range(NUM_SLOTS):
        count += principality.card_at(state, ground, slot) == card
    if card == Card.METROPOLIS:
        count += principality.metropolis(state, seat) != NOBODY
    if card == Card.CHURCH_BAN:
        for pile in range(state.bans.shape[0]):
            count += state.bans[pile] == seat
    if state.card == card and seat == state.turn_player:
        count += state.phase == Phase.DISCOUNT or state.phase == Phase.BAN
        count += state.phase == Phase.PLACE and state.source == NOBODY
    return count
