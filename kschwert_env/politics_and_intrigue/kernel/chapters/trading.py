"""Chapter 7, B8: trading with the bank; and buying off a ban (A17)."""

from kschwert_env.engine.jit.compiling import compiled, inlined
from kschwert_env.politics_and_intrigue.kernel import actions as ids
from kschwert_env.politics_and_intrigue.kernel import derived_state
from kschwert_env.politics_and_intrigue.kernel.components import NOBODY, NUM_RESOURCES, Card, Resource
from kschwert_env.politics_and_intrigue.kernel.zones import hands, resources

RATE = 3
RATE_WITH_FLEET = 2
RATE_BY_MINT = 1
RANSOM = 3  # A17: gold for an enemy ban


@compiled
def rate(state, kind):
    """Return how many units of a resource buy one of another (B8, F5, F11)."""
    seat = state.turn_player
    if kind == Resource.GOLD and state.mints_used < derived_state.count_working(state, seat, Card.MINT):
        return RATE_BY_MINT
    return RATE_WITH_FLEET if derived_state.stands(state, seat, Card.LUMBER_FLEET + kind) else RATE


@inlined
def trade_options(state, mask):
    """Write 1 for each trade that the turn player can pay for and has room for (B8)."""
    seat = state.turn_player
    for give in range(NUM_RESOURCES):
        if state.resources[seat, give] > 0 and state.resources[seat, give] >= rate(state, give):
            for get in range(NUM_RESOURCES):
                if get != give:
                    mask[ids.trading(give, get)] = state.room[seat, get] > 0


@inlined
def trade(state, number):
    """Carry out the trade of that number among all trades (B8)."""
    give = number // (NUM_RESOURCES - 1)
    get = number % (NUM_RESOURCES - 1)
    get += get >= give
    price = rate(state, give)
    state.mints_used += price == RATE_BY_MINT
    resources.lose_many(state, state.turn_player, give, price)
    resources.gain(state, state.turn_player, get)


@inlined
def lift_options(state, board, mask):
    """Write 1 for each pile under a ban of the enemy, if the ransom can be paid (A17)."""
    if resources.can_pay_gold(state, state.turn_player, RANSOM):
        for pile in range(board.num_stacks + board.num_discards):
            mask[pile] = state.bans[pile] == 1 - state.turn_player


@inlined
def lift(state, board, pile):
    """Pay the ransom and discard the ban, in the tournament game onto its owner's pile (A17, M3)."""
    resources.pay_gold(state, state.turn_player, RANSOM)
    hands.discard(state, board, int(state.bans[pile]), Card.CHURCH_BAN)
    state.bans[pile] = NOBODY
