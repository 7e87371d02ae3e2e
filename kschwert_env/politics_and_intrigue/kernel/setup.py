"""Chapters 3 and 14: setup."""

from kschwert_env.engine.jit.compiling import compiled, inlined
from kschwert_env.engine.rng import below
from kschwert_env.politics_and_intrigue.kernel import asking, end, hands, stacks, turn
from kschwert_env.politics_and_intrigue.kernel.components import HAND, NUM_PLAYERS, Phase

BASE_STACKS = 4  # S3


@compiled
def reset(state, stream, board):
    """S2 to S4: draw a fresh position out of a blank one (`state.blank`), whose points may open the gate (B12)."""
    if board.random_start:
        state.start_player = below(stream, NUM_PLAYERS)
    state.turn_player = state.start_player
    state.player = state.start_player
    if board.tournament_game:
        state.left = HAND
        for seat in range(NUM_PLAYERS):
            lay_deck(state, board, seat)
    else:
        end_of_base = stacks.lay(state, 0, board.base_cards)
        stacks.shuffle(state, stream, 0, end_of_base)
        stacks.split(state, 0, BASE_STACKS, end_of_base)
        end_of_set = stacks.lay(state, end_of_base, board.set_cards)
        stacks.shuffle(state, stream, end_of_base, end_of_set)
        stacks.split(state, BASE_STACKS, board.num_stacks - BASE_STACKS, end_of_set - end_of_base)
    end.check(state)


@inlined
def lay_deck(state, board, seat):
    """M2: until three cards are picked a deck lies as the first of its owner's stacks, in table order."""
    first = stacks.total(state)
    stack = stacks.first_of(board, seat)
    state.stack_sizes[stack] = stacks.lay(state, first, board.decks[seat]) - first
    stacks.look_through(state, seat, stack)


@inlined
def look_through(state, stack):
    """S4."""
    asking.ask_about_stack(state, Phase.SETUP_TAKE, state.player, stack)
    state.left = HAND
    stacks.look_through(state, state.player, stack)


@inlined
def take(state, card):
    """S4: after three cards the other seat names a stack, then the first turn begins."""
    hands.take(state, state.player, state.stack, card)
    state.left -= 1
    if state.left > 0:
        return
    if state.player == state.start_player:
        asking.ask(state, Phase.SETUP_STACK, 1 - state.player)
    else:
        turn.begin(state)


@inlined
def pick(state, stream, board, card):
    """M2: after three cards the other seat picks, then both decks are shuffled."""
    hands.take(state, state.player, stacks.first_of(board, state.player), card)
    state.left -= 1
    if state.left > 0:
        return
    if state.player == state.start_player:
        asking.ask_times(state, Phase.DECK_PICK, 1 - state.player, HAND)
    else:
        for seat in range(NUM_PLAYERS):
            shuffle_deck(state, stream, stacks.first_of(board, seat))
        turn.begin(state)


@inlined
def shuffle_deck(state, stream, stack):
    """M2: four stacks, of whose cards nobody has seen any."""
    first = stacks.start(state, stack)
    size = int(state.stack_sizes[stack])
    stacks.shuffle(state, stream, first, first + size)
    for i in range(first, first + size):
        state.stack_marks[i] = 0
    stacks.split(state, stack, stacks.OWN_STACKS, size)
