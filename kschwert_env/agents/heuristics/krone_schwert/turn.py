"""Deciding about the actions of a turn: each is worth what it brings per action point."""

from kschwert_env.agents.heuristics.choice import NONE, better
from kschwert_env.agents.heuristics.krone_schwert.evaluation import (
    card_worth,
    castle_worth,
    cathedral_worth,
    city_worth,
    draw_worth,
    large_city_worth,
)
from kschwert_env.agents.heuristics.krone_schwert.land import attack_worth, best_expansion, claim_worth
from kschwert_env.agents.heuristics.krone_schwert.opponents import lead
from kschwert_env.agents.heuristics.krone_schwert.revolts import danger, revolt_worth
from kschwert_env.engine.jit.compiling import compiled
from kschwert_env.krone_schwert.kernel import actions as ids
from kschwert_env.krone_schwert.kernel.building import COST
from kschwert_env.krone_schwert.kernel.cards import INCITE_REVEAL
from kschwert_env.krone_schwert.kernel.components import NUM_ACTION_CARDS, Card
from kschwert_env.krone_schwert.kernel.land import OCCUPY_COST
from kschwert_env.krone_schwert.kernel.revolt import can_declare


@compiled
def choose_in_turn(state, board, mask, stream, weights, outlook):
    """The action that is worth most per action point; the turn ends where none is worth anything."""
    first = ids.first_choice(board)
    best = NONE
    if mask[first + ids.END_TURN]:
        best = better(best, first + ids.END_TURN, 0.0, stream)
    best = consider_building(best, state, board, mask, stream, weights, outlook)
    best = consider_land(best, state, board, mask, stream, weights, outlook)
    best = consider_revolt(best, state, board, mask, stream, weights, outlook)
    return consider_cards(best, state, board, mask, stream, weights, outlook)[0]


@compiled
def choose_replacement(state, board, mask, stream, weights, outlook):
    """D1: a card that costs nothing, unless it is worth less than none, since it may be the last (E2)."""
    first = ids.first_choice(board)
    best = NONE
    if mask[first + ids.DONE]:
        best = better(best, first + ids.DONE, 0.0, stream)
    return consider_cards(best, state, board, mask, stream, weights, outlook)[0]


@compiled
def consider_building(best, state, board, mask, stream, weights, outlook):
    """T3: castles, cities and cathedrals. One guarded by a building cannot be attacked (A2)."""
    seat, fields = state.player, state.owner.shape[0]
    if state.action_points < COST:
        return best
    if state.hands[seat, Card.CASTLE] > 0:
        worth = castle_worth(state, weights, outlook, seat) / COST
        best = consider_sites(best, state, mask, stream, weights, ids.CASTLE * fields, fields, worth)
    if state.hands[seat, Card.CITY] > 0:
        worth = city_worth(state, weights, outlook, seat) / COST
        best = consider_sites(best, state, mask, stream, weights, ids.SMALL_CITY * fields, fields, worth)
        worth = large_city_worth(state, weights, outlook, seat) / COST
        large = ids.first_choice(board) + ids.LARGE_CITY
        for action in range(large, mask.shape[0]):
            if mask[action]:
                octagon = board.city_sites[action - large, 0]
                best = better(best, action, worth + weights.guard * is_exposed(state, seat, octagon), stream)
    if state.hands[seat, Card.CATHEDRAL] > 0:
        worth = cathedral_worth(weights, outlook) / COST
        best = consider_sites(best, state, mask, stream, weights, ids.CATHEDRAL * fields, board.num_octagons, worth)
    return best


@compiled
def consider_sites(best, state, mask, stream, weights, block, fields, worth):
    """The best option so far, or a legal one on a field among the numbers from `block` on."""
    for field in range(fields):
        if mask[block + field]:
            guarded = weights.guard * is_exposed(state, state.player, field)
            best = better(best, block + field, worth + guarded, stream)
    return best


@compiled
def is_exposed(state, seat, field):
    """Whether a rival owns a field beside this one."""
    for other in range(state.scores.shape[0]):
        if other != seat and state.own_neighbours[other, field] > 0:
            return True
    return False


@compiled
def consider_land(best, state, board, mask, stream, weights, outlook):
    """Expansions (L1), occupations (L2) and attacks."""
    seat, fields = state.player, state.owner.shape[0]
    first = ids.first_choice(board)
    reachable, second = best_expansion(state, board, weights, outlook, seat)
    for card in range(NUM_ACTION_CARDS):
        if mask[first + ids.EXPAND + card]:
            price = card_worth(state, board, weights, outlook, seat, card)
            worth = reachable - price
            if board.shields[card] > 1 and state.action_points > 1:
                worth = max(worth, 0.5 * (reachable + second - price))
            best = better(best, first + ids.EXPAND + card, worth, stream)
    if state.action_points == OCCUPY_COST:
        for field in range(fields):
            if mask[ids.CLAIM * fields + field]:
                worth = claim_worth(state, board, weights, outlook, seat, field) / OCCUPY_COST
                best = better(best, ids.CLAIM * fields + field, worth, stream)
    if not state.attack_spent:
        for field in range(fields):
            if mask[ids.ATTACK * fields + field]:
                worth = attack_worth(state, board, weights, outlook, seat, field)
                best = better(best, ids.ATTACK * fields + field, worth, stream)
    return best


@compiled
def consider_cards(best, state, board, mask, stream, weights, outlook):
    """Drawing, and the papal visit."""
    seat = state.player
    first = ids.first_choice(board)
    if mask[first + ids.DRAW]:
        worth = draw_worth(state, weights, outlook, seat)
        if state.end_begun:  # any card may be the last (E2)
            worth += weights.last_card * lead(state, board, seat)
        best = better(best, first + ids.DRAW, worth, stream)
    if mask[first + ids.PAPAL_VISIT]:
        worth = weights.peace
        if state.king == seat:
            worth = danger(state, board, weights, outlook, seat, 0)
        price = card_worth(state, board, weights, outlook, seat, Card.PAPAL_VISIT)
        best = better(best, first + ids.PAPAL_VISIT, worth - price, stream)
    return best


@compiled
def consider_revolt(best, state, board, mask, stream, weights, outlook):
    """A revolt at once (R1), or inciting the people first (D6)."""
    seat = state.player
    first = ids.first_choice(board)
    revolt_is_legal = can_declare(state)
    for incites in range(2):
        action = first + (ids.INCITE if incites else ids.REVOLT)
        if mask[action] == 0:
            continue
        price, share = 0.0, 1.0
        if incites:
            price, share = card_worth(state, board, weights, outlook, seat, Card.INCITE), weights.incited
        worth = 0.0
        if revolt_is_legal and state.action_points > incites:
            worth = share * revolt_worth(state, board, weights, outlook, seat, INCITE_REVEAL * incites)
        best = better(best, action, worth - price, stream)
    return best
