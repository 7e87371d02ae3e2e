"""Chapter 3: setup, also of the tournament game (M2)."""

from kschwert_env.engine.compiled.rng import below
from kschwert_env.engine.jit.compiling import compiled, inlined
from kschwert_env.politics_and_intrigue.kernel import actions as ids
from kschwert_env.politics_and_intrigue.kernel import prompts
from kschwert_env.politics_and_intrigue.kernel.chapters import game_end, turn
from kschwert_env.politics_and_intrigue.kernel.components import HAND, MOST_STACKED, NUM_PLAYERS, Phase
from kschwert_env.politics_and_intrigue.kernel.zones import hands, stacks

BASE_STACKS = 4  # S3


@compiled
def reset(state, stream, board):
    """Draw a start position from a blank one (`state.blank`), whose points may open the gate (S2 to S4, B12)."""
    if board.random_start:
        state.start_player = below(stream, NUM_PLAYERS)
    state.turn_player = state.start_player
    state.player = state.start_player
    if board.tournament_game:
        state.left = HAND
        for seat in range(NUM_PLAYERS):
            lay_deck(state, board, seat)
    else:
        end_of_base = stacks.lay_in_order(state, 0, board.base_cards)
        stacks.shuffle(state, stream, 0, end_of_base)
        stacks.split(state, 0, BASE_STACKS, end_of_base)
        end_of_set = stacks.lay_in_order(state, end_of_base, board.set_cards)
        stacks.shuffle(state, stream, end_of_base, end_of_set)
        stacks.split(state, BASE_STACKS, board.num_stacks - BASE_STACKS, end_of_set - end_of_base)
    game_end.check(state)


@inlined
def lay_deck(state, board, seat):
    """Lay a deck as the first of its owner's stacks, in table order, until three cards have been picked (M2)."""
    first = stacks.total(state)
    stack = stacks.first_of(board, seat)
    state.stack_sizes[stack] = stacks.lay_in_order(state, first, board.decks[seat]) - first
    stacks.look_through(state, seat, stack)


# -- setup_stack and setup_take (S4) ----------------------------------------------------------------------------


@inlined
def apply_setup_stack(state, stream, board, action):
    """Look through a stack for the first cards (S4)."""
    stack = action - ids.first_stack(board)
    prompts.ask_about_stack(state, Phase.SETUP_TAKE, state.player, stack)
    state.left = HAND
    stacks.look_through(state, state.player, stack)


@inlined
def apply_setup_take(state, stream, board, action):
    """Take a card. After three cards the other seat names a stack, then the first turn begins (S4)."""
    hands.take(state, state.player, state.stack, action - ids.TAKE)
    state.left -= 1
    if state.left > 0:
        return
    if state.player == state.start_player:
        prompts.ask(state, Phase.SETUP_STACK, 1 - state.player)
    else:
        turn.begin(state)


# -- deck_pick (M2) ---------------------------------------------------------------------------------------------


@inlined
def deck_pick_options(state, board, mask):
    """Write 1 for taking each kind of card in the own deck (M2)."""
    stacks.kinds_within(state, stacks.first_of(board, state.player), 0, MOST_STACKED, mask[ids.TAKE :])


@inlined
def apply_deck_pick(state, stream, board, action):
    """Pick a card. After three cards the other seat picks, then both decks are shuffled into stacks (M2)."""
    hands.take(state, state.player, stacks.first_of(board, state.player), action - ids.TAKE)
    state.left -= 1
    if state.left > 0:
        return
    if state.player == state.start_player:
        prompts.ask_times(state, Phase.DECK_PICK, 1 - state.player, HAND)
    else:
        for seat in range(NUM_PLAYERS):
            shuffle_deck(state, stream, stacks.first_of(board, seat))
        turn.begin(state)


@inlined
def shuffle_deck(state, stream, stack):
    """Shuffle a deck into four stacks, whose cards nobody has seen (M2)."""
    first = stacks.start(state, stack)
    size = int(state.stack_sizes[stack])
    stacks.shuffle(state, stream, first, first + size)
    for i in range(first, first + size):
        state.stack_marks[i] = 0
    stacks.split(state, stack, stacks.OWN_STACKS, size)
