"""Resources: they exist only as stock on regions (C2), and nobody chooses between regions of one kind (P5)."""

from kschwert_env.engine.jit.compiling import compiled, inlined
from kschwert_env.politics_and_intrigue.kernel import land
from kschwert_env.politics_and_intrigue.kernel.components import MOST_STOCK, NOBODY, NUM_RESOURCES, Resource


@compiled
def change(state, seat, region, amount):
    """Add to the stock of a region, which it holds."""
    kind = state.region_kind[seat, region]
    state.stock[seat, region] += amount
    state.resources[seat, kind] += amount
    state.room[seat, kind] -= amount


@compiled
def fill(state, seat, region, amount):
    """C2: a region gets so much; what does not fit is lost."""
    change(state, seat, region, min(amount, MOST_STOCK - int(state.stock[seat, region])))


@inlined
def empty(state, seat, region):
    """A region loses all of its stock."""
    change(state, seat, region, -int(state.stock[seat, region]))


@compiled
def gain(state, seat, kind):
    """P5: one unit, for which there is room, goes to the region with the lowest stock, among equals the lowest id."""
    best, least = 0, MOST_STOCK
    for region in range(land.num_regions(state, seat)):
        if state.region_kind[seat, region] == kind and state.stock[seat, region] < least:
            best, least = region, int(state.stock[seat, region])
    change(state, seat, best, 1)


@compiled
def lose(state, seat, kind):
    """P5: one unit, which is there, comes from the region with the highest stock, among equals the lowest id."""
    best, most = 0, 0
    for region in range(land.num_regions(state, seat)):
        if state.region_kind[seat, region] == kind and state.stock[seat, region] > most:
            best, most = region, int(state.stock[seat, region])
    change(state, seat, best, -1)


@compiled
def lose_many(state, seat, kind, amount):
    """So many units, which are there."""
    for _ in range(amount):
        lose(state, seat, kind)


@compiled
def move(state, giver, taker, kind):
    """One unit from a seat that has it to one with room."""
    lose(state, giver, kind)
    gain(state, taker, kind)


@compiled
def can_move(state, giver, taker, kind):
    """Whether the one has a unit and the other one room for it."""
    return state.resources[giver, kind] > 0 and state.room[taker, kind] > 0


@compiled
def anything_moves(state, giver, taker):
    """Whether there is a kind of which a unit can go from one seat to the other."""
    for kind in range(NUM_RESOURCES):
        if can_move(state, giver, taker, kind):
            return True
    return False


@compiled
def total(state, seat):
    """All that a seat has."""
    count = 0
    for kind in range(NUM_RESOURCES):
        count += state.resources[seat, kind]
    return count


@inlined
def has_room(state, seat):
    """Whether a seat has room for anything."""
    for kind in range(NUM_RESOURCES):
        if state.room[seat, kind] > 0:
            return True
    return False


@compiled
def can_pay(state, seat, cost, without):
    """B1: whether a cost by kind is there, less one of the kind `without` (F16; NOBODY: all of it)."""
    for kind in range(NUM_RESOURCES):
        if state.resources[seat, kind] < cost[kind] - (kind == without):
            return False
    return True


@compiled
def pay(state, seat, cost, without):
    """B1: pay a cost that is there."""
    for kind in range(NUM_RESOURCES):
        lose_many(state, seat, kind, cost[kind] - (kind == without))


@inlined
def can_pay_less_one(state, seat, cost):
    """F16: whether a cost can be paid after one of it has been left out."""
    missing = 0
    for kind in range(NUM_RESOURCES):
        missing += max(0, cost[kind] - state.resources[seat, kind])
    return missing <= 1


@compiled
def can_pay_gold(state, seat, amount):
    """Whether there is so much gold."""
    return state.resources[seat, Resource.GOLD] >= amount


@compiled
def pay_gold(state, seat, amount):
    """Gold that is there."""
    lose_many(state, seat, Resource.GOLD, amount)


@compiled
def lose_all_of(state, seat, kind, safe):
    """F18, D1: all of a kind, but not in the regions of the bits `safe`."""
    for region in range(land.num_regions(state, seat)):
        if state.region_kind[seat, region] == kind and not safe >> region & 1:
            empty(state, seat, region)


@inlined
def region_with_least(state, seat, kind):
    """The region of a kind with the lowest stock (A10), NOBODY if the seat has none."""
    best, least = NOBODY, MOST_STOCK + 1
    for region in range(land.num_regions(state, seat)):
        if state.region_kind[seat, region] == kind and state.stock[seat, region] < least:
            best, least = region, int(state.stock[seat, region])
    return best
