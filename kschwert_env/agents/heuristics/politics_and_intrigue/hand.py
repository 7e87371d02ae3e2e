"""Value of cards in hand, and of cards that may be in the stacks."""

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
from kschwert_env.politics_and_intrigue.kernel.components import FIRST_SET_CARD, NOBODY, NUM_CARDS, NUM_RESOURCES, Card
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
"""Value of an action card in hand if its requirements are met."""

BINS, WIDTH = 16, 0.15  # bins of values, from 0
_TOO_MUCH = 1e6  # cost of what cannot be paid
TABLES = 2  # base game, theme set
ALL_BINS = TABLES * BINS


class Pool(NamedTuple):
    """Cards that a seat has not seen, by table: 0 for the base game, 1 for the theme set."""

    cards: np.ndarray  # number of cards, by table
    mean: np.ndarray  # mean value, by table
    better: np.ndarray  # by table and bin, number of cards of at least that value


# -- one card ------------------------------------------------------------------------------------------------------


@compiled
def card_value(state, board, weights, forecast, seat, card):
    """Return the value of a card in the hand of a seat."""
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
    """C5: return whether the building that a card requires works for a seat."""
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
    """Write the value of every card in the hand of a seat."""
    for card in range(NUM_CARDS):
        values[card] = card_value(state, board, weights, forecast, seat, card)


@compiled
def lowest_hand_value(state, seat, values):
    """Return the lowest value of a card in the hand of a seat."""
    lowest = 1e9
    for card in range(NUM_CARDS):
        if state.hands[seat, card] > 0:
            lowest = min(lowest, values[card])
    return lowest


# -- stacks --------------------------------------------------------------------------------------------------------


@compiled
def table_of(board, card):
    """S3: return the table of a card. Cards of the set have their own stacks, except in the tournament."""
    return int(card >= FIRST_SET_CARD and not board.tournament_game)


@compiled
def table_of_stack(board, stack):
    """Return the table to which most cards of a stack belong."""
    return int(stack >= BASE_STACKS and not board.tournament_game)


@compiled
def fill_pool(state, board, seat, values, pool):
    """Count the cards that a seat has not seen: their kinds are public, their positions are not (N6)."""
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
    """Add `count` cards of a kind to the pool."""
    table = table_of(board, card)
    pool.cards[table] += count
    pool.mean[table] += count * values[card]
    for at in range(min(BINS, int(values[card] / WIDTH))):
        pool.better[BINS * table + at] += count


@compiled
def draw_value(state, board, seat, values, pool, stack):
    """Return the value of the top card of a stack to a seat, which may have seen it."""
    top = stacks.start(state, stack)
    if state.stack_marks[top] >> seat & 1:
        return values[state.stack_cards[top]]
    return pool.mean[table_of_stack(board, stack)]


@compiled
def search_value(state, board, seat, values, pool, stack):
    """Return the expected value of the best card in a stack."""
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
    """H4: return the loss from paying this many of the least needed resources."""
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
