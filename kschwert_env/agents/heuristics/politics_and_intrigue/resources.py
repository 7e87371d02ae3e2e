"""What stock is worth: by the best purchase that it leads to, and by what may be lost of it."""

from typing import NamedTuple

import numpy as np

from kschwert_env.engine.jit.compiling import compiled, inlined
from kschwert_env.engine.jit.scratch import scratch
from kschwert_env.politics_and_intrigue.kernel.chapters import trading as trade
from kschwert_env.politics_and_intrigue.kernel.components import NUM_RESOURCES, Resource

MOST_WISHES = 24
MOST_ROUNDS = 12  # that a purchase is waited for
MOST_COSTS = MOST_WISHES * NUM_RESOURCES
NONE = -1


class Wishes(NamedTuple):
    """What a seat would like to buy; the n first entries of each array."""

    number: np.ndarray  # n, in its only entry
    what: np.ndarray  # Centre, or NUM_CENTRES + Card
    worth: np.ndarray
    profit: np.ndarray  # worth less that of the stock that it costs
    spared: np.ndarray  # resources of its cost that need not be paid (F16)
    cost: np.ndarray  # by wish, then by kind


@inlined
def no_wishes():
    """Room for wishes, which is the caller's."""
    return Wishes(
        scratch(1),
        scratch(MOST_WISHES),
        scratch(MOST_WISHES),
        scratch(MOST_WISHES),
        scratch(MOST_WISHES),
        scratch(MOST_COSTS),
    )


@compiled
def prospects(weights, outlook, wishes, stock, without):
    """What a stock is worth by its best use for another wish than `without`, and in itself."""
    best = 0.0
    for i in range(int(wishes.number[0])):
        if i != without and wishes.profit[i] > best:
            best = max(best, wishes.profit[i] * weights.delay ** rounds_until(weights, outlook, wishes, i, stock))
    return best + stock_worth(weights, outlook, stock)


@compiled
def change_stock(weights, outlook, wishes, stock, change):
    """Gain or lose one resource, of the kind that leaves the stock worth most."""
    best, most = 0, -1e9
    for kind in range(NUM_RESOURCES):
        if 0 <= stock[kind] + change <= outlook.room[kind]:
            stock[kind] += change
            worth = prospects(weights, outlook, wishes, stock, NONE)
            stock[kind] -= change
            if worth > most:
                best, most = kind, worth
    stock[best] += change


@compiled
def rounds_until(weights, outlook, wishes, i, stock):
    """How many rounds pass until a stock has grown, and been traded, to what a wish costs; 0 if it can be paid now."""
    cost = NUM_RESOURCES * i
    missing, swaps = -wishes.spared[i], 0.0
    for kind in range(NUM_RESOURCES):
        spare = stock[kind] - wishes.cost[cost + kind]
        if spare < 0:
            missing -= spare
        elif spare > 0:
            swaps += trades_for(outlook, kind, spare)
    if missing <= swaps or missing <= 0:
        return 0.0
    before = missing
    for rounds in range(1, MOST_ROUNDS):
        missing = -wishes.spared[i] - outlook.choice * rounds
        for kind in range(NUM_RESOURCES):
            spare = min(stock[kind] + outlook.income[kind] * rounds, outlook.room[kind]) - wishes.cost[cost + kind]
            missing -= spare if spare < 0 else spare / outlook.rates[kind]
        if missing <= 0:
            return max(1.0, rounds - missing / (missing - before)) + weights.luck
        before = missing
    return float(MOST_ROUNDS)


@compiled
def trades_for(outlook, kind, amount):
    """B8: so many units of others are had now for an amount of one kind."""
    if kind != Resource.GOLD or outlook.rates[kind] > trade.RATE_BY_MINT:
        return amount // outlook.rates[kind]
    by_mint = min(amount, outlook.mints)
    return by_mint + (amount - by_mint) // trade.RATE


@compiled
def stock_worth(weights, outlook, stock):
    """What is left at the end of a turn: some regions will overflow (C2), and brigands may come (D1)."""
    total, lost = 0.0, 0.0
    for kind in range(NUM_RESOURCES):
        total += stock[kind]
        lost += outlook.income[kind] * max(0.0, stock[kind] - outlook.room[kind] + 1)
    above = total - outlook.safe_goods - outlook.most_goods
    if above > -1:
        lost += (stock[Resource.WOOL] + stock[Resource.ORE]) * weights.robbed * min(1.0, 0.5 * (above + 1))
    return weights.stock * (total - lost)


@compiled
def bargain(outlook, wishes, i, stock, first):
    """Pay for a wish out of `stock`, by trades where need be. Returns whether that can be done.

    The first trade is written into `first` (give, get), NONE if none is needed.
    """
    first[0], first[1] = NONE, NONE
    cost, mints, spared = NUM_RESOURCES * i, outlook.mints, int(wishes.spared[i])
    for kind in range(NUM_RESOURCES):
        while stock[kind] < wishes.cost[cost + kind]:
            stock[kind] += 1
            if spared > 0:
                spared -= 1
                continue
            give = most_spare(outlook, wishes, cost, stock, mints)
            if give == NONE:
                return False
            if first[0] == NONE:
                first[0], first[1] = give, kind
            price = price_now(outlook, give, mints)
            mints -= price == trade.RATE_BY_MINT
            stock[give] -= price
    for kind in range(NUM_RESOURCES):
        stock[kind] -= wishes.cost[cost + kind]
    return True


@compiled
def most_spare(outlook, wishes, cost, stock, mints):
    """The kind of which most trades can be paid beside a cost, NONE if there is none."""
    best, most = NONE, 1.0
    for kind in range(NUM_RESOURCES):
        trades = (stock[kind] - wishes.cost[cost + kind]) / price_now(outlook, kind, mints)
        if trades >= most:
            best, most = kind, trades
    return best


@compiled
def price_now(outlook, kind, mints):
    """B8: with so many trades by mint left."""
    if kind == Resource.GOLD and outlook.rates[kind] == trade.RATE_BY_MINT and mints == 0:
        return float(trade.RATE)
    return outlook.rates[kind]
