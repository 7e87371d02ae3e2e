"""Resample the information that a seat may not know, by its distribution; the counterpart of `observe`.

Every deal that fits is equally likely. There is no rejection sampling: where cards must include knights, the code first
draws their number, weighted by the number of deals with it.
"""

from kschwert_env.engine.compiled.rng import below, draw_card, draw_cards
from kschwert_env.engine.jit.compiling import compiled
from kschwert_env.two_crowns.kernel import battle, piles
from kschwert_env.two_crowns.kernel.components import FIRST_SPECIAL, NUM_CARDS, NUM_KNIGHTS, Card, Phase

NUM_SPECIAL = NUM_CARDS - FIRST_SPECIAL


@compiled
def resample(state, stream, board, seat):
    """Resample the enemy's hand and deck, the cards laid face down, and those of an `exact`, in place.

    Cards known to be in the hand (P1) stay there or among the cards laid. All deals of the rest that could have led
    here are equally likely. The own deck is known by counting; the state has no order of decks.
    """
    enemy = 1 - seat
    in_hand = piles.size(state.hands[enemy])
    face_down = state.laid_counts[enemy] if battle.lies_face_down(state, enemy) else 0
    drawn = piles.size(state.exact) if state.turn_player == enemy else 0
    gather(state, enemy, face_down > 0)
    if face_down > 0:
        deal_face_down(state, stream, enemy, in_hand, face_down)
    elif state.phase == Phase.LAY and state.player == enemy and state.turn_player == enemy:
        deal_to_attacker(state, stream, enemy, in_hand)
    missing = in_hand - piles.size(state.hands[enemy])
    draw_cards(state.decks[enemy], NUM_CARDS, missing, state.hands[enemy], stream)
    draw_cards(state.decks[enemy], NUM_CARDS, drawn, state.exact, stream)


@compiled
def gather(state, seat, with_laid):
    """Put all hidden cards of a seat into its deck, except those known to be in the hand (P1)."""
    for card in range(NUM_CARDS):
        state.decks[seat, card] += state.hands[seat, card]
        state.hands[seat, card] = 0
        if with_laid:
            state.decks[seat, card] += state.laid[seat, card]
            state.laid[seat, card] = 0
        if state.turn_player == seat:
            state.decks[seat, card] += state.exact[card]
            state.exact[card] = 0
    for knight in range(NUM_KNIGHTS):
        state.hands[seat, knight] = state.known[seat, knight]
        state.decks[seat, knight] -= state.known[seat, knight]


@compiled
def deal_face_down(state, stream, seat, in_hand, face_down):
    """Deal cards laid face down (A1, A2, X0). First draw the numbers of known and of other knights."""
    total = 0
    for known in range(face_down + 1):
        for others in range(face_down + 1 - known):
            total += deals(state, seat, in_hand, face_down, known, others)
    left = below(stream, total)
    known, others = 0, 0
    while left >= deals(state, seat, in_hand, face_down, known, others):
        left -= deals(state, seat, in_hand, face_down, known, others)
        others += 1
        if known + others > face_down:
            known, others = known + 1, 0
    draw_cards(state.hands[seat], NUM_KNIGHTS, known, state.laid[seat], stream)
    draw_cards(state.decks[seat], NUM_KNIGHTS, others, state.laid[seat], stream)
    for _ in range(face_down - known - others):
        if known + others == 0:
            state.decks[seat, Card.FEINT] -= 1
            state.laid[seat, Card.FEINT] += 1
        else:
            special = FIRST_SPECIAL + draw_card(state.decks[seat][FIRST_SPECIAL:], NUM_SPECIAL, stream)
            state.laid[seat, special] += 1


@compiled
def deals(state, seat, in_hand, face_down, known, others):
    """Return the number of deals of hand and cards face down with `known` known and `others` other knights face down.

    Without known cards the number of ways to fill the hand is a common factor, which is left out. So the sum is always
    below 2**31.
    """
    pile, all_known = state.decks[seat], piles.size(state.hands[seat])
    specials = face_down - known - others
    if known + others == 0:  # X0: a defence of feints alone
        lying = choices(pile[Card.FEINT], specials) if seat != state.turn_player else 0
    else:
        lying = choices(piles.knights(pile), others) * choices(piles.specials(pile), specials)
    if all_known == 0:
        return lying if known == 0 else 0
    unknown = piles.size(pile) - others - specials
    return choices(all_known, known) * lying * choices(unknown, in_hand - all_known + known)


@compiled
def deal_to_attacker(state, stream, seat, in_hand):
    """Deal an attacker without laid cards a hand with a knight (A1); first draw their number if none is known."""
    if piles.holds_knight(state.hands[seat]):
        return
    knights = piles.knights(state.decks[seat])
    rest = piles.size(state.decks[seat]) - knights
    total = 0
    for number in range(1, in_hand + 1):
        total += choices(knights, number) * choices(rest, in_hand - number)
    left = below(stream, total)
    number = 1
    while left >= choices(knights, number) * choices(rest, in_hand - number):
        left -= choices(knights, number) * choices(rest, in_hand - number)
        number += 1
    draw_cards(state.decks[seat], NUM_KNIGHTS, number, state.hands[seat], stream)
    others = NUM_CARDS - NUM_KNIGHTS
    draw_cards(state.decks[seat][NUM_KNIGHTS:], others, in_hand - number, state.hands[seat][NUM_KNIGHTS:], stream)


@compiled
def choices(size, number):
    """Return the number of ways to choose `number` cards of a pile; 0 if it is not large enough."""
    if number < 0:
        return 0
    ways = 1
    for i in range(number):
        ways = ways * (int(size) - i) // (i + 1)
    return ways
