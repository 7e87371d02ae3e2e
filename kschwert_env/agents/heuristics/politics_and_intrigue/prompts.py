"""Decisions outside the main phase of a turn: dice, events, effects of cards, and the hand."""

from kschwert_env.agents.heuristics.politics_and_intrigue import action_cards, hand
from kschwert_env.agents.heuristics.politics_and_intrigue.evaluation import count_knights, removal_value
from kschwert_env.agents.heuristics.politics_and_intrigue.forecast import count_bits
from kschwert_env.agents.heuristics.politics_and_intrigue.hand import ALL_BINS, TABLES
from kschwert_env.agents.heuristics.politics_and_intrigue.resources import NONE, plan_value
from kschwert_env.agents.heuristics.politics_and_intrigue.turn import brewery_value
from kschwert_env.engine.jit.compiling import compiled
from kschwert_env.engine.jit.scratch import scratch
from kschwert_env.politics_and_intrigue.kernel import actions as ids
from kschwert_env.politics_and_intrigue.kernel import card_types as cards
from kschwert_env.politics_and_intrigue.kernel import derived_state as survey
from kschwert_env.politics_and_intrigue.kernel.chapters import building_effects as effects
from kschwert_env.politics_and_intrigue.kernel.chapters import end_of_turn as refill
from kschwert_env.politics_and_intrigue.kernel.components import (
    FIRST_METROPOLIS_SLOT,
    NUM_CARDS,
    NUM_PLACES,
    NUM_REGIONS,
    NUM_RESOURCES,
    NUM_SIDES,
    NUM_SLOTS,
    REGION_STACK,
    SLOTS_OF_PLACE,
    Card,
    Phase,
)
from kschwert_env.politics_and_intrigue.kernel.zones import principality as land
from kschwert_env.politics_and_intrigue.kernel.zones import stacks


def _phases(*phases: Phase) -> int:
    """Return phases as bits."""
    return sum(1 << phase for phase in phases)


_GAINED = _phases(Phase.GAIN, Phase.CARAVAN_TAKE, Phase.DISCOUNT)
_TAKEN = _phases(Phase.TRADE_EVENT, Phase.MERCHANT_TAKE, Phase.HIGHWAYMEN)
_PAID = _phases(Phase.SEARCH_PAY, Phase.CARAVAN_PAY)
_GIVEN = _phases(Phase.MENDICANT, Phase.MERCHANT_GIVE)
_RESOURCES = _GAINED | _TAKEN | _PAID | _GIVEN
_SLOTS = _phases(Phase.PLACE, Phase.TARGET, Phase.CIVIL_WAR, Phase.RAID_NAME, Phase.RAID_LOSE)
_BISHOP, _PHYSICIAN, _ALCHEMIST = (hand.BASE_VALUES[card] for card in (Card.BISHOP, Card.PHYSICIAN, Card.ALCHEMIST))
_ARSONIST = int(Card.ARSONIST)
_ANSWERS = _phases(Phase.ROLL, Phase.REACT, Phase.PHYSICIAN)


@compiled
def score_prompt(state, board, weights, forecast, purchases, stocks, values, mask, scores):
    """Score the legal actions, by phase."""
    phase = state.phase
    if _RESOURCES >> phase & 1:
        score_resources(state, board, weights, forecast, purchases, stocks, mask, scores)
    elif _SLOTS >> phase & 1:
        score_slots(state, board, weights, forecast, mask, scores)
    elif _ANSWERS >> phase & 1:
        score_answers(state, board, weights, forecast, scores)
    elif phase == Phase.NUMBER:
        for number in range(6):
            scores[ids.NUMBER + number] = action_cards.number_value(state, weights, forecast, forecast.seat, number + 1)
    elif phase == Phase.BREWERY_SIDE:
        for side in range(NUM_SIDES):
            value = brewery_value(state, board, weights, forecast, forecast.seat, side)
            scores[ids.last_actions(board) + ids.BREWERY + side] = value
    elif phase == Phase.SCOUT:
        for number in range(REGION_STACK):
            scores[ids.REGION + number] = region_value(state, board, forecast.seat, number)
    else:
        score_cards(state, board, weights, forecast, purchases, stocks, values, scores)


# -- resources -----------------------------------------------------------------------------------------------------


@compiled
def score_resources(state, board, weights, forecast, purchases, stocks, mask, scores):
    """Score a gained or paid resource by its value for the plan, and by the gain or loss of the enemy."""
    is_gained = (_GAINED | _TAKEN) >> state.phase & 1
    change = 1 if is_gained else -1
    if state.phase == Phase.DISCOUNT:
        for kind in range(NUM_RESOURCES):
            stocks[kind] -= board.cost[state.card, kind]
    for kind in range(NUM_RESOURCES):
        if mask[ids.RESOURCE + kind]:
            stocks[kind] += change
            value = plan_value(weights, forecast, purchases, stocks, NONE)
            stocks[kind] -= change
            if _TAKEN >> state.phase & 1:
                value += forecast.opponent_point * enemy_need(state, weights, forecast, kind)
                if state.phase == Phase.HIGHWAYMEN:
                    value += weights.resource * action_cards.loot(state, forecast.seat, kind)
            elif _GIVEN >> state.phase & 1:
                value -= forecast.opponent_point * enemy_need(state, weights, forecast, kind)
            scores[ids.RESOURCE + kind] = value
    if state.phase == Phase.MERCHANT_TAKE:
        scores[ids.last_actions(board) + ids.DONE] = plan_value(weights, forecast, purchases, stocks, NONE)


@compiled
def enemy_need(state, weights, forecast, kind):
    """Return the value of one unit to the enemy, which decreases with its stock."""
    return weights.resource / (1.0 + 0.5 * state.resources[1 - forecast.seat, kind])


# -- slots ---------------------------------------------------------------------------------------------------------


@compiled
def score_slots(state, board, weights, forecast, mask, scores):
    """Score the slots in which a card is laid, or which it targets."""
    seat = forecast.seat
    for slot in range(NUM_SLOTS):
        if mask[ids.PICK + slot]:
            if state.phase == Phase.PLACE:
                value = site_value(state, board, seat, state.card, slot)
            elif state.phase == Phase.RAID_LOSE or state.backfire:  # an own card is hit (A3, A4)
                value = -removal_value(state, board, weights, forecast, seat, slot)
            else:
                card = state.card if state.phase == Phase.TARGET else _ARSONIST
                value = action_cards.target_value(state, board, weights, forecast, seat, slot, card)
            scores[ids.PICK + slot] = value
    for place in range(NUM_PLACES):  # target of a metropolis
        scores[ids.CITY + place] = 0.0
    brothel = ids.last_actions(board) + ids.BURN_BROTHEL
    if mask[brothel]:
        scores[brothel] = action_cards.brothel_value(state, weights, forecast, seat)


# -- cards for special moments (A6, A11, A18) ---------------------------------------------------------------------


@compiled
def score_answers(state, board, weights, forecast, scores):
    """Score playing a reaction card: what it saves or brings, minus its value in hand."""
    seat, last = forecast.seat, ids.last_actions(board)
    scores[last + ids.ROLL] = scores[last + ids.PASS] = 0.0
    if state.phase == Phase.REACT:
        lost = action_cards.attack_value(state, board, weights, forecast, 1 - seat, state.card)
        scores[ids.playing(Card.BISHOP)] = lost - weights.patience * _BISHOP
    elif state.phase == Phase.PHYSICIAN:
        lost = action_cards.plague_value(state, weights, seat)
        scores[ids.playing(Card.PHYSICIAN)] = lost - weights.patience * _PHYSICIAN
    else:
        best = 0.0
        for number in range(1, 7):
            best = max(best, action_cards.number_value(state, weights, forecast, seat, number))
        scores[ids.playing(Card.ALCHEMIST)] = best - weights.patience * _ALCHEMIST


# -- cards ---------------------------------------------------------------------------------------------------------


@compiled
def score_cards(state, board, weights, forecast, purchases, stocks, values, scores):
    """Score the cards to take or put away, and the stacks to draw from or to put cards under."""
    seat, last = forecast.seat, ids.last_actions(board)
    hand.write_card_values(state, board, weights, forecast, seat, values)
    for card in range(NUM_CARDS):
        scores[ids.TAKE + card] = values[card]
        scores[ids.BURY + card] = -values[card]
    scores[last + ids.DONE] = 0.0
    pool = hand.Pool(scratch(TABLES), scratch(TABLES), scratch(ALL_BINS))
    hand.fill_pool(state, board, seat, values, pool)
    price = 0.0
    if state.phase >= Phase.REFILL and state.phase <= Phase.EXCHANGE_DRAW:
        price = hand.search_cost(weights, forecast, purchases, stocks, refill.price(state))
    for stack in range(board.num_stacks):
        if state.stack_sizes[stack] > 0:
            drawn = hand.draw_value(state, board, seat, values, pool, stack)
            found = hand.search_value(state, board, seat, values, pool, stack) - price
            scores[ids.DRAW + stack] = drawn
            scores[ids.first_search(board) + stack] = found
    score_stacks(state, board, weights, forecast, values, scores)


@compiled
def score_stacks(state, board, weights, forecast, values, scores):
    """Score the stacks to name: for searching, drawing, banning, or putting cards under."""
    best = -1e9
    for stack in range(board.num_stacks):
        best = max(best, best_card_of_stack(state, board, scores, stack))
    for stack in range(board.num_stacks):
        found, drawn = scores[ids.first_search(board) + stack], scores[ids.DRAW + stack]
        value = 0.0
        if state.phase == Phase.SETUP_STACK:
            value = found
        elif state.phase == Phase.CHANCELLOR or state.phase == Phase.ARCHIVE:
            value = drawn
        elif state.phase == Phase.EXCHANGE:  # M5: in the tournament the stack is drawn from, too
            own = best_card_of_stack(state, board, scores, stack) if board.tournament_game else best
            value = own - hand.lowest_hand_value(state, forecast.seat, values) - weights.exchange
        elif state.phase == Phase.HOLY:
            value = best - values[state.card] - weights.exchange
        scores[ids.first_stack(board) + stack] = value
        scores[ids.first_ban(board) + stack] = found


@compiled
def best_card_of_stack(state, board, scores, stack):
    """Return the value of the best card of a stack, drawn or searched."""
    if not stacks.has_cards(state, board, state.player, stack):
        return -1e9
    return max(scores[ids.DRAW + stack], scores[ids.first_search(board) + stack])


# -- places --------------------------------------------------------------------------------------------------------


@compiled
def site_value(state, board, seat, card, slot):
    """Return the score of a free slot for a card, without unit."""
    if card == Card.BROTHEL:
        return float(count_knights(state, 1 - seat, slot // SLOTS_OF_PLACE))
    if cards.is_unit(card):
        return unit_site_value(state, seat, card, slot)
    place = slot // SLOTS_OF_PLACE
    value = 0.5 if cards.is_green(card) and not land.is_city(state, seat, place) else 0.0  # cities are for red cards
    beside = land.regions_beside(state, seat, slot)
    if card >= Card.BRICK_FACTORY and card <= Card.WEAVING_MILL:
        kind = effects.MILL_KINDS[card - Card.BRICK_FACTORY]
        return value + 2 * count_bits(beside & effects.of_kind(state, seat, kind) & ~effects.doubled(state, seat))
    if card == Card.REPUBLIC_HOUSE:
        return value + count_bits(beside & ~effects.doubled(state, seat))
    if card == Card.GARRISON:
        return value + count_bits(beside & ~effects.beside_working(state, seat, Card.GARRISON))
    if card == Card.FIRE_BRIGADE:
        return value + building_points_in(state, board, seat, place)
    return value + 0.2 * survey.works_in(state, seat, Card.FIRE_BRIGADE, place)


@compiled
def unit_site_value(state, seat, card, slot):
    """F19: return the score of a slot for a unit. Only units fit in the outer slots of a metropolis, so they go there
    first.
    """
    if slot >= FIRST_METROPOLIS_SLOT:
        return 1.0
    place = slot // SLOTS_OF_PLACE
    value = 0.0 if land.is_city(state, seat, place) else 0.5
    value += 0.2 * survey.works_in(state, seat, Card.CHURCH, place)
    return value - 2.0 * (cards.is_knight(card) and survey.lies_in(state, seat, Card.BROTHEL, place))


@compiled
def building_points_in(state, board, seat, place):
    """B9: return the points of the buildings in a place."""
    points = 0
    for slot in range(SLOTS_OF_PLACE * place, SLOTS_OF_PLACE * (place + 1)):
        card = land.card_at(state, seat, slot)
        if cards.is_building(card) and card != Card.BROTHEL:
            points += board.victory_points[card]
    return points


@compiled
def region_value(state, board, seat, number):
    """A9: return the score of a region of the stack: the fewer regions of its kind and number, the better."""
    alike, as_often = 0, 0
    for region in range(NUM_REGIONS):
        alike += state.region_kind[seat, region] == board.stack_kind[number]
        as_often += state.region_number[seat, region] == board.stack_number[number]
    return -1.0 * alike - 0.3 * as_often
