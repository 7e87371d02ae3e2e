"""Chapter 2: setup."""

from kschwert_env.engine.compiled.rng import below, draw_cards
from kschwert_env.engine.jit.compiling import compiled, inlined
from kschwert_env.krone_schwert.kernel import land, turn
from kschwert_env.krone_schwert.kernel.components import NOBODY, NUM_ACTION_CARDS, Terrain

HAND = 4  # S1


@compiled
def reset(state, stream, board):
    """Draw a new game, up to the first marker, from a blank state (`state.blank`)."""
    place_parts(state, stream, board)
    deal(state, stream, board)
    if board.random_start:  # S2
        state.start_player = below(stream, state.scores.shape[0])
    state.turn_player = state.start_player
    state.player = state.start_player


@compiled
def place_parts(state, stream, board):
    """Place a random part of the right size in each slot, without rotation (C4)."""
    drawn = 0  # bits of the parts already used
    for slot in range(board.num_slots):
        part = draw_part(stream, board, drawn, board.slot_sizes[slot])
        drawn |= 1 << part
        state.parts[slot] = part
        first = board.first_slot_field[slot]
        for i in range(board.first_slot_field[slot + 1] - first):
            terrain = board.parts[part, i]
            state.terrain[board.slot_fields[first + i]] = terrain
            state.free_land += terrain != Terrain.MOUNTAIN


@inlined
def draw_part(stream, board, drawn, size):
    """Return a random part of this size that is not among the bits `drawn`; without shuffling, the first one."""
    part = -1
    while part < 0 or drawn >> part & 1 or board.part_sizes[part] != size:
        part = below(stream, board.num_parts) if board.shuffle_parts else part + 1
    return part


@compiled
def deal(state, stream, board):
    """Deal four cards to each seat (S1). Events dealt are replaced, so only action cards are drawn from."""
    for seat in range(state.scores.shape[0]):
        draw_cards(state.draw_pile, NUM_ACTION_CARDS, HAND, state.hands[seat], stream)


@compiled
def place(state, board, field):
    """Place a marker; two rounds clockwise (S2)."""
    seat = state.player
    seats = state.scores.shape[0]
    land.place_marker(state, board, seat, field)
    state.player = (seat + 1) % seats
    state.turn_player = state.player
    if state.player == state.start_player and state.markers[seat] == board.markers - 2:
        state.turn = 0
        turn.begin(state, board)


@compiled
def sites(state, mask):
    """Write 1 for free fields not adjacent to a marker; without such fields, for all free fields (S3)."""
    any_site = False
    for field in range(state.owner.shape[0]):
        is_site = state.owner[field] == NOBODY
        for seat in range(state.scores.shape[0]):
            is_site &= state.own_neighbours[seat, field] == 0
        mask[field] = is_site
        any_site |= is_site
    if not any_site:
        land.free_fields(state, mask)
