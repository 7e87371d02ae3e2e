"""What cards are worth in the hand, and what may be found in the stacks."""

from typing import NamedTuple

import numpy as np

from kschwert_env.agents.heuristics.politics_and_intrigue.evaluation import built_value, is_red
from kschwert_env.agents.heuristics.politics_and_intrigue.resources import NONE, change_stock, plan_value
from kschwert_env.engine.jit.compiling import compiled
from kschwert_env.engine.jit.scratch import scratch
from kschwert_env.politics_and_intrigue.kernel import card_types as cards
from kschwert_env.politics_and_intrigue.kernel import derived_state as survey
from kschwert_env.politics_and_intrigue.kernel.chapters import building
from kschwert_env.politics_and_intrigue.kernel.chapters.setup import BASE_STACKS
from kschwert_env.politics_and_intrigue.kernel.components import (
    FIRST_SET_CARD,
    NOBODY,
    NUM_CARDS,
    NUM_RESOURCES,
    Card,
)
from kschwert_env.politics_and_intrigue.kernel.zones import principality as land
from kschwert_env.politics_and_intrigue.kernel.zones import stacks

_BASE_VALUES = {
    Card.BLACK_KNIGHT: 0.9,
    Card.ARSONIST: 1.1,
    Card.SPY: 0.4,
    Card.ALCHEMIST: 0.3,
    Card.MERCHANT: 0.4,
    Card.CARAVAN: 0.3,
    Card.SCOUT: 0.4,
    Card.HIGHWAYMEN: 0.4,
    Card.BISHOP: 0.5,
    Card.ARCHIVIST: 0.1,
    Card.BRIBERY: 0.7,
    Card.DIPLOMAT: 0.5,
    Card.WEDDING: 0.3,
    Card.CHANCELLOR: 0.7,
    Card.CHURCH_BAN: 0.15,
    Card.PHYSICIAN: 0.2,
    Card.COUNCIL: 0.5,
}
BASE_VALUES = tuple(float(_BASE_VALUES.get(card, 0)) for card in map(Card, range(NUM_CARDS)))
"""What an action card is worth in the hand, where all that it asks for is there."""

BINS, WIDTH = 16, 0.15  # of worths, from 0 up
_TOO_MUCH = 1e6  # of what can't be paid
TABLES = 2  # of the base game, of the set
ALL_BINS = TABLES * BINS


class Pool(NamedTuple):
    """The cards that a seat has not seen: what those of the base game, and those of the set, are worth to it."""

    cards: np.ndarray  # how many there are, by table
    mean: np.ndarray  # worth, by table
    better: np.ndarray  # by table and bin, how many are worth as much at least


# -- one card ------------------------------------------------------------------------------------------------------


@compiled
def card_value(state, board, weights, forecast, seat, card):
    """What a card is worth in the hand of a seat."""
    if cards.is_action(card):
        return BASE_VALUES[card] * (1.0 if meets_requirement(state, board, seat, card) else weights.hope)
    if card == Card.METROPOLIS and land.metropolis(state, seat) != NOBODY:
        return 0.0
    value = built_value(state, board, weights, forecast, seat, card) - weights.stock * board.price[card]
    if not meets_requirement(state, board, seat, card):
        value *= weights.hope
    if is_red(card) and card != Card.METROPOLIS and forecast.red_slots == 0:
        value *= weights.homeless
    return max(0.0, value)


@compiled
def meets_requirement(state, board, seat, card):
    """C5: whether the building that a card requires works for a seat."""
    has_church = survey.works(state, seat, Card.CHURCH) | survey.works(state, seat, Card.CATHEDRAL)
    if card == Card.WEDDING or card == Card.CHURCH_BAN:
        return has_church != 0
    if card == Card.DIPLOMAT or card == Card.COUNCIL:
        return survey.works(state, seat, Card.TOWN_HALL) != 0
    if card == Card.METROPOLIS:
        return (survey.stands(state, seat, Card.CHURCH) | survey.stands(state, seat, Card.TOWN_HALL)) != 0
    if card == Card.HIGHWAYMEN:
        return state.knight == seat
    return cards.is_action(card) or building.is_allowed(state, board, seat, card)


@compiled
def write_card_values(state, board, weights, forecast, seat, values):
    """Write what every card is worth in the hand of a seat."""
    for card in range(NUM_CARDS):
        values[card] = card_value(state, board, weights, forecast, seat, card)


@compiled
def lowest_hand_value(state, seat, values):
    """The lowest worth of a card in the hand of a seat."""
    lowest = 1e9
    for card in range(NUM_CARDS):
        if state.hands[seat, card] > 0:
            lowest = min(lowest, values[card])
    return lowest


# -- stacks --------------------------------------------------------------------------------------------------------


@compiled
def table_of(board, card):
    """S3: cards of the set lie in stacks of their own, but not in the tournament."""
    return int(card >= FIRST_SET_CARD and not board.tournament_game)


@compiled
def table_of_stack(board, stack):
    """The table that the cards of a stack are mostly from."""
    return int(stack >= BASE_STACKS and not board.tournament_game)


@compiled
def fill_pool(state, board, seat, values, pool):
    """Count what the seat has not seen: everybody knows which cards those are, not which of them lies where (N6)."""
    for i in range(TABLES):
        pool.cards[i] = pool.mean[i] = 0.0
        for at in range(BINS):
            pool.better[BINS * i + at] = 0.0
    for card in range(NUM_CARDS):
        unknown = 0
        if not board.tournament_game:
            unknown = state.hands[1 - seat, card] - state.known[1 - seat, card]
        count_unseen(board, pool, values, card, unknown)
    first = stacks.first_of(board, seat)
    start = stacks.start(state, first)
    end = stacks.start(state, first + stacks.number_of(board, seat))
    for place in range(start, end):
        if not state.stack_marks[place] >> seat & 1:
            count_unseen(board, pool, values, int(state.stack_cards[place]), 1)
    for i in range(TABLES):
        pool.mean[i] /= max(1.0, pool.cards[i])


@compiled
def count_unseen(board, pool, values, card, count):
    """So many cards of a kind are in the pool."""
    table = table_of(board, card)
    pool.cards[table] += count
    pool.mean[table] += count * values[card]
    for at in range(min(BINS, int(values[card] / WIDTH))):
        pool.better[BINS * table + at] += count


@compiled
def draw_value(state, board, seat, values, pool, stack):
    """What the top card of a stack is worth to a seat that may have seen it."""
    top = stacks.start(state, stack)
    if state.stack_marks[top] >> seat & 1:
        return values[state.stack_cards[top]]
    return pool.mean[table_of_stack(board, stack)]


@compiled
def search_value(state, board, seat, values, pool, stack):
    """What the best card in a stack is expected to be worth."""
    start, unseen, best = stacks.start(state, stack), 0, 0.0
    for place in range(start, start + int(state.stack_sizes[stack])):
        if state.stack_marks[place] >> seat & 1:
            best = max(best, values[state.stack_cards[place]])
        else:
            unseen += 1
    table, total = table_of_stack(board, stack), 0.0
    for at in range(BINS):
        chance = 1.0
        if best < WIDTH * (at + 1):
            share = min(1.0, pool.better[BINS * table + at] / max(1.0, pool.cards[table]))
            chance = 1.0 - (1.0 - share) ** unseen
        total += WIDTH * chance
    return total


@compiled
def search_cost(weights, forecast, purchases, stock, price):
    """H4: what is lost by paying so many resources, those that are missed least."""
    left, total = scratch(NUM_RESOURCES), 0.0
    for kind in range(NUM_RESOURCES):
        left[kind] = stock[kind]
        total += stock[kind]
    if total < price:
        return _TOO_MUCH
    for _ in range(price):
        change_stock(weights, forecast, purchases, left, -1)
    lost = plan_value(weights, forecast, purchases, stock, NONE) - plan_value(weights, forecast, purchases, left, NONE)
    return lost + weights.search * price
