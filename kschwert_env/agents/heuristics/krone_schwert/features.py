"""Features of a position for each seat, and their evaluation by the value network (`heuristics.value_network`).

All information is used, including hidden hands.
"""

from enum import auto
from pathlib import Path

from kschwert_env.agents.heuristics.krone_schwert.evaluation import is_candidate, num_cities, rounds_left
from kschwert_env.agents.heuristics.krone_schwert.opponents import current_points
from kschwert_env.agents.heuristics.krone_schwert.weights import WEIGHTS
from kschwert_env.agents.heuristics.value_network import Features, predict_returns
from kschwert_env.engine.compiled.returns import win_return
from kschwert_env.engine.jit.compiling import compiled
from kschwert_env.krone_schwert.kernel import end
from kschwert_env.krone_schwert.kernel.components import (
    AREA_POINTS,
    NOBODY,
    NUM_ACTION_CARDS,
    Building,
    Card,
    Supply,
    Terrain,
    Vote,
)
from kschwert_env.krone_schwert.kernel.revolt import CARDS_PER_VOTE, STRENGTH_PER_VOTE, extra_reveal


class Feature(Features):
    """Features of one seat, at the start of a turn."""

    # -- points ----------------------------------------------------------------------------------------------------
    CURRENT_POINTS = auto()  # points if the game ended now, without areas
    AREA_POINTS = auto()  # area points if the game ended now (E4)
    LARGEST_AREA = auto()  # size in fields
    # -- crown -----------------------------------------------------------------------------------------------------
    KING = auto()
    KING_CASTLES = auto()  # castles taxed by the king (K3)
    CANDIDATE = auto()  # may revolt (R1)
    CANDIDATE_CASTLES = auto()
    MARGIN = auto()  # a candidate's lead in strength over the king in a revolt, scaled and clipped to 0 to 1
    THREAT = auto()  # best margin of a candidate, for the king
    PROTECTED = auto()  # by an open papal visit (D7)
    PROTECTED_KING = auto()
    CALM = auto()  # no open swords, for the king
    # -- buildings -------------------------------------------------------------------------------------------------
    CASTLES = auto()
    CITIES = auto()
    BARE_CITIES = auto()
    CATHEDRALS = auto()
    # -- land ------------------------------------------------------------------------------------------------------
    FIELDS = auto()
    MOUNTAINS = auto()  # without a castle
    PLAINS = auto()  # without a city
    FOREIGN = auto()  # bare fields beside an opponent's
    MOUNTAINS_NEAR = auto()  # free mountains to expand to
    PLAINS_NEAR = auto()
    FORESTS_NEAR = auto()
    # -- cards -----------------------------------------------------------------------------------------------------
    CARDS = auto()
    COMBAT = auto()
    READY_CASTLES = auto()  # cards with a site
    READY_CITIES = auto()
    READY_CATHEDRALS = auto()
    CASTLE_CARDS = auto()
    CITY_CARDS = auto()
    CATHEDRAL_CARDS = auto()
    INCITE_CARDS = auto()
    REACTIONS = auto()  # ambushes and truces
    PAPAL_CARDS = auto()
    # -- whose turn ------------------------------------------------------------------------------------------------
    ON_TURN = auto()
    ON_TURN_CANDIDATE = auto()
    ON_TURN_MARGIN = auto()
    NEXT = auto()  # turns until the own turn, as a share of a round
    # -- the whole table -------------------------------------------------------------------------------------------
    ROUNDS = auto()  # rounds left, as a share of the maximum
    END_BEGUN = auto()
    NO_KING = auto()


NUM_FEATURES = len(Feature)

VALUE_PATH = Path(__file__).with_name("value.npz")
"""File of the weights, written by `training/fit_value.py`."""


@compiled
def evaluate(state, board, weights, workspace, returns):
    """Write the expected or final return of every seat, for the reward "win"; call it at the start of a turn or at the
    end.
    """
    if state.player < 0:
        for seat in range(state.scores.shape[0]):
            returns[seat] = win_return(state.scores, seat)
        return
    write_features(state, board, workspace)
    predict_returns(workspace, weights, returns)


@compiled
def write_features(state, board, out):
    """Write every feature of every seat, (seats, features)."""
    out[:] = 0.0
    write_field_features(state, out)
    write_area_features(state, board, out)
    rounds = rounds_left(state, board, WEIGHTS) / WEIGHTS.horizon
    for seat in range(state.scores.shape[0]):
        own = out[seat]
        write_seat_features(state, seat, own)
        write_card_features(state, board, seat, own)
        own[Feature.ROUNDS] = rounds
        own[Feature.END_BEGUN] = state.end_begun
        own[Feature.NO_KING] = state.king == NOBODY
    write_revolt_features(state, board, out)


@compiled
def write_field_features(state, out):
    """Count fields by owner, and free fields by neighbour."""
    for field in range(state.owner.shape[0]):
        owner, terrain = state.owner[field], state.terrain[field]
        bare = state.building[field] == Building.NONE
        if owner != NOBODY:
            out[owner, Feature.FIELDS] += 1
            out[owner, Feature.MOUNTAINS] += bare & (terrain == Terrain.MOUNTAIN)
            out[owner, Feature.PLAINS] += bare & (terrain == Terrain.PLAIN)
        for seat in range(state.scores.shape[0]):
            if state.own_neighbours[seat, field] > 0 and seat != owner:
                if owner != NOBODY:
                    out[owner, Feature.FOREIGN] += bare
                elif terrain == Terrain.MOUNTAIN:
                    out[seat, Feature.MOUNTAINS_NEAR] += 1
                elif terrain == Terrain.PLAIN:
                    out[seat, Feature.PLAINS_NEAR] += 1
                else:
                    out[seat, Feature.FORESTS_NEAR] += 1


@compiled
def write_area_features(state, board, out):
    """E4: write area sizes and points, as if the game ended now."""
    end.join_areas(state, board)
    largest, second = 0, 0
    for field in range(state.owner.shape[0]):
        size = end.area_size(state, field)
        if size > 0:
            owner = state.owner[field]
            out[owner, Feature.LARGEST_AREA] = max(out[owner, Feature.LARGEST_AREA], size)
        if size > largest:
            largest, second = size, largest
        elif size < largest:
            second = max(second, size)
    for field in range(state.owner.shape[0]):
        size = end.area_size(state, field)
        if size > 0 and size == second:
            out[state.owner[field], Feature.AREA_POINTS] = AREA_POINTS[1]
    for seat in range(state.scores.shape[0]):
        if out[seat, Feature.LARGEST_AREA] == largest and largest > 0:
            out[seat, Feature.AREA_POINTS] += AREA_POINTS[0]
    end.clear_areas(state)


@compiled
def write_seat_features(state, seat, own):
    """Write points, crown, buildings and turn."""
    seats = state.scores.shape[0]
    is_king, candidate = state.king == seat, is_candidate(state, seat) and state.king != seat
    castles = state.buildings[seat, Supply.CASTLES]
    own[Feature.CURRENT_POINTS] = current_points(state, seat)
    own[Feature.KING] = is_king
    own[Feature.KING_CASTLES] = castles * is_king
    own[Feature.CANDIDATE] = candidate
    own[Feature.CANDIDATE_CASTLES] = castles * candidate
    own[Feature.PROTECTED] = state.papal_visit[seat]
    own[Feature.PROTECTED_KING] = state.papal_visit[seat] * is_king
    own[Feature.CALM] = is_king and state.open_swords == 0
    own[Feature.CASTLES] = castles
    own[Feature.CITIES] = num_cities(state, seat)
    own[Feature.BARE_CITIES] = state.buildings[seat, Supply.LARGE_CITIES] - state.buildings[seat, Supply.CATHEDRALS]
    own[Feature.CATHEDRALS] = state.buildings[seat, Supply.CATHEDRALS]
    own[Feature.ON_TURN] = state.turn_player == seat
    own[Feature.ON_TURN_CANDIDATE] = candidate and state.turn_player == seat
    own[Feature.NEXT] = (seat - state.turn_player + seats) % seats / seats


@compiled
def write_card_features(state, board, seat, own):
    """Write the features of a seat's hand into `own`, after those of its sites."""
    hand = state.hands[seat]
    for card in range(NUM_ACTION_CARDS):
        own[Feature.CARDS] += hand[card]
        own[Feature.COMBAT] += hand[card] * board.combat[card]
    own[Feature.READY_CASTLES] = min(hand[Card.CASTLE], own[Feature.MOUNTAINS])
    own[Feature.READY_CITIES] = min(hand[Card.CITY], own[Feature.PLAINS])
    own[Feature.READY_CATHEDRALS] = min(hand[Card.CATHEDRAL], own[Feature.BARE_CITIES])
    own[Feature.CASTLE_CARDS] = hand[Card.CASTLE]
    own[Feature.CITY_CARDS] = hand[Card.CITY]
    own[Feature.CATHEDRAL_CARDS] = hand[Card.CATHEDRAL]
    own[Feature.INCITE_CARDS] = hand[Card.INCITE]
    own[Feature.REACTIONS] = hand[Card.AMBUSH] + hand[Card.TRUCE]
    own[Feature.PAPAL_CARDS] = hand[Card.PAPAL_VISIT]


MOST_MARGIN = 8.0  # a larger margin decides the revolt


@compiled
def write_revolt_features(state, board, out):
    """Write the strength of each candidate with all its cards and the expected swords (R6, R8)."""
    if state.king == NOBODY:
        return
    face_down = state.face_down[Vote.CROWN] + state.face_down[Vote.SWORD]
    revealed = min(face_down, CARDS_PER_VOTE + extra_reveal(state.scores.shape[0]))
    swords = state.open_swords + revealed * state.face_down[Vote.SWORD] / max(face_down, 1)
    defence = STRENGTH_PER_VOTE + out[state.king, Feature.COMBAT]
    for seat in range(state.scores.shape[0]):
        if out[seat, Feature.CANDIDATE] > 0:
            margin = 0.5 + 0.5 * (swords + out[seat, Feature.COMBAT] - defence) / MOST_MARGIN
            margin = min(1.0, max(0.0, margin))
            out[seat, Feature.MARGIN] = margin
            out[seat, Feature.ON_TURN_MARGIN] = margin * (state.turn_player == seat)
            out[state.king, Feature.THREAT] = max(out[state.king, Feature.THREAT], margin)
