"""Chapter 8: action cards that are attacks (A2). What has become impossible meanwhile does not happen."""

from kschwert_env.engine.jit.compiling import compiled, inlined
from kschwert_env.politics_and_intrigue.kernel import actions as ids
from kschwert_env.politics_and_intrigue.kernel import (
    asking,
    building,
    cards,
    effects,
    hands,
    principality,
    stock,
    survey,
)
from kschwert_env.politics_and_intrigue.kernel.components import (
    MOST_STOCK,
    NOBODY,
    NUM_CARDS,
    NUM_RESOURCES,
    Card,
    Phase,
    Resource,
)

BRIBE = 3  # A13: gold
TAKEN = 2  # A7: resources at most


@compiled
def can_do(state, board, card):
    """A1, A2: the requirement is met, and the attack would do something."""
    seat = state.turn_player
    if card == Card.SPY:
        return state.hand_counts[1 - seat] > 0
    if card == Card.MERCHANT:
        return stock.anything_moves(state, 1 - seat, seat)
    if card == Card.HIGHWAYMEN:
        return state.knight == seat and stock.anything_moves(state, 1 - seat, seat)
    if card == Card.BRIBERY:
        return can_bribe(state, board)
    if card == Card.WEDDING:
        has_church = survey.works(state, seat, Card.CHURCH) | survey.works(state, seat, Card.CATHEDRAL)
        return has_church != 0 and stock.can_move(state, 1 - seat, seat, Resource.GOLD)
    return targets(state, board, card) != 0 or (card == Card.ARSONIST and brothel(state) != NOBODY)


@inlined
def can_bribe(state, board):
    """A13: 3 gold, a free slot, and a knight who can be bribed."""
    seat = state.turn_player
    if not stock.can_pay_gold(state, seat, BRIBE) or targets(state, board, Card.BRIBERY) == 0:
        return False
    return principality.free_unit_slots(state, seat) != 0


@compiled
def targets(state, board, card):
    """A3, A4, A13: slots in the enemy's principality, as bits."""
    enemy = 1 - state.turn_player
    if card == Card.BLACK_KNIGHT:
        return effects.knights(state, enemy)
    if card == Card.ARSONIST:
        return effects.burnable(state, board, enemy)
    return effects.bribable(state, board, enemy)


@compiled
def brothel(state):
    """A4: the slot of an enemy brothel that can be burnt, or NOBODY."""
    return effects.burnable_brothel(state, state.turn_player)


@compiled
def do(state, board, card):
    """A2: the attack has not been parried."""
    seat = state.turn_player
    if card == Card.WEDDING:
        marry(state)
    elif card == Card.SPY:
        spy(state)
    elif not can_do(state, board, card):
        asking.ask(state, Phase.ACTION, seat)
    elif card == Card.MERCHANT:
        asking.ask_times(state, Phase.MERCHANT_TAKE, seat, TAKEN)
    elif card == Card.HIGHWAYMEN:
        asking.ask(state, Phase.HIGHWAYMEN, seat)
    else:
        asking.ask(state, Phase.TARGET, seat)
        state.card = card


@inlined
def target_options(state, board, mask):
    """A3, A4, A13."""
    principality.slot_options(targets(state, board, state.card), mask[ids.PICK :])
    if state.card == Card.ARSONIST:
        mask[ids.last_actions(board) + ids.BURN_BROTHEL] = brothel(state) != NOBODY


@inlined
def hit(state, board, slot):
    """A3, A4: the card goes to the discard pile; A13: the knight is paid for, and then gets a place."""
    seat, card = state.turn_player, state.card
    if card == Card.BRIBERY:
        stock.pay_gold(state, seat, BRIBE)
        asking.ask(state, Phase.PLACE, seat)
        state.card = int(state.slots[1 - seat, slot])
        state.source = slot
        return
    principality.discard(state, board, 1 - seat, principality.remove(state, 1 - seat, slot))
    survey.survey(state, board)
    asking.ask(state, Phase.ACTION, seat)


@inlined
def burn_brothel(state, board):
    """A4, F21: it lies on one's own ground, and goes to the discard pile, in the tournament the enemy's (M3)."""
    seat = state.turn_player
    hands.discard(state, board, 1 - seat, principality.remove(state, seat, brothel(state)))
    survey.survey(state, board)
    asking.ask(state, Phase.ACTION, seat)


# -- spy (A5) --------------------------------------------------------------------------------------------------


@inlined
def spy(state):
    """A5, N4: the enemy's hand is seen."""
    enemy = 1 - state.turn_player
    for card in range(NUM_CARDS):
        state.known[enemy, card] = state.hands[enemy, card]
    asking.ask(state, Phase.SPY, state.turn_player)


@inlined
def spy_options(state, mask):
    """A5: units and action cards."""
    for card in range(NUM_CARDS):
        may_be_taken = cards.is_unit(card) | cards.is_action(card)
        mask[ids.TAKE + card] = may_be_taken & (state.hands[1 - state.turn_player, card] > 0)


@inlined
def steal(state, board, card):
    """A5."""
    seat = state.turn_player
    hands.leave(state, 1 - seat, card)
    hands.enter(state, seat, card, 1)
    building.move_over(state, board, seat, card)
    asking.ask(state, Phase.ACTION, seat)


@inlined
def end_spying(state):
    """A5: nothing is taken."""
    asking.ask(state, Phase.ACTION, state.turn_player)


# -- merchant, highwaymen, wedding (A7, A10, A15) ---------------------------------------------------------------


@inlined
def take_as_merchant(state, kind):
    """A7: one resource of two."""
    seat = state.turn_player
    stock.move(state, 1 - seat, seat, kind)
    state.left -= 1
    if state.left == 0 or not stock.anything_moves(state, 1 - seat, seat):
        give_as_merchant(state)


@compiled
def give_as_merchant(state):
    """A7: then one goes back, if that is possible."""
    seat = state.turn_player
    can_give = stock.anything_moves(state, seat, 1 - seat)
    asking.ask(state, Phase.MERCHANT_GIVE if can_give else Phase.ACTION, seat)


@inlined
def pay_merchant(state, kind):
    """A7."""
    stock.move(state, state.turn_player, 1 - state.turn_player, kind)
    asking.ask(state, Phase.ACTION, state.turn_player)


@inlined
def rob(state, kind):
    """A10: as many as the own region with the lowest stock has room for."""
    seat = state.turn_player
    room = MOST_STOCK - int(state.stock[seat, stock.region_with_least(state, seat, kind)])
    for _ in range(min(room, int(state.resources[1 - seat, kind]))):
        stock.move(state, 1 - seat, seat, kind)
    asking.ask(state, Phase.ACTION, seat)


@inlined
def marry(state):
    """A15."""
    seat = state.turn_player
    while stock.can_move(state, 1 - seat, seat, Resource.GOLD):
        stock.move(state, 1 - seat, seat, Resource.GOLD)
    asking.ask(state, Phase.ACTION, seat)


@compiled
def resource_options(state, giver, taker, mask):
    """A 1 for each kind of resource of which a unit can go from one seat to the other."""
    for kind in range(NUM_RESOURCES):
        mask[ids.RESOURCE + kind] = stock.can_move(state, giver, taker, kind)
