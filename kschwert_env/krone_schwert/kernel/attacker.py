"""The hidden hand of a seat that attacks and still lays cards: one that can exceed the castles (A3, Q6).

All such hands are to be equally likely. Where castles are many they are so rare among all hands that dealing until one
fits might never end. So deals are counted, kind by kind of the cards that can still be laid, and each kind is given its
number of cards by its share of them.
"""

from kschwert_env.engine.jit.compiling import compiled
from kschwert_env.engine.jit.scratch import scratch
from kschwert_env.engine.rng import next_word, take_any
from kschwert_env.krone_schwert.kernel import attack
from kschwert_env.krone_schwert.kernel.components import NUM_ACTION_CARDS
from kschwert_env.krone_schwert.kernel.state import MAX_FIELDS

_MOST_COPIES = 100  # of a card in an edition, and none
_MOST_TABLE = (MAX_FIELDS + 1) * (MAX_FIELDS + 2) // 2  # with a castle on every field


@compiled
def deal_attacker(state, stream, board):
    """Deal the attacker as many cards as `gather` noted, out of the draw pile."""
    table, choices, aside = scratch(_MOST_TABLE), scratch(_MOST_COPIES), scratch(NUM_ACTION_CARDS)
    seat = state.turn_player
    missing, needed = int(state.hands[seat, 0]), attack.strength_needed(state, board)
    state.hands[seat, 0] = 0
    for card in range(NUM_ACTION_CARDS):
        aside[card] = 0
    for card in range(attack.first_to_lay(state), NUM_ACTION_CARDS):
        if needed > 0 and board.combat[card] > 0:
            rest = count_deals(state, board, table, choices, card + 1, missing, needed)
            count = share(state, stream, board, table, choices, card, missing, needed, rest)
            missing -= count
            needed -= count * int(board.combat[card])
            state.hands[seat, card] = count
            aside[card] = state.draw_pile[card] - count  # decided: no more cards of this kind
            state.draw_pile[card] = 0
    for _ in range(missing):
        state.hands[seat, take_any(state.draw_pile, NUM_ACTION_CARDS, stream)] += 1
    for card in range(NUM_ACTION_CARDS):
        state.draw_pile[card] += int(aside[card])


@compiled
def share(state, stream, board, table, choices, card, missing, needed, rest):
    """How many cards of a kind to deal: each number by its share of all deals that reach the strength needed."""
    combat, most = int(board.combat[card]), min(int(state.draw_pile[card]), missing)
    write_choices(choices, int(state.draw_pile[card]))
    total = 0.0
    for count in range(most + 1):
        total += choices[count] * deals(table, rest, missing, needed, count, count * combat)
    left = total * ((next_word(stream) * 2.0**32 + next_word(stream)) / 2.0**64)
    found = 0
    for count in range(most + 1):
        number = choices[count] * deals(table, rest, missing, needed, count, count * combat)
        if number > 0:
            found = count  # in the end, should rounding leave a little over, the last one possible
            if left < number:
                break
            left -= number
    return found


@compiled
def deals(table, rest, missing, needed, dealt, strength):
    """The number of deals that reach the strength needed, when so many cards of this strength have been dealt."""
    if strength < needed:
        return table[place(needed, dealt, needed - strength)]
    return binomial(rest, missing - dealt)


@compiled
def count_deals(state, board, table, choices, first, missing, needed):
    """Fill the table: how many deals of what is missing reach the strength needed, with cards from `first` on.

    The table has a place for each number of cards that may have been dealt before, of a strength of at least one each,
    and each strength still needed then. Returns how many cards there are that may be dealt, whatever their strength.
    """
    for entry in range(place(needed, needed, 0) + 1):
        table[entry] = 0
    rest = 0
    for card in range(NUM_ACTION_CARDS):
        if board.combat[card] == 0 or card < attack.first_to_lay(state):
            rest += int(state.draw_pile[card])
    for card in range(NUM_ACTION_CARDS - 1, first - 1, -1):
        if board.combat[card] > 0:
            write_choices(choices, int(state.draw_pile[card]))
            for dealt in range(min(missing, needed - 1) + 1):
                add_kind(state, board, table, choices, card, missing - dealt, needed, dealt, rest)
            rest += int(state.draw_pile[card])
    return rest


@compiled
def add_kind(state, board, table, choices, card, missing, needed, dealt, rest):
    """One row of the table, in its place, with the cards of one more kind: `rest` are those of kinds before it."""
    combat = int(board.combat[card])
    most = min(int(state.draw_pile[card]), missing)
    reaching, count = 0.0, most  # deals that reach the strength by this kind alone, with more than `count` of it
    others = binomial(rest, missing - most)
    for wanted in range(needed - dealt, 0, -1):
        while count >= 0 and count * combat >= wanted:
            reaching += choices[count] * others
            others *= (rest - missing + count) / (missing - count + 1)
            count -= 1
        total = reaching
        for few in range(count + 1):
            total += choices[few] * table[place(needed, dealt + few, wanted - few * combat)]
        table[place(needed, dealt, wanted)] = total


@compiled
def place(needed, dealt, wanted):
    """Where the table has its entry for so many cards dealt and a strength from 1 to `needed - dealt` still wanted."""
    return dealt * (2 * needed - dealt + 1) // 2 + wanted - 1


@compiled
def write_choices(choices, size):
    """The numbers of ways to choose 0, 1 and so on up to all of so many cards."""
    choices[0] = 1
    for number in range(size):
        choices[number + 1] = choices[number] * (size - number) / (number + 1)


@compiled
def binomial(size, number):
    """The number of ways to choose so many of `size` cards; below 1e300 for all cards of any edition together."""
    if number < 0:
        return 0.0
    ways = 1.0
    for i in range(number):
        ways = ways * (size - i) / (i + 1)
    return ways
