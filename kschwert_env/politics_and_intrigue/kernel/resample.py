"""The counterpart of `observe`: sample everything that a seat may not know from its distribution (N6)."""

from kschwert_env.engine.compiled.rng import below
from kschwert_env.engine.jit.compiling import compiled, inlined
from kschwert_env.engine.jit.scratch import scratch
from kschwert_env.politics_and_intrigue.kernel.components import NUM_CARDS, Phase
from kschwert_env.politics_and_intrigue.kernel.zones import stacks

MOST_HIDDEN = 128  # more than there are cards in hands and stacks


@compiled
def resample(state, stream, board, seat):
    """Deal the enemy's hand and the cards of stacks that `seat` has not seen again, in place (N6).

    Known cards stay in the hand (N4). In the tournament game each side's cards stay on that side (M6).
    """
    enemy = 1 - seat
    for side in range(1 + board.tournament_game):
        first = stacks.start(state, stacks.first_of(board, side))
        end = stacks.start(state, stacks.first_of(board, side) + stacks.number_of(board, side))
        deal(state, stream, seat, first, end, side == enemy or not board.tournament_game)
    if state.phase == Phase.DECK_PICK:
        sort_deck(state, stacks.start(state, stacks.first_of(board, enemy)), enemy)
    if state.phase == Phase.HOLY and state.turn_player == enemy:
        state.card = random_card_of_hand(state, stream, enemy)


@inlined
def deal(state, stream, seat, first, end, with_hand):
    """Deal the unseen cards from `first` up to `end` again; with `with_hand` together with the enemy's hand."""
    enemy = 1 - seat
    counts, pool = scratch(NUM_CARDS), scratch(MOST_HIDDEN)
    in_hand = 0
    for card in range(NUM_CARDS):
        counts[card] = 0
        if with_hand:
            counts[card] = state.hands[enemy, card] - state.known[enemy, card]
            state.hands[enemy, card] = state.known[enemy, card]
            in_hand += int(counts[card])
    for index in range(first, end):
        if is_hidden(state, seat, index):
            counts[state.stack_cards[index]] += 1
    size = fill_pool(counts, pool)
    for _ in range(in_hand):
        size -= 1
        state.hands[enemy, draw_from_pool(pool, size, stream)] += 1
    for index in range(first, end):
        if is_hidden(state, seat, index):
            size -= 1
            state.stack_cards[index] = draw_from_pool(pool, size, stream)


@inlined
def fill_pool(counts, pool):
    """Write cards into the pool by their counts, in table order. Return the number of cards."""
    size = 0
    for card in range(NUM_CARDS):
        for _ in range(int(counts[card])):
            pool[size] = card
            size += 1
    return size


@compiled
def is_hidden(state, seat, index):
    """Return whether the seat has not seen the card at an index of `stack_cards` (N5)."""
    return not state.stack_marks[index] >> seat & 1


@compiled
def draw_from_pool(pool, last, stream):
    """Remove a random card from the pool up to index `last`, each equally likely, and return it."""
    i = below(stream, last + 1)
    card = int(pool[i])
    pool[i] = pool[last]
    return card


@inlined
def sort_deck(state, first, seat):
    """Sort a deck into table order, while cards are picked from it (M6)."""
    end = first + int(state.stack_sizes[stacks.OWN_STACKS * seat])
    for i in range(first + 1, end):
        card = state.stack_cards[i]
        j = i
        while j > first and state.stack_cards[j - 1] > card:
            state.stack_cards[j] = state.stack_cards[j - 1]
            j -= 1
        state.stack_cards[j] = card


@inlined
def random_card_of_hand(state, stream, seat):
    """Return a random card of a hand, each card equally likely."""
    left = below(stream, int(state.hand_counts[seat]))
    card = 0
    while left >= state.hands[seat, card]:
        left -= state.hands[seat, card]
        card += 1
    return card
