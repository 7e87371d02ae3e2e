"""Value of cards and places to a seat once they are built."""

from kschwert_env.agents.heuristics.politics_and_intrigue.forecast import FACES, count_bits
from kschwert_env.engine.jit.compiling import compiled
from kschwert_env.politics_and_intrigue.kernel import card_types as cards
from kschwert_env.politics_and_intrigue.kernel import derived_state as survey
from kschwert_env.politics_and_intrigue.kernel.chapters import building_effects as effects
from kschwert_env.politics_and_intrigue.kernel.components import (
    FIRST_METROPOLIS_SLOT,
    GOAL,
    NOBODY,
    NUM_CARDS,
    NUM_PLACES,
    SLOTS_OF_PLACE,
    Card,
    Centre,
)
from kschwert_env.politics_and_intrigue.kernel.zones import principality as land

_FEAST = 1 / 39  # probability per roll of one of the 13 event cards
_MOST_AHEAD = 4  # larger leads in strength or trade points have no additional value

_YIELDS = {
    Card.ABBEY: 2 * _FEAST + 2 * _FEAST,  # progress, and a fruitful year in two regions
    Card.GARRISON: 0.1,  # brigands
    Card.LIBRARY: 2 * _FEAST,
    Card.CHURCH: 2 * _FEAST,
    Card.CATHEDRAL: 4 * _FEAST,
    Card.TOWN_HALL: 0.1,  # cheaper searches
    Card.BATH_HOUSE: 0.1,  # plague
    Card.MINT: 0.08,
    Card.COURT: 0.1,
    Card.REPUBLIC_HOUSE: 0.25,
    Card.BISHOPS_SEE: 0.08,
    Card.COUNTING_HOUSE: 0.05,
}
"""Resources per roll."""

_OTHER_VALUES = {
    Card.FIRE_BRIGADE: 0.3,
    Card.HOLY_PLACE: 0.3,
    Card.MISSION: 0.3,
    Card.ORDER_CASTLE: 0.1,
    Card.BAILIFF_HOUSE: -0.3,  # it is soon lost, with ore and wool
    Card.METROPOLIS: 0.3,
    Card.SECRET_ALLIANCE: 0.5,
    Card.CHURCH: 0.2,  # a metropolis, a see and a wedding may follow
    Card.TOWN_HALL: 0.2,
}
"""Values of effects that have no other measure, in victory points."""

YIELDS = tuple(float(_YIELDS.get(card, 0)) for card in map(Card, range(NUM_CARDS)))
OTHER_VALUES = tuple(float(_OTHER_VALUES.get(card, 0)) for card in map(Card, range(NUM_CARDS)))


# -- figures -------------------------------------------------------------------------------------------------------


@compiled
def lead_value(weights, forecast, ahead, prize):
    """Return the value of a lead, possibly negative, in strength or trade points over the enemy (B10)."""
    figure = prize if ahead > 0 else -forecast.opponent_point * prize if ahead < 0 else 0.0
    return figure + weights.margin * max(-_MOST_AHEAD, min(_MOST_AHEAD, ahead))


@compiled
def windmill_value(weights, forecast):
    """Return the value of the windmill: a point, and a resource of the enemy at each `trade` (D2)."""
    return weights.windmill + weights.tithe * flow_value(weights, forecast, (1.0 + forecast.opponent_point) / FACES)


@compiled
def strength_value(state, weights, forecast, seat, own, others):
    """Return the value to a seat if it gains `own` strength and the enemy `others`."""
    ahead = int(state.strength[seat]) - int(state.strength[1 - seat])
    after = ahead + own - others
    value = lead_value(weights, forecast, after, weights.knight) - lead_value(weights, forecast, ahead, weights.knight)
    return value + winning_bonus(state, weights, seat, int(after > 0) - int(ahead > 0), int(after < 0) - int(ahead < 0))


@compiled
def trade_value(state, weights, forecast, seat, own, others):
    """Return the value to a seat if it gains `own` trade points and the enemy `others`."""
    ahead = int(state.trade_points[seat]) - int(state.trade_points[1 - seat])
    after, prize = ahead + own - others, windmill_value(weights, forecast)
    value = lead_value(weights, forecast, after, prize) - lead_value(weights, forecast, ahead, prize)
    return value + winning_bonus(state, weights, seat, int(after > 0) - int(ahead > 0), int(after < 0) - int(ahead < 0))


@compiled
def tournament_value(state, weights, forecast, seat, own):
    """D3: return the value of `own` more tournament points; negative for a loss."""
    ahead = int(state.tournament[seat]) - int(state.tournament[1 - seat])
    change = int(ahead + own > 0) - int(ahead > 0)
    return change * forecast.rolls / FACES * weights.resource + weights.margin * own / 3.0


@compiled
def winning_bonus(state, weights, seat, own, others):
    """B11: return the bonus or malus if the points gained by either seat end the game."""
    value = weights.win if own > 0 and state.scores[seat] + own >= GOAL else 0.0
    return value - (weights.win if others > 0 and state.scores[1 - seat] + others >= GOAL else 0.0)


# -- the centre (C3) ----------------------------------------------------------------------------------------------


@compiled
def flow_value(weights, forecast, units):
    """Return the value of `units` resources per roll until the end."""
    return units * forecast.rolls * weights.resource


@compiled
def settlement_value(state, board, weights, forecast, seat):
    """Return the value of a settlement: its points, two regions, and two slots."""
    points = int(board.centre_points[Centre.SETTLEMENT])
    value = points + flow_value(weights, forecast, 2.0 / FACES) + 2 * weights.slot
    return value + winning_bonus(state, weights, seat, points, 0)


@compiled
def city_value(state, board, weights, forecast, seat):
    """Return the additional value of a city over a settlement: points, two slots, and the first slots for red cards."""
    points = int(board.centre_points[Centre.CITY] - board.centre_points[Centre.SETTLEMENT])
    value = points + 2 * weights.slot + winning_bonus(state, weights, seat, points, 0)
    if forecast.red_slots == 0:
        for card in range(Card.CHURCH, NUM_CARDS):
            is_there = state.hands[seat, card] > 0 or (
                land.row_of(card) != NOBODY and state.row_cards[land.row_of(card)] > 0
            )
            if is_there and is_red(card) and not survey.stands(state, seat, card):
                value += weights.unlocked * board.victory_points[card]
    return value


# -- cards (C5) ----------------------------------------------------------------------------------------------------


@compiled
def is_red(card):
    """Return whether a card is a building for cities only."""
    return cards.is_building(card) and not cards.is_green(card)


@compiled
def built_value(state, board, weights, forecast, seat, card):
    """Return the value to a seat of building a card: points, figures, and effects."""
    if card == Card.BROTHEL:
        return strength_value(state, weights, forecast, seat, 0, max_knights_in_city(state, 1 - seat))
    points = int(board.victory_points[card])
    value = points + winning_bonus(state, weights, seat, points, 0)
    if card == Card.BREWERY:
        trade = trade_value(state, weights, forecast, seat, int(board.trade_points[card]), 0)
        return value + max(trade, strength_value(state, weights, forecast, seat, int(board.strength[card]), 0))
    trade = trade_points_of(state, board, seat, card)
    if trade:
        value += trade_value(state, weights, forecast, seat, trade, 0)
    if cards.is_knight(card):
        value += strength_value(state, weights, forecast, seat, int(board.strength[card]), 0)
        return value + tournament_value(state, weights, forecast, seat, int(board.tournament[card]))
    return value + weights.service * service_value(state, weights, forecast, seat, card)


@compiled
def trade_points_of(state, board, seat, card):
    """B10, F12: return the trade points that a card adds."""
    points = int(board.trade_points[card])
    if cards.is_fleet(card):
        points += survey.works(state, seat, Card.HARBOR)
    elif card == Card.HARBOR and not survey.works(state, seat, card):
        points += count_bits((state.built[seat] >> Card.LUMBER_FLEET) & 0b111111)
    return points


@compiled
def service_value(state, weights, forecast, seat, card):
    """Return the long-term value of the effect of a building or fleet."""
    if card >= Card.BRICK_FACTORY and card <= Card.WEAVING_MILL:
        regions = best_site(state, seat, effects.MILL_KINDS[card - Card.BRICK_FACTORY])
        return flow_value(weights, forecast, 0.8 * regions / FACES)
    if cards.is_fleet(card):
        income = forecast.income[card - Card.LUMBER_FLEET]
        return flow_value(weights, forecast, 0.1 * income)
    value = flow_value(weights, forecast, YIELDS[card]) + OTHER_VALUES[card]
    if card == Card.ABBEY or card == Card.LIBRARY:
        value += weights.hand
    elif card == Card.THEATER:
        value += 2 * weights.hand
    elif card == Card.COUNTING_HOUSE and state.windmill == seat:
        value += flow_value(weights, forecast, (1 + forecast.opponent_point) / FACES)
    return value


@compiled
def best_site(state, seat, kind):
    """F3: return the maximum number of regions of a kind beside one free slot, without regions of doubled yield."""
    free, best = land.free_slots(state, seat), 0
    wanted = effects.of_kind(state, seat, kind) & ~effects.doubled(state, seat)
    for slot in range(FIRST_METROPOLIS_SLOT):
        if free >> slot & 1:
            best = max(best, count_bits(land.regions_beside(state, seat, slot) & wanted))
    return best


@compiled
def max_knights_in_city(state, seat):
    """F21: return the maximum number of knights in one place where the enemy can lay a brothel."""
    free, most = land.free_city_slots(state, seat), 0
    for place in range(NUM_PLACES):
        if free >> SLOTS_OF_PLACE * place & 0b1111:
            most = max(most, count_knights(state, seat, place))
    return most


@compiled
def count_knights(state, seat, place):
    """Return the number of knights in a place."""
    count = 0
    for slot in range(state.slots.shape[1]):
        if cards.is_knight(land.card_at(state, seat, slot)) and land.place_of(state, seat, slot) == place:
            count += 1
    return count


@compiled
def removal_value(state, board, weights, forecast, owner, slot):
    """Return the value to the owner's enemy of removing the card in a slot; about its value to the owner."""
    card = land.card_at(state, owner, slot)
    other = 1 - owner
    trade = trade_points_of(state, board, owner, card)
    if cards.is_knight(card):
        value = strength_value(state, weights, forecast, other, 0, -int(board.strength[card]))
        value -= tournament_value(state, weights, forecast, owner, -int(board.tournament[card]))
    else:
        value = forecast.opponent_point * (
            board.victory_points[card] + 0.5 * (YIELDS[card] * forecast.rolls * weights.resource)
        )
        value += forecast.opponent_point * OTHER_VALUES[card]
        if cards.is_fleet(card) or card <= Card.FIRE_BRIGADE:
            value += 0.3 * forecast.opponent_point
        if card == Card.BREWERY:
            trade = int(board.trade_points[card]) * (state.brewery_side[owner] == 0)
            strength = int(board.strength[card]) * (state.brewery_side[owner] == 1)
            value += strength_value(state, weights, forecast, other, 0, -strength)
    if trade:
        value += trade_value(state, weights, forecast, other, 0, -trade)
    return value
