"""Chapter 12: which actions are legal in each phase, and what follows from an action.

Each phase has one branch in `legal_mask` and one in `step`, which call the functions that `phases.TABLE` names.
"""

from kschwert_env.engine.jit.compiling import compiled, noalias
from kschwert_env.engine.jit.packed import packed
from kschwert_env.politics_and_intrigue.kernel import pending, prompts
from kschwert_env.politics_and_intrigue.kernel.chapters import (
    action_cards,
    action_phase,
    attacks,
    building,
    end_of_turn,
    event_cards,
    event_die,
    game_end,
    hand_limit,
    setup,
    turn,
)
from kschwert_env.politics_and_intrigue.kernel.components import Phase, Resume


@noalias
def legal_mask(state, board, mask):
    """Write 1 for every legal action of the deciding seat and 0 for all others; all zeros when over."""
    mask = packed(mask)
    for i in range(mask.shape[0]):
        mask[i] = 0
    phase = state.phase
    if phase == Phase.SETUP_STACK or phase == Phase.ARCHIVE or phase == Phase.CHANCELLOR:
        prompts.filled_stack_options(state, board, mask)
    elif (
        phase == Phase.SETUP_TAKE
        or phase == Phase.BUILDER_TAKE
        or phase == Phase.COUNCIL_TAKE
        or phase == Phase.SEARCH_TAKE
    ):
        prompts.take_options(state, board, mask)
    elif phase == Phase.ROLL:
        event_die.roll_options(state, board, mask)
    elif phase == Phase.NUMBER:
        event_die.number_options(state, board, mask)
    elif phase == Phase.TRADE_EVENT or phase == Phase.HIGHWAYMEN:
        prompts.take_resource_options(state, board, mask)
    elif phase == Phase.GAIN or phase == Phase.CARAVAN_TAKE:
        prompts.room_options(state, board, mask)
    elif phase == Phase.BAILIFF or phase == Phase.COUNCIL or phase == Phase.TRIM:
        prompts.stack_options(state, board, mask)
    elif phase == Phase.CIVIL_WAR:
        event_cards.civil_war_options(state, board, mask)
    elif phase == Phase.PHYSICIAN:
        event_cards.physician_options(state, board, mask)
    elif phase == Phase.RAID_NAME:
        event_cards.raid_name_options(state, board, mask)
    elif phase == Phase.RAID_LOSE:
        event_cards.raid_lose_options(state, board, mask)
    elif phase == Phase.BUILDER:
        event_cards.builder_options(state, board, mask)
    elif phase == Phase.MENDICANT or phase == Phase.MERCHANT_GIVE:
        prompts.give_resource_options(state, board, mask)
    elif phase == Phase.ACTION:
        action_phase.action_options(state, board, mask)
    elif phase == Phase.DISCOUNT:
        building.discount_options(state, board, mask)
    elif phase == Phase.PLACE:
        building.place_options(state, board, mask)
    elif phase == Phase.BREWERY_SIDE:
        building.brewery_side_options(state, board, mask)
    elif phase == Phase.REACT:
        attacks.react_options(state, board, mask)
    elif phase == Phase.TARGET:
        attacks.target_options(state, board, mask)
    elif phase == Phase.SPY:
        attacks.spy_options(state, board, mask)
    elif phase == Phase.MERCHANT_TAKE:
        attacks.merchant_take_options(state, board, mask)
    elif phase == Phase.CARAVAN_PAY or phase == Phase.SEARCH_PAY:
        prompts.owned_options(state, board, mask)
    elif phase == Phase.SCOUT:
        action_cards.scout_options(state, board, mask)
    elif phase == Phase.SCOUT_SETTLE:
        building.settlement_options(state, board, mask)
    elif phase == Phase.ARCHIVE_SORT:
        action_cards.archive_sort_options(state, board, mask)
    elif phase == Phase.COUNCIL_BURY or phase == Phase.TRIM_CARD or phase == Phase.EXCHANGE_CARD:
        prompts.bury_options(state, board, mask)
    elif phase == Phase.COUNCIL_SEARCH:
        prompts.free_search_options(state, board, mask)
    elif phase == Phase.DIPLOMAT:
        action_cards.diplomat_options(state, board, mask)
    elif phase == Phase.BAN:
        action_cards.ban_options(state, board, mask)
    elif phase == Phase.REFILL or phase == Phase.EXCHANGE_DRAW:
        end_of_turn.draw_or_search_options(state, board, mask)
    elif phase == Phase.HOLY or phase == Phase.EXCHANGE:
        end_of_turn.stack_or_done_options(state, board, mask)
    elif phase == Phase.DECK_PICK:
        setup.deck_pick_options(state, board, mask)


@compiled
def step(state, stream, board, action):
    """Carry out one legal action, and everything that follows without a choice (Q1)."""
    phase = state.phase
    if phase == Phase.SETUP_STACK:
        setup.apply_setup_stack(state, stream, board, action)
    elif phase == Phase.SETUP_TAKE:
        setup.apply_setup_take(state, stream, board, action)
    elif phase == Phase.ROLL:
        event_die.apply_roll(state, stream, board, action)
    elif phase == Phase.NUMBER:
        event_die.apply_number(state, stream, board, action)
    elif phase == Phase.TRADE_EVENT:
        event_die.apply_trade_event(state, stream, board, action)
    elif phase == Phase.GAIN:
        turn.apply_gain(state, stream, board, action)
    elif phase == Phase.BAILIFF:
        event_die.apply_bailiff(state, stream, board, action)
    elif phase == Phase.CIVIL_WAR:
        event_cards.apply_civil_war(state, stream, board, action)
    elif phase == Phase.PHYSICIAN:
        event_cards.apply_physician(state, stream, board, action)
    elif phase == Phase.RAID_NAME:
        event_cards.apply_raid_name(state, stream, board, action)
    elif phase == Phase.RAID_LOSE:
        event_cards.apply_raid_lose(state, stream, board, action)
    elif phase == Phase.BUILDER:
        event_cards.apply_builder(state, stream, board, action)
    elif phase == Phase.BUILDER_TAKE:
        event_cards.apply_builder_take(state, stream, board, action)
    elif phase == Phase.MENDICANT:
        event_cards.apply_mendicant(state, stream, board, action)
    elif phase == Phase.ACTION:
        action_phase.apply_action(state, stream, board, action)
    elif phase == Phase.DISCOUNT:
        building.apply_discount(state, stream, board, action)
    elif phase == Phase.PLACE:
        building.apply_place(state, stream, board, action)
    elif phase == Phase.BREWERY_SIDE:
        building.apply_brewery_side(state, stream, board, action)
    elif phase == Phase.REACT:
        attacks.apply_react(state, stream, board, action)
    elif phase == Phase.TARGET:
        attacks.apply_target(state, stream, board, action)
    elif phase == Phase.SPY:
        attacks.apply_spy(state, stream, board, action)
    elif phase == Phase.MERCHANT_TAKE:
        attacks.apply_merchant_take(state, stream, board, action)
    elif phase == Phase.MERCHANT_GIVE:
        attacks.apply_merchant_give(state, stream, board, action)
    elif phase == Phase.HIGHWAYMEN:
        attacks.apply_highwaymen(state, stream, board, action)
    elif phase == Phase.CARAVAN_PAY:
        action_cards.apply_caravan_pay(state, stream, board, action)
    elif phase == Phase.CARAVAN_TAKE:
        action_cards.apply_caravan_take(state, stream, board, action)
    elif phase == Phase.SCOUT:
        action_cards.apply_scout(state, stream, board, action)
    elif phase == Phase.SCOUT_SETTLE:
        action_cards.apply_scout_settle(state, stream, board, action)
    elif phase == Phase.ARCHIVE:
        action_cards.apply_archive(state, stream, board, action)
    elif phase == Phase.ARCHIVE_SORT:
        action_cards.apply_archive_sort(state, stream, board, action)
    elif phase == Phase.CHANCELLOR:
        action_cards.apply_chancellor(state, stream, board, action)
    elif phase == Phase.COUNCIL:
        action_cards.apply_council(state, stream, board, action)
    elif phase == Phase.COUNCIL_BURY:
        action_cards.apply_council_bury(state, stream, board, action)
    elif phase == Phase.COUNCIL_SEARCH:
        action_cards.apply_council_search(state, stream, board, action)
    elif phase == Phase.COUNCIL_TAKE:
        action_cards.apply_council_take(state, stream, board, action)
    elif phase == Phase.DIPLOMAT:
        action_cards.apply_diplomat(state, stream, board, action)
    elif phase == Phase.BAN:
        action_cards.apply_ban(state, stream, board, action)
    elif phase == Phase.TRIM:
        end_of_turn.apply_trim(state, stream, board, action)
    elif phase == Phase.TRIM_CARD:
        end_of_turn.apply_trim_card(state, stream, board, action)
    elif phase == Phase.REFILL or phase == Phase.EXCHANGE_DRAW:
        end_of_turn.apply_draw_or_search(state, stream, board, action)
    elif phase == Phase.SEARCH_PAY:
        end_of_turn.apply_search_pay(state, stream, board, action)
    elif phase == Phase.SEARCH_TAKE:
        end_of_turn.apply_search_take(state, stream, board, action)
    elif phase == Phase.HOLY:
        end_of_turn.apply_holy(state, stream, board, action)
    elif phase == Phase.EXCHANGE:
        end_of_turn.apply_exchange(state, stream, board, action)
    elif phase == Phase.EXCHANGE_CARD:
        end_of_turn.apply_exchange_card(state, stream, board, action)
    elif phase == Phase.DECK_PICK:
        setup.apply_deck_pick(state, stream, board, action)
    if state.phase == Phase.ACTION and hand_limit.enemy_must_trim(state):
        hand_limit.ask_enemy_to_trim(state, Resume.ACTION)
    game_end.check(state)
    pending.clear_unused(state)
