"""Asking a seat for its next decision (Q4), and the options that several phases share."""

from kschwert_env.engine.jit.compiling import compiled, inlined
from kschwert_env.politics_and_intrigue.kernel import actions as ids
from kschwert_env.politics_and_intrigue.kernel.components import MOST_STACKED, NUM_CARDS, NUM_RESOURCES
from kschwert_env.politics_and_intrigue.kernel.zones import resources, stacks


@compiled
def ask(state, phase, seat):
    """Ask a seat for a decision. Pending values that the new phase uses, too, stay as they are (`pending`)."""
    state.phase = phase
    state.player = seat


@inlined
def ask_about_stack(state, phase, seat, stack):
    """Ask a seat for a decision about a stack."""
    ask(state, phase, seat)
    state.stack = stack


@inlined
def ask_times(state, phase, seat, left):
    """Ask a seat for several choices in a row."""
    ask(state, phase, seat)
    state.left = left


# -- options of the deciding seat that several phases share -----------------------------------------------------


@compiled
def stack_options(state, board, mask):
    """Write 1 for naming each stack that is open."""
    for stack in range(board.num_stacks):
        mask[ids.first_stack(board) + stack] = stacks.is_open(state, board, state.player, stack)


@compiled
def filled_stack_options(state, board, mask):
    """Write 1 for naming each open stack with cards."""
    for stack in range(board.num_stacks):
        mask[ids.first_stack(board) + stack] = stacks.has_cards(state, board, state.player, stack)


@compiled
def free_search_options(state, board, mask):
    """Write 1 for searching each open stack with cards, free of charge (E6, A19)."""
    for stack in range(board.num_stacks):
        mask[ids.first_search(board) + stack] = stacks.has_cards(state, board, state.player, stack)


@compiled
def take_options(state, board, mask):
    """Write 1 for taking each kind of card in the stack that the seat looks through."""
    stacks.kinds_within(state, state.stack, 0, MOST_STACKED, mask[ids.TAKE :])


@compiled
def bury_options(state, board, mask):
    """Write 1 for putting each kind of card in hand under a stack (H1, H3, A19)."""
    for card in range(NUM_CARDS):
        mask[ids.BURY + card] = state.hands[state.player, card] > 0


@compiled
def owned_options(state, board, mask):
    """Write 1 for each kind of resource that the seat has."""
    for kind in range(NUM_RESOURCES):
        mask[ids.RESOURCE + kind] = state.resources[state.player, kind] > 0


@compiled
def room_options(state, board, mask):
    """Write 1 for each kind of resource for which the seat has room."""
    for kind in range(NUM_RESOURCES):
        mask[ids.RESOURCE + kind] = state.room[state.player, kind] > 0


@compiled
def take_resource_options(state, board, mask):
    """Write 1 for each kind of resource that the enemy has and for which the seat has room."""
    for kind in range(NUM_RESOURCES):
        mask[ids.RESOURCE + kind] = resources.can_move(state, 1 - state.player, state.player, kind)


@compiled
def give_resource_options(state, board, mask):
    """Write 1 for each kind of resource that the seat has and for which the enemy has room."""
    for kind in range(NUM_RESOURCES):
        mask[ids.RESOURCE + kind] = resources.can_move(state, state.player, 1 - state.player, kind)
