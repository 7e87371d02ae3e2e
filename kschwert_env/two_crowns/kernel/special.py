"""Chapter 5: the special cards, from the moment they are turned up."""

from kschwert_env.engine.compiling import compiled
from kschwert_env.two_crowns.kernel import battle, end, piles
from kschwert_env.two_crowns.kernel.components import (
    FIRST_SPECIAL,
    NOBODY,
    NUM_CARDS,
    NUM_KNIGHTS,
    NUM_PLAYERS,
    PRICE,
    Card,
    Payment,
    Phase,
    Rest,
)

DAMAGE = 10  # X1


@compiled
def go_on(state, board):
    """A3: one moment after the other, until a seat is asked to pay or the points are compared.

    Kind after kind, of the same kind the attacker's first. A card has its moment once, and is discarded in it.
    """
    for card in range(FIRST_SPECIAL, NUM_CARDS):
        for i in range(NUM_PLAYERS):
            seat = state.turn_player if i == 0 else 1 - state.turn_player
            while state.laid[seat, card] > 0:
                if card == Card.FEINT:
                    feint(state, seat)
                elif could_act(state, seat, card) and gold(state, seat) >= PRICE[card]:
                    state.phase = Phase.PAY
                    state.player = seat
                    return
                discard_one(state, seat, card)
    battle.settle(state, board)


@compiled
def could_act(state, seat, card):
    """A3: whether a card that costs gold would act if it is paid; for a bishop an enemy knight is still laid (X2)."""
    return card != Card.BISHOP or piles.holds_knight(state.laid[1 - seat])


@compiled
def discard_one(state, seat, card):
    """One card that a seat has laid goes to its discards."""
    state.laid[seat, card] -= 1
    state.discards[seat, card] += 1


@compiled
def asking(state):
    """The card for which the deciding seat is asked to pay: the first one that still lies."""
    card = FIRST_SPECIAL
    while state.laid[state.player, card] == 0:
        card += 1
    return card


@compiled
def pay(state, board, choice):
    """A3: paid, a card acts; it is discarded in any case."""
    seat, card = state.player, asking(state)
    discard_one(state, seat, card)
    if choice == Payment.YES:
        spend(state, seat, PRICE[card])
        if card == Card.CATAPULT:
            catapult(state, seat)
        elif card == Card.BISHOP:
            bishop(state, seat)
        else:
            state.vassals[seat] += 1  # X4
    if state.phase != Phase.OVER:
        go_on(state, board)


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
def catapult(state, seat):
    """X1: a castle that falls ends the game, and the battle is not fought on (E1)."""
    state.scores[1 - seat] -= DAMAGE
    if state.scores[1 - seat] <= 0:
        for side in range(NUM_PLAYERS):
            for card in range(NUM_CARDS):
                battle.discard_laid(state, side, card)
        battle.clear(state)
        end.finish(state)


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
