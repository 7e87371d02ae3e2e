"""What action cards are worth when they are played now, and what they are aimed at."""

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
    NUM_RESOURCES,
    NUM_SLOTS,
    SLOTS_OF_PLACE,
    Card,
    Resource,
)
from kschwert_env.politics_and_intrigue.kernel.zones import principality as land
from kschwert_env.politics_and_intrigue.kernel.zones import resources as stock

_INVESTED = 0.5  # share of its cost that a unit is still worth


@compiled
def attack_value(state, board, weights, forecast, seat, card):
    """A2: what an attack brings a seat, if it is not parried; about what it costs the enemy."""
    enemy = 1 - seat
    if card == Card.BLACK_KNIGHT:
        return best_target_value(state, board, weights, forecast, seat, effects.knights(state, enemy), card)
    if card == Card.ARSONIST:
        value = best_target_value(state, board, weights, forecast, seat, effects.burnable(state, board, enemy), card)
        return max(value, brothel_value(state, weights, forecast, seat))
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
def best_target_value(state, board, weights, forecast, seat, targets, card):
    """The most that an attack can do to one of the slots, which are bits."""
    best = 0.0
    for slot in range(NUM_SLOTS):
        if targets >> slot & 1:
            best = max(best, target_value(state, board, weights, forecast, seat, slot, card))
    return best


@compiled
def target_value(state, board, weights, forecast, seat, slot, card):
    """What it brings a seat that a card of the enemy's goes; a bribed knight comes over."""
    target = land.card_at(state, 1 - seat, slot)
    invested = _INVESTED * forecast.opponent_point * weights.resource * board.price[target]
    if card == Card.BRIBERY:
        strength = int(board.strength[target])
        value = strength_value(state, weights, forecast, seat, strength, -strength)
        return value + invested + tournament_value(state, weights, forecast, seat, 2 * int(board.tournament[target]))
    return removal_value(state, board, weights, forecast, 1 - seat, slot) + invested


@compiled
def brothel_value(state, weights, forecast, seat):
    """A4: what burning the enemy's brothel brings."""
    slot = effects.burnable_brothel(state, seat)
    if slot < 0:
        return 0.0
    return 0.2 + strength_value(state, weights, forecast, seat, count_knights(state, seat, slot // SLOTS_OF_PLACE), 0)


@compiled
def num_movable(state, giver, taker):
    """So many resources can go from one seat to the other."""
    count = 0
    for kind in range(NUM_RESOURCES):
        count += min(state.resources[giver, kind], state.room[taker, kind])
    return count


@compiled
def loot(state, seat, kind):
    """A10: so many resources of a kind highwaymen bring."""
    if not stock.can_move(state, 1 - seat, seat, kind):
        return 0
    least = MOST_STOCK
    for region in range(land.num_regions(state, seat)):
        if state.region_kind[seat, region] == kind:
            least = min(least, int(state.stock[seat, region]))
    return min(MOST_STOCK - least, int(state.resources[1 - seat, kind]))


@compiled
def number_value(state, weights, forecast, seat, number):
    """A6: what a number brings a seat, and the enemy."""
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
    """A18: what plague would take."""
    return weights.resource * count_bits(effects.plagued(state, seat))
