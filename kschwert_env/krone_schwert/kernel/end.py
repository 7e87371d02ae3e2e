"""Chapter 10: the end of the game and the final scoring."""

import numpy as np

from kschwert_env.engine.compiled.rng import below, move_all
from kschwert_env.engine.jit.compiling import compiled, inlined
from kschwert_env.krone_schwert.kernel.components import AREA_POINTS, NOBODY, NUM_CARDS, NUM_SUPPLIES, Card, Phase

MOST_BELOW = 20  # E1: cards that may lie below `game_end`
KING_POINTS = 5  # E4


@compiled
def announce(state, stream, board):
    """Announce the VP of a king by revolt, which may begin the end (E1, X2)."""
    state.announced[state.king] = state.scores[state.king]
    if state.scores[state.king] >= board.threshold and not state.end_begun:
        move_all(state.discard_pile, state.draw_pile)
        others = 0
        for card in range(NUM_CARDS):
            others += state.draw_pile[card]
        state.end_begun = 1
        state.cards_before_game_end = others - below(stream, min(MOST_BELOW, others) + 1)
        state.draw_pile[Card.GAME_END] = 1


@compiled
def finish(state, board):
    """End the game: clear what is pending, and add the final scoring (E2, E3, E6)."""
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
    """Score 1 VP for each building; a cathedral counts besides its large city (E4)."""
    for seat in range(state.scores.shape[0]):
        for kind in range(NUM_SUPPLIES):
            state.scores[seat] += state.buildings[seat, kind]


@compiled
def score_areas(state, board):
    """Score 5 VP for each owner of a largest area, 2 VP for each owner of a second largest one (E4)."""
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
    clear_areas(state)


@compiled
def join_areas(state, board):
    """Choose a representative field for each area, and store the area's size there (union-find).

    `area` is the negative size at the representative. At other fields of the area it is the next field towards the
    representative; on free land it is 0.
    """
    for field in range(state.owner.shape[0]):
        state.area[field] = 0 if state.owner[field] == NOBODY else -1
    for field in range(state.owner.shape[0]):
        if state.owner[field] == NOBODY:
            continue
        here = representative(state, field)
        for neighbour in board.neighbours[field]:
            if neighbour > field and state.owner[neighbour] == state.owner[field]:
                there = representative(state, neighbour)
                if there != here:
                    state.area[here] += state.area[there]
                    state.area[there] = here


@inlined
def representative(state, field):
    """Return the representative of the area of `field`."""
    while state.area[field] >= 0:
        field = state.area[field]
    return field


@inlined
def area_size(state, field):
    """Return the size of the area that `field` represents; 0 for other fields and free land."""
    return max(-state.area[field], 0)


@inlined
def clear_areas(state):
    """Reset `area` to zeros."""
    for field in range(state.owner.shape[0]):
        state.area[field] = 0
