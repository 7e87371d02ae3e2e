"""Chapters 4 and 5: special cards are paid for, and act."""

from kschwert_env.engine.jit.compiling import compiled
from kschwert_env.two_crowns.kernel import battle, end, piles
from kschwert_env.two_crowns.kernel.components import (
    NOBODY,
    NUM_KNIGHTS,
    NUM_PLAYERS,
    NUM_PRICED,
    PRICE,
    PRICED,
    Card,
    Payment,
    Phase,
    Priced,
    Rest,
)

DAMAGE = 10  # X1


@compiled
def go_on(state, board):
    """A3: the attacker is asked for each of his cards that costs gold, then the defender; then all act."""
    if asking(state) == NOBODY and state.player == state.turn_player:
        battle.turn_up(state, 1 - state.turn_player)
    if asking(state) == NOBODY:
        act(state, board)


@compiled
def asking(state):
    """A3: what the deciding seat is asked to pay for, a number of `Priced`: the first such card that it has laid."""
    for priced in range(NUM_PRICED):
        if state.laid[state.player, PRICED[priced]] > 0:
            return priced
    return NOBODY


@compiled
def card_asked(state):
    """The card for which a seat is asked to pay, NOBODY in other phases."""
    return PRICED[asking(state)] if state.phase == Phase.PAY else NOBODY


@compiled
def can_pay(state):
    """A3: a seat is asked also if it has too little gold."""
    return gold(state, state.player) >= PRICE[PRICED[asking(state)]]


@compiled
def pay(state, board, choice):
    """A3: what is paid for will act; what is not is discarded."""
    seat, priced = state.player, asking(state)
    card = PRICED[priced]
    state.laid[seat, card] -= 1
    if choice == Payment.YES:
        spend(state, seat, PRICE[card])
        state.paid[seat, priced] += 1
    else:
        state.discards[seat, card] += 1
    go_on(state, board)


@compiled
def act(state, board):
    """A3: kind after kind, of the same kind the attacker's first. Vassals double when the points are added up (X4)."""
    for i in range(NUM_PLAYERS):
        seat = (state.turn_player + i) % NUM_PLAYERS
        for _ in range(state.paid[seat, Priced.CATAPULT]):
            state.scores[1 - seat] -= DAMAGE  # X1
            if state.scores[1 - seat] <= 0:  # E1: the battle is not fought on
                battle.clear(state)
                end.finish(state)
                return
    for i in range(NUM_PLAYERS):
        seat = (state.turn_player + i) % NUM_PLAYERS
        for _ in range(state.paid[seat, Priced.BISHOP]):
            bishop(state, seat)
    for i in range(NUM_PLAYERS):
        seat = (state.turn_player + i) % NUM_PLAYERS
        for _ in range(state.laid[seat, Card.FEINT]):
            feint(state, seat)
    battle.settle(state, board)


@compiled
def gold(state, seat):
    """What a seat could pay: gold cards in hand."""
    return state.hands[seat, Card.GOLD_1] + 2 * state.hands[seat, Card.GOLD_2]


@compiled
def spend(state, seat, price):
    """A3: the least sum that suffices, among equal sums the fewest cards; no change is given."""
    twos = min(state.hands[seat, Card.GOLD_2], price // 2)
    ones = price - 2 * twos
    if ones > state.hands[seat, Card.GOLD_1]:  # an odd price, and nothing but twos: overpaid by one
        twos += 1
        ones = 0
    piles.discard_from_hand(state, seat, Card.GOLD_1, ones)
    piles.discard_from_hand(state, seat, Card.GOLD_2, twos)


@compiled
def strongest_knight(counts):
    """The strongest knight among some cards, NOBODY if there is none."""
    for knight in range(NUM_KNIGHTS - 1, -1, -1):
        if counts[knight] > 0:
            return knight
    return NOBODY


@compiled
def bishop(state, seat):
    """X2: the enemy's strongest knight comes to one's own hand."""
    knight = strongest_knight(state.laid[1 - seat])
    if knight != NOBODY:
        state.laid[1 - seat, knight] -= 1
        piles.come_openly(state, seat, knight, 1)


@compiled
def feint(state, seat):
    """X3: the enemy's strongest knight rests, if the enemy has laid at least as many cards."""
    enemy = 1 - seat
    knight = strongest_knight(state.laid[enemy])
    if knight != NOBODY and state.laid_counts[enemy] >= state.laid_counts[seat]:
        state.laid[enemy, knight] -= 1
        state.resting[enemy, Rest.NEXT_TURN, knight] += 1
