"""Chapter 10: how the game ends, and what it is worth."""

import numpy as np

from kschwert_env.engine.jit.compiling import compiled, inlined
from kschwert_env.engine.rng import below
from kschwert_env.krone_schwert.kernel import piles
from kschwert_env.krone_schwert.kernel.components import (
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
    join_areas(state, board)
    largest, second = 0, 0
    for field in range(state.owner.shape[0]):
        largest = max(largest, area_size(state, field))
    for field in range(state.owner.shape[0]):
        size = area_size(state, field)
        second = max(second, size if size < largest else 0)
    for seat in range(state.scores.shape[0]):
        has_largest, has_second = False, False
        for field in range(state.owner.shape[0]):
            size, is_own = area_size(state, field), state.owner[field] == np.int8(seat)
            has_largest |= is_own & (size == largest)
            has_second |= is_own & (size == second) & (size > 0)
        state.scores[seat] += AREA_POINTS[0] * has_largest + AREA_POINTS[1] * has_second
    forget_areas(state)


@compiled
def join_areas(state, board):
    """Let one field stand for each area, and note its size there (`area_size`).

    At that field `area` is the size with a minus, at the area's other fields the next field on the way there. Free land
    has 0.
    """
    for field in range(state.owner.shape[0]):
        state.area[field] = 0 if state.owner[field] == NOBODY else -1
    for field in range(state.owner.shape[0]):
        if state.owner[field] == NOBODY:
            continue
        here = standing_for(state, field)
        for neighbour in board.neighbours[field]:
            if neighbour > field and state.owner[neighbour] == state.owner[field]:
                there = standing_for(state, neighbour)
                if there != here:
                    state.area[here] += state.area[there]
                    state.area[there] = here


@inlined
def standing_for(state, field):
    """The field that stands for the area of `field`."""
    while state.area[field] >= 0:
        field = state.area[field]
    return field


@inlined
def area_size(state, field):
    """The size of the area that `field` stands for; 0 where another field does, and on free land."""
    return max(-state.area[field], 0)


@inlined
def forget_areas(state):
    """Leave `area` as it was before."""
    for field in range(state.owner.shape[0]):
        state.area[field] = 0
