"""What stock is worth: by the best purchase that it leads to, and by what may be lost of it."""

from typing import NamedTuple

import numpy as np

from kschwert_env.engine.jit.compiling import compiled, inlined
from kschwert_env.engine.jit.scratch import scratch
from kschwert_env.politics_and_intrigue.kernel.chapters import trading as trade
from kschwert_env.politics_and_intrigue.kernel.components import NUM_RESOURCES, Resource

MAX_PURCHASES = 24
MAX_ROUNDS = 12  # that a purchase is waited for
MAX_COSTS = MAX_PURCHASES * NUM_RESOURCES
NONE = -1


class PurchaseOptions(NamedTuple):
    """What a seat would like to buy; the n first entries of each array."""

    number: np.ndarray  # n, in its only entry
    item: np.ndarray  # Centre, or NUM_CENTRES + Card
    value: np.ndarray
    profit: np.ndarray  # worth less that of the stock that it costs
    discount: np.ndarray  # resources of its cost that need not be paid (F16)
    cost: np.ndarray  # by wish, then by kind


@inlined
def new_purchases():
    """Room for wishes, which is the caller's."""
    return PurchaseOptions(
        scratch(1),
        scratch(MAX_PURCHASES),
        scratch(MAX_PURCHASES),
        scratch(MAX_PURCHASES),
        scratch(MAX_PURCHASES),
        scratch(MAX_COSTS),
    )


@compiled
def plan_value(weights, forecast, purchases, stock, without):
    """What a stock is worth by its best use for another wish than `without`, and in itself."""
    best = 0.0
    for i in range(int(purchases.number[0])):
        if i != without and purchases.profit[i] > best:
            best = max(
                best,
                purchases.profit[i] * weights.delay ** rounds_until_payable(weights, forecast, purchases, i, stock),
            )
    return best + stock_value(weights, forecast, stock)


@compiled
def change_stock(weights, forecast, purchases, stock, change):
    """Gain or lose one resource, of the kind that leaves the stock worth most."""
    best, most = 0, -1e9
    for kind in range(NUM_RESOURCES):
        if 0 <= stock[kind] + change <= forecast.capacity[kind]:
            stock[kind] += change
            value = plan_value(weights, forecast, purchases, stock, NONE)
            stock[kind] -= change
            if value > most:
                best, most = kind, value
    stock[best] += change


@compiled
def rounds_until_payable(weights, forecast, purchases, i, stock):
    """How many rounds pass until a stock has grown, and been traded, to what a wish costs; 0 if it can be paid now."""
    cost = NUM_RESOURCES * i
    missing, swaps = -purchases.discount[i], 0.0
    for kind in range(NUM_RESOURCES):
        spare = stock[kind] - purchases.cost[cost + kind]
        if spare < 0:
            missing -= spare
        elif spare > 0:
            swaps += num_trades(forecast, kind, spare)
    if missing <= swaps or missing <= 0:
        return 0.0
    before = missing
    for rounds in range(1, MAX_ROUNDS):
        missing = -purchases.discount[i] - forecast.choice * rounds
        for kind in range(NUM_RESOURCES):
            spare = (
                min(stock[kind] + forecast.income[kind] * rounds, forecast.capacity[kind]) - purchases.cost[cost + kind]
            )
            missing -= spare if spare < 0 else spare / forecast.rates[kind]
        if missing <= 0:
            return max(1.0, rounds - missing / (missing - before)) + weights.luck
        before = missing
    return float(MAX_ROUNDS)


@compiled
def num_trades(forecast, kind, amount):
    """B8: so many units of others are had now for an amount of one kind."""
    if kind != Resource.GOLD or forecast.rates[kind] > trade.RATE_BY_MINT:
        return amount // forecast.rates[kind]
    by_mint = min(amount, forecast.mints)
    return by_mint + (amount - by_mint) // trade.RATE


@compiled
def stock_value(weights, forecast, stock):
    """What is left at the end of a turn: some regions will overflow (C2), and brigands may come (D1)."""
    total, lost = 0.0, 0.0
    for kind in range(NUM_RESOURCES):
        total += stock[kind]
        lost += forecast.income[kind] * max(0.0, stock[kind] - forecast.capacity[kind] + 1)
    above = total - forecast.safe_goods - forecast.most_goods
    if above > -1:
        lost += (stock[Resource.WOOL] + stock[Resource.ORE]) * weights.robbed * min(1.0, 0.5 * (above + 1))
    return weights.stock * (total - lost)


@compiled
def pay_with_trades(forecast, purchases, i, stock, first):
    """Pay for a wish out of `stock`, by trades where need be. Returns whether that can be done.

    The first trade is written into `first` (give, get), NONE if none is needed.
    """
    first[0], first[1] = NONE, NONE
    cost, mints, discount = NUM_RESOURCES * i, forecast.mints, int(purchases.discount[i])
    for kind in range(NUM_RESOURCES):
        while stock[kind] < purchases.cost[cost + kind]:
            stock[kind] += 1
            if discount > 0:
                discount -= 1
                continue
            give = best_resource_to_give(forecast, purchases, cost, stock, mints)
            if give == NONE:
                return False
            if first[0] == NONE:
                first[0], first[1] = give, kind
            price = current_rate(forecast, give, mints)
            mints -= price == trade.RATE_BY_MINT
            stock[give] -= price
    for kind in range(NUM_RESOURCES):
        stock[kind] -= purchases.cost[cost + kind]
    return True


@compiled
def best_resource_to_give(forecast, purchases, cost, stock, mints):
    """The kind of which most trades can be paid beside a cost, NONE if there is none."""
    best, most = NONE, 1.0
    for kind in range(NUM_RESOURCES):
        trades = (stock[kind] - purchases.cost[cost + kind]) / current_rate(forecast, kind, mints)
        if trades >= most:
            best, most = kind, trades
    return best


@compiled
def current_rate(forecast, kind, mints):
    """B8: with so many trades by mint left."""
    if kind == Resource.GOLD and forecast.rates[kind] == trade.RATE_BY_MINT and mints == 0:
        return float(trade.RATE)
    return forecast.rates[kind]
