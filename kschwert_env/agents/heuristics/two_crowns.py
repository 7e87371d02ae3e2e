"""A heuristic player of Two Crowns: every legal action has a worth in points of a castle, and the best one is taken.

Only the own cards and what is public are read.
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

_CARD_VALUES = (1.0, 2.0, 3.0, 0.8, 1.6, 8.0, 4.0, 2.5, 4.0)  # of a card that can be laid, or of gold, by Card
_UNAFFORDABLE_SHARE = 0.3  # of a card that costs more gold than there is: what part of its worth is left
_SPARE_GOLD = 6  # gold beyond this is worth nothing
_DEFENCE = 0.9  # what each card in the enemy's hand is expected to add to a defence
_LAST_BLOW = 4.0  # an attack that may end the game is worth this much more
_DRAWN = 1.2  # what a card drawn is worth
_CHOSEN = 2.2  # the better one of two cards drawn
_ROLL = CASTLE // 2  # a castle below this gains by the die of fate
_BEHIND = 1.6  # what each card that the defender has laid is expected to be worth, as long as it lies face down


@compiled
def choose_action(state, board, mask, stream):
    """The action of most worth among those in `mask`, whichever part of the legal ones they are; ties at random."""
    best = NO_OPTION
    for action in range(mask.shape[0]):
        if mask[action]:
            best = better_option(best, action, action_value(state, action), stream)
    return best[0]


@compiled
def action_value(state, action):
    """What an action of the deciding seat is worth."""
    if action == ids.ROLL_FATE:
        return float(_ROLL - state.scores[state.player]) * CASTLE  # before all else, or never
    if state.phase == Phase.LAY:
        return laying_value(state, action)
    if state.phase == Phase.PAY:
        return payment_value(state) if action == ids.PAY + Payment.YES else 0.0
    if state.phase == Phase.KEEP:
        return card_value(state, state.player, action - ids.KEEP)
    return turn_action_value(state, action)


@compiled
def turn_action_value(state, action):
    """T1: an attack, new cards, or a better one. Who passes can do nothing else (E2)."""
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
    """A1: cards are laid from the weakest on, so a card is laid if no stronger ones fill the places that are left."""
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
    """X0: whether this is the last kind of knight in a hand that has laid none, and has a card that needs one."""
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
    """A3: what a card does if it is paid for. The attacker has not seen the defence; the defender sees the attack."""
    seat, card = state.player, payment.card_asked(state)
    own, others = expected_points(state, seat), expected_points(state, 1 - seat)
    if card == Card.CATAPULT:
        return card_value(state, seat, card)
    if card == Card.BISHOP:
        return others  # without an enemy knight there is none to take
    if seat == state.turn_player:
        return 2 * own - others  # doubled, the attack is hoped to win
    return own if others > own else 0.0  # a defence that holds as it is needs nothing


@compiled
def expected_points(state, seat):
    """A4: the points of a side when all has acted, by what lies open; guessed by the number of cards face down."""
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
    """The worth of the strongest cards that the hand can lay."""
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
    """A1: gold is not."""
    return card < Card.GOLD_1 or card >= FIRST_SPECIAL


@compiled
def card_value(state, seat, card):
    """What one card of a kind is worth to a seat, by the gold that it has."""
    gold = payment.gold(state, seat)
    if card == Card.GOLD_1 or card == Card.GOLD_2:
        return _CARD_VALUES[card] if gold <= _SPARE_GOLD else 0.0
    return _CARD_VALUES[card] if gold >= PRICE[card] else _CARD_VALUES[card] * _UNAFFORDABLE_SHARE
