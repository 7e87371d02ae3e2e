"""Stacks as sequences of cards with marks of who has seen them (N3), and who may use them (chapter 9, M3)."""

from kschwert_env.engine.compiled.rng import below
from kschwert_env.engine.jit.compiling import compiled, inlined
from kschwert_env.politics_and_intrigue.kernel.components import NOBODY, NUM_CARDS

OWN_STACKS = 4  # M2: stacks of each seat in the tournament game
BOTH = 3  # marks of both seats

# -- who may use a stack ----------------------------------------------------------------------------------------


@compiled
def first_of(board, seat):
    """Return the first of the stacks that a seat uses (M3)."""
    return OWN_STACKS * seat * board.tournament_game


@compiled
def number_of(board, seat):
    """Return the number of stacks that a seat uses; they follow each other (M3)."""
    return OWN_STACKS if board.tournament_game else board.num_stacks


@compiled
def is_open(state, board, seat, stack):
    """Return whether a stack is open to a seat: no ban of the enemy lies on it, and it is the seat's own (M3)."""
    first = first_of(board, seat)
    return (state.bans[stack] != 1 - seat) & (stack >= first) & (stack < first + number_of(board, seat))


@compiled
def has_cards(state, board, seat, stack):
    """Return whether a stack is open to a seat and not empty."""
    return state.stack_sizes[stack] > 0 and is_open(state, board, seat, stack)


@compiled
def any_has_cards(state, board, seat):
    """Return whether any stack with cards is open to a seat."""
    for stack in range(board.num_stacks):
        if has_cards(state, board, seat, stack):
            return True
    return False


@inlined
def number_open(state, board, seat):
    """Return the number of stacks that are open to a seat."""
    count = 0
    for stack in range(board.num_stacks):
        count += is_open(state, board, seat, stack)
    return count


# -- cards by their index in stack_cards ------------------------------------------------------------------------


@compiled
def start(state, stack):
    """Return the index of a stack's top card in `stack_cards`."""
    index = 0
    for i in range(stack):
        index += int(state.stack_sizes[i])
    return index


@compiled
def total(state):
    """Return the number of cards in all stacks together (L3)."""
    return start(state, len(state.stack_sizes))


@compiled
def remove(state, stack, index):
    """Remove the card at an index from a stack and return it. The other cards keep their marks (N3)."""
    card = int(state.stack_cards[index])
    last = total(state) - 1
    for i in range(index, last):
        state.stack_cards[i] = state.stack_cards[i + 1]
        state.stack_marks[i] = state.stack_marks[i + 1]
    state.stack_cards[last] = NOBODY
    state.stack_marks[last] = 0
    state.stack_sizes[stack] -= 1
    return card


@compiled
def bury(state, stack, card, marks):
    """Put a card under a stack. `marks` are the seats that have seen it, as bits (N3)."""
    index = start(state, stack + 1)
    for i in range(total(state), index, -1):
        state.stack_cards[i] = state.stack_cards[i - 1]
        state.stack_marks[i] = state.stack_marks[i - 1]
    state.stack_cards[index] = card
    state.stack_marks[index] = marks
    state.stack_sizes[stack] += 1


@inlined
def topmost(state, stack, card):
    """Return the index of the topmost copy of a card in a stack that contains one (H5)."""
    index = start(state, stack)
    while state.stack_cards[index] != card:
        index += 1
    return index


@compiled
def kinds_within(state, stack, skipped, count, mask):
    """Write 1 for each kind of card among the top `count` cards of a stack, without the first `skipped` ones."""
    first = start(state, stack)
    for i in range(first + skipped, first + min(count, int(state.stack_sizes[stack]))):
        mask[state.stack_cards[i]] = 1


# -- marks (N3) -------------------------------------------------------------------------------------------------


@compiled
def look_through(state, seat, stack):
    """Mark all cards of a stack as seen by a seat (N3)."""
    first = start(state, stack)
    for i in range(first, first + int(state.stack_sizes[stack])):
        state.stack_marks[i] |= 1 << seat


@inlined
def turn_up(state, stack):
    """Mark the top card of a stack, if it has one, as seen by both seats (N3)."""
    if state.stack_sizes[stack] > 0:
        state.stack_marks[start(state, stack)] = BOTH


@inlined
def mark_top_seen(state, seat, stack, count):
    """Mark the top `count` cards of a stack, or all if there are fewer, as seen by a seat (N3)."""
    first = start(state, stack)
    for i in range(first, first + min(count, int(state.stack_sizes[stack]))):
        state.stack_marks[i] |= 1 << seat


@inlined
def lose_marks(state, seat, stack, count):
    """Remove a seat's marks from the top `count` cards of a stack: it no longer knows which card is which (N3)."""
    first = start(state, stack)
    for i in range(first, first + min(count, int(state.stack_sizes[stack]))):
        state.stack_marks[i] &= ~(1 << seat)


@inlined
def take_from_searched(state, seat, stack, card):
    """Remove a card from a stack that a seat looks through. The enemy's marks in that stack are lost (N3)."""
    remove(state, stack, topmost(state, stack, card))
    lose_marks(state, 1 - seat, stack, int(state.stack_sizes[stack]))


# -- dealing ----------------------------------------------------------------------------------------------------


@compiled
def lay_in_order(state, index, counts):
    """Write cards into `stack_cards` from `index` on, in table order. Return the index after the last one."""
    for card in range(NUM_CARDS):
        for _ in range(counts[card]):
            state.stack_cards[index] = card
            index += 1
    return index


@compiled
def shuffle(state, stream, first, end):
    """Shuffle the cards at the indices from `first` up to `end`, which is excluded."""
    for i in range(end - 1, first, -1):
        other = first + below(stream, i - first + 1)
        card = state.stack_cards[i]
        state.stack_cards[i] = state.stack_cards[other]
        state.stack_cards[other] = card


@inlined
def size_of_part(cards, number, i):
    """Return the size of stack `i` when cards are split into stacks of equal size, the first ones one card larger."""
    return cards // number + (i < cards % number)


@compiled
def split(state, first, number, cards):
    """Split cards into `number` stacks from `first` on, as equal as possible (S3, M2)."""
    for i in range(number):
        state.stack_sizes[first + i] = size_of_part(cards, number, i)
