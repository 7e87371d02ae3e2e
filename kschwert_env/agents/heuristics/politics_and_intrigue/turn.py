"""Decisions in the phase `action`: purchases, trades, action cards, and the end of the turn."""

from kschwert_env.agents.heuristics.politics_and_intrigue import action_cards, hand
from kschwert_env.agents.heuristics.politics_and_intrigue.evaluation import service_value, strength_value, trade_value
from kschwert_env.agents.heuristics.politics_and_intrigue.plan import consider_purchases, consider_trades
from kschwert_env.agents.heuristics.politics_and_intrigue.resources import NONE, change_stock, plan_value
from kschwert_env.engine.jit.compiling import compiled
from kschwert_env.engine.jit.scratch import scratch
from kschwert_env.politics_and_intrigue.kernel import actions as ids
from kschwert_env.politics_and_intrigue.kernel import card_types as cards
from kschwert_env.politics_and_intrigue.kernel.chapters import action_cards as rules
from kschwert_env.politics_and_intrigue.kernel.components import (
    FIRST_METROPOLIS_SLOT,
    NUM_CARDS,
    NUM_ENDS,
    NUM_RESOURCES,
    NUM_SIDES,
    PLAYED,
    Card,
    Side,
)
from kschwert_env.politics_and_intrigue.kernel.zones import principality as land

_SCOUT_BONUS = 0.3  # bonus of a scout, which finds the wanted regions


@compiled
def score_turn(state, board, weights, forecast, purchases, stocks, values, mask, scores):
    """Score all actions; the turn ends if none has a positive score."""
    consider_trades(weights, forecast, stocks, mask, scores)
    consider_purchases(state, weights, forecast, purchases, stocks, scores)
    consider_action_cards(state, board, weights, forecast, purchases, stocks, values, mask, scores)
    consider_building_effects(state, board, weights, forecast, mask, scores)
    scores[ids.last_actions(board) + ids.END_TURN] = 0.0


@compiled
def consider_action_cards(state, board, weights, forecast, purchases, stocks, values, mask, scores):
    """Score action cards. Playing one frees a place in the hand, so it may be played below its full value."""
    for i in range(len(PLAYED)):
        action = ids.PLAY + i
        if mask[action]:
            card = ids.card_played(action)
            value = action_card_value(state, board, weights, forecast, purchases, stocks, values, card, scores)
            scores[action] = value - weights.patience * hand.BASE_VALUES[card]


@compiled
def action_card_value(state, board, weights, forecast, purchases, stocks, values, card, scores):
    """Return the value of playing an action card now."""
    seat = forecast.seat
    if cards.is_attack(card):
        return action_cards.attack_value(state, board, weights, forecast, seat, card)
    if card == Card.CARAVAN:
        return caravan_value(weights, forecast, purchases, stocks)
    if card == Card.SCOUT:
        best = 0.0
        for end in range(NUM_ENDS):
            best = max(best, scores[ids.SETTLEMENT + end])
        return best + _SCOUT_BONUS if best > 0 else 0.0
    if card == Card.DIPLOMAT:
        hand.write_card_values(state, board, weights, forecast, seat, values)
        best = 0.0
        for other in range(NUM_CARDS):
            if rules.negotiable(state, board, other):
                best = max(best, values[other])
        return best - 0.2
    if card == Card.COUNCIL:
        hand.write_card_values(state, board, weights, forecast, seat, values)
        return 0.8 - hand.lowest_hand_value(state, seat, values)
    return hand.BASE_VALUES[card]


@compiled
def caravan_value(weights, forecast, purchases, stocks):
    """A8: return the value of exchanging the two least needed resources for two others."""
    left = scratch(NUM_RESOURCES)
    for kind in range(NUM_RESOURCES):
        left[kind] = stocks[kind]
    for step in range(4):
        change_stock(weights, forecast, purchases, left, -1 if step < 2 else 1)
    return plan_value(weights, forecast, purchases, left, NONE) - plan_value(weights, forecast, purchases, stocks, NONE)


@compiled
def consider_building_effects(state, board, weights, forecast, mask, scores):
    """Score alliances, which are free (F23), and turning a brewery for gold (F22)."""
    seat = forecast.seat
    for slot in range(FIRST_METROPOLIS_SLOT):
        if mask[ids.ALLY + slot]:
            card = land.card_at(state, 1 - seat, slot)
            scores[ids.ALLY + slot] = 0.01 + service_value(state, weights, forecast, seat, card)
    for side in range(NUM_SIDES):
        action = ids.last_actions(board) + ids.BREWERY + side
        if mask[action]:
            scores[action] = brewery_value(state, board, weights, forecast, seat, side) - weights.resource


@compiled
def brewery_value(state, board, weights, forecast, seat, side):
    """F22: return the value of showing the other side of a brewery."""
    trade, strength = int(board.trade_points[Card.BREWERY]), int(board.strength[Card.BREWERY])
    trade_now = trade if state.brewery_side[seat] == Side.TRADE else 0
    strength_now = strength if state.brewery_side[seat] == Side.STRENGTH else 0
    if side == Side.TRADE:
        value = trade_value(state, weights, forecast, seat, trade - trade_now, 0)
        return value + strength_value(state, weights, forecast, seat, -strength_now, 0)
    value = strength_value(state, weights, forecast, seat, strength - strength_now, 0)
    return value + trade_value(state, weights, forecast, seat, -trade_now, 0)
