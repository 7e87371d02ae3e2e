"""Deciding about land: markers, expansions, attacks and their answers."""

from kschwert_env.agents.heuristics.choice import NONE, better
from kschwert_env.agents.heuristics.krone_schwert.evaluation import (
    building_rate,
    card_worth,
    draw_worth,
    field_worth,
)
from kschwert_env.agents.heuristics.krone_schwert.opponents import lead, rival_weight
from kschwert_env.engine.jit.compiling import compiled
from kschwert_env.krone_schwert.kernel import actions as ids
from kschwert_env.krone_schwert.kernel import attack
from kschwert_env.krone_schwert.kernel.components import (
    NOBODY,
    NUM_ACTION_CARDS,
    Card,
    Reaction,
    Terrain,
)


@compiled
def claim_worth(state, board, weights, outlook, seat, field):
    """A free field, and what it does to the end of the game (E3)."""
    worth = field_worth(state, board, weights, outlook, seat, field)
    if state.terrain[field] != Terrain.MOUNTAIN:
        if state.free_land == 1:
            worth += weights.finish * lead(state, board, seat)
        else:
            worth += outlook.tempo
    return worth


@compiled
def choose_field(state, board, mask, stream, weights, outlook):
    """The best field to claim, in the setup, in an expansion or when resettling; or none."""
    best = NONE
    for field in range(state.owner.shape[0]):
        if mask[field]:
            worth = claim_worth(state, board, weights, outlook, state.player, field)
            best = better(best, field, worth, stream)
    first = ids.first_choice(board)
    if mask[first + ids.DONE]:
        best = better(best, first + ids.DONE, rest_worth(state, weights, outlook), stream)
    return best[0]


@compiled
def rest_worth(state, weights, outlook):
    """What the next action point is worth if no further field is claimed."""
    worth = draw_worth(state, weights, outlook, state.player)
    if state.action_points >= 2:
        worth = max(worth, building_rate(state, weights, outlook, state.player))
    return worth


@compiled
def best_expansion(state, board, weights, outlook, seat):
    """The worth of the best and of the second best field for an expansion (L1)."""
    first, second = -1e9, -1e9
    for field in range(state.owner.shape[0]):
        if state.owner[field] == NOBODY and state.own_neighbours[seat, field] > 0:
            worth = claim_worth(state, board, weights, outlook, seat, field)
            if worth > first:
                first, second = worth, first
            elif worth > second:
                second = worth
    return first, second


# -- attacks -------------------------------------------------------------------------------------------------------


@compiled
def attack_worth(state, board, weights, outlook, seat, field):
    """A field of another's, less the cards that it takes (A3)."""
    owner = state.owner[field]
    cards = weights.combat_point * (attack.castles(state, owner) + 1) + weights.attack_card
    gain = field_worth(state, board, weights, outlook, seat, field)
    loss = weights.field_lost * rival_weight(state, board, weights, seat, seat, owner)
    return weights.attack_success * (gain + loss) - cards * outlook.ready


@compiled
def choose_attack_cards(state, board, mask, stream, weights, outlook):
    """The cheapest cards that are enough (A3)."""
    seat = state.player
    first = ids.first_choice(board)
    needed = attack.castles(state, state.owner[state.attacked]) + 1 - attack.strength_laid(state, board, seat)
    best = NONE
    if mask[first + ids.DONE]:
        best = better(best, first + ids.DONE, 0.0, stream)
    for card in range(NUM_ACTION_CARDS):
        if mask[first + ids.LAY + card]:
            price = card_worth(state, board, weights, outlook, seat, card) + weights.attack_card
            open_strength = max(0, needed - board.combat[card])
            best = better(best, first + ids.LAY + card, -price - weights.more_strength * open_strength, stream)
    return best[0]


@compiled
def choose_reaction(state, board, mask, stream, weights, outlook):
    """A4: an ambush or truce where it saves a field that is worth it."""
    seat, attacker = state.player, state.turn_player
    first = ids.first_choice(board)
    saved = field_worth(state, board, weights, outlook, seat, state.attacked) + weights.field_lost
    strength = attack.strength_laid(state, board, attacker)
    best = NONE
    if mask[first + ids.REACT + Reaction.NONE]:
        best = better(best, first + ids.REACT + Reaction.NONE, 0.0, stream)
    if mask[first + ids.REACT + Reaction.AMBUSH]:
        holds = strength - attack.highest_combat(board, state.laid[attacker]) <= attack.castles(state, seat)  # A6
        price = card_worth(state, board, weights, outlook, seat, Card.AMBUSH)
        best = better(best, first + ids.REACT + Reaction.AMBUSH, saved * holds - price, stream)
    if mask[first + ids.REACT + Reaction.TRUCE]:
        price = card_worth(state, board, weights, outlook, seat, Card.TRUCE)
        best = better(best, first + ids.REACT + Reaction.TRUCE, saved - price, stream)
    return best[0]
