"""Estimates that the deciding seat makes once before it compares its actions."""

from typing import NamedTuple

import numpy as np

from kschwert_env.engine.jit.compiling import compiled
from kschwert_env.politics_and_intrigue.kernel import derived_state as survey
from kschwert_env.politics_and_intrigue.kernel.chapters import building_effects as effects
from kschwert_env.politics_and_intrigue.kernel.chapters import event_die as turn
from kschwert_env.politics_and_intrigue.kernel.chapters import trading as trade
from kschwert_env.politics_and_intrigue.kernel.components import GOAL, MOST_STOCK, NUM_RESOURCES, Card, Resource
from kschwert_env.politics_and_intrigue.kernel.zones import principality as land

ROLLS_PER_ROUND = 2
FACES = 6
_CHOICE = 1 / FACES  # chosen resources per roll: the face `sun` (D4)


class Forecast(NamedTuple):
    """Situation and expected development of one seat."""

    seat: int
    rolls: float  # expected rolls until the end
    opponent_point: float  # value of a point that the enemy loses
    income: np.ndarray  # income per round, by resource
    choice: float  # chosen resources per round
    rates: np.ndarray  # units of each resource for one unit of another (B8)
    mints: int  # trades at 1:1 left in this turn
    capacity: np.ndarray  # maximum stock, by resource
    safe_goods: int  # stock that brigands do not count (F2)
    most_goods: int  # maximum stock without brigands (D1)
    slots: int  # free slots
    red_slots: int  # free slots in cities
    unit_slots: int  # free slots, including those of a metropolis


@compiled
def make_forecast(state, weights, seat, income, rates, capacity):
    """Return the forecast of a seat; `income`, `rates` and `capacity` are buffers with one entry per resource."""
    for kind in range(NUM_RESOURCES):
        income[kind] = 0.0
        rates[kind] = trade.RATE_WITH_FLEET if survey.stands(state, seat, Card.LUMBER_FLEET + kind) else trade.RATE
        capacity[kind] = state.resources[seat, kind] + state.room[seat, kind]
    mints = survey.count_working(state, seat, Card.MINT) - state.mints_used * (state.turn_player == seat)
    if survey.works(state, seat, Card.MINT):
        rates[Resource.GOLD] = trade.RATE_BY_MINT
    count_income(state, seat, income)
    others = state.scores[1 - seat]
    at_court = survey.works(state, seat, Card.COURT)
    choice = _CHOICE * (1 + (state.tournament[seat] > state.tournament[1 - seat]))
    return Forecast(
        seat,
        weights.last_rolls + weights.rolls_per_point * max(0, GOAL - max(state.scores[0], state.scores[1])),
        weights.opponent_point + weights.fear * max(0.0, (others - GOAL + 4) / 4.0),
        income,
        ROLLS_PER_ROUND * choice,
        rates,
        int(max(0, mints)),
        capacity,
        stock_in(state, seat, effects.beside_working(state, seat, Card.GARRISON)),
        turn.MOST_GOODS_AT_COURT if at_court else turn.MOST_GOODS,
        count_bits(land.free_slots(state, seat)),
        count_bits(land.free_city_slots(state, seat)),
        count_bits(land.free_unit_slots(state, seat)),
    )


@compiled
def count_income(state, seat, income):
    """T4: write the mean income per round, by resource; full regions count like others."""
    twice = effects.doubled(state, seat)
    filled = effects.beside_working(state, seat, Card.REPUBLIC_HOUSE)
    for region in range(land.num_regions(state, seat)):
        units = 2.0 if (twice | filled) >> region & 1 else 1.0
        income[state.region_kind[seat, region]] += units * ROLLS_PER_ROUND / FACES


@compiled
def stock_in(state, seat, regions):
    """Return the stock of regions, given as bits."""
    goods = 0
    for region in range(land.num_regions(state, seat)):
        goods += min(MOST_STOCK, int(state.stock[seat, region])) * (regions >> region & 1)
    return goods


@compiled
def count_bits(bits):
    """Return the number of set bits."""
    count = 0
    while bits:
        bits &= bits - 1
        count += 1
    return count
