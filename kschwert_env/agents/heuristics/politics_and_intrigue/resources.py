"""Value of stock: its best possible purchase, and expected losses."""

from typing import NamedTuple

import numpy as np

from kschwert_env.engine.jit.compiling import compiled, inlined
from kschwert_env.engine.jit.scratch import scratch
from kschwert_env.politics_and_intrigue.kernel.chapters import trading as trade
from kschwert_env.politics_and_intrigue.kernel.components import NUM_RESOURCES, Resource

MAX_PURCHASES = 24
MAX_ROUNDS = 12  # maximum waiting time of a purchase
MAX_COSTS = MAX_PURCHASES * NUM_RESOURCES
NONE = -1


class PurchaseOptions(NamedTuple):
    """Possible purchases of a seat: the first n entries of each array."""

    number: np.ndarray  # (1,), n
    item: np.ndarray  # Centre, or NUM_CENTRES + Card
    value: np.ndarray
    profit: np.ndarray  # value minus that of the stock that it costs
    discount: np.ndarray  # resources of its cost that need not be paid (F16)
    cost: np.ndarray  # by purchase, then by resource


@inlined
def new_purchases():
    """Return empty purchase options in buffers of the caller."""
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
    """Return the value of a stock: its best purchase other than `without`, plus the stock itself."""
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
    """Add or remove one resource, of the kind that leaves the stock most valuable."""
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
    """Estimate the rounds until income and trades pay for a purchase; 0 if it is affordable now."""
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
    """B8: return how many units of other resources an amount of one resource buys now."""
    if kind != Resource.GOLD or forecast.rates[kind] > trade.RATE_BY_MINT:
        return amount // forecast.rates[kind]
    by_mint = min(amount, forecast.mints)
    return by_mint + (amount - by_mint) // trade.RATE


@compiled
def stock_value(weights, forecast, stock):
    """Return the value of the stock at the end of a turn: some regions overflow (C2), and brigands may come (D1)."""
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
    """Pay for a purchase from `stock`, with trades if necessary. Return whether that is possible.

    The first trade is written into `first` (give, get), NONE if no trade is needed.
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
    """Return the resource that pays most trades beside a cost; NONE if no trade is possible."""
    best, most = NONE, 1.0
    for kind in range(NUM_RESOURCES):
        trades = (stock[kind] - purchases.cost[cost + kind]) / current_rate(forecast, kind, mints)
        if trades >= most:
            best, most = kind, trades
    return best


@compiled
def current_rate(forecast, kind, mints):
    """B8: return the trade rate, given the remaining trades by mint."""
    if kind == Resource.GOLD and forecast.rates[kind] == trade.RATE_BY_MINT and mints == 0:
        return float(trade.RATE)
    return forecast.rates[kind]
