"""Value of playing action cards now, and of their targets."""

from kschwert_env.agents.heuristics.politics_and_intrigue.evaluation import (
    count_knights,
    removal_value,
    strength_value,
    tournament_value,
)
from kschwert_env.agents.heuristics.politics_and_intrigue.forecast import count_bits
from kschwert_env.engine.jit.compiling import compiled
from kschwert_env.politics_and_intrigue.kernel.chapters import attacks
from kschwert_env.politics_and_intrigue.kernel.chapters import building_effects as effects
from kschwert_env.politics_and_intrigue.kernel.components import (
    MOST_STOCK,
    NUM_NUMBERS,
    NUM_RESOURCES,
    NUM_SLOTS,
    SLOTS_OF_PLACE,
    Card,
    Resource,
)
from kschwert_env.politics_and_intrigue.kernel.zones import principality as land
from kschwert_env.politics_and_intrigue.kernel.zones import resources as stock

_INVESTED = 0.5  # remaining value of a unit, as a share of its cost


@compiled
def attack_value(state, board, weights, forecast, seat, card):
    """A2: return the value of an attack to a seat, if it is not parried; about the cost to the enemy."""
    enemy = 1 - seat
    if card == Card.BLACK_KNIGHT:
        value = best_target_value(state, board, weights, forecast, seat, effects.knights(state, enemy), card)
        return with_backfire(state, board, weights, forecast, seat, effects.knights(state, seat), value)
    if card == Card.ARSONIST:
        value = best_target_value(state, board, weights, forecast, seat, effects.burnable(state, board, enemy), card)
        value = max(value, brothel_value(state, weights, forecast, seat))
        return with_backfire(state, board, weights, forecast, seat, effects.burnable(state, board, seat), value)
    if card == Card.BRIBERY:
        value = best_target_value(state, board, weights, forecast, seat, effects.bribable(state, board, enemy), card)
        return value - attacks.BRIBE * weights.stock
    if card == Card.SPY:
        return 0.3 + 0.1 * min(3, state.hand_counts[enemy])
    if card == Card.MERCHANT:
        return weights.resource * (1 + forecast.opponent_point) * min(2, num_movable(state, enemy, seat))
    if card == Card.WEDDING:
        gold = min(state.resources[enemy, Resource.GOLD], state.room[seat, Resource.GOLD])
        return 0.7 * weights.resource * (1 + forecast.opponent_point) * gold
    most = 0
    for kind in range(NUM_RESOURCES):
        most = max(most, loot(state, seat, kind))
    return weights.resource * (1 + forecast.opponent_point) * most


@compiled
def with_backfire(state, board, weights, forecast, seat, own_targets, value):
    """Return the expected value of an attack that a die decides (A3, A4); `own_targets` are slots, as bits."""
    chance = count_bits(board.backfires) / NUM_NUMBERS
    loss = 0.0
    for slot in range(NUM_SLOTS):
        if own_targets >> slot & 1:
            own = removal_value(state, board, weights, forecast, seat, slot)
            loss = own if loss == 0.0 else min(loss, own)
    return (1.0 - chance) * value - chance * loss


@compiled
def best_target_value(state, board, weights, forecast, seat, targets, card):
    """Return the value of the best target among slots, given as bits."""
    best = 0.0
    for slot in range(NUM_SLOTS):
        if targets >> slot & 1:
            best = max(best, target_value(state, board, weights, forecast, seat, slot, card))
    return best


@compiled
def target_value(state, board, weights, forecast, seat, slot, card):
    """Return the value to a seat of removing the enemy's card in a slot; a bribed knight changes sides."""
    target = land.card_at(state, 1 - seat, slot)
    invested = _INVESTED * forecast.opponent_point * weights.resource * board.price[target]
    if card == Card.BRIBERY:
        strength = int(board.strength[target])
        value = strength_value(state, weights, forecast, seat, strength, -strength)
        return value + invested + tournament_value(state, weights, forecast, seat, 2 * int(board.tournament[target]))
    return removal_value(state, board, weights, forecast, 1 - seat, slot) + invested


@compiled
def brothel_value(state, weights, forecast, seat):
    """A4: return the value of burning the enemy's brothel."""
    slot = effects.burnable_brothel(state, seat)
    if slot < 0:
        return 0.0
    return 0.2 + strength_value(state, weights, forecast, seat, count_knights(state, seat, slot // SLOTS_OF_PLACE), 0)


@compiled
def num_movable(state, giver, taker):
    """Return how many resources can move from one seat to the other."""
    count = 0
    for kind in range(NUM_RESOURCES):
        count += min(state.resources[giver, kind], state.room[taker, kind])
    return count


@compiled
def loot(state, seat, kind):
    """A10: return how many resources of a kind highwaymen bring."""
    if not stock.can_move(state, 1 - seat, seat, kind):
        return 0
    least = MOST_STOCK
    for region in range(land.num_regions(state, seat)):
        if state.region_kind[seat, region] == kind:
            least = min(least, int(state.stock[seat, region]))
    return min(MOST_STOCK - least, int(state.resources[1 - seat, kind]))


@compiled
def number_value(state, weights, forecast, seat, number):
    """A6: return the value of a dice number to a seat, minus that to the enemy."""
    units = 0.0
    for owner in range(2):
        twice = effects.doubled(state, owner)
        for region in range(land.num_regions(state, owner)):
            if state.region_number[owner, region] == number:
                most = MOST_STOCK - int(state.stock[owner, region])
                units += (1.0 if owner == seat else -forecast.opponent_point) * min(most, 1 + (twice >> region & 1))
    return weights.resource * units


@compiled
def plague_value(state, weights, seat):
    """A18: return the value of the resources that plague would take."""
    return weights.resource * count_bits(effects.plagued(state, seat))
