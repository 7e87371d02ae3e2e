"""Chapter 5: the dice, and what the event die brings."""

from kschwert_env.engine.compiled.rng import below
from kschwert_env.engine.jit.compiling import compiled, inlined
from kschwert_env.politics_and_intrigue.kernel import actions as ids
from kschwert_env.politics_and_intrigue.kernel import derived_state, prompts
from kschwert_env.politics_and_intrigue.kernel.chapters import action_cards, building_effects, event_cards, turn
from kschwert_env.politics_and_intrigue.kernel.components import (
    NOBODY,
    NUM_FACES,
    NUM_NUMBERS,
    NUM_PLAYERS,
    Card,
    Face,
    Phase,
    Resource,
)
from kschwert_env.politics_and_intrigue.kernel.zones import principality, resources, stacks

PEACEFUL_TURNS = 4  # D1
MOST_GOODS = 7  # D1
MOST_GOODS_AT_COURT = 10  # F24

# -- roll and number (T1, A6) -----------------------------------------------------------------------------------


@inlined
def roll_options(state, board, mask):
    """Write 1 for the roll, and for an alchemist (T1, A6)."""
    mask[ids.last_actions(board) + ids.ROLL] = 1
    action_cards.answer_options(state, Card.ALCHEMIST, mask)


@inlined
def apply_roll(state, stream, board, action):
    """Roll both dice, or play an alchemist and choose the number (T1, A6)."""
    if action == ids.last_actions(board) + ids.ROLL:
        roll_event_die(state, stream, board, 1 + below(stream, NUM_NUMBERS))
    else:
        action_cards.play(state, board, ids.card_played(action))
        prompts.ask(state, Phase.NUMBER, state.turn_player)


@inlined
def number_options(state, board, mask):
    """Write 1 for each number of the die (A6)."""
    for number in range(NUM_NUMBERS):
        mask[ids.NUMBER + number] = 1


@inlined
def apply_number(state, stream, board, action):
    """Set the number die, and roll the event die (A6)."""
    roll_event_die(state, stream, board, action - ids.NUMBER + 1)


@compiled
def roll_event_die(state, stream, board, number):
    """Roll the event die and carry out its face (D1 to D5). `EVENT` is on two of the six sides (C1)."""
    state.number = number
    state.face = min(below(stream, NUM_FACES + 1), NUM_FACES - 1)
    if state.face == Face.TRADE:
        trade(state)
    elif state.face == Face.TOURNAMENT:  # D3
        lead = int(state.tournament[0]) - int(state.tournament[1])
        turn.ask_gains(state, int(lead > 0), int(lead < 0))
    elif state.face == Face.SUN:
        turn.ask_gains(state, gains_from_sun(state, 0), gains_from_sun(state, 1))
    elif state.face == Face.EVENT:
        arrest_bailiff(state, stream, board)
    else:
        if state.turn >= PEACEFUL_TURNS:
            for seat in range(NUM_PLAYERS):
                brigands(state, seat)
        turn.end_event(state)


@inlined
def gains_from_sun(state, seat):
    """Return the resources that the sun brings: one, and one more per working bailiff's house (D4, F18)."""
    return 1 + derived_state.count_working(state, seat, Card.BAILIFF_HOUSE)


@inlined
def brigands(state, seat):
    """Take all ore and wool of a seat with too much stock, but not beside a working garrison (D1, F2, F24)."""
    safe = building_effects.beside_working(state, seat, Card.GARRISON)
    goods = 0
    for region in range(principality.num_regions(state, seat)):
        goods += 0 if safe >> region & 1 else state.stock[seat, region]
    if goods > (MOST_GOODS_AT_COURT if derived_state.works(state, seat, Card.COURT) else MOST_GOODS):
        resources.lose_all_of(state, seat, Resource.ORE, safe)
        resources.lose_all_of(state, seat, Resource.WOOL, safe)


# -- trade_event (D2) -------------------------------------------------------------------------------------------


@inlined
def trade(state):
    """Ask the owner of the windmill for one resource, or two with a counting house (D2, F13)."""
    owner = state.windmill
    if owner != NOBODY and resources.anything_moves(state, 1 - owner, owner):
        left = 1 + derived_state.works(state, owner, Card.COUNTING_HOUSE)
        prompts.ask_times(state, Phase.TRADE_EVENT, owner, left)
    else:
        turn.end_event(state)


@inlined
def apply_trade_event(state, stream, board, action):
    """Take one resource from the enemy (D2)."""
    resources.move(state, 1 - state.player, state.player, action - ids.RESOURCE)
    state.left -= 1
    if state.left == 0 or not resources.anything_moves(state, 1 - state.player, state.player):
        turn.end_event(state)


# -- bailiff (D5, F18) ------------------------------------------------------------------------------------------


@inlined
def arrest_bailiff(state, stream, board):
    """Take ore and wool from the enemy with a working bailiff's house, and ask for a stack for the house (D5, F18)."""
    seat = 1 - state.turn_player
    if derived_state.works(state, seat, Card.BAILIFF_HOUSE):
        resources.lose_all_of(state, seat, Resource.ORE, 0)
        resources.lose_all_of(state, seat, Resource.WOOL, 0)
    if derived_state.stands(state, seat, Card.BAILIFF_HOUSE):
        prompts.ask(state, Phase.BAILIFF, seat)
    else:
        event_cards.draw(state, stream, board)


@inlined
def apply_bailiff(state, stream, board, action):
    """Put the bailiff's house under a stack, seen by both seats (F18). Then the event card is drawn (D5)."""
    seat = state.player
    slot = 0
    while principality.card_at(state, seat, slot) != Card.BAILIFF_HOUSE:
        slot += 1
    house = principality.remove(state, seat, slot)
    stacks.bury(state, action - ids.first_stack(board), house, stacks.BOTH)
    derived_state.update(state, board)
    event_cards.draw(state, stream, board)
