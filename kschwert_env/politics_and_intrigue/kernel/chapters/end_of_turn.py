"""Chapter 9: the hand at the end of a turn."""

from kschwert_env.engine.jit.compiling import compiled, inlined
from kschwert_env.politics_and_intrigue.kernel import actions as ids
from kschwert_env.politics_and_intrigue.kernel import derived_state, prompts
from kschwert_env.politics_and_intrigue.kernel.chapters import hand_limit, turn
from kschwert_env.politics_and_intrigue.kernel.components import NOBODY, Card, Phase, Resume
from kschwert_env.politics_and_intrigue.kernel.zones import hands, resources, stacks

PRICE = 2  # H4: resources for a search
PRICE_WITH_TOWN_HALL = 1  # F8


@inlined
def end_turn(state, board):
    """End the actions of the turn player: put cards away, take cards, or exchange one (H1 to H3)."""
    left = hand_limit.missing(state, state.turn_player)
    if left > 0:
        refill(state, board)
    else:
        prompts.ask(state, Phase.TRIM if left < 0 else Phase.EXCHANGE, state.turn_player)


@compiled
def refill(state, board):
    """Ask for a card below the hand limit, as long as there is one (H2, H6). Then the turn ends."""
    seat = state.turn_player
    if hand_limit.missing(state, seat) > 0 and stacks.any_has_cards(state, board, seat):
        prompts.ask(state, Phase.REFILL, seat)
    else:
        turn.pass_on(state, board)


# -- trim and trim_card (H1) ------------------------------------------------------------------------------------


@inlined
def apply_trim(state, stream, board, action):
    """Name the stack under which a card goes (H1)."""
    prompts.ask_about_stack(state, Phase.TRIM_CARD, state.player, action - ids.first_stack(board))


@inlined
def apply_trim_card(state, stream, board, action):
    """Put a card under the stack, until the hand limit is met (H1).

    Then the turn player may exchange a card (H3); after the other seat the turn resumes.
    """
    seat = state.player
    hands.bury(state, seat, state.stack, action - ids.BURY)
    if hand_limit.missing(state, seat) < 0:
        prompts.ask(state, Phase.TRIM, seat)
    elif seat == state.turn_player:
        prompts.ask(state, Phase.EXCHANGE, seat)
    elif state.resume == Resume.YIELD:
        turn.pay_yield(state)
    else:
        prompts.ask(state, Phase.ACTION, state.turn_player)


# -- exchange and exchange_card (H3) ----------------------------------------------------------------------------


@inlined
def stack_or_done_options(state, board, mask):
    """Write 1 for each open stack, and for none (H3, F15)."""
    prompts.stack_options(state, board, mask)
    mask[ids.last_actions(board) + ids.DONE] = 1


@inlined
def apply_exchange(state, stream, board, action):
    """Name the stack under which a card goes, or end the turn without an exchange (H3)."""
    if action == ids.last_actions(board) + ids.DONE:
        turn.pass_on(state, board)
    else:
        prompts.ask_about_stack(state, Phase.EXCHANGE_CARD, state.turn_player, action - ids.first_stack(board))


@inlined
def apply_exchange_card(state, stream, board, action):
    """Put a card under the stack (H3)."""
    hands.bury(state, state.turn_player, state.stack, action - ids.BURY)
    prompts.ask(state, Phase.EXCHANGE_DRAW, state.turn_player)
    state.exchanging = 1


# -- refill and exchange_draw: taking a card (H2 to H4) ---------------------------------------------------------


@compiled
def price(state):
    """Return the price of a search in resources (H4, F8)."""
    return PRICE_WITH_TOWN_HALL if derived_state.works(state, state.turn_player, Card.TOWN_HALL) else PRICE


@compiled
def is_bound(state, board, stack):
    """Return whether the new card can't come from `stack`, because the exchanged card went under another one (M5)."""
    return board.tournament_game and state.stack != NOBODY and state.stack != stack


@inlined
def draw_or_search_options(state, board, mask):
    """Write 1 for drawing from and, if payable, searching each open stack with cards (H4, M5)."""
    seat = state.turn_player
    can_search = resources.total(state, seat) >= price(state)
    for stack in range(board.num_stacks):
        if stacks.has_cards(state, board, seat, stack) and not is_bound(state, board, stack):
            mask[ids.DRAW + stack] = 1
            mask[ids.first_search(board) + stack] = can_search


@compiled
def apply_draw_or_search(state, stream, board, action):
    """Draw the top card of a stack, or name a stack to be searched, which is paid for first (H4)."""
    stack = action - ids.first_search(board)
    if stack < 0:
        offer_holy_place(state, board, hands.draw(state, state.turn_player, action - ids.DRAW))
    else:
        prompts.ask_about_stack(state, Phase.SEARCH_PAY, state.turn_player, stack)
        state.left = price(state)


@inlined
def apply_search_pay(state, stream, board, action):
    """Pay one resource. After the last one the stack is looked through (H4)."""
    resources.lose(state, state.turn_player, action - ids.RESOURCE)
    state.left -= 1
    if state.left == 0:
        prompts.ask(state, Phase.SEARCH_TAKE, state.turn_player)
        stacks.look_through(state, state.turn_player, state.stack)


@inlined
def apply_search_take(state, stream, board, action):
    """Take any card of the stack (H4)."""
    card = action - ids.TAKE
    hands.take(state, state.turn_player, state.stack, card)
    offer_holy_place(state, board, card)


@compiled
def offer_holy_place(state, board, card):
    """Ask whether a holy place changes the card just taken, once per turn (F15, Q6). Else continue."""
    if derived_state.works(state, state.turn_player, Card.HOLY_PLACE) and not state.holy_used:
        prompts.ask(state, Phase.HOLY, state.turn_player)
        state.card = card
    else:
        continue_taking(state, board)


@compiled
def continue_taking(state, board):
    """Continue after a card has been taken and is not changed: with the next card or the next turn (H2, H3, Q7)."""
    if state.exchanging:
        turn.pass_on(state, board)
    else:
        refill(state, board)


# -- holy (F15) -------------------------------------------------------------------------------------------------


@inlined
def apply_holy(state, stream, board, action):
    """Put the card under a stack and take another one, or keep it (F15)."""
    seat = state.turn_player
    if action == ids.last_actions(board) + ids.DONE:
        continue_taking(state, board)
    else:
        hands.bury(state, seat, action - ids.first_stack(board), state.card)
        prompts.ask(state, Phase.EXCHANGE_DRAW if state.exchanging else Phase.REFILL, seat)
        state.holy_used = 1
