"""Chapter 6: event cards."""

from kschwert_env.engine.compiled.rng import draw_card
from kschwert_env.engine.jit.compiling import compiled, inlined
from kschwert_env.politics_and_intrigue.kernel import actions as ids
from kschwert_env.politics_and_intrigue.kernel import derived_state, prompts
from kschwert_env.politics_and_intrigue.kernel.chapters import action_cards, building_effects, turn
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
from kschwert_env.politics_and_intrigue.kernel.zones import hands, principality, resources, stacks

FEAST = (2, 4)  # E10: resources per church, per cathedral
ALMS = 2  # E8: resources


@compiled
def draw(state, stream, board):
    """Draw the top event card, discard it and carry it out (D5, E3)."""
    event = draw_card(state.event_stack, NUM_EVENTS, stream)
    if event == Event.NEW_YEAR:  # E3: it returns to the stack after the next card has been drawn from all others
        for other in range(NUM_EVENTS):
            state.event_stack[other] += state.event_discard[other]
            state.event_discard[other] = 0
        event = draw_card(state.event_stack, NUM_EVENTS, stream)
        state.event_stack[Event.NEW_YEAR] += 1
    state.event_discard[event] += 1
    carry_out(state, board, event)


@inlined
def carry_out(state, board, event):
    """Carry out an event card (E1 to E10)."""
    if event == Event.CIVIL_WAR:
        begin_civil_war(state, board, state.turn_player)
    elif event == Event.PLAGUE:
        ask_for_physician(state, state.turn_player)
    elif event == Event.PROGRESS:
        turn.ask_gains(state, gains_from_progress(state, 0), gains_from_progress(state, 1))
    elif event == Event.RAID:
        begin_raid(state)
    elif event == Event.MASTER_BUILDER:
        ask_builder(state, board, state.turn_player)
    elif event == Event.FRUITFUL_YEAR:
        for seat in range(NUM_PLAYERS):
            carry_out_fruitful_year(state, seat)
        turn.end_event(state)
    elif event == Event.MENDICANT:
        begin_mendicant(state)
    elif event == Event.GOOD_NEIGHBOURS:
        turn_up_stacks(state, board)
        turn.end_event(state)
    elif event == Event.CHURCH_FEAST:
        turn.ask_gains(state, gains_from_feast(state, 0), gains_from_feast(state, 1))


@inlined
def gains_from_progress(state, seat):
    """Return the resources that progress brings: one per working abbey and library (E4)."""
    abbeys = derived_state.count_working(state, seat, Card.ABBEY)
    return abbeys + derived_state.count_working(state, seat, Card.LIBRARY)


@inlined
def gains_from_feast(state, seat):
    """Return the resources that a church feast brings (E10, F7, F10)."""
    churches = derived_state.count_working(state, seat, Card.CHURCH)
    return FEAST[0] * churches + FEAST[1] * derived_state.count_working(state, seat, Card.CATHEDRAL)


@compiled
def carry_out_fruitful_year(state, seat):
    """Add one resource to a region for each working abbey and garrison beside it (E7)."""
    for slot in range(FIRST_METROPOLIS_SLOT):
        card = derived_state.working_at(state, seat, slot)
        if card == Card.ABBEY or card == Card.GARRISON:
            beside = principality.regions_beside(state, seat, slot)
            for region in range(principality.num_regions(state, seat)):
                resources.fill(state, seat, region, beside >> region & 1)


@inlined
def turn_up_stacks(state, board):
    """Show the top card of every stack to both seats, but not of a stack under a ban (E9)."""
    for stack in range(board.num_stacks):
        if state.bans[stack] == NOBODY:
            stacks.turn_up(state, stack)


# -- civil_war (E1) ---------------------------------------------------------------------------------------------


@inlined
def begin_civil_war(state, board, seat):
    """Ask the turn player to name an enemy unit, or else the other seat (E1)."""
    if building_effects.at_war(state, board, 1 - seat):
        prompts.ask(state, Phase.CIVIL_WAR, seat)
    elif building_effects.at_war(state, board, seat):
        prompts.ask(state, Phase.CIVIL_WAR, 1 - seat)
    else:
        turn.end_event(state)


@inlined
def civil_war_options(state, board, mask):
    """Write 1 for each enemy unit that can be named (E1)."""
    principality.slot_options(building_effects.at_war(state, board, 1 - state.player), mask[ids.PICK :])


@inlined
def apply_civil_war(state, stream, board, action):
    """Return the unit to its owner's hand (E1). Then the other seat names one."""
    seat = state.player
    unit = principality.remove(state, 1 - seat, action - ids.PICK)
    principality.take_back(state, board, 1 - seat, unit)
    derived_state.update(state, board)
    if seat == state.turn_player and building_effects.at_war(state, board, seat):
        prompts.ask(state, Phase.CIVIL_WAR, 1 - seat)
    else:
        turn.end_event(state)


# -- physician (E2, A18) ----------------------------------------------------------------------------------------


@compiled
def ask_for_physician(state, first):
    """Ask each seat that would lose something, from `first` on, for a physician (A18). Then the plague comes."""
    if first == state.turn_player:
        prompts.ask(state, Phase.PHYSICIAN, first)
        if building_effects.plagued(state, first):
            return
    state.player = 1 - state.turn_player
    if not building_effects.plagued(state, state.player):
        carry_out_plague(state)


@inlined
def physician_options(state, board, mask):
    """Write 1 for a physician, and for passing (A18)."""
    action_cards.answer_options(state, Card.PHYSICIAN, mask)
    mask[ids.last_actions(board) + ids.PASS] = 1


@inlined
def apply_physician(state, stream, board, action):
    """Play a physician, who protects all cities of the seat, or pass (A18)."""
    is_played = action != ids.last_actions(board) + ids.PASS
    if is_played:
        action_cards.play(state, board, ids.card_played(action))
    state.safe[state.player] = is_played
    if state.player == state.turn_player:
        ask_for_physician(state, 1 - state.turn_player)
    else:
        carry_out_plague(state)


@compiled
def carry_out_plague(state):
    """Carry out the plague for both seats, except those that played a physician (E2)."""
    for seat in range(NUM_PLAYERS):
        bits = 0 if state.safe[seat] else building_effects.plagued(state, seat)
        for region in range(principality.num_regions(state, seat)):
            if bits >> region & 1:
                resources.change(state, seat, region, -1)
    turn.end_event(state)


# -- raid_name and raid_lose (E5) -------------------------------------------------------------------------------


@inlined
def begin_raid(state):
    """Ask the owner of the knight figure for three enemy buildings, or all if there are fewer (E5)."""
    if state.knight != NOBODY and building_effects.buildings(state, 1 - state.knight):
        prompts.ask(state, Phase.RAID_NAME, state.knight)
    else:
        turn.end_event(state)


@compiled
def not_named(state):
    """Return the slots with enemy buildings that have not been named yet, as bits (E5)."""
    return building_effects.buildings(state, 1 - state.player) & ~named(state)


@compiled
def named(state):
    """Return the slots named so far, as bits (E5)."""
    bits = 0
    for i in range(MOST_NAMED):
        if state.named[i] != NOBODY:
            bits |= 1 << int(state.named[i])
    return bits


@inlined
def raid_name_options(state, board, mask):
    """Write 1 for each enemy building that has not been named (E5)."""
    principality.slot_options(not_named(state), mask[ids.PICK :])


@inlined
def apply_raid_name(state, stream, board, action):
    """Name one building. After the last one the enemy chooses which of them to lose (E5)."""
    slot = action - ids.PICK
    at = 0
    while state.named[at] != NOBODY:
        at += 1
    while at > 0 and state.named[at - 1] > slot:  # Q8: ascending
        state.named[at] = state.named[at - 1]
        at -= 1
    state.named[at] = slot
    if state.named[MOST_NAMED - 1] != NOBODY or not not_named(state):
        prompts.ask(state, Phase.RAID_LOSE, 1 - state.player)


@inlined
def raid_lose_options(state, board, mask):
    """Write 1 for each of the own buildings that were named (E5)."""
    principality.slot_options(named(state), mask[ids.PICK :])


@inlined
def apply_raid_lose(state, stream, board, action):
    """Take one of the named buildings back (E5)."""
    building = principality.remove(state, state.player, action - ids.PICK)
    principality.take_back(state, board, state.player, building)
    derived_state.update(state, board)
    turn.end_event(state)


# -- builder and builder_take (E6) ------------------------------------------------------------------------------


@compiled
def ask_builder(state, board, first):
    """Ask each seat that has a stack to look through, from `first` on (E6)."""
    if stacks.any_has_cards(state, board, first):
        prompts.ask(state, Phase.BUILDER, first)
    elif first == state.turn_player and stacks.any_has_cards(state, board, 1 - first):
        prompts.ask(state, Phase.BUILDER, 1 - first)
    else:
        turn.end_event(state)


@inlined
def builder_options(state, board, mask):
    """Write 1 for each stack with cards, and for none (E6)."""
    prompts.free_search_options(state, board, mask)
    mask[ids.last_actions(board) + ids.DONE] = 1


@inlined
def apply_builder(state, stream, board, action):
    """Look through a stack, or through none (E6)."""
    if action == ids.last_actions(board) + ids.DONE:
        next_builder(state, board)
    else:
        stack = action - ids.first_search(board)
        prompts.ask_about_stack(state, Phase.BUILDER_TAKE, state.player, stack)
        stacks.look_through(state, state.player, stack)


@inlined
def apply_builder_take(state, stream, board, action):
    """Take a card of the stack (E6)."""
    hands.take(state, state.player, state.stack, action - ids.TAKE)
    next_builder(state, board)


@compiled
def next_builder(state, board):
    """Ask the other seat, or continue the turn after both (E6, T2)."""
    if state.player == state.turn_player:
        ask_builder(state, board, 1 - state.turn_player)
    else:
        turn.end_event(state)


# -- mendicant (E8) ---------------------------------------------------------------------------------------------


@inlined
def begin_mendicant(state):
    """Ask the owner of the windmill for two resources for the enemy, as far as possible (E8)."""
    owner = state.windmill
    if owner != NOBODY and resources.anything_moves(state, owner, 1 - owner):
        prompts.ask_times(state, Phase.MENDICANT, owner, ALMS)
    else:
        turn.end_event(state)


@inlined
def apply_mendicant(state, stream, board, action):
    """Give one resource to the enemy (E8)."""
    owner = state.player
    resources.move(state, owner, 1 - owner, action - ids.RESOURCE)
    state.left -= 1
    if state.left == 0 or not resources.anything_moves(state, owner, 1 - owner):
        turn.end_event(state)
