"""Chapter 10: how the game ends, and what it is worth."""

from kschwert_env.engine.compiling import compiled
from kschwert_env.engine.streams import below
from kschwert_env.krone_schwert import piles
from kschwert_env.krone_schwert.components import (
    AREA_POINTS,
    NOBODY,
    NUM_CARDS,
    NUM_SUPPLIES,
    Card,
    Phase,
)

MOST_BELOW = 20  # E1: cards that may lie below `game_end`
KING_POINTS = 5  # E4


@compiled
def announce(state, stream, board):
    """E1, X2: a king by revolt announces his VP, which may begin the end."""
    state.announced[state.king] = state.scores[state.king]
    if state.scores[state.king] >= board.threshold and not state.end_begun:
        piles.shuffle_discards_in(state)
        others = 0
        for card in range(NUM_CARDS):
            others += state.draw_pile[card]
        state.end_begun = 1
        state.cards_before_game_end = others - below(stream, min(MOST_BELOW, others) + 1)
        state.draw_pile[Card.GAME_END] = 1


@compiled
def finish(state, board):
    """The game is over: nothing is pending any more, and the final scoring is done (E2, E3, E6)."""
    state.phase = Phase.OVER
    state.player = NOBODY
    state.expansion_card = NOBODY
    state.claims_left = 0
    score_buildings(state)
    score_areas(state, board)
    if state.king != NOBODY:
        state.scores[state.king] += KING_POINTS


@compiled
def score_buildings(state):
    """E4: 1 VP each; a cathedral counts besides its large city."""
    for seat in range(state.scores.shape[0]):
        for kind in range(NUM_SUPPLIES):
            state.scores[seat] += state.buildings[seat, kind]


@compiled
def score_areas(state, board):
    """E4: 5 VP to each owner of a largest area, 2 VP to each owner of one of the next smaller size."""
    label_areas(state, board)
    largest, second = 0, 0
    for field in range(state.owner.shape[0]):
        size = area_size(state, field)
        if size > largest:
            largest, second = size, largest
        elif size < largest:
            second = max(second, size)
    for seat in range(state.scores.shape[0]):
        has_largest, has_second = False, False
        for field in range(state.owner.shape[0]):
            if state.owner[field] == seat:
                size = area_size(state, field)
                has_largest |= size == largest
                has_second |= (size == second) & (second > 0)
        state.scores[seat] += AREA_POINTS[0] * has_largest + AREA_POINTS[1] * has_second
    for field in range(state.owner.shape[0]):
        state.area[field] = 0


@compiled
def label_areas(state, board):
    """Give all fields of an area its lowest field as label. Until the end each names a lower one, or is the lowest."""
    for field in range(state.owner.shape[0]):
        state.area[field] = field
        for neighbour in board.neighbours[field]:
            if 0 <= neighbour < field and state.owner[neighbour] == state.owner[field]:
                here, there = lowest(state, field), lowest(state, neighbour)
                state.area[max(here, there)] = min(here, there)
    for field in range(state.owner.shape[0]):
        state.area[field] = state.area[state.area[field]]


@compiled
def lowest(state, field):
    """The lowest field that is known to belong to the same area."""
    while state.area[field] != field:
        field = state.area[field]
    return field


@compiled
def area_size(state, field):
    """Fields of the area that `field` names (its lowest field); 0 for all other fields and for free land."""
    if state.owner[field] == NOBODY or state.area[field] != field:
        return 0
    size = 0
    for other in range(state.owner.shape[0]):
        size += state.area[other] == field
    return size
