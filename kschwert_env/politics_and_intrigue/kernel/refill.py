"""Chapter 9: the hand at the end of a turn."""

from kschwert_env.engine.jit.compiling import compiled, inlined
from kschwert_env.politics_and_intrigue.kernel import actions as ids
from kschwert_env.politics_and_intrigue.kernel import asking, hands, stacks, stock, survey, turn
from kschwert_env.politics_and_intrigue.kernel.components import NOBODY, NUM_CARDS, Card, Phase

PRICE = 2  # H4: resources for a search
PRICE_WITH_TOWN_HALL = 1  # F8


@inlined
def end_turn(state, board):
    """H1 to H3."""
    left = state.hand_counts[state.turn_player] - hands.limit(state, state.turn_player)
    if left < 0:
        refill(state, board)
    else:
        asking.ask(state, Phase.TRIM if left > 0 else Phase.EXCHANGE, state.turn_player)


@inlined
def name_stack(state, stack):
    """H1, H3: the stack under which a card goes."""
    phase = Phase.TRIM_CARD if state.phase == Phase.TRIM else Phase.EXCHANGE_CARD
    asking.ask_about_stack(state, phase, state.turn_player, stack)


@inlined
def bury(state, board, card):
    """H1, H3: a card goes under the stack named before."""
    seat = state.turn_player
    hands.bury(state, seat, state.stack, card)
    if state.phase == Phase.EXCHANGE_CARD:
        asking.ask(state, Phase.EXCHANGE_DRAW, seat)
        state.exchanging = 1
    else:
        is_above = state.hand_counts[seat] > hands.limit(state, seat)
        asking.ask(state, Phase.TRIM if is_above else Phase.EXCHANGE, seat)


@compiled
def refill(state, board):
    """H2, H6: below the limit a card is taken, as long as there is one."""
    seat = state.turn_player
    is_below = state.hand_counts[seat] < hands.limit(state, seat)
    if is_below and stacks.any_has_cards(state, board, seat):
        asking.ask(state, Phase.REFILL, seat)
    else:
        turn.pass_on(state, board)


@compiled
def go_on(state, board):
    """Q7: after a card has been taken for good."""
    if state.exchanging:
        turn.pass_on(state, board)
    else:
        refill(state, board)


# -- taking a card (H4) ------------------------------------------------------------------------------------------


@compiled
def price(state):
    """H4, F8."""
    return PRICE_WITH_TOWN_HALL if survey.works(state, state.turn_player, Card.TOWN_HALL) else PRICE


@inlined
def take_options(state, board, mask):
    """H4: any stack with cards; M5: in the tournament the one under which the other card was put."""
    seat = state.turn_player
    can_search = stock.total(state, seat) >= price(state)
    for stack in range(board.num_stacks):
        is_bound = board.tournament_game and state.stack != NOBODY and state.stack != stack
        if stacks.has_cards(state, board, seat, stack) and not is_bound:
            mask[ids.DRAW + stack] = 1
            mask[ids.first_search(board) + stack] = can_search


@inlined
def draw(state, board, stack):
    """H4: the top card."""
    taken(state, board, hands.draw(state, state.turn_player, stack))


@inlined
def search(state, stack):
    """H4: first it is paid for."""
    asking.ask_about_stack(state, Phase.SEARCH_PAY, state.turn_player, stack)
    state.left = price(state)


@inlined
def pay(state, kind):
    """H4: then the stack is looked through."""
    stock.lose(state, state.turn_player, kind)
    state.left -= 1
    if state.left == 0:
        state.phase = Phase.SEARCH_TAKE
        stacks.look_through(state, state.turn_player, state.stack)


@inlined
def take(state, board, card):
    """H4: any card."""
    hands.take(state, state.turn_player, state.stack, card)
    taken(state, board, card)


@compiled
def taken(state, board, card):
    """F15, Q6: directly after a card has been taken a holy place may still change it, once."""
    if survey.works(state, state.turn_player, Card.HOLY_PLACE) and not state.holy_used:
        asking.ask(state, Phase.HOLY, state.turn_player)
        state.card = card
    else:
        go_on(state, board)


@inlined
def pray(state, stack):
    """F15: the card goes under a stack, and another one is owed."""
    hands.bury(state, state.turn_player, stack, state.card)
    asking.ask(state, Phase.EXCHANGE_DRAW if state.exchanging else Phase.REFILL, state.turn_player)
    state.holy_used = 1


@compiled
def bury_options(state, mask):
    """H1, H3, A19: cards in hand."""
    for card in range(NUM_CARDS):
        mask[ids.BURY + card] = state.hands[state.player, card] > 0
