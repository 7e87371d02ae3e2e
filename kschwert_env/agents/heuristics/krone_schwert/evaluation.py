"""Value of buildings, cards, fields and the crown to a seat, in victory points."""

from typing import NamedTuple

from kschwert_env.engine.jit.compiling import compiled
from kschwert_env.krone_schwert.kernel.building import COST
from kschwert_env.krone_schwert.kernel.components import (
    NOBODY,
    NUM_ACTION_CARDS,
    NUM_CARDS,
    Building,
    Card,
    Supply,
    Terrain,
)
from kschwert_env.krone_schwert.kernel.end import KING_POINTS, MOST_BELOW


class Forecast(NamedTuple):
    """Estimates that a seat makes once before it compares its actions."""

    rounds: float  # rounds until the end
    reign: float  # expected rounds for which a king stays king
    ready: float  # 1 while cards and bare sites can still become points, towards 0 at the end
    mountains: int  # own sites for castles
    plains: int  # own plains without a city
    bare_cities: int  # own large cities without a cathedral
    tempo: float  # value of bringing the end nearer by claiming a plain or forest


@compiled
def make_forecast(state, board, weights, seat):
    """Return the forecast of a seat for the current position."""
    rounds = rounds_left(state, board, weights)
    mountains, plains = 0, 0
    for field in range(state.owner.shape[0]):
        is_site = (state.owner[field] == seat) & (state.building[field] == Building.NONE)
        mountains += is_site & (state.terrain[field] == Terrain.MOUNTAIN)
        plains += is_site & (state.terrain[field] == Terrain.PLAIN)
    bare_cities = state.buildings[seat, Supply.LARGE_CITIES] - state.buildings[seat, Supply.CATHEDRALS]
    return Forecast(
        rounds,
        rounds / (1.0 + weights.turnover * rounds),
        min(1.0, rounds / weights.late_rounds),
        mountains,
        plains,
        int(bare_cities),
        tempo(state, weights, seat),
    )


@compiled
def rounds_left(state, board, weights):
    """Estimate the rounds left, from the free land (E3), the draw pile (E1, E2) and the cap (Q10)."""
    seats = state.scores.shape[0]
    rounds = min(weights.horizon, state.free_land / (seats * weights.claims_per_turn))
    if state.end_begun:
        cards = 0
        for card in range(NUM_CARDS):
            cards += state.draw_pile[card]
        rounds = min(rounds, max(cards - 0.5 * MOST_BELOW, 1.0) / (seats * weights.draws_per_turn))
    rounds = min(rounds, (board.last_turn - state.turn) / seats)
    return rounds


@compiled
def tempo(state, weights, seat):
    """Return the value of shortening the game by one claim: the king's taxes of that part of a round."""
    if state.king == NOBODY:
        return 0.0
    seats = state.scores.shape[0]
    taxes = weights.tempo * state.buildings[state.king, Supply.CASTLES] / (seats * weights.claims_per_turn)
    return -taxes if state.king == seat else taxes * weights.opponent_point / (seats - 1)


# -- the crown ---------------------------------------------------------------------------------------------------


@compiled
def reign_value(state, forecast, castles):
    """Return the value of the taxes on this many castles (K3) and of the 5 VP for the king at the end (E4), as far as
    the reign lasts.
    """
    lasting = forecast.reign / forecast.rounds if forecast.rounds > 0 else 1.0
    return castles * forecast.reign + KING_POINTS * lasting


@compiled
def num_cities(state, seat):
    """Return the number of small and large cities of a seat."""
    return state.buildings[seat, Supply.SMALL_CITIES] + state.buildings[seat, Supply.LARGE_CITIES]


@compiled
def is_candidate(state, seat):
    """K1, R1: return whether a seat has a castle and a city."""
    return state.buildings[seat, Supply.CASTLES] > 0 and num_cities(state, seat) > 0


@compiled
def crown_claim_value(state, weights, forecast, seat, has_other):
    """Return the value of the first castle or city, which makes a king (K1) or allows revolts (R1)."""
    castles = max(1, state.buildings[seat, Supply.CASTLES])
    if state.king == NOBODY:
        value = reign_value(state, forecast, castles) + weights.first_crown
    else:
        value = weights.candidacy * reign_value(state, forecast, castles)
    return value if has_other else weights.half_way * value


# -- buildings -----------------------------------------------------------------------------------------------------


@compiled
def castle_value(state, weights, forecast, seat):
    """E4: return the value of a castle, with its taxes: certain for the king, possible for others (K3, R10)."""
    value = 1.0 + weights.hope * forecast.rounds
    if state.king == seat:
        value += (1.0 - weights.hope) * forecast.reign
    if state.buildings[seat, Supply.CASTLES] == 0:
        value += crown_claim_value(state, weights, forecast, seat, num_cities(state, seat) > 0)
    return value


@compiled
def city_value(state, weights, forecast, seat):
    """E4: return the value of a city, with city scorings, from which the king gets nothing (D4)."""
    value = 1.0
    if state.king != seat:
        value += weights.city_scoring * forecast.rounds
    if num_cities(state, seat) == 0:
        value += crown_claim_value(state, weights, forecast, seat, state.buildings[seat, Supply.CASTLES] > 0)
    return value


@compiled
def cathedral_value(weights, forecast):
    """E4: return the value of a cathedral, with the revolts won (R9, R10)."""
    return 1.0 + weights.cathedral_revolts * forecast.rounds


@compiled
def large_city_value(state, weights, forecast, seat):
    """Return the value of a large city, which is a site for a cathedral."""
    cathedral = cathedral_value(weights, forecast)
    site = site_share(weights, forecast, state.hands[seat, Card.CATHEDRAL], forecast.bare_cities)
    return city_value(state, weights, forecast, seat) + site_profit(weights, cathedral) * site


@compiled
def site_profit(weights, building):
    """Return the value of a building minus its action points."""
    return max(0.0, building - COST * weights.action_point)


@compiled
def site_share(weights, forecast, cards, sites):
    """Return the share of a building's value that one more site has, given the cards and sites for it."""
    if cards > sites:
        return weights.site_now if forecast.rounds > 0 else 0.0
    return weights.site_later * forecast.ready / (1.0 + sites - cards)


@compiled
def building_rate(state, weights, forecast, seat):
    """Return the value per action point of the best building that hand and sites allow."""
    best = 0.0
    hand = state.hands[seat]
    if hand[Card.CASTLE] > 0 and forecast.mountains > 0 and state.supply[Supply.CASTLES] > 0:
        best = max(best, castle_value(state, weights, forecast, seat))
    if hand[Card.CITY] > 0 and forecast.plains > 0 and state.supply[Supply.SMALL_CITIES] > 0:
        best = max(best, city_value(state, weights, forecast, seat))
    if hand[Card.CATHEDRAL] > 0 and forecast.bare_cities > 0 and state.supply[Supply.CATHEDRALS] > 0:
        best = max(best, cathedral_value(weights, forecast))
    return best / COST


# -- cards ---------------------------------------------------------------------------------------------------------


@compiled
def card_value(state, board, weights, forecast, seat, card):
    """Return the value of keeping a card in hand."""
    value = weights.combat_point * board.combat[card]
    held = state.hands[seat, card]
    if card == Card.CASTLE:
        value += weights.castle_card * (1.0 if held <= forecast.mountains else weights.surplus)
    elif card == Card.CITY:
        value += weights.city_card * (1.0 if held <= forecast.plains else weights.surplus)
    elif card == Card.CATHEDRAL:
        value += weights.cathedral_card * (1.0 if held <= forecast.bare_cities else weights.surplus)
    elif card == Card.INCITE:
        value += weights.incite_card
    elif card == Card.AMBUSH:
        value += weights.ambush_card
    elif card == Card.TRUCE:
        value += weights.truce_card
    elif card == Card.PAPAL_VISIT:
        value += weights.papal_card
    return value * forecast.ready


@compiled
def draw_value(state, weights, forecast, seat):
    """Return the value of one more card, which decreases with the size of the hand."""
    held = 0
    for card in range(NUM_ACTION_CARDS):
        held += state.hands[seat, card]
    return weights.draw * forecast.ready / (1.0 + weights.full_hand * held)


# -- land ----------------------------------------------------------------------------------------------------------


@compiled
def field_value(state, board, weights, forecast, seat, field):
    """Return the value of owning a field: as a site, for its neighbourhood, and for the areas at the end."""
    value = weights.area
    terrain = state.terrain[field]
    if terrain == Terrain.MOUNTAIN:
        share = site_share(weights, forecast, state.hands[seat, Card.CASTLE], forecast.mountains)
        value += share * site_profit(weights, castle_value(state, weights, forecast, seat))
    elif terrain == Terrain.PLAIN:
        share = site_share(weights, forecast, state.hands[seat, Card.CITY], forecast.plains)
        value += share * site_profit(weights, city_value(state, weights, forecast, seat))
    return value + neighbourhood_value(state, board, weights, forecast, seat, field)


@compiled
def neighbourhood_value(state, board, weights, forecast, seat, field):
    """Return the value of free land to expand to, of a partner for a large city, and of blocking opponents."""
    is_octagon = field < board.num_octagons
    is_plain = state.terrain[field] == Terrain.PLAIN
    value = 0.0
    has_partner = False
    for neighbour in board.neighbours[field]:
        if neighbour < 0:
            continue
        if state.owner[neighbour] == NOBODY:
            value += weights.growth
            if state.terrain[neighbour] != Terrain.FOREST:
                value += weights.riches
        elif state.owner[neighbour] == seat:
            is_other_shape = is_octagon != (neighbour < board.num_octagons)
            is_free_plain = (state.terrain[neighbour] == Terrain.PLAIN) & (state.building[neighbour] == Building.NONE)
            has_partner |= is_plain & is_other_shape & is_free_plain
        else:
            value += weights.contest
    return (value + weights.pair * has_partner) * forecast.ready
