"""Resample the information that a seat may not know, by its distribution; the counterpart of `observe`.

The hidden hand of an attacker who still lays cards must be able to exceed the castles (A3, Q6), and all such hands are
equally likely. With many castles they are too rare for rejection sampling. So the code counts the deals, card by card
of those that can still be laid, and draws the number of each card by its share of the deals.
"""

from kschwert_env.engine.compiled.rng import below, draw_cards, next_uint32
from kschwert_env.engine.jit.compiling import compiled
from kschwert_env.engine.jit.scratch import scratch
from kschwert_env.krone_schwert.kernel import attack
from kschwert_env.krone_schwert.kernel.components import NOBODY, NUM_ACTION_CARDS, NUM_CARDS, Card, Phase, Vote
from kschwert_env.krone_schwert.kernel.end import MOST_BELOW
from kschwert_env.krone_schwert.kernel.state import MAX_FIELDS

_MOST_COPIES = 100  # maximum copies of a card in an edition, plus one
_MOST_TABLE = (MAX_FIELDS + 1) * (MAX_FIELDS + 2) // 2  # with a castle on every field


@compiled
def resample(state, stream, board, seat):
    """Resample hands, piles, votes, cards laid in a revolt, hidden scores and the position of `game_end`, in place.

    Hands and piles are uniform over the deals that fit the counts and leave an attacker who still lays cards able to
    exceed the castles (A3). A vote cast is either side with probability 1/2. Each card of a seat asked so far is laid
    with probability 1/2. `game_end` is uniform over its possible positions. Hidden scores of others become the last
    ones announced, or 0 (P1).
    """
    seats = state.scores.shape[0]
    for other in range(seats):
        if other != seat:
            gather(state, other)
            if not board.visible_scores:
                state.scores[other] = max(0, state.announced[other])
    if state.phase == Phase.ATTACK_LAY and state.turn_player != seat:
        deal_attacker(state, stream, board)
    for other in range(seats):
        if other != seat and not (state.phase == Phase.ATTACK_LAY and other == state.turn_player):
            deal(state, stream, other)
            if state.leader != NOBODY:
                decide(state, stream, other)
    if state.draw_pile[Card.GAME_END] > 0:
        others = 0
        for card in range(NUM_CARDS):
            others += card != Card.GAME_END and state.draw_pile[card]
        state.cards_before_game_end = others - below(stream, min(MOST_BELOW, others) + 1)


@compiled
def gather(state, seat):
    """Put all hidden cards of a seat into the draw pile, and store their number as the count of the first card."""
    count = 0
    for card in range(NUM_ACTION_CARDS):
        held = state.hands[seat, card]
        if state.leader != NOBODY:  # cards laid in an attack are open and stay
            held += state.laid[seat, card]
            state.laid[seat, card] = 0
        state.hands[seat, card] = 0
        state.draw_pile[card] += held
        count += held
    state.hands[seat, 0] = count


@compiled
def deal(state, stream, seat):
    """Deal a seat the number of action cards that `gather` stored."""
    count = state.hands[seat, 0]
    state.hands[seat, 0] = 0
    draw_cards(state.draw_pile, NUM_ACTION_CARDS, count, state.hands[seat], stream)


@compiled
def decide(state, stream, seat):
    """Draw the vote and the cards laid of a seat that has been asked in the running revolt."""
    if state.votes[seat] != NOBODY and seat != state.leader and seat != state.king:
        state.votes[seat] = Vote.SWORD if below(stream, 2) else Vote.CROWN
    if state.decided[seat] or (state.player == seat and state.phase == Phase.REVOLT_LAY):
        for card in range(NUM_ACTION_CARDS):
            for _ in range(state.hands[seat, card]):
                if below(stream, 2):
                    state.hands[seat, card] -= 1
                    state.laid[seat, card] += 1


# -- the hand of an attacker -----------------------------------------------------------------------------------------


@compiled
def deal_attacker(state, stream, board):
    """Deal the attacker the number of cards that `gather` stored, from the draw pile (A3, Q6)."""
    table, choices, aside = scratch(_MOST_TABLE), scratch(_MOST_COPIES), scratch(NUM_ACTION_CARDS)
    seat = state.turn_player
    missing, needed = int(state.hands[seat, 0]), attack.strength_missing(state, board)
    state.hands[seat, 0] = 0
    for card in range(NUM_ACTION_CARDS):
        aside[card] = 0
    for card in range(attack.first_to_lay(state.laid[seat]), NUM_ACTION_CARDS):
        if needed > 0 and board.combat[card] > 0:
            rest = count_deals(state, board, table, choices, card + 1, missing, needed)
            count = share(state, stream, board, table, choices, card, missing, needed, rest)
            missing -= count
            needed -= count * int(board.combat[card])
            state.hands[seat, card] = count
            aside[card] = state.draw_pile[card] - count  # decided: no more cards of this kind
            state.draw_pile[card] = 0
    draw_cards(state.draw_pile, NUM_ACTION_CARDS, missing, state.hands[seat], stream)
    for card in range(NUM_ACTION_CARDS):
        state.draw_pile[card] += int(aside[card])


@compiled
def share(state, stream, board, table, choices, card, missing, needed, rest):
    """Draw how many copies of a card to deal: each number by its share of the deals that reach the strength needed."""
    combat, most = int(board.combat[card]), min(int(state.draw_pile[card]), missing)
    write_choices(choices, int(state.draw_pile[card]))
    total = 0.0
    for count in range(most + 1):
        total += choices[count] * deals(table, rest, missing, needed, count, count * combat)
    left = total * ((next_uint32(stream) * 2.0**32 + next_uint32(stream)) / 2.0**64)
    chosen = 0
    for count in range(most + 1):
        number = choices[count] * deals(table, rest, missing, needed, count, count * combat)
        if number > 0:
            chosen = count  # rounding errors may leave a rest: use the last possible number
            if left < number:
                break
            left -= number
    return chosen


@compiled
def deals(table, rest, missing, needed, dealt, strength):
    """Return the number of deals that reach the strength needed, once `dealt` cards of `strength` are dealt."""
    if strength < needed:
        return table[place(needed, dealt, needed - strength)]
    return binomial(rest, missing - dealt)


@compiled
def count_deals(state, board, table, choices, first, missing, needed):
    """Fill the table: how many deals of the missing cards reach the strength needed, with cards from `first` on.

    The table has an entry for each number of cards that may have been dealt before, of a strength of at least one each,
    and each strength still needed then. Returns the number of cards that may be dealt, regardless of strength.
    """
    for entry in range(place(needed, needed, 0) + 1):
        table[entry] = 0
    rest = 0
    for card in range(NUM_ACTION_CARDS):
        if board.combat[card] == 0 or card < attack.first_to_lay(state.laid[state.turn_player]):
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
    """Write one row of the table in place, with one more card; `rest` is the number of cards before it."""
    combat = int(board.combat[card])
    most = min(int(state.draw_pile[card]), missing)
    reaching = 0.0  # deals that reach the strength with more than `count` cards of this kind alone
    count = most
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
    """Return the index of the entry for `dealt` cards dealt and a strength from 1 to `needed - dealt` still wanted."""
    return dealt * (2 * needed - dealt + 1) // 2 + wanted - 1


@compiled
def write_choices(choices, size):
    """Write the numbers of ways to choose 0, 1, ... up to `size` of `size` cards."""
    choices[0] = 1
    for number in range(size):
        choices[number + 1] = choices[number] * (size - number) / (number + 1)


@compiled
def binomial(size, number):
    """Return the number of ways to choose `number` of `size` cards; below 1e300 for all cards of any edition."""
    if number < 0:
        return 0.0
    ways = 1.0
    for i in range(number):
        ways = ways * (size - i) / (i + 1)
    return ways
