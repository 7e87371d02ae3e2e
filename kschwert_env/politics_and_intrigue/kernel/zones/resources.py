"""Resources exist only as stock on regions (C2). Nobody chooses between regions of one kind (P5)."""

from kschwert_env.engine.jit.compiling import compiled, inlined
from kschwert_env.politics_and_intrigue.kernel.components import MOST_STOCK, NOBODY, NUM_RESOURCES, Resource
from kschwert_env.politics_and_intrigue.kernel.zones import principality


@compiled
def change(state, seat, region, amount):
    """Add `amount`, which may be negative, to the stock of a region. The result must be from 0 to 3."""
    kind = state.region_kind[seat, region]
    state.stock[seat, region] += amount
    state.resources[seat, kind] += amount
    state.room[seat, kind] -= amount


@compiled
def fill(state, seat, region, amount):
    """Add `amount` to the stock of a region; what does not fit is lost (C2)."""
    change(state, seat, region, min(amount, MOST_STOCK - int(state.stock[seat, region])))


@compiled
def gain(state, seat, kind):
    """Add one unit, for which there is room, to the region with the lowest stock and then the lowest id (P5)."""
    best, least = 0, MOST_STOCK
    for region in range(principality.num_regions(state, seat)):
        if state.region_kind[seat, region] == kind and state.stock[seat, region] < least:
            best, least = region, int(state.stock[seat, region])
    change(state, seat, best, 1)


@compiled
def lose(state, seat, kind):
    """Remove one unit, which the seat has, from the region with the highest stock and then the lowest id (P5)."""
    best, most = 0, 0
    for region in range(principality.num_regions(state, seat)):
        if state.region_kind[seat, region] == kind and state.stock[seat, region] > most:
            best, most = region, int(state.stock[seat, region])
    change(state, seat, best, -1)


@compiled
def lose_many(state, seat, kind, amount):
    """Remove several units, which the seat has."""
    for _ in range(amount):
        lose(state, seat, kind)


@compiled
def move(state, giver, taker, kind):
    """Move one unit from a seat that has it to a seat with room for it."""
    lose(state, giver, kind)
    gain(state, taker, kind)


@compiled
def can_move(state, giver, taker, kind):
    """Return whether the giver has a unit of a kind and the taker room for it."""
    return state.resources[giver, kind] > 0 and state.room[taker, kind] > 0


@compiled
def anything_moves(state, giver, taker):
    """Return whether a unit of any kind can go from one seat to the other."""
    for kind in range(NUM_RESOURCES):
        if can_move(state, giver, taker, kind):
            return True
    return False


@compiled
def total(state, seat):
    """Return the number of all resources of a seat."""
    count = 0
    for kind in range(NUM_RESOURCES):
        count += state.resources[seat, kind]
    return count


@inlined
def has_room(state, seat):
    """Return whether a seat has room for a unit of any kind."""
    for kind in range(NUM_RESOURCES):
        if state.room[seat, kind] > 0:
            return True
    return False


@compiled
def can_pay(state, seat, cost, without):
    """Return whether a seat can pay a cost by kind, less one of the kind `without` (B1, F16; NOBODY: all of it)."""
    for kind in range(NUM_RESOURCES):
        if state.resources[seat, kind] < cost[kind] - (kind == without):
            return False
    return True


@compiled
def pay(state, seat, cost, without):
    """Pay a cost by kind, less one of the kind `without` (B1, F16; NOBODY: all of it)."""
    for kind in range(NUM_RESOURCES):
        lose_many(state, seat, kind, cost[kind] - (kind == without))


@inlined
def can_pay_less_one(state, seat, cost):
    """Return whether a seat can pay a cost after one unit of any kind has been left out (F16)."""
    missing = 0
    for kind in range(NUM_RESOURCES):
        missing += max(0, cost[kind] - state.resources[seat, kind])
    return missing <= 1


@compiled
def can_pay_gold(state, seat, amount):
    """Return whether a seat has that much gold."""
    return state.resources[seat, Resource.GOLD] >= amount


@compiled
def pay_gold(state, seat, amount):
    """Pay gold, which the seat has."""
    lose_many(state, seat, Resource.GOLD, amount)


@compiled
def lose_all_of(state, seat, kind, safe):
    """Remove all units of a kind, except in the regions of the bits `safe` (D1, F18)."""
    for region in range(principality.num_regions(state, seat)):
        if state.region_kind[seat, region] == kind and not safe >> region & 1:
            change(state, seat, region, -int(state.stock[seat, region]))


@inlined
def region_with_least(state, seat, kind):
    """Return the region of a kind with the lowest stock, NOBODY if the seat has none of that kind (A10)."""
    best, least = NOBODY, MOST_STOCK + 1
    for region in range(principality.num_regions(state, seat)):
        if state.region_kind[seat, region] == kind and state.stock[seat, region] < least:
            best, least = region, int(state.stock[seat, region])
    return best
