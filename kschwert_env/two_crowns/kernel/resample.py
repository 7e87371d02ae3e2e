"""The counterpart of `observe`: deal anew, by its distribution, all that a seat may not know."""

from kschwert_env.engine.compiling import compiled
from kschwert_env.engine.piles import take_any
from kschwert_env.two_crowns.kernel import piles, special
from kschwert_env.two_crowns.kernel.components import FIRST_SPECIAL, NUM_CARDS, NUM_KNIGHTS, PRICE, Phase


@compiled
def resample(state, stream, board, seat):
    """Deal the enemy's hand and deck anew, the cards laid face down, and those of an `exact`; `state` is changed.

    What is known to be in the hand (P1) stays there or among the cards laid. All deals of the rest that could have led
    here are equally likely. The own deck is known by counting, and its order is nowhere.
    """
    enemy = 1 - seat
    in_hand = piles.size(state.hands[enemy])
    face_down = state.laid_counts[enemy] if state.phase == Phase.LAY else 0
    drawn = piles.size(state.exact) if state.turn_player == enemy else 0
    gather(state, enemy)
    deal(state, stream, enemy, in_hand, face_down, drawn)
    while not could_be(state, enemy):
        gather(state, enemy)
        deal(state, stream, enemy, in_hand, face_down, drawn)


@compiled
def gather(state, seat):
    """Put all hidden cards of a seat into its deck."""
    for card in range(NUM_CARDS):
        state.decks[seat, card] += state.hands[seat, card]
        state.hands[seat, card] = 0
        if state.phase == Phase.LAY:
            state.decks[seat, card] += state.laid[seat, card]
            state.laid[seat, card] = 0
        if state.turn_player == seat:
            state.decks[seat, card] += state.exact[card]
            state.exact[card] = 0


@compiled
def deal(state, stream, seat, in_hand, face_down, drawn):
    """Deal so many cards to the hand, among them those known, face down into the battle, and for an `exact`."""
    for card in range(NUM_CARDS):
        state.hands[seat, card] = state.known[seat, card]
        state.decks[seat, card] -= state.known[seat, card]
    for _ in range(in_hand + face_down - piles.size(state.known[seat])):
        state.hands[seat, take_any(state.decks[seat], NUM_CARDS, stream)] += 1
    for _ in range(face_down):
        state.laid[seat, take_any(state.hands[seat], NUM_CARDS, stream)] += 1
    for _ in range(drawn):
        state.exact[take_any(state.decks[seat], NUM_CARDS, stream)] += 1


@compiled
def could_be(state, seat):
    """Whether a seat with these cards could have come here: by what it has laid (A1, A2), or as it is asked (A3)."""
    if state.phase == Phase.PAY and state.player == seat:
        return special.gold(state, seat) >= PRICE[special.asking(state)]
    if state.phase != Phase.LAY:
        return True
    for card in range(NUM_KNIGHTS, FIRST_SPECIAL):
        if state.laid[seat, card] > 0:
            return False
    if seat != state.turn_player:
        return True
    return piles.holds_knight(state.laid[seat] if state.laid_counts[seat] > 0 else state.hands[seat])
