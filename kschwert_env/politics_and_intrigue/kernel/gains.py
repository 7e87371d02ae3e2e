"""Chapter 4: what regions yield, and what seats may choose."""

from kschwert_env.engine.jit.compiling import compiled, inlined
from kschwert_env.politics_and_intrigue.kernel import asking, effects, land, stock
from kschwert_env.politics_and_intrigue.kernel.components import MOST_STOCK, NUM_PLAYERS, Card, Phase


@compiled
def harvest(state):
    """T4, F3, F25: both seats. Then the turn player's actions."""
    for seat in range(NUM_PLAYERS):
        twice = effects.doubled(state, seat)
        filled = effects.beside_working(state, seat, Card.REPUBLIC_HOUSE)
        for region in range(land.num_regions(state, seat)):
            if state.region_number[seat, region] == state.number:
                amount = MOST_STOCK if filled >> region & 1 else 1 + (twice >> region & 1)
                stock.fill(state, seat, region, amount)
    asking.ask(state, Phase.ACTION, state.turn_player)


# -- resources of one's choice ---------------------------------------------------------------------------------


@compiled
def start(state):
    """Seats may choose resources (D3, D4, E4, E10): how many each, the caller writes into `gains`; then `go_on`."""
    asking.ask(state, Phase.GAIN, state.turn_player)


@inlined
def choose(state, kind):
    """One of them is chosen."""
    stock.gain(state, state.player, kind)
    state.gains[state.player] -= 1
    go_on(state)


@compiled
def go_on(state):
    """T2, T3: the turn player comes first. Q8: who has no room any more is not asked, and has none due."""
    for i in range(NUM_PLAYERS):
        seat = state.turn_player if i == 0 else 1 - state.turn_player
        if state.gains[seat] > 0 and stock.has_room(state, seat):
            state.player = seat
            return
        state.gains[seat] = 0
    harvest(state)
