"""Decisions about land: claims, expansions, attacks and reactions."""

from kschwert_env.agents.heuristics.krone_schwert.evaluation import building_rate, card_value, draw_value, field_value
from kschwert_env.agents.heuristics.krone_schwert.opponents import lead, opponent_weight
from kschwert_env.agents.heuristics.selection import NO_OPTION, better_option
from kschwert_env.engine.jit.compiling import compiled
from kschwert_env.krone_schwert.kernel import actions as ids
from kschwert_env.krone_schwert.kernel import attack
from kschwert_env.krone_schwert.kernel.components import NOBODY, NUM_ACTION_CARDS, Card, Reaction, Terrain


@compiled
def claim_value(state, board, weights, forecast, seat, field):
    """Return the value of claiming a free field, including its effect on the end of the game (E3)."""
    value = field_value(state, board, weights, forecast, seat, field)
    if state.terrain[field] != Terrain.MOUNTAIN:
        if state.free_land == 1:
            value += weights.finish * lead(state, seat)
        else:
            value += forecast.tempo
    return value


@compiled
def choose_field(state, board, mask, stream, weights, forecast):
    """Choose the best field to claim, in the setup, in an expansion or when resettling; or none."""
    best = NO_OPTION
    for field in range(state.owner.shape[0]):
        if mask[field]:
            value = claim_value(state, board, weights, forecast, state.player, field)
            best = better_option(best, field, value, stream)
    first = ids.first_choice(board)
    if mask[first + ids.DONE]:
        best = better_option(best, first + ids.DONE, rest_value(state, weights, forecast), stream)
    return best[0]


@compiled
def rest_value(state, weights, forecast):
    """Return the value of the next action point if no further field is claimed."""
    value = draw_value(state, weights, forecast, state.player)
    if state.action_points >= 2:
        value = max(value, building_rate(state, weights, forecast, state.player))
    return value


@compiled
def best_expansion(state, board, weights, forecast, seat):
    """Return the values of the best and second best fields for an expansion (L1)."""
    first, second = -1e9, -1e9
    for field in range(state.owner.shape[0]):
        if state.owner[field] == NOBODY and state.own_neighbours[seat, field] > 0:
            value = claim_value(state, board, weights, forecast, seat, field)
            if value > first:
                first, second = value, first
            elif value > second:
                second = value
    return first, second


# -- attacks -------------------------------------------------------------------------------------------------------


@compiled
def attack_value(state, board, weights, forecast, seat, field):
    """Return the value of attacking an opponent's field, minus the cards that it takes (A3)."""
    owner = state.owner[field]
    cards = weights.combat_point * (attack.castles(state, owner) + 1) + weights.attack_card
    gain = field_value(state, board, weights, forecast, seat, field)
    loss = weights.field_lost * opponent_weight(state, weights, seat, owner)
    return weights.attack_success * (gain + loss) - cards * forecast.ready


@compiled
def choose_attack_cards(state, board, mask, stream, weights, forecast):
    """Choose the cheapest sufficient cards (A3)."""
    seat = state.player
    first = ids.first_choice(board)
    needed = attack.castles(state, state.owner[state.attacked]) + 1 - attack.strength_laid(state, board, seat)
    best = NO_OPTION
    if mask[first + ids.DONE]:
        best = better_option(best, first + ids.DONE, 0.0, stream)
    for card in range(NUM_ACTION_CARDS):
        if mask[first + ids.LAY + card]:
            price = card_value(state, board, weights, forecast, seat, card) + weights.attack_card
            open_strength = max(0, needed - board.combat[card])
            best = better_option(best, first + ids.LAY + card, -price - weights.more_strength * open_strength, stream)
    return best[0]


@compiled
def choose_reaction(state, board, mask, stream, weights, forecast):
    """A4: choose an ambush or truce if it saves a field of greater value."""
    seat, attacker = state.player, state.turn_player
    first = ids.first_choice(board)
    saved = field_value(state, board, weights, forecast, seat, state.attacked) + weights.field_lost
    strength = attack.strength_laid(state, board, attacker)
    best = NO_OPTION
    if mask[first + ids.REACT + Reaction.NONE]:
        best = better_option(best, first + ids.REACT + Reaction.NONE, 0.0, stream)
    if mask[first + ids.REACT + Reaction.AMBUSH]:
        holds = strength - attack.highest_combat(board, state.laid[attacker]) <= attack.castles(state, seat)  # A6
        price = card_value(state, board, weights, forecast, seat, Card.AMBUSH)
        best = better_option(best, first + ids.REACT + Reaction.AMBUSH, saved * holds - price, stream)
    if mask[first + ids.REACT + Reaction.TRUCE]:
        price = card_value(state, board, weights, forecast, seat, Card.TRUCE)
        best = better_option(best, first + ids.REACT + Reaction.TRUCE, saved - price, stream)
    return best[0]
