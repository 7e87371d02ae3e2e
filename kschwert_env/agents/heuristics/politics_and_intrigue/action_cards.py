"""What action cards are worth when they are played now, and what they are aimed at."""

from kschwert_env.agents.heuristics.politics_and_intrigue.evaluation import (
    knights_in,
    standing_worth,
    strength_worth,
    tournament_worth,
)
from kschwert_env.agents.heuristics.politics_and_intrigue.lookahead import ones
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
def attack_worth(state, board, weights, outlook, seat, card):
    """A2: what an attack brings a seat, if it is not parried; about what it costs the enemy."""
    enemy = 1 - seat
    if card == Card.BLACK_KNIGHT:
        return best_hit(state, board, weights, outlook, seat, effects.knights(state, enemy), card)
    if card == Card.ARSONIST:
        worth = best_hit(state, board, weights, outlook, seat, effects.burnable(state, board, enemy), card)
        return max(worth, brothel_worth(state, weights, outlook, seat))
    if card == Card.BRIBERY:
        worth = best_hit(state, board, weights, outlook, seat, effects.bribable(state, board, enemy), card)
        return worth - attacks.BRIBE * weights.stock
    if card == Card.SPY:
        return 0.3 + 0.1 * min(3, state.hand_counts[enemy])
    if card == Card.MERCHANT:
        return weights.resource * (1 + outlook.envy) * min(2, movable(state, enemy, seat))
    if card == Card.WEDDING:
        gold = min(state.resources[enemy, Resource.GOLD], state.room[seat, Resource.GOLD])
        return 0.7 * weights.resource * (1 + outlook.envy) * gold
    most = 0
    for kind in range(NUM_RESOURCES):
        most = max(most, loot(state, seat, kind))
    return weights.resource * (1 + outlook.envy) * most


@compiled
def best_hit(state, board, weights, outlook, seat, targets, card):
    """The most that an attack can do to one of the slots, which are bits."""
    best = 0.0
    for slot in range(NUM_SLOTS):
        if targets >> slot & 1:
            best = max(best, hit_worth(state, board, weights, outlook, seat, slot, card))
    return best


@compiled
def hit_worth(state, board, weights, outlook, seat, slot, card):
    """What it brings a seat that a card of the enemy's goes; a bribed knight comes over."""
    target = land.card_at(state, 1 - seat, slot)
    invested = _INVESTED * outlook.envy * weights.resource * board.price[target]
    if card == Card.BRIBERY:
        strength = int(board.strength[target])
        worth = strength_worth(state, weights, outlook, seat, strength, -strength)
        return worth + invested + tournament_worth(state, weights, outlook, seat, 2 * int(board.tournament[target]))
    return standing_worth(state, board, weights, outlook, 1 - seat, slot) + invested


@compiled
def brothel_worth(state, weights, outlook, seat):
    """A4: what burning the enemy's brothel brings."""
    slot = effects.burnable_brothel(state, seat)
    if slot < 0:
        return 0.0
    return 0.2 + strength_worth(state, weights, outlook, seat, knights_in(state, seat, slot // SLOTS_OF_PLACE), 0)


@compiled
def movable(state, giver, taker):
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
def number_worth(state, weights, outlook, seat, number):
    """A6: what a number brings a seat, and the enemy."""
    units = 0.0
    for owner in range(2):
        twice = effects.doubled(state, owner)
        for region in range(land.num_regions(state, owner)):
            if state.region_number[owner, region] == number:
                most = MOST_STOCK - int(state.stock[owner, region])
                units += (1.0 if owner == seat else -outlook.envy) * min(most, 1 + (twice >> region & 1))
    return weights.resource * units


@compiled
def plague_worth(state, weights, seat):
    """A18: what plague would take."""
    return weights.resource * ones(effects.plagued(state, seat))
