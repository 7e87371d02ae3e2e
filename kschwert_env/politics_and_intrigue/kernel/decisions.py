"""Chapter 12: which actions a decision offers, and what follows from one."""

from kschwert_env.engine.jit.compiling import apart, compiled, inlined
from kschwert_env.engine.jit.packed import packed
from kschwert_env.engine.rng import below
from kschwert_env.politics_and_intrigue.kernel import actions as ids
from kschwert_env.politics_and_intrigue.kernel import (
    asking,
    attacks,
    building,
    deeds,
    effects,
    end,
    events,
    gains,
    play,
    principality,
    refill,
    setup,
    stacks,
    trade,
    turn,
)
from kschwert_env.politics_and_intrigue.kernel.components import (
    FIRST_METROPOLIS_SLOT,
    MOST_STACKED,
    NUM_SIDES,
    Card,
    Phase,
)


@compiled
def step(state, stream, board, action):
    """Carry out one legal action, and all that follows by itself (Q1)."""
    if action >= ids.DRAW:
        step_on_pile(state, stream, board, action)
    elif action >= ids.DEMOLISH:
        step_on_slot(state, board, action)
    elif action >= ids.RESOURCE:
        if action < ids.NUMBER:
            step_with_resource(state, board, action - ids.RESOURCE)
        else:
            turn.roll(state, stream, board, action - ids.NUMBER + 1)  # A6
    elif action >= ids.ROAD:
        step_in_centre(state, stream, board, action)
    else:
        step_with_card(state, stream, board, action)
    end.check(state)
    asking.tidy(state)


@inlined
def step_with_card(state, stream, board, action):
    """An action that names a card."""
    if action >= ids.BURY:
        if state.phase == Phase.COUNCIL_BURY:
            deeds.bury(state, action - ids.BURY)
        else:
            refill.bury(state, board, action - ids.BURY)
    elif action >= ids.TAKE:
        take(state, stream, board, action - ids.TAKE)
    elif action >= ids.PLAY:
        play.play(state, board, ids.card_played(action))
    else:
        building.build(state, board, ids.card_built(action))


@inlined
def take(state, stream, board, card):
    """A card is taken out of what is looked at."""
    if state.phase == Phase.SETUP_TAKE:
        setup.take(state, card)
    elif state.phase == Phase.DECK_PICK:
        setup.pick(state, stream, board, card)
    elif state.phase == Phase.BUILDER_TAKE:
        events.take_built(state, board, card)
    elif state.phase == Phase.SPY:
        attacks.steal(state, board, card)
    elif state.phase == Phase.ARCHIVE_SORT:
        deeds.sort(state, card)
    elif state.phase == Phase.COUNCIL_TAKE:
        deeds.take(state, card)
    elif state.phase == Phase.DIPLOMAT:
        deeds.negotiate(state, board, card)
    else:
        refill.take(state, board, card)


@inlined
def step_in_centre(state, stream, board, action):
    """Roads, places and trades."""
    if action >= ids.TRADE:
        trade.trade(state, action - ids.TRADE)
    elif action >= ids.CITY:
        building.city(state, board, action - ids.CITY)
    elif action >= ids.SETTLEMENT:
        building.settlement(state, stream, board, action - ids.SETTLEMENT)
    else:
        building.road(state, board, action - ids.ROAD)


@inlined
def step_with_resource(state, board, kind):
    """A resource is gained, taken, given, paid or left out."""
    if state.phase == Phase.GAIN:
        gains.choose(state, kind)
    elif state.phase == Phase.TRADE_EVENT:
        turn.take_in_trade(state, kind)
    elif state.phase == Phase.MENDICANT:
        events.give_alms(state, kind)
    elif state.phase == Phase.DISCOUNT:
        building.discount(state, board, kind)
    elif state.phase == Phase.MERCHANT_TAKE:
        attacks.take_as_merchant(state, kind)
    elif state.phase == Phase.MERCHANT_GIVE:
        attacks.pay_merchant(state, kind)
    elif state.phase == Phase.HIGHWAYMEN:
        attacks.rob(state, kind)
    elif state.phase == Phase.CARAVAN_PAY:
        deeds.pay_caravan(state, kind)
    elif state.phase == Phase.CARAVAN_TAKE:
        deeds.unload_caravan(state, kind)
    else:
        refill.pay(state, kind)


@inlined
def step_on_slot(state, board, action):
    """An action that names a slot, or a region of the stack."""
    if action >= ids.REGION:
        deeds.scout(state, action - ids.REGION)
    elif action >= ids.ALLY:
        building.ally(state, board, action - ids.ALLY)
    elif action >= ids.PICK:
        pick(state, board, action - ids.PICK)
    else:
        building.demolish(state, board, action - ids.DEMOLISH)


@inlined
def pick(state, board, slot):
    """A slot to place in, or a card to hit."""
    if state.phase == Phase.PLACE:
        building.place(state, board, slot)
    elif state.phase == Phase.TARGET:
        attacks.hit(state, board, slot)
    elif state.phase == Phase.CIVIL_WAR:
        events.send_home(state, board, slot)
    elif state.phase == Phase.RAID_NAME:
        events.name(state, slot)
    else:
        events.lose_building(state, board, slot)


@inlined
def step_on_pile(state, stream, board, action):
    """An action that names a stack or a pile, or nothing."""
    if action >= ids.last_actions(board):
        step_plainly(state, stream, board, action - ids.last_actions(board))
    elif action >= ids.first_lift(board):
        trade.lift(state, board, action - ids.first_lift(board))
    elif action >= ids.first_ban(board):
        deeds.ban(state, action - ids.first_ban(board))
    elif action >= ids.first_stack(board):
        name_stack(state, stream, board, action - ids.first_stack(board))
    elif action >= ids.first_search(board):
        search(state, action - ids.first_search(board))
    else:
        refill.draw(state, board, action - ids.DRAW)


@inlined
def search(state, stack):
    """A stack to look through."""
    if state.phase == Phase.BUILDER:
        events.look_through(state, stack)
    elif state.phase == Phase.COUNCIL_SEARCH:
        deeds.search(state, stack)
    else:
        refill.search(state, stack)


@inlined
def name_stack(state, stream, board, stack):
    """Any other naming of a stack."""
    if state.phase == Phase.SETUP_STACK:
        setup.look_through(state, stack)
    elif state.phase == Phase.BAILIFF:
        events.bury_house(state, stream, board, stack)
    elif state.phase == Phase.ARCHIVE:
        deeds.archive(state, stack)
    elif state.phase == Phase.CHANCELLOR:
        deeds.call_chancellor(state, stack)
    elif state.phase == Phase.COUNCIL:
        deeds.convene(state, stack)
    elif state.phase == Phase.HOLY:
        refill.pray(state, stack)
    else:
        refill.name_stack(state, stack)


@inlined
def step_plainly(state, stream, board, action):
    """One of the last seven actions."""
    if action == ids.ROLL:
        turn.roll(state, stream, board, 1 + below(stream, 6))
    elif action == ids.END_TURN:
        refill.end_turn(state, board)
    elif action == ids.DONE:
        done(state, board)
    elif action == ids.PASS:
        if state.phase == Phase.REACT:
            attacks.do(state, board, state.card)
        else:
            events.answer_plague(state, 0)
    elif action == ids.BURN_BROTHEL:
        attacks.burn_brothel(state, board)
    else:
        building.brewery(state, board, action - ids.BREWERY)


@inlined
def done(state, board):
    """No more of what is asked."""
    if state.phase == Phase.BUILDER:
        events.end_building(state, board)
    elif state.phase == Phase.SPY:
        attacks.end_spying(state)
    elif state.phase == Phase.MERCHANT_TAKE:
        attacks.give_as_merchant(state)
    elif state.phase == Phase.HOLY:
        refill.go_on(state, board)
    else:
        turn.pass_on(state, board)  # H3


# -- what is legal -------------------------------------------------------------------------------------------------


@apart
def legal_mask(state, board, mask):
    """Write 1 for every legal action of the deciding seat and 0 for all others; all zeros when over."""
    mask = packed(mask)
    for i in range(mask.shape[0]):
        mask[i] = 0
    if state.phase == Phase.ACTION:
        mask_actions(state, board, mask)
    elif state.phase == Phase.ROLL:
        mask[ids.last_actions(board) + ids.ROLL] = 1
        play.answer_options(state, Card.ALCHEMIST, mask)
    elif state.phase == Phase.REFILL or state.phase == Phase.EXCHANGE_DRAW:
        refill.take_options(state, board, mask)
    elif state.phase < Phase.ACTION:
        mask_before_actions(state, board, mask)
    elif state.phase < Phase.SPY:
        mask_building(state, board, mask)
    elif state.phase < Phase.TRIM:
        mask_cards_played(state, board, mask)
    else:
        mask_end_of_turn(state, board, mask)


@compiled
def mask_actions(state, board, mask):
    """Q3."""
    seat, last = state.turn_player, ids.last_actions(board)
    building.build_options(state, board, mask)
    play.options(state, board, mask[ids.PLAY :])
    building.centre_options(state, board, mask)
    trade.options(state, mask)
    principality.slot_options(effects.own_cards(state, seat), mask[ids.DEMOLISH :])
    if building.can_ally(state):
        building.ally_options(state, mask[ids.ALLY : ids.ALLY + FIRST_METROPOLIS_SLOT])
    if building.can_turn_brewery(state):
        for side in range(NUM_SIDES):
            mask[last + ids.BREWERY + side] = state.brewery_side[seat] != side
    trade.lift_options(state, board, mask[ids.first_lift(board) :])
    mask[last + ids.END_TURN] = 1


@inlined
def mask_before_actions(state, board, mask):
    """Setup, and what dice and events ask for."""
    last, phase = ids.last_actions(board), state.phase
    if phase == Phase.SETUP_STACK:
        stacks.options(state, board, state.player, mask[ids.first_stack(board) :], True)
    elif phase == Phase.SETUP_TAKE or phase == Phase.BUILDER_TAKE:
        stacks.kinds_within(state, state.stack, 0, MOST_STACKED, mask[ids.TAKE :])
    elif phase == Phase.NUMBER:
        for number in range(6):
            mask[ids.NUMBER + number] = 1
    elif phase == Phase.TRADE_EVENT:
        attacks.resource_options(state, 1 - state.player, state.player, mask)
    elif phase == Phase.GAIN:
        deeds.room_options(state, mask)
    elif phase == Phase.BAILIFF:
        stacks.options(state, board, state.player, mask[ids.first_stack(board) :], False)
    elif phase == Phase.CIVIL_WAR:
        bits = effects.at_war(state, board, 1 - state.player)
        principality.slot_options(bits, mask[ids.PICK :])
    elif phase == Phase.PHYSICIAN:
        play.answer_options(state, Card.PHYSICIAN, mask)
        mask[last + ids.PASS] = 1
    elif phase == Phase.RAID_NAME:
        principality.slot_options(events.to_be_named(state), mask[ids.PICK :])
    elif phase == Phase.RAID_LOSE:
        principality.slot_options(events.named(state), mask[ids.PICK :])
    elif phase == Phase.BUILDER:
        stacks.options(state, board, state.player, mask[ids.first_search(board) :], True)
        mask[last + ids.DONE] = 1
    else:  # MENDICANT
        attacks.resource_options(state, state.player, 1 - state.player, mask)


@inlined
def mask_building(state, board, mask):
    """What building asks for, and attacks up to their target."""
    last, phase = ids.last_actions(board), state.phase
    if phase == Phase.DISCOUNT:
        building.discount_options(state, board, mask)
    elif phase == Phase.PLACE:
        building.place_options(state, mask)
    elif phase == Phase.BREWERY_SIDE:
        for side in range(NUM_SIDES):
            mask[last + ids.BREWERY + side] = 1
    elif phase == Phase.REACT:
        play.answer_options(state, Card.BISHOP, mask)
        mask[last + ids.PASS] = 1
    else:  # TARGET
        attacks.target_options(state, board, mask)


@inlined
def mask_cards_played(state, board, mask):
    """What attacks and other action cards ask for."""
    seat, last, phase = state.turn_player, ids.last_actions(board), state.phase
    if phase == Phase.SPY:
        attacks.spy_options(state, mask)
        mask[last + ids.DONE] = 1
    elif phase == Phase.MERCHANT_TAKE:
        attacks.resource_options(state, 1 - seat, seat, mask)
        mask[last + ids.DONE] = state.left < attacks.TAKEN
    elif phase == Phase.MERCHANT_GIVE:
        attacks.resource_options(state, seat, 1 - seat, mask)
    elif phase == Phase.HIGHWAYMEN:
        attacks.resource_options(state, 1 - seat, seat, mask)
    elif phase == Phase.CARAVAN_PAY:
        deeds.owned_options(state, mask)
    elif phase == Phase.CARAVAN_TAKE:
        deeds.room_options(state, mask)
    elif phase == Phase.SCOUT:
        deeds.region_options(state, mask)
    elif phase == Phase.SCOUT_SETTLE:
        building.settlement_sites(state, mask)
    elif phase == Phase.ARCHIVE or phase == Phase.CHANCELLOR:
        stacks.options(state, board, seat, mask[ids.first_stack(board) :], True)
    elif phase == Phase.ARCHIVE_SORT:
        deeds.sort_options(state, mask)
    elif phase == Phase.COUNCIL:
        stacks.options(state, board, seat, mask[ids.first_stack(board) :], False)
    elif phase == Phase.COUNCIL_BURY:
        refill.bury_options(state, mask)
    elif phase == Phase.COUNCIL_SEARCH:
        stacks.options(state, board, seat, mask[ids.first_search(board) :], True)
    elif phase == Phase.COUNCIL_TAKE:
        stacks.kinds_within(state, state.stack, 0, MOST_STACKED, mask[ids.TAKE :])
    elif phase == Phase.DIPLOMAT:
        deeds.negotiation_options(state, board, mask)
    else:  # BAN
        deeds.ban_options(state, board, mask[ids.first_ban(board) :])


@inlined
def mask_end_of_turn(state, board, mask):
    """Chapter 9, and the picks of the tournament (M2)."""
    seat, last, phase = state.turn_player, ids.last_actions(board), state.phase
    if phase == Phase.TRIM:
        stacks.options(state, board, seat, mask[ids.first_stack(board) :], False)
    elif phase == Phase.TRIM_CARD or phase == Phase.EXCHANGE_CARD:
        refill.bury_options(state, mask)
    elif phase == Phase.SEARCH_PAY:
        deeds.owned_options(state, mask)
    elif phase == Phase.SEARCH_TAKE:
        stacks.kinds_within(state, state.stack, 0, MOST_STACKED, mask[ids.TAKE :])
    elif phase == Phase.HOLY or phase == Phase.EXCHANGE:
        stacks.options(state, board, seat, mask[ids.first_stack(board) :], False)
        mask[last + ids.DONE] = 1
    elif phase == Phase.DECK_PICK:
        stack = stacks.first_of(board, state.player)
        stacks.kinds_within(state, stack, 0, MOST_STACKED, mask[ids.TAKE :])
