"""What the turn player would like to buy, and which step brings it nearer: building, or a trade."""

from kschwert_env.agents.heuristics.politics_and_intrigue.evaluation import (
    built_worth,
    city_worth,
    is_red,
    settlement_worth,
)
from kschwert_env.agents.heuristics.politics_and_intrigue.resources import MOST_WISHES, NONE, bargain, prospects
from kschwert_env.engine.jit.compiling import compiled
from kschwert_env.engine.jit.scratch import scratch
from kschwert_env.politics_and_intrigue.kernel import actions as ids
from kschwert_env.politics_and_intrigue.kernel import card_types as cards
from kschwert_env.politics_and_intrigue.kernel import derived_state as survey
from kschwert_env.politics_and_intrigue.kernel.chapters import building
from kschwert_env.politics_and_intrigue.kernel.components import (
    BUILT,
    NOBODY,
    NUM_CENTRES,
    NUM_ENDS,
    NUM_RESOURCES,
    Card,
    Centre,
    Place,
)
from kschwert_env.politics_and_intrigue.kernel.zones import principality as land

_ROAD, _SETTLEMENT, _CITY = map(int, (Centre.ROAD, Centre.SETTLEMENT, Centre.CITY))


@compiled
def make_wishes(state, board, weights, outlook, wishes):
    """Write down all that the seat of the outlook could buy if it had the resources."""
    wishes.number[0] = 0
    wish_for_centre(state, board, weights, outlook, wishes)
    for i in range(len(BUILT)):
        card = ids.card_built(i)
        is_at_hand = state.hands[outlook.seat, card] > 0 or building.in_row(state, card)
        if is_at_hand and can_lie_somewhere(state, board, outlook, card):
            worth = built_worth(state, board, weights, outlook, outlook.seat, card)
            worth -= weights.crowding / (1 + outlook.slots) * (not is_red(card))
            spared = int(building.is_cheaper(state, board, outlook.seat, card))
            wish(weights, wishes, NUM_CENTRES + card, worth, spared, board.cost[card])


@compiled
def wish_for_centre(state, board, weights, outlook, wishes):
    """C3: a road only where there is none to build a settlement at."""
    seat, supply = outlook.seat, state.supply
    if supply[Centre.SETTLEMENT] > 0:
        worth = settlement_worth(state, board, weights, outlook, seat)
        if state.open_roads[seat, 0] | state.open_roads[seat, 1]:
            wish(weights, wishes, _SETTLEMENT, worth, 0, board.centre_cost[Centre.SETTLEMENT])
        elif supply[Centre.ROAD] > 0:
            wish(weights, wishes, _ROAD, weights.way * worth, 0, board.centre_cost[Centre.ROAD])
    if supply[Centre.CITY] > 0:
        for place in range(state.num_places[seat]):
            if state.places[seat, place] == Place.SETTLEMENT:
                worth = city_worth(state, board, weights, outlook, seat)
                wish(weights, wishes, _CITY, worth, 0, board.centre_cost[Centre.CITY])
                break


@compiled
def can_lie_somewhere(state, board, outlook, card):
    """B3, B5 to B7: a slot is free for the card, and nothing rules it out."""
    seat = outlook.seat
    if card == Card.METROPOLIS:
        has_hall = survey.stands(state, seat, Card.CHURCH) | survey.stands(state, seat, Card.TOWN_HALL)
        return has_hall != 0 and land.metropolis(state, seat) == NOBODY
    if card == Card.BROTHEL:
        return land.free_city_slots(state, 1 - seat) != 0
    if cards.is_unit(card):
        return outlook.unit_slots > 0 and building.is_allowed(state, board, seat, card)
    free = outlook.slots if cards.is_green(card) else outlook.red_slots
    return free > 0 and building.is_allowed(state, board, seat, card)


@compiled
def wish(weights, wishes, what, worth, spared, cost):
    """One more, if it is worth more than what it costs."""
    price = 0
    for kind in range(NUM_RESOURCES):
        price += cost[kind]
    profit = worth - weights.stock * max(0, price - spared)
    i = int(wishes.number[0])
    if profit <= 0 or i == MOST_WISHES:
        return
    wishes.number[0] += 1
    wishes.what[i], wishes.worth[i], wishes.profit[i], wishes.spared[i] = what, worth, profit, spared
    for kind in range(NUM_RESOURCES):
        wishes.cost[NUM_RESOURCES * i + kind] = cost[kind]


@compiled
def consider_purchases(state, weights, outlook, wishes, stocks, scores):
    """Score what can be bought now: what it brings, less what must wait for it then, or is lost by trading."""
    before = prospects(weights, outlook, wishes, stocks, NONE)
    left, first = scratch(NUM_RESOURCES), scratch(2)
    for i in range(int(wishes.number[0])):
        for kind in range(NUM_RESOURCES):
            left[kind] = stocks[kind]
        if bargain(outlook, wishes, i, left, first):
            gain = wishes.worth[i] + prospects(weights, outlook, wishes, left, i) - before
            if first[0] == NONE:
                score_building(state, int(wishes.what[i]), gain, scores)
            else:
                action = ids.trading(int(first[0]), int(first[1]))
                scores[action] = max(scores[action], gain)


@compiled
def score_building(state, what, gain, scores):
    """The actions that build what was wished for."""
    if what >= NUM_CENTRES:
        scores[ids.building(what - NUM_CENTRES)] = gain
    elif what == Centre.ROAD:
        for end in range(NUM_ENDS):
            scores[ids.ROAD + end] = gain
    elif what == Centre.SETTLEMENT:
        for end in range(NUM_ENDS):
            scores[ids.SETTLEMENT + end] = gain
    else:
        for place in range(state.num_places[state.turn_player]):
            scores[ids.CITY + place] = gain + 0.001 * place


@compiled
def consider_trades(weights, outlook, stocks, mask, scores):
    """Trades that nothing is bought with lose something; the least of those that do so is the best of them."""
    for give in range(NUM_RESOURCES):
        for get in range(NUM_RESOURCES):
            if give != get and mask[ids.trading(give, get)]:
                loss = weights.stock * (outlook.rates[give] - 1) + 0.01 * stocks[get]
                action = ids.trading(give, get)
                scores[action] = max(scores[action], -loss)


@compiled
def own_stock(state, seat, stocks):
    """The resources of a seat, as numbers to reckon with."""
    for kind in range(NUM_RESOURCES):
        stocks[kind] = state.resources[seat, kind]
