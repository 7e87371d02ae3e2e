"""Features of a position for each seat, and their evaluation by the value network (`heuristics.value_network`).

All information is used, including hidden hands.
"""

from enum import auto
from pathlib import Path

from kschwert_env.agents.heuristics.politics_and_intrigue import hand
from kschwert_env.agents.heuristics.politics_and_intrigue.forecast import make_forecast
from kschwert_env.agents.heuristics.politics_and_intrigue.plan import list_purchases, own_stock
from kschwert_env.agents.heuristics.politics_and_intrigue.resources import NONE, new_purchases, plan_value
from kschwert_env.agents.heuristics.politics_and_intrigue.weights import WEIGHTS
from kschwert_env.agents.heuristics.value_network import Features, predict_returns
from kschwert_env.engine.compiled.returns import win_return
from kschwert_env.engine.jit.compiling import compiled
from kschwert_env.engine.jit.scratch import scratch
from kschwert_env.politics_and_intrigue.kernel import card_types as cards
from kschwert_env.politics_and_intrigue.kernel import derived_state as survey
from kschwert_env.politics_and_intrigue.kernel.chapters import building_effects
from kschwert_env.politics_and_intrigue.kernel.components import (
    GOAL,
    NOBODY,
    NUM_CARDS,
    NUM_CENTRES,
    NUM_PLAYERS,
    NUM_RESOURCES,
    Card,
    Place,
)
from kschwert_env.politics_and_intrigue.kernel.zones import principality as land


class Feature(Features):
    """Features of one seat, at the start of a turn."""

    # -- points ----------------------------------------------------------------------------------------------------
    SCORE = auto()
    NEAR = auto()  # share of the last four points that is reached
    KNIGHT = auto()  # has the figure
    WINDMILL = auto()
    STRENGTH_AHEAD = auto()
    TRADE_AHEAD = auto()
    TOURNAMENT_AHEAD = auto()
    # -- land ------------------------------------------------------------------------------------------------------
    PLACES = auto()
    CITIES = auto()
    METROPOLIS = auto()
    ROADS = auto()  # open roads
    SLOTS = auto()  # free slots
    RED_SLOTS = auto()  # free slots in cities
    # -- resources -------------------------------------------------------------------------------------------------
    INCOME = auto()  # per round
    SCARCEST = auto()  # income of the scarcest resource
    LUMBER = auto()  # stock; the next five likewise
    BRICK = auto()
    WOOL = auto()
    GRAIN = auto()
    ORE = auto()
    GOLD = auto()
    UNSAFE = auto()  # stock above the limit for brigands
    RATES = auto()  # number of resources with better trade rates
    # -- plans -----------------------------------------------------------------------------------------------------
    PLAN_VALUE = auto()  # value of the stock to the heuristic player
    PAYABLE = auto()  # greatest profit among affordable purchases
    POINTS_IN_HAND = auto()  # points of cards that could be built if paid
    # -- cards -----------------------------------------------------------------------------------------------------
    CARDS = auto()
    LIMIT = auto()  # hand limit
    HAND_VALUE = auto()
    ATTACKS = auto()  # cards in hand; the next two likewise
    BISHOPS = auto()
    ACTION_CARDS = auto()  # other action cards
    CHURCH = auto()
    TOWN_HALL = auto()
    # -- whose turn, and when --------------------------------------------------------------------------------------
    ON_TURN = auto()
    ON_TURN_PAYABLE = auto()
    ROUNDS = auto()  # rounds played, in units of ten


NUM_FEATURES = len(Feature)

VALUE_PATH = Path(__file__).with_name("value.npz")
"""File of the weights, written by `training/fit_value.py`."""


@compiled
def evaluate(state, board, weights, workspace, returns):
    """Write the expected or final return of every seat, for the reward "win"; call it at the start of a turn or at the
    end.
    """
    if state.player < 0:
        for seat in range(NUM_PLAYERS):
            returns[seat] = win_return(state.scores, seat)
        if min(state.scores[0], state.scores[1]) >= GOAL and not state.truncated:  # B11
            returns[state.turn_player], returns[1 - state.turn_player] = 1.0, -1.0
        return
    write_features(state, board, workspace)
    predict_returns(workspace, weights, returns)


@compiled
def write_features(state, board, out):
    """Write every feature of every seat, (seats, features)."""
    for seat in range(NUM_PLAYERS):
        own = out[seat]
        for feature in range(NUM_FEATURES):
            own[feature] = 0.0
        income, rates, capacity = scratch(NUM_RESOURCES), scratch(NUM_RESOURCES), scratch(NUM_RESOURCES)
        forecast = make_forecast(state, WEIGHTS, seat, income, rates, capacity)
        write_point_features(state, seat, own)
        write_land_features(state, seat, forecast, own)
        write_resource_features(state, seat, forecast, own)
        write_plan_features(state, board, forecast, own)
        write_card_features(state, board, forecast, own)
        own[Feature.ON_TURN] = state.turn_player == seat
        own[Feature.ON_TURN_PAYABLE] = own[Feature.ON_TURN] * own[Feature.PAYABLE]
        own[Feature.ROUNDS] = state.turn / (10.0 * NUM_PLAYERS)


@compiled
def write_point_features(state, seat, own):
    """Write points and figures."""
    enemy = 1 - seat
    own[Feature.SCORE] = state.scores[seat]
    own[Feature.NEAR] = max(0.0, (state.scores[seat] - GOAL + 4) / 4.0)
    own[Feature.KNIGHT] = state.knight == seat
    own[Feature.WINDMILL] = state.windmill == seat
    own[Feature.STRENGTH_AHEAD] = int(state.strength[seat]) - int(state.strength[enemy])
    own[Feature.TRADE_AHEAD] = int(state.trade_points[seat]) - int(state.trade_points[enemy])
    own[Feature.TOURNAMENT_AHEAD] = int(state.tournament[seat]) - int(state.tournament[enemy])


@compiled
def write_land_features(state, seat, forecast, own):
    """Write places, and their free slots."""
    own[Feature.PLACES] = state.num_places[seat]
    for place in range(state.num_places[seat]):
        own[Feature.CITIES] += state.places[seat, place] >= Place.CITY
    own[Feature.METROPOLIS] = land.metropolis(state, seat) != NOBODY
    own[Feature.ROADS] = state.open_roads[seat, 0] + state.open_roads[seat, 1]
    own[Feature.SLOTS] = forecast.slots
    own[Feature.RED_SLOTS] = forecast.red_slots


@compiled
def write_resource_features(state, seat, forecast, own):
    """Write stock and income."""
    own[Feature.SCARCEST] = forecast.income[0]
    total = 0
    for kind in range(NUM_RESOURCES):
        own[Feature.INCOME] += forecast.income[kind]
        own[Feature.SCARCEST] = min(own[Feature.SCARCEST], forecast.income[kind])
        own[Feature.LUMBER + kind] = state.resources[seat, kind]
        own[Feature.RATES] += forecast.rates[kind] < 3
        total += state.resources[seat, kind]
    own[Feature.UNSAFE] = max(0, total - forecast.safe_goods - forecast.most_goods)


@compiled
def write_plan_features(state, board, forecast, own):
    """Write the purchases that the heuristic player would make."""
    purchases = new_purchases()
    stocks = scratch(NUM_RESOURCES)
    list_purchases(state, board, WEIGHTS, forecast, purchases)
    own_stock(state, forecast.seat, stocks)
    own[Feature.PLAN_VALUE] = min(5.0, plan_value(WEIGHTS, forecast, purchases, stocks, NONE))
    for i in range(int(purchases.number[0])):
        card = int(purchases.item[i]) - NUM_CENTRES
        if card >= 0:
            own[Feature.POINTS_IN_HAND] += board.victory_points[card]
        missing = -purchases.discount[i]
        for kind in range(NUM_RESOURCES):
            missing += max(0.0, purchases.cost[NUM_RESOURCES * i + kind] - stocks[kind])
        if missing <= 0:
            own[Feature.PAYABLE] = min(3.0, max(own[Feature.PAYABLE], purchases.profit[i]))


@compiled
def write_card_features(state, board, forecast, own):
    """Write the hand, and buildings that give access to cards."""
    seat = forecast.seat
    own[Feature.CARDS] = state.hand_counts[seat]
    own[Feature.LIMIT] = building_effects.hand_limit(state, seat)
    own[Feature.CHURCH] = survey.stands(state, seat, Card.CHURCH)
    own[Feature.TOWN_HALL] = survey.stands(state, seat, Card.TOWN_HALL)
    for card in range(NUM_CARDS):
        count = state.hands[seat, card]
        if count > 0:
            value = hand.card_value(state, board, WEIGHTS, forecast, seat, card)
            own[Feature.HAND_VALUE] += count * min(3.0, value)
            if card == Card.BISHOP:
                own[Feature.BISHOPS] += count
            elif cards.is_attack(card):
                own[Feature.ATTACKS] += count
            elif cards.is_action(card):
                own[Feature.ACTION_CARDS] += count
