"""Purchase plan of the turn player: possible purchases, and the next step towards one by building or trading."""

from kschwert_env.agents.heuristics.politics_and_intrigue.evaluation import (
    built_value,
    city_value,
    is_red,
    settlement_value,
)
from kschwert_env.agents.heuristics.politics_and_intrigue.resources import (
    MAX_PURCHASES,
    NONE,
    pay_with_trades,
    plan_value,
)
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
def list_purchases(state, board, weights, forecast, purchases):
    """List everything that the seat could buy with sufficient resources."""
    purchases.number[0] = 0
    add_centre_purchases(state, board, weights, forecast, purchases)
    for i in range(len(BUILT)):
        card = ids.card_built(i)
        is_at_hand = state.hands[forecast.seat, card] > 0 or building.in_row(state, card)
        if is_at_hand and can_lie_somewhere(state, board, forecast, card):
            value = built_value(state, board, weights, forecast, forecast.seat, card)
            value -= weights.crowding / (1 + forecast.slots) * (not is_red(card))
            discount = int(building.is_cheaper(state, board, forecast.seat, card))
            add_purchase(weights, purchases, NUM_CENTRES + card, value, discount, board.cost[card])


@compiled
def add_centre_purchases(state, board, weights, forecast, purchases):
    """C3: add settlements, cities and roads; a road only without a free site for a settlement."""
    seat, supply = forecast.seat, state.supply
    if supply[Centre.SETTLEMENT] > 0:
        value = settlement_value(state, board, weights, forecast, seat)
        if state.open_roads[seat, 0] | state.open_roads[seat, 1]:
            add_purchase(weights, purchases, _SETTLEMENT, value, 0, board.centre_cost[Centre.SETTLEMENT])
        elif supply[Centre.ROAD] > 0:
            add_purchase(weights, purchases, _ROAD, weights.way * value, 0, board.centre_cost[Centre.ROAD])
    if supply[Centre.CITY] > 0:
        for place in range(state.num_places[seat]):
            if state.places[seat, place] == Place.SETTLEMENT:
                value = city_value(state, board, weights, forecast, seat)
                add_purchase(weights, purchases, _CITY, value, 0, board.centre_cost[Centre.CITY])
                break


@compiled
def can_lie_somewhere(state, board, forecast, card):
    """B3, B5 to B7: return whether a slot is free for the card, and no rule forbids it."""
    seat = forecast.seat
    if card == Card.METROPOLIS:
        has_hall = survey.stands(state, seat, Card.CHURCH) | survey.stands(state, seat, Card.TOWN_HALL)
        return has_hall != 0 and land.metropolis(state, seat) == NOBODY
    if card == Card.BROTHEL:
        return land.free_city_slots(state, 1 - seat) != 0
    if cards.is_unit(card):
        return forecast.unit_slots > 0 and building.is_allowed(state, board, seat, card)
    free = forecast.slots if cards.is_green(card) else forecast.red_slots
    return free > 0 and building.is_allowed(state, board, seat, card)


@compiled
def add_purchase(weights, purchases, item, value, discount, cost):
    """Add a purchase, if its value exceeds its cost."""
    price = 0
    for kind in range(NUM_RESOURCES):
        price += cost[kind]
    profit = value - weights.stock * max(0, price - discount)
    i = int(purchases.number[0])
    if profit <= 0 or i == MAX_PURCHASES:
        return
    purchases.number[0] += 1
    purchases.item[i], purchases.value[i], purchases.profit[i], purchases.discount[i] = item, value, profit, discount
    for kind in range(NUM_RESOURCES):
        purchases.cost[NUM_RESOURCES * i + kind] = cost[kind]


@compiled
def consider_purchases(state, weights, forecast, purchases, stocks, scores):
    """Score affordable purchases: their value minus the loss for other purchases and by trading."""
    before = plan_value(weights, forecast, purchases, stocks, NONE)
    left, first = scratch(NUM_RESOURCES), scratch(2)
    for i in range(int(purchases.number[0])):
        for kind in range(NUM_RESOURCES):
            left[kind] = stocks[kind]
        if pay_with_trades(forecast, purchases, i, left, first):
            gain = purchases.value[i] + plan_value(weights, forecast, purchases, left, i) - before
            if first[0] == NONE:
                score_building(state, int(purchases.item[i]), gain, scores)
            else:
                action = ids.trading(int(first[0]), int(first[1]))
                scores[action] = max(scores[action], gain)


@compiled
def score_building(state, item, gain, scores):
    """Score the actions that build an item."""
    if item >= NUM_CENTRES:
        scores[ids.building(item - NUM_CENTRES)] = gain
    elif item == Centre.ROAD:
        for end in range(NUM_ENDS):
            scores[ids.ROAD + end] = gain
    elif item == Centre.SETTLEMENT:
        for end in range(NUM_ENDS):
            scores[ids.SETTLEMENT + end] = gain
    else:
        for place in range(state.num_places[state.turn_player]):
            scores[ids.CITY + place] = gain + 0.001 * place


@compiled
def consider_trades(weights, forecast, stocks, mask, scores):
    """Score other trades by their loss. The smallest loss is the best score."""
    for give in range(NUM_RESOURCES):
        for get in range(NUM_RESOURCES):
            if give != get and mask[ids.trading(give, get)]:
                loss = weights.stock * (forecast.rates[give] - 1) + 0.01 * stocks[get]
                action = ids.trading(give, get)
                scores[action] = max(scores[action], -loss)


@compiled
def own_stock(state, seat, stocks):
    """Write the resources of a seat as floats."""
    for kind in range(NUM_RESOURCES):
        stocks[kind] = state.resources[seat, kind]
