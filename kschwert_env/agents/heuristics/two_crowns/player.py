"""Heuristic player of Two Crowns: score every legal action in points of a castle, and take the best.

It reads only its own cards and public information.
"""

from kschwert_env.agents.heuristics.selection import NO_OPTION, better_option
from kschwert_env.engine.jit.compiling import compiled
from kschwert_env.two_crowns.kernel import actions as ids
from kschwert_env.two_crowns.kernel import battle, payment, piles
from kschwert_env.two_crowns.kernel.components import (
    CASTLE,
    FIRST_SPECIAL,
    HAND,
    MOST_LAID,
    NUM_CARDS,
    NUM_KNIGHTS,
    PRICE,
    PRICED,
    Card,
    Payment,
    Phase,
    Priced,
)

_CARD_VALUES = (1.0, 2.0, 3.0, 0.8, 1.6, 8.0, 4.0, 2.5, 4.0)  # value of each Card
_UNAFFORDABLE_SHARE = 0.3  # share of the value of a card that costs more gold than available
_SPARE_GOLD = 6  # further gold has no value
_DEFENCE = 0.9  # expected strength of each card in the enemy's hand
_LAST_BLOW = 4.0  # bonus of an attack that may end the game
_DRAWN = 1.2  # value of a drawn card
_CHOSEN = 2.2  # value of the better of two drawn cards
_ROLL = CASTLE // 2  # below these castle points, rolling the die of fate gains
_BEHIND = 1.6  # expected points of each face-down card of the defender


@compiled
def choose_action(state, board, mask, stream):
    """Return the action of greatest value among those in `mask`, any subset of the legal ones; ties are broken at
    random.
    """
    best = NO_OPTION
    for action in range(mask.shape[0]):
        if mask[action]:
            best = better_option(best, action, action_value(state, action), stream)
    return best[0]


@compiled
def action_value(state, action):
    """Return the value of an action of the deciding seat."""
    if action == ids.ROLL_FATE:
        return float(_ROLL - state.scores[state.player]) * CASTLE  # first of all, or never
    if state.phase == Phase.LAY:
        return laying_value(state, action)
    if state.phase == Phase.PAY:
        return payment_value(state) if action == ids.PAY + Payment.YES else 0.0
    if state.phase == Phase.KEEP:
        return card_value(state, state.player, action - ids.KEEP)
    return turn_action_value(state, action)


@compiled
def turn_action_value(state, action):
    """T1: return the value of an attack, of recruiting, or of an exchange. Passing is forced (E2)."""
    seat = state.player
    if action == ids.ATTACK:
        strike = strength(state, seat) - _DEFENCE * min(MOST_LAID, piles.size(state.hands[1 - seat]))
        return strike + _LAST_BLOW if strike >= state.scores[1 - seat] else strike
    if action == ids.RECRUIT:
        return _DRAWN * min(HAND - piles.held(state, seat), piles.size(state.decks[seat]))
    if action == ids.PASS:
        return 0.0
    return _CHOSEN - card_value(state, seat, action - ids.EXACT)


@compiled
def laying_value(state, action):
    """A1: return the value of laying a card. Cards are laid from the weakest on, so leave slots for stronger ones."""
    seat = state.player
    if action == ids.DONE:
        return 0.0
    card = ids.card_laid(action)
    own = card_value(state, seat, card)
    left = MOST_LAID - state.laid_counts[seat]
    for other in range(card + 1, NUM_CARDS):
        if can_be_laid(other) and card_value(state, seat, other) > own:
            left -= state.hands[seat, other]
    if needs_a_knight(state, seat, card):
        left = 1
    return NUM_CARDS - card + own if left > 0 and own >= 1 else -own


@compiled
def needs_a_knight(state, seat, knight):
    """X0: return whether this is the last kind of knight of a hand that has laid none and holds a card that
    needs one.
    """
    if knight >= NUM_KNIGHTS or piles.holds_knight(state.laid[seat]):
        return False
    for stronger in range(knight + 1, NUM_KNIGHTS):
        if state.hands[seat, stronger] > 0:
            return False
    for priced in PRICED:
        if state.hands[seat, priced] > 0:
            return True
    return seat == state.turn_player


@compiled
def payment_value(state):
    """A3: return the value of a card's effect if it is paid. The attacker does not know the defence; the defender knows
    the attack.
    """
    seat, card = state.player, payment.card_asked(state)
    own, others = expected_points(state, seat), expected_points(state, 1 - seat)
    if card == Card.CATAPULT:
        return card_value(state, seat, card)
    if card == Card.BISHOP:
        return others  # 0 without an enemy knight
    if seat == state.turn_player:
        return 2 * own - others  # doubling should make the attack win
    return own if others > own else 0.0  # a sufficient defence needs no payment


@compiled
def expected_points(state, seat):
    """A4: return the final points of a side by the open cards; face-down cards count by an average."""
    if battle.lies_face_down(state, seat):
        return _BEHIND * state.laid_counts[seat]
    enemy = 1 - seat
    gone = state.paid[enemy, Priced.BISHOP]  # X2, X3: of the strongest knights
    if not battle.lies_face_down(state, enemy) and state.laid_counts[seat] >= state.laid_counts[enemy]:
        gone += state.laid[enemy, Card.FEINT]
    points = 0
    for knight in range(NUM_KNIGHTS - 1, -1, -1):
        left = max(0, state.laid[seat, knight] - gone)
        gone -= state.laid[seat, knight] - left
        points += (knight + 1) * left
    return float(points << state.paid[seat, Priced.VASSAL])


@compiled
def strength(state, seat):
    """Return the total value of the strongest cards that a hand can lay."""
    total, left = 0.0, MOST_LAID
    ceiling = 1e9
    while left > 0:
        best = 0.0
        for card in range(NUM_CARDS):
            value = card_value(state, seat, card)
            if can_be_laid(card) and state.hands[seat, card] > 0 and best < value < ceiling:
                best = value
        if best == 0:
            break
        for card in range(NUM_CARDS):
            if can_be_laid(card) and card_value(state, seat, card) == best:
                count = min(left, state.hands[seat, card])
                total += best * count
                left -= count
        ceiling = best
    return total


@compiled
def can_be_laid(card):
    """A1: return whether a card can be laid; gold cannot."""
    return card < Card.GOLD_1 or card >= FIRST_SPECIAL


@compiled
def card_value(state, seat, card):
    """Return the value of one card of a kind to a seat, given its gold."""
    gold = payment.gold(state, seat)
    if card == Card.GOLD_1 or card == Card.GOLD_2:
        return _CARD_VALUES[card] if gold <= _SPARE_GOLD else 0.0
    return _CARD_VALUES[card] if gold >= PRICE[card] else _CARD_VALUES[card] * _UNAFFORDABLE_SHARE
