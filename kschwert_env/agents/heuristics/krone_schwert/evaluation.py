"""What buildings, cards, fields and the crown are worth to a seat, in victory points."""

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


class Outlook(NamedTuple):
    """What a seat works out before it compares its actions."""

    rounds: float  # until the end
    reign: float  # of them, those that a king may expect to stay
    ready: float  # 1 while cards and bare sites can still be turned into points, towards 0 at the end
    mountains: int  # own sites for castles
    plains: int  # own plains without a city
    bare_cities: int  # own large cities without a cathedral
    tempo: float  # what claiming a plain or forest is worth because it brings the end nearer


@compiled
def look_ahead(state, board, weights, seat):
    """The outlook of a seat, from the position as it is."""
    rounds = rounds_left(state, board, weights)
    mountains, plains = 0, 0
    for field in range(state.owner.shape[0]):
        is_site = (state.owner[field] == seat) & (state.building[field] == Building.NONE)
        mountains += is_site & (state.terrain[field] == Terrain.MOUNTAIN)
        plains += is_site & (state.terrain[field] == Terrain.PLAIN)
    bare_cities = state.buildings[seat, Supply.LARGE_CITIES] - state.buildings[seat, Supply.CATHEDRALS]
    return Outlook(
        rounds,
        rounds / (1.0 + weights.turnover * rounds),
        min(1.0, rounds / weights.late),
        mountains,
        plains,
        int(bare_cities),
        tempo(state, weights, seat),
    )


@compiled
def rounds_left(state, board, weights):
    """How many rounds are left by the free land (E3), the draw pile (E1, E2) and the cap (Q10)."""
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
    """The king's taxes of the part of a round that one claim costs."""
    if state.king == NOBODY:
        return 0.0
    seats = state.scores.shape[0]
    taxes = weights.tempo * state.buildings[state.king, Supply.CASTLES] / (seats * weights.claims_per_turn)
    return -taxes if state.king == seat else taxes * weights.rivalry / (seats - 1)


# -- the crown ---------------------------------------------------------------------------------------------------


@compiled
def reign_worth(state, outlook, castles):
    """Taxes on so many castles (K3), and the 5 VP for the king at the end (E4) as far as he may be king then."""
    lasting = outlook.reign / outlook.rounds if outlook.rounds > 0 else 1.0
    return castles * outlook.reign + KING_POINTS * lasting


@compiled
def cities(state, seat):
    """How many cities a seat has, small and large."""
    return state.buildings[seat, Supply.SMALL_CITIES] + state.buildings[seat, Supply.LARGE_CITIES]


@compiled
def is_candidate(state, seat):
    """K1, R1."""
    return state.buildings[seat, Supply.CASTLES] > 0 and cities(state, seat) > 0


@compiled
def claim_to_the_crown(state, weights, outlook, seat, has_other):
    """What the first castle or city is worth because it makes a king (K1) or lets one revolt (R1)."""
    castles = max(1, state.buildings[seat, Supply.CASTLES])
    if state.king == NOBODY:
        worth = reign_worth(state, outlook, castles) + weights.first_crown
    else:
        worth = weights.candidacy * reign_worth(state, outlook, castles)
    return worth if has_other else weights.half_way * worth


# -- buildings -----------------------------------------------------------------------------------------------------


@compiled
def castle_worth(state, weights, outlook, seat):
    """E4, and taxes: the king's own, others hope for some (K3, R10)."""
    worth = 1.0 + weights.hope * outlook.rounds
    if state.king == seat:
        worth += (1.0 - weights.hope) * outlook.reign
    if state.buildings[seat, Supply.CASTLES] == 0:
        worth += claim_to_the_crown(state, weights, outlook, seat, cities(state, seat) > 0)
    return worth


@compiled
def city_worth(state, weights, outlook, seat):
    """E4, and city scorings, of which the king has nothing (D4)."""
    worth = 1.0
    if state.king != seat:
        worth += weights.city_scoring * outlook.rounds
    if cities(state, seat) == 0:
        worth += claim_to_the_crown(state, weights, outlook, seat, state.buildings[seat, Supply.CASTLES] > 0)
    return worth


@compiled
def cathedral_worth(weights, outlook):
    """E4, and the revolts won (R9, R10)."""
    return 1.0 + weights.cathedral_revolts * outlook.rounds


@compiled
def large_city_worth(state, weights, outlook, seat):
    """A city that can bear a cathedral."""
    cathedral = cathedral_worth(weights, outlook)
    site = site_share(weights, outlook, state.hands[seat, Card.CATHEDRAL], outlook.bare_cities)
    return city_worth(state, weights, outlook, seat) + as_site(weights, cathedral) * site


@compiled
def as_site(weights, building):
    """What a building is worth before its action points are spent."""
    return max(0.0, building - COST * weights.action_point)


@compiled
def site_share(weights, outlook, cards, sites):
    """The share of a building's worth in one more site for it, with so many of its cards and sites already."""
    if cards > sites:
        return weights.site_now if outlook.rounds > 0 else 0.0
    return weights.site_later * outlook.ready / (1.0 + sites - cards)


@compiled
def building_rate(state, weights, outlook, seat):
    """The best building that hand and sites allow, per action point."""
    best = 0.0
    hand = state.hands[seat]
    if hand[Card.CASTLE] > 0 and outlook.mountains > 0 and state.supply[Supply.CASTLES] > 0:
        best = max(best, castle_worth(state, weights, outlook, seat))
    if hand[Card.CITY] > 0 and outlook.plains > 0 and state.supply[Supply.SMALL_CITIES] > 0:
        best = max(best, city_worth(state, weights, outlook, seat))
    if hand[Card.CATHEDRAL] > 0 and outlook.bare_cities > 0 and state.supply[Supply.CATHEDRALS] > 0:
        best = max(best, cathedral_worth(weights, outlook))
    return best / COST


# -- cards ---------------------------------------------------------------------------------------------------------


@compiled
def card_worth(state, board, weights, outlook, seat, card):
    """What it is worth to keep a card of one's hand."""
    worth = weights.combat_point * board.combat[card]
    held = state.hands[seat, card]
    if card == Card.CASTLE:
        worth += weights.castle_card * (1.0 if held <= outlook.mountains else weights.surplus)
    elif card == Card.CITY:
        worth += weights.city_card * (1.0 if held <= outlook.plains else weights.surplus)
    elif card == Card.CATHEDRAL:
        worth += weights.cathedral_card * (1.0 if held <= outlook.bare_cities else weights.surplus)
    elif card == Card.INCITE:
        worth += weights.incite_card
    elif card == Card.AMBUSH:
        worth += weights.ambush_card
    elif card == Card.TRUCE:
        worth += weights.truce_card
    elif card == Card.PAPAL_VISIT:
        worth += weights.papal_card
    return worth * outlook.ready


@compiled
def draw_worth(state, weights, outlook, seat):
    """One more card, the less welcome the more are in hand."""
    held = 0
    for card in range(NUM_ACTION_CARDS):
        held += state.hands[seat, card]
    return weights.draw * outlook.ready / (1.0 + weights.full_hand * held)


# -- land ----------------------------------------------------------------------------------------------------------


@compiled
def field_worth(state, board, weights, outlook, seat, field):
    """What it is worth to own a field: as a site, for what lies beside it, and for the areas at the end."""
    worth = weights.area
    terrain = state.terrain[field]
    if terrain == Terrain.MOUNTAIN:
        share = site_share(weights, outlook, state.hands[seat, Card.CASTLE], outlook.mountains)
        worth += share * as_site(weights, castle_worth(state, weights, outlook, seat))
    elif terrain == Terrain.PLAIN:
        share = site_share(weights, outlook, state.hands[seat, Card.CITY], outlook.plains)
        worth += share * as_site(weights, city_worth(state, weights, outlook, seat))
    return worth + neighbourhood(state, board, weights, outlook, seat, field)


@compiled
def neighbourhood(state, board, weights, outlook, seat, field):
    """Free land to grow into, room for a large city, and rivals kept away."""
    is_octagon = field < board.num_octagons
    is_plain = state.terrain[field] == Terrain.PLAIN
    worth = 0.0
    has_partner = False
    for neighbour in board.neighbours[field]:
        if neighbour < 0:
            continue
        if state.owner[neighbour] == NOBODY:
            worth += weights.growth
            if state.terrain[neighbour] != Terrain.FOREST:
                worth += weights.riches
        elif state.owner[neighbour] == seat:
            is_other_shape = is_octagon != (neighbour < board.num_octagons)
            is_free_plain = (state.terrain[neighbour] == Terrain.PLAIN) & (state.building[neighbour] == Building.NONE)
            has_partner |= is_plain & is_other_shape & is_free_plain
        else:
            worth += weights.contest
    return (worth + weights.pair * has_partner) * outlook.ready
