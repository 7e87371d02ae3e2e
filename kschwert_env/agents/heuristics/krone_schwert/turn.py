"""Decisions in a turn: each action is valued per action point."""

from kschwert_env.agents.heuristics.krone_schwert.evaluation import (
    card_value,
    castle_value,
    cathedral_value,
    city_value,
    draw_value,
    large_city_value,
)
from kschwert_env.agents.heuristics.krone_schwert.land import attack_value, best_expansion, claim_value
from kschwert_env.agents.heuristics.krone_schwert.opponents import lead
from kschwert_env.agents.heuristics.krone_schwert.revolts import revolt_risk, revolt_value
from kschwert_env.agents.heuristics.selection import NO_OPTION, better_option
from kschwert_env.engine.jit.compiling import compiled
from kschwert_env.krone_schwert.kernel import actions as ids
from kschwert_env.krone_schwert.kernel.building import COST
from kschwert_env.krone_schwert.kernel.cards import INCITE_REVEAL
from kschwert_env.krone_schwert.kernel.components import NUM_ACTION_CARDS, Card
from kschwert_env.krone_schwert.kernel.land import OCCUPY_COST
from kschwert_env.krone_schwert.kernel.revolt import can_declare

LAST_RESORT = -1e6
"""Value of an action that is chosen only if no other is legal."""

OVERTIME = 60
"""Number of rounds after which cards are drawn whenever possible, so that the game ends (E2). Games with two players
last 54 rounds at most, unless all players wait.
"""


@compiled
def choose_turn_action(state, board, mask, stream, weights, forecast):
    """Return the action of greatest value per action point; end the turn if none has a positive value.

    In a stalled game passing and papal visits are a last resort; otherwise some games would never end.
    """
    first = ids.first_choice(board)
    best = NO_OPTION
    if mask[first + ids.END_TURN]:
        best = better_option(best, first + ids.END_TURN, LAST_RESORT if is_stalled(state) else 0.0, stream)
    best = consider_building(best, state, board, mask, stream, weights, forecast)
    best = consider_land(best, state, board, mask, stream, weights, forecast)
    best = consider_revolt(best, state, board, mask, stream, weights, forecast)
    return consider_cards(best, state, board, mask, stream, weights, forecast)[0]


@compiled
def is_stalled(state):
    """Return whether all action cards but papal visits are in hands, and the end has not begun."""
    cards = 0
    for card in range(NUM_ACTION_CARDS):
        if card != Card.PAPAL_VISIT:
            cards += state.draw_pile[card] + state.discard_pile[card]
    return cards == 0 and not state.end_begun


@compiled
def choose_replacement(state, board, mask, stream, weights, forecast):
    """D1: choose a free card; none if its value is negative, because it may be the last (E2)."""
    first = ids.first_choice(board)
    best = NO_OPTION
    if mask[first + ids.DONE]:
        best = better_option(best, first + ids.DONE, 0.0, stream)
    return consider_cards(best, state, board, mask, stream, weights, forecast)[0]


@compiled
def consider_building(best, state, board, mask, stream, weights, forecast):
    """T3: consider castles, cities and cathedrals. A field with a building cannot be attacked (A2)."""
    seat, fields = state.player, state.owner.shape[0]
    if state.action_points < COST:
        return best
    if state.hands[seat, Card.CASTLE] > 0:
        value = castle_value(state, weights, forecast, seat) / COST
        best = consider_sites(best, state, mask, stream, weights, ids.CASTLE * fields, fields, value)
    if state.hands[seat, Card.CITY] > 0:
        value = city_value(state, weights, forecast, seat) / COST
        best = consider_sites(best, state, mask, stream, weights, ids.SMALL_CITY * fields, fields, value)
        value = large_city_value(state, weights, forecast, seat) / COST
        large = ids.first_choice(board) + ids.LARGE_CITY
        for action in range(large, mask.shape[0]):
            if mask[action]:
                octagon = board.city_sites[action - large, 0]
                best = better_option(best, action, value + weights.guard * is_exposed(state, seat, octagon), stream)
    if state.hands[seat, Card.CATHEDRAL] > 0:
        value = cathedral_value(weights, forecast) / COST
        best = consider_sites(best, state, mask, stream, weights, ids.CATHEDRAL * fields, board.num_octagons, value)
    return best


@compiled
def consider_sites(best, state, mask, stream, weights, block, fields, value):
    """Return the better of the best option so far and the legal actions on fields, numbered from `block` on."""
    for field in range(fields):
        if mask[block + field]:
            guarded = weights.guard * is_exposed(state, state.player, field)
            best = better_option(best, block + field, value + guarded, stream)
    return best


@compiled
def is_exposed(state, seat, field):
    """Return whether an opponent owns a neighbouring field."""
    for other in range(state.scores.shape[0]):
        if other != seat and state.own_neighbours[other, field] > 0:
            return True
    return False


@compiled
def consider_land(best, state, board, mask, stream, weights, forecast):
    """Consider expansions (L1), occupations (L2) and attacks."""
    seat, fields = state.player, state.owner.shape[0]
    first = ids.first_choice(board)
    reachable, second = best_expansion(state, board, weights, forecast, seat)
    for card in range(NUM_ACTION_CARDS):
        if mask[first + ids.EXPAND + card]:
            price = card_value(state, board, weights, forecast, seat, card)
            value = reachable - price
            if board.shields[card] > 1 and state.action_points > 1:
                value = max(value, 0.5 * (reachable + second - price))
            best = better_option(best, first + ids.EXPAND + card, value, stream)
    if state.action_points == OCCUPY_COST:
        for field in range(fields):
            if mask[ids.CLAIM * fields + field]:
                value = claim_value(state, board, weights, forecast, seat, field) / OCCUPY_COST
                best = better_option(best, ids.CLAIM * fields + field, value, stream)
    if not state.attack_spent:
        for field in range(fields):
            if mask[ids.ATTACK * fields + field]:
                value = attack_value(state, board, weights, forecast, seat, field)
                best = better_option(best, ids.ATTACK * fields + field, value, stream)
    return best


@compiled
def consider_cards(best, state, board, mask, stream, weights, forecast):
    """Consider drawing, and the papal visit."""
    seat = state.player
    first = ids.first_choice(board)
    if mask[first + ids.DRAW]:
        value = draw_value(state, weights, forecast, seat)
        if state.end_begun:  # any card may be the last (E2)
            value += weights.last_card * lead(state, seat)
        if state.turn >= OVERTIME * state.scores.shape[0]:
            value = -LAST_RESORT
        best = better_option(best, first + ids.DRAW, value, stream)
    if mask[first + ids.PAPAL_VISIT]:
        value = weights.peace
        if state.king == seat:
            value = revolt_risk(state, board, weights, forecast, seat, 0)
        price = card_value(state, board, weights, forecast, seat, Card.PAPAL_VISIT)
        if is_stalled(state):
            value = LAST_RESORT
        best = better_option(best, first + ids.PAPAL_VISIT, value - price, stream)
    return best


@compiled
def consider_revolt(best, state, board, mask, stream, weights, forecast):
    """Consider a revolt (R1), and inciting the people first (D6)."""
    seat = state.player
    first = ids.first_choice(board)
    revolt_is_legal = can_declare(state)
    for incites in range(2):
        action = first + (ids.INCITE if incites else ids.REVOLT)
        if mask[action] == 0:
            continue
        price, share = 0.0, 1.0
        if incites:
            price, share = card_value(state, board, weights, forecast, seat, Card.INCITE), weights.incited
        value = 0.0
        if revolt_is_legal and state.action_points > incites:
            value = share * revolt_value(state, board, weights, forecast, seat, INCITE_REVEAL * incites)
        best = better_option(best, action, value - price, stream)
    return best
