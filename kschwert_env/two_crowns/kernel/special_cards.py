"""Chapter 5: effects of special cards (X1 to X4)."""

from kschwert_env.engine.jit.compiling import compiled
from kschwert_env.two_crowns.kernel import battle, end, piles
from kschwert_env.two_crowns.kernel.components import NOBODY, NUM_KNIGHTS, NUM_PLAYERS, Card, Priced, Rest

DAMAGE = 10  # X1


@compiled
def act(state, board):
    """Let all cards act in the order of A3, the attacker's first. Vassals double when points are added up (X4)."""
    for i in range(NUM_PLAYERS):
        seat = (state.turn_player + i) % NUM_PLAYERS
        for _ in range(state.paid[seat, Priced.CATAPULT]):
            catapult(state, seat)
            if state.scores[1 - seat] <= 0:  # E1: the battle stops
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
def catapult(state, seat):
    """Damage the enemy's castle (X1)."""
    state.scores[1 - seat] -= DAMAGE


@compiled
def bishop(state, seat):
    """Bring the enemy's strongest knight to one's own hand (X2); return it, NOBODY if there is none."""
    knight = strongest_knight(state.laid[1 - seat])
    if knight != NOBODY:
        state.laid[1 - seat, knight] -= 1
        piles.add_openly(state, seat, knight, 1)
    return knight


@compiled
def feint(state, seat):
    """Send the enemy's strongest knight to rest, if the enemy has laid as many cards (X3); return it, or NOBODY."""
    enemy = 1 - seat
    if state.laid_counts[enemy] < state.laid_counts[seat]:
        return NOBODY
    knight = strongest_knight(state.laid[enemy])
    if knight != NOBODY:
        state.laid[enemy, knight] -= 1
        state.resting[enemy, Rest.NEXT_TURN, knight] += 1
    return knight


@compiled
def strongest_knight(counts):
    """Return the strongest knight among some cards, NOBODY if there is none."""
    for knight in range(NUM_KNIGHTS - 1, -1, -1):
        if counts[knight] > 0:
            return knight
    return NOBODY
