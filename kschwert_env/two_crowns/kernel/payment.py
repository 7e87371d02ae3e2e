"""Chapter 4: paying for special cards, the attacker first (A3)."""

from kschwert_env.engine.jit.compiling import compiled
from kschwert_env.two_crowns.kernel import battle, piles, special_cards
from kschwert_env.two_crowns.kernel.components import NOBODY, NUM_PRICED, PRICE, PRICED, Card, Payment, Phase


@compiled
def ask_next_payment(state, board):
    """Ask the attacker to pay for each card that costs gold, then the defender; then all cards act (A3)."""
    if asking(state) == NOBODY and state.player == state.turn_player:
        battle.turn_up(state, 1 - state.turn_player)
    if asking(state) == NOBODY:
        special_cards.act(state, board)


@compiled
def asking(state):
    """Return the `Priced` card of the current payment: the first one that the deciding seat has laid (A3)."""
    for priced in range(NUM_PRICED):
        if state.laid[state.player, PRICED[priced]] > 0:
            return priced
    return NOBODY


@compiled
def card_asked(state):
    """Return the card for which a seat is asked to pay, NOBODY in other phases."""
    return PRICED[asking(state)] if state.phase == Phase.PAY else NOBODY


@compiled
def can_pay(state):
    """Return whether the deciding seat has enough gold; it is asked in any case (A3)."""
    return gold(state, state.player) >= PRICE[PRICED[asking(state)]]


@compiled
def pay(state, board, choice):
    """Pay for a card, which will act, or discard it (A3)."""
    seat, priced = state.player, asking(state)
    card = PRICED[priced]
    state.laid[seat, card] -= 1
    if choice == Payment.YES:
        spend(state, seat, PRICE[card])
        state.paid[seat, priced] += 1
    else:
        state.discards[seat, card] += 1
    ask_next_payment(state, board)


@compiled
def gold(state, seat):
    """Return the value of the gold cards in a hand."""
    return state.hands[seat, Card.GOLD_1] + 2 * state.hands[seat, Card.GOLD_2]


@compiled
def spend(state, seat, price):
    """Discard gold: the least sum that suffices, among equal sums the fewest cards; no change is given (A3)."""
    twos = min(state.hands[seat, Card.GOLD_2], price // 2)
    ones = price - 2 * twos
    if ones > state.hands[seat, Card.GOLD_1]:  # an odd price and only cards of value 2: overpaid by 1
        twos += 1
        ones = 0
    piles.discard_from_hand(state, seat, Card.GOLD_1, ones)
    piles.discard_from_hand(state, seat, Card.GOLD_2, twos)
