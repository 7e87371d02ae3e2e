"""Chapter 7, B8: trading with the bank, and buying off a ban (A17)."""

from kschwert_env.engine.jit.compiling import compiled, inlined
from kschwert_env.politics_and_intrigue.kernel import actions as ids
from kschwert_env.politics_and_intrigue.kernel import hands, stock, survey
from kschwert_env.politics_and_intrigue.kernel.components import NOBODY, NUM_RESOURCES, Card, Resource

RATE = 3
RATE_WITH_FLEET = 2
RATE_BY_MINT = 1
RANSOM = 3  # A17: gold for an enemy ban


@compiled
def rate(state, kind):
    """B8, F5, F11: what one unit costs in a resource."""
    seat = state.turn_player
    if kind == Resource.GOLD and state.mints_used < survey.count_working(state, seat, Card.MINT):
        return RATE_BY_MINT
    return RATE_WITH_FLEET if survey.stands(state, seat, Card.LUMBER_FLEET + kind) else RATE


@inlined
def options(state, mask):
    """B8: what can be given, and what there is room for."""
    seat = state.turn_player
    for give in range(NUM_RESOURCES):
        if state.resources[seat, give] > 0 and state.resources[seat, give] >= rate(state, give):
            for get in range(NUM_RESOURCES):
                if get != give:
                    mask[ids.trading(give, get)] = state.room[seat, get] > 0


@inlined
def trade(state, number):
    """B8: the trade of that number among all."""
    give = number // (NUM_RESOURCES - 1)
    get = number % (NUM_RESOURCES - 1)
    get += get >= give
    price = rate(state, give)
    state.mints_used += price == RATE_BY_MINT
    stock.lose_many(state, state.turn_player, give, price)
    stock.gain(state, state.turn_player, get)


@inlined
def lift_options(state, board, mask):
    """A17: piles under a ban of the enemy."""
    if stock.can_pay_gold(state, state.turn_player, RANSOM):
        for pile in range(board.num_stacks + board.num_discards):
            mask[pile] = state.bans[pile] == 1 - state.turn_player


@inlined
def lift(state, board, pile):
    """A17: the ban goes to the discard pile, in the tournament its owner's (M3)."""
    stock.pay_gold(state, state.turn_player, RANSOM)
    hands.discard(state, board, int(state.bans[pile]), Card.CHURCH_BAN)
    state.bans[pile] = NOBODY
