"""Chapter 6: event cards."""

from kschwert_env.engine.jit.compiling import compiled, inlined
from kschwert_env.engine.rng import take_any
from kschwert_env.politics_and_intrigue.kernel import (
    asking,
    effects,
    gains,
    hands,
    land,
    principality,
    stacks,
    stock,
    survey,
)
from kschwert_env.politics_and_intrigue.kernel.components import (
    FIRST_METROPOLIS_SLOT,
    MOST_NAMED,
    NOBODY,
    NUM_EVENTS,
    NUM_PLAYERS,
    Card,
    Event,
    Phase,
)

FEAST = (2, 4)  # E10: per church, per cathedral
ALMS = 2  # E8


@inlined
def bury_house(state, stream, board, stack):
    """F18: the bailiff's house goes under a stack, for both to see. Then the event card."""
    seat = state.player
    slot = 0
    while land.card_at(state, seat, slot) != Card.BAILIFF_HOUSE:
        slot += 1
    stacks.bury(state, stack, principality.remove(state, seat, slot), stacks.BOTH)
    survey.survey(state, board)
    draw(state, stream, board)


@compiled
def draw(state, stream, board):
    """D5: the top event card is carried out and discarded."""
    event = take_any(state.event_stack, NUM_EVENTS, stream)
    if event == Event.NEW_YEAR:  # E3: it comes back when the next one has been drawn from all others
        for other in range(NUM_EVENTS):
            state.event_stack[other] += state.event_discard[other]
            state.event_discard[other] = 0
        event = take_any(state.event_stack, NUM_EVENTS, stream)
        state.event_stack[Event.NEW_YEAR] += 1
    state.event_discard[event] += 1
    carry_out(state, board, event)


@inlined
def carry_out(state, board, event):
    """E1 to E10."""
    if event == Event.CIVIL_WAR:
        go_to_war(state, board, state.turn_player)
    elif event == Event.PLAGUE:
        ask_for_physician(state, state.turn_player)
    elif event == Event.PROGRESS:
        gains.start(state)
        for seat in range(NUM_PLAYERS):
            state.gains[seat] = learning(state, seat)
        gains.go_on(state)
    elif event == Event.RAID:
        raid(state)
    elif event == Event.MASTER_BUILDER:
        ask_builder(state, board, state.turn_player)
    elif event == Event.FRUITFUL_YEAR:
        for seat in range(NUM_PLAYERS):
            bear_fruit(state, seat)
        gains.harvest(state)
    elif event == Event.MENDICANT:
        beg(state)
    elif event == Event.GOOD_NEIGHBOURS:
        turn_up(state, board)
        gains.harvest(state)
    else:
        gains.start(state)
        for seat in range(NUM_PLAYERS):
            state.gains[seat] = feast(state, seat)
        gains.go_on(state)


@compiled
def learning(state, seat):
    """E4: one resource per working abbey and library."""
    return survey.count_working(state, seat, Card.ABBEY) + survey.count_working(state, seat, Card.LIBRARY)


@compiled
def feast(state, seat):
    """E10, F10."""
    churches = survey.count_working(state, seat, Card.CHURCH)
    return FEAST[0] * churches + FEAST[1] * survey.count_working(state, seat, Card.CATHEDRAL)


@compiled
def bear_fruit(state, seat):
    """E7: a region gets one resource for each working abbey and garrison beside it."""
    for slot in range(FIRST_METROPOLIS_SLOT):
        card = survey.working_at(state, seat, slot)
        if card == Card.ABBEY or card == Card.GARRISON:
            beside = land.regions_beside(state, seat, slot)
            for region in range(land.num_regions(state, seat)):
                stock.fill(state, seat, region, beside >> region & 1)


@inlined
def turn_up(state, board):
    """E9: both see the top card of every stack, but not of one under a ban."""
    for stack in range(board.num_stacks):
        if state.bans[stack] == NOBODY:
            stacks.turn_up(state, stack)


# -- civil war (E1) --------------------------------------------------------------------------------------------


@inlined
def go_to_war(state, board, seat):
    """E1: the turn player names an enemy unit, then the other seat, each if there is one."""
    if effects.at_war(state, board, 1 - seat):
        asking.ask(state, Phase.CIVIL_WAR, seat)
    elif seat == state.turn_player and effects.at_war(state, board, seat):
        asking.ask(state, Phase.CIVIL_WAR, 1 - seat)
    else:
        gains.harvest(state)


@inlined
def send_home(state, board, slot):
    """E1: the unit goes back to its owner's hand."""
    seat = state.player
    principality.take_back(state, board, 1 - seat, principality.remove(state, 1 - seat, slot))
    survey.survey(state, board)
    if seat == state.turn_player and effects.at_war(state, board, seat):
        asking.ask(state, Phase.CIVIL_WAR, 1 - seat)
    else:
        gains.harvest(state)


# -- plague (E2) -----------------------------------------------------------------------------------------------


@compiled
def ask_for_physician(state, first):
    """A18: each seat that would lose something is asked, from `first` on. Then the plague."""
    if first == state.turn_player:
        asking.ask(state, Phase.PHYSICIAN, first)
        if effects.plagued(state, first):
            return
    state.player = 1 - state.turn_player
    if not effects.plagued(state, state.player):
        infect(state)


@compiled
def answer_plague(state, is_safe):
    """A18: the seat has played a physician or passed."""
    state.safe[state.player] = is_safe
    if state.player == state.turn_player:
        ask_for_physician(state, 1 - state.turn_player)
    else:
        infect(state)


@compiled
def infect(state):
    """E2."""
    for seat in range(NUM_PLAYERS):
        bits = 0 if state.safe[seat] else effects.plagued(state, seat)
        for region in range(land.num_regions(state, seat)):
            if bits >> region & 1:
                stock.change(state, seat, region, -1)
    gains.harvest(state)


# -- raid (E5) -------------------------------------------------------------------------------------------------


@inlined
def raid(state):
    """E5: the owner of the knight figure, if there is one, names three enemy buildings, or as many as there are."""
    if state.knight != NOBODY and effects.buildings(state, 1 - state.knight):
        asking.ask(state, Phase.RAID_NAME, state.knight)
    else:
        gains.harvest(state)


@compiled
def to_be_named(state):
    """E5: slots with buildings that have not been named yet, as bits."""
    return effects.buildings(state, 1 - state.player) & ~named(state)


@compiled
def named(state):
    """The slots named, as bits."""
    bits = 0
    for i in range(MOST_NAMED):
        if state.named[i] != NOBODY:
            bits |= 1 << int(state.named[i])
    return bits


@inlined
def name(state, slot):
    """E5: one more is named. After the last one the enemy decides."""
    at = 0
    while state.named[at] != NOBODY:
        at += 1
    while at > 0 and state.named[at - 1] > slot:  # Q8: ascending
        state.named[at] = state.named[at - 1]
        at -= 1
    state.named[at] = slot
    if state.named[MOST_NAMED - 1] != NOBODY or not to_be_named(state):
        state.phase = Phase.RAID_LOSE
        state.player = 1 - state.player


@inlined
def lose_building(state, board, slot):
    """E5: the enemy takes it back."""
    principality.take_back(state, board, state.player, principality.remove(state, state.player, slot))
    survey.survey(state, board)
    gains.harvest(state)


# -- master builder (E6) ---------------------------------------------------------------------------------------


@compiled
def ask_builder(state, board, first):
    """E6: each seat in turn, from `first` on, if there is a stack to look through."""
    if stacks.any_has_cards(state, board, first):
        asking.ask(state, Phase.BUILDER, first)
    elif first == state.turn_player and stacks.any_has_cards(state, board, 1 - first):
        asking.ask(state, Phase.BUILDER, 1 - first)
    else:
        gains.harvest(state)


@inlined
def look_through(state, stack):
    """E6."""
    asking.ask_about_stack(state, Phase.BUILDER_TAKE, state.player, stack)
    stacks.look_through(state, state.player, stack)


@inlined
def take_built(state, board, card):
    """E6."""
    hands.take(state, state.player, state.stack, card)
    end_building(state, board)


@compiled
def end_building(state, board):
    """E6: the other seat, or on with the turn."""
    if state.player == state.turn_player:
        ask_builder(state, board, 1 - state.turn_player)
    else:
        gains.harvest(state)


# -- mendicant (E8) --------------------------------------------------------------------------------------------


@inlined
def beg(state):
    """E8: the owner of the windmill gives the enemy two resources, as far as possible."""
    owner = state.windmill
    if owner != NOBODY and stock.anything_moves(state, owner, 1 - owner):
        asking.ask_times(state, Phase.MENDICANT, owner, ALMS)
    else:
        gains.harvest(state)


@inlined
def give_alms(state, kind):
    """E8: one of them."""
    owner = state.player
    stock.move(state, owner, 1 - owner, kind)
    state.left -= 1
    if state.left == 0 or not stock.anything_moves(state, owner, 1 - owner):
        gains.harvest(state)
