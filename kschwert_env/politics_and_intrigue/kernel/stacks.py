"""Stacks as sequences of cards with marks of who has seen them (N3), and who may use them (chapter 9, M3)."""

from kschwert_env.engine.jit.compiling import compiled, inlined
from kschwert_env.engine.rng import below
from kschwert_env.politics_and_intrigue.kernel.components import NOBODY, NUM_CARDS

OWN_STACKS = 4  # M2: of a seat in the tournament
BOTH = 3  # marks of both seats


@compiled
def first_of(board, seat):
    """The first of the stacks that a seat uses (M3)."""
    return OWN_STACKS * seat * board.tournament_game


@compiled
def number_of(board, seat):
    """So many follow each other."""
    return OWN_STACKS if board.tournament_game else board.num_stacks


@compiled
def is_open(state, board, seat, stack):
    """Chapter 9: no ban of the enemy lies on the stack; M3: it is one's own."""
    first = first_of(board, seat)
    return (state.bans[stack] != 1 - seat) & (stack >= first) & (stack < first + number_of(board, seat))


@compiled
def has_cards(state, board, seat, stack):
    """Whether a stack is open to a seat and not empty."""
    return state.stack_sizes[stack] > 0 and is_open(state, board, seat, stack)


@compiled
def any_has_cards(state, board, seat):
    """Whether there is a stack with cards that is open to a seat."""
    for stack in range(board.num_stacks):
        if has_cards(state, board, seat, stack):
            return True
    return False


@inlined
def number_open(state, board, seat):
    """So many stacks are open to a seat."""
    count = 0
    for stack in range(board.num_stacks):
        count += is_open(state, board, seat, stack)
    return count


@compiled
def start(state, stack):
    """The place of a stack's top card."""
    place = 0
    for i in range(stack):
        place += int(state.stack_sizes[i])
    return place


@compiled
def total(state):
    """L3: cards in all stacks together."""
    return start(state, len(state.stack_sizes))


@compiled
def remove(state, stack, place):
    """Take the card out of a place, which lies in that stack; marks stick to the others."""
    card = int(state.stack_cards[place])
    last = total(state) - 1
    for i in range(place, last):
        state.stack_cards[i] = state.stack_cards[i + 1]
        state.stack_marks[i] = state.stack_marks[i + 1]
    state.stack_cards[last] = NOBODY
    state.stack_marks[last] = 0
    state.stack_sizes[stack] -= 1
    return card


@compiled
def bury(state, stack, card, marks):
    """A card goes under a stack, seen by whom the marks say."""
    place = start(state, stack + 1)
    for i in range(total(state), place, -1):
        state.stack_cards[i] = state.stack_cards[i - 1]
        state.stack_marks[i] = state.stack_marks[i - 1]
    state.stack_cards[place] = card
    state.stack_marks[place] = marks
    state.stack_sizes[stack] += 1


@inlined
def topmost(state, stack, card):
    """H5: the place of the topmost copy of a card in a stack that has one."""
    place = start(state, stack)
    while state.stack_cards[place] != card:
        place += 1
    return place


@compiled
def look_through(state, seat, stack):
    """N3: a seat sees all cards of a stack."""
    first = start(state, stack)
    for i in range(first, first + int(state.stack_sizes[stack])):
        state.stack_marks[i] |= 1 << seat


@inlined
def turn_up(state, stack):
    """N3: both seats see the top card of a stack, if it has any."""
    if state.stack_sizes[stack] > 0:
        state.stack_marks[start(state, stack)] = BOTH


@inlined
def look(state, seat, stack, count):
    """N3: a seat sees the top cards of a stack, so many or all of them."""
    first = start(state, stack)
    for i in range(first, first + min(count, int(state.stack_sizes[stack]))):
        state.stack_marks[i] |= 1 << seat


@inlined
def lose_marks(state, seat, stack, count):
    """N3: a seat no longer knows which of the top cards is which, so many or all of them."""
    first = start(state, stack)
    for i in range(first, first + min(count, int(state.stack_sizes[stack]))):
        state.stack_marks[i] &= ~(1 << seat)


@inlined
def take_looking(state, seat, stack, card):
    """N3: a seat takes a card out of a stack it looks through: the enemy can't tell which one went."""
    remove(state, stack, topmost(state, stack, card))
    lose_marks(state, 1 - seat, stack, int(state.stack_sizes[stack]))


@compiled
def lay(state, place, counts):
    """Lay cards into the places from `place` on, in table order. Returns the place behind them."""
    for card in range(NUM_CARDS):
        for _ in range(counts[card]):
            state.stack_cards[place] = card
            place += 1
    return place


@compiled
def shuffle(state, stream, first, end):
    """Bring the cards of these places into any order, each equally likely."""
    for i in range(end - 1, first, -1):
        other = first + below(stream, i - first + 1)
        card = state.stack_cards[i]
        state.stack_cards[i] = state.stack_cards[other]
        state.stack_cards[other] = card


@compiled
def split(state, first, number, cards):
    """S3, M2: so many cards form stacks as alike as can be, the first ones one card larger."""
    for i in range(number):
        state.stack_sizes[first + i] = cards // number + (i < cards % number)


@compiled
def options(state, board, seat, mask, needs_cards):
    """A 1 for each stack that is open to a seat, with cards if need be."""
    for stack in range(board.num_stacks):
        mask[stack] = is_open(state, board, seat, stack) & ((not needs_cards) | (state.stack_sizes[stack] > 0))


@compiled
def kinds_within(state, stack, skipped, count, mask):
    """A 1 for each kind of card among the top cards of a stack, so many or all, without the first ones."""
    first = start(state, stack)
    for i in range(first + skipped, first + min(count, int(state.stack_sizes[stack]))):
        mask[state.stack_cards[i]] = 1
