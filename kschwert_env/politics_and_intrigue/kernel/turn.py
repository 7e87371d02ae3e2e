"""Chapters 4 and 5: the turn, and its dice."""

from kschwert_env.engine.jit.compiling import compiled, inlined
from kschwert_env.engine.rng import below
from kschwert_env.politics_and_intrigue.kernel import asking, effects, end, events, gains, land, stock, survey
from kschwert_env.politics_and_intrigue.kernel.components import (
    NOBODY,
    NUM_FACES,
    NUM_PLAYERS,
    Card,
    Face,
    Phase,
    Resource,
)

PEACEFUL_TURNS = 4  # D1
MOST_GOODS = 7  # D1
MOST_GOODS_AT_COURT = 10  # F24


@compiled
def begin(state):
    """T1."""
    asking.ask(state, Phase.ROLL, state.turn_player)
    state.face = NOBODY
    state.number = 0
    state.mints_used = 0


@compiled
def pass_on(state, board):
    """T1: it is the other seat's turn, unless the cap is reached (W2)."""
    if state.turn == board.last_turn:
        state.truncated = 1
        end.finish(state)
        return
    state.turn += 1
    state.turn_player = 1 - state.turn_player
    begin(state)


@compiled
def roll(state, stream, board, number):
    """T1: the number die has been rolled or chosen (A6); the event die, and its event. The last two faces are alike."""
    state.number = number
    state.face = min(below(stream, NUM_FACES + 1), NUM_FACES - 1)
    if state.face == Face.TRADE:
        trade(state)
    elif state.face == Face.TOURNAMENT:
        gains.start(state)
        for seat in range(NUM_PLAYERS):
            state.gains[seat] = state.tournament[seat] > state.tournament[1 - seat]
        gains.go_on(state)
    elif state.face == Face.SUN:  # D4
        gains.start(state)
        for seat in range(NUM_PLAYERS):
            state.gains[seat] = 1 + survey.count_working(state, seat, Card.BAILIFF_HOUSE)
        gains.go_on(state)
    elif state.face == Face.EVENT:
        arrest(state, stream, board)
    else:
        if state.turn >= PEACEFUL_TURNS:
            for seat in range(NUM_PLAYERS):
                brigands(state, seat)
        gains.harvest(state)


@inlined
def brigands(state, seat):
    """D1, F24: whoever has too much loses ore and wool, but not beside a working garrison (F2)."""
    safe = effects.beside_working(state, seat, Card.GARRISON)
    goods = 0
    for region in range(land.num_regions(state, seat)):
        goods += 0 if safe >> region & 1 else state.stock[seat, region]
    if goods > (MOST_GOODS_AT_COURT if survey.works(state, seat, Card.COURT) else MOST_GOODS):
        stock.lose_all_of(state, seat, Resource.ORE, safe)
        stock.lose_all_of(state, seat, Resource.WOOL, safe)


# -- trade (D2) ------------------------------------------------------------------------------------------------


@inlined
def trade(state):
    """D2, F13: the owner of the windmill takes one resource, or two."""
    owner = state.windmill
    if owner != NOBODY and stock.anything_moves(state, 1 - owner, owner):
        asking.ask_times(state, Phase.TRADE_EVENT, owner, 1 + survey.works(state, owner, Card.COUNTING_HOUSE))
    else:
        gains.harvest(state)


@inlined
def take_in_trade(state, kind):
    """D2."""
    stock.move(state, 1 - state.player, state.player, kind)
    state.left -= 1
    if state.left == 0 or not stock.anything_moves(state, 1 - state.player, state.player):
        gains.harvest(state)


# -- events (D5) -----------------------------------------------------------------------------------------------


@inlined
def arrest(state, stream, board):
    """D5, F18: on the enemy's event the owner of a working bailiff's house loses ore and wool, then his house."""
    seat = 1 - state.turn_player
    if survey.works(state, seat, Card.BAILIFF_HOUSE):
        stock.lose_all_of(state, seat, Resource.ORE, 0)
        stock.lose_all_of(state, seat, Resource.WOOL, 0)
    if survey.stands(state, seat, Card.BAILIFF_HOUSE):
        asking.ask(state, Phase.BAILIFF, seat)
    else:
        events.draw(state, stream, board)
