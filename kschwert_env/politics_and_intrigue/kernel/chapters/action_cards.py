"""Chapter 8: action cards. Playing a card (A1), and the cards that are no attacks."""

from kschwert_env.engine.jit.compiling import compiled, inlined
from kschwert_env.politics_and_intrigue.kernel import actions as ids
from kschwert_env.politics_and_intrigue.kernel import derived_state, prompts
from kschwert_env.politics_and_intrigue.kernel.chapters import building, building_effects
from kschwert_env.politics_and_intrigue.kernel.components import NOBODY, NUM_CARDS, REGION_STACK, Card, Phase
from kschwert_env.politics_and_intrigue.kernel.zones import hands, resources, stacks

CARAVAN = 2  # A8: resources paid, and taken
SORTED = 6  # A12: cards that an archivist looks at
DRAWN = 3  # A16: cards
COUNCIL = 2  # A19: cards buried, and taken

# -- playing a card (A1) ----------------------------------------------------------------------------------------


@compiled
def answer_options(state, card, mask):
    """Write 1 for playing alchemist, bishop or physician, if in hand and the gate is open (A6, A11, A18, B12)."""
    mask[ids.playing(card)] = state.gate_open & (state.hands[state.player, card] > 0)


@compiled
def play(state, board, card):
    """Play a card openly: it leaves the hand for the discard pile, and the enemy's sees are paid (A1, F20).

    A church ban is discarded only when it is lifted (A17).
    """
    seat = state.player
    hands.leave(state, seat, card)
    if card != Card.CHURCH_BAN:
        hands.discard(state, board, seat, card)
    building_effects.pay_sees(state, 1 - seat)


@compiled
def can_play(state, board, card):
    """Return whether a card, no attack, has what it requires and would do something in phase `action` (A1).

    Alchemist, bishop and physician are played in other phases.
    """
    seat = state.turn_player
    if not derived_state.has_required(state, seat, card):
        return False
    if card == Card.CARAVAN:
        return resources.total(state, seat) >= CARAVAN
    if card == Card.SCOUT:
        return building.can_settle(state, board)
    if card == Card.ARCHIVIST or card == Card.CHANCELLOR:
        return stacks.any_has_cards(state, board, seat)
    if card == Card.COUNCIL:
        return state.hand_counts[seat] > COUNCIL
    if card == Card.DIPLOMAT:
        return can_negotiate(state, board)
    if card == Card.CHURCH_BAN:
        return can_ban(state, board)
    return False


@inlined
def carry_out(state, board, card):
    """Ask for the first decision of a card that was played and is no attack (A1)."""
    seat = state.turn_player
    if card == Card.CARAVAN:
        prompts.ask_times(state, Phase.CARAVAN_PAY, seat, CARAVAN)
    elif card == Card.SCOUT:
        prompts.ask(state, Phase.SCOUT, seat)
    elif card == Card.ARCHIVIST:
        prompts.ask(state, Phase.ARCHIVE, seat)
    elif card == Card.CHANCELLOR:
        prompts.ask(state, Phase.CHANCELLOR, seat)
    elif card == Card.COUNCIL:
        prompts.ask(state, Phase.COUNCIL, seat)
    elif card == Card.DIPLOMAT:
        prompts.ask(state, Phase.DIPLOMAT, seat)
    elif card == Card.CHURCH_BAN:
        prompts.ask(state, Phase.BAN, seat)
        state.card = card


# -- caravan_pay and caravan_take (A8) --------------------------------------------------------------------------


@inlined
def apply_caravan_pay(state, stream, board, action):
    """Pay one resource (A8)."""
    resources.lose(state, state.turn_player, action - ids.RESOURCE)
    state.left -= 1
    if state.left == 0:
        prompts.ask_times(state, Phase.CARAVAN_TAKE, state.turn_player, CARAVAN)


@inlined
def apply_caravan_take(state, stream, board, action):
    """Take one resource. There is room, since as many were paid (A8)."""
    resources.gain(state, state.turn_player, action - ids.RESOURCE)
    state.left -= 1
    if state.left == 0:
        prompts.ask(state, Phase.ACTION, state.turn_player)


# -- scout and scout_settle (A9) --------------------------------------------------------------------------------


@inlined
def scout_options(state, board, mask):
    """Write 1 for each region of the stack, but not twice for the same (A9)."""
    for number in range(REGION_STACK):
        mask[ids.REGION + number] = (state.regions_left >> number & 1) & (state.chosen[0] != number)


@inlined
def apply_scout(state, stream, board, action):
    """Choose a region, first the upper one (A9)."""
    if state.chosen[0] == NOBODY:
        state.chosen[0] = action - ids.REGION
    else:
        state.chosen[1] = action - ids.REGION
        prompts.ask(state, Phase.SCOUT_SETTLE, state.turn_player)


@inlined
def apply_scout_settle(state, stream, board, action):
    """Build the settlement with the regions chosen (A9)."""
    building.build_settlement(state, stream, board, action - ids.SETTLEMENT)
    prompts.ask(state, Phase.ACTION, state.turn_player)


# -- archive and archive_sort (A12) -----------------------------------------------------------------------------


@inlined
def apply_archive(state, stream, board, action):
    """Look at the top cards of a stack; the enemy loses track of them if there are several (A12, N3)."""
    seat, stack = state.turn_player, action - ids.first_stack(board)
    count = min(SORTED, int(state.stack_sizes[stack]))
    stacks.mark_top_seen(state, seat, stack, count)
    if count == 1:
        prompts.ask(state, Phase.ACTION, seat)
        return
    stacks.lose_marks(state, 1 - seat, stack, count)
    prompts.ask_about_stack(state, Phase.ARCHIVE_SORT, seat, stack)


@inlined
def archive_sort_options(state, board, mask):
    """Write 1 for each kind of card that is not sorted yet (A12)."""
    stacks.kinds_within(state, state.stack, state.sorted, SORTED, mask[ids.TAKE :])


@inlined
def apply_archive_sort(state, stream, board, action):
    """Lay the card below those sorted so far, all with the same marks. The last one needs no choice (A12, Q8)."""
    card = action - ids.TAKE
    first = stacks.start(state, state.stack)
    place = first + state.sorted
    at = place
    while state.stack_cards[at] != card:
        at += 1
    for i in range(at, place, -1):
        state.stack_cards[i] = state.stack_cards[i - 1]
    state.stack_cards[place] = card
    state.sorted += 1
    if state.sorted == min(SORTED, int(state.stack_sizes[state.stack])) - 1:
        prompts.ask(state, Phase.ACTION, state.turn_player)


# -- chancellor (A16) -------------------------------------------------------------------------------------------


@inlined
def apply_chancellor(state, stream, board, action):
    """Take the top cards of a stack (A16)."""
    stack = action - ids.first_stack(board)
    for _ in range(min(DRAWN, int(state.stack_sizes[stack]))):
        hands.draw(state, state.turn_player, stack)
    prompts.ask(state, Phase.ACTION, state.turn_player)


# -- council, council_bury, council_search and council_take (A19) -----------------------------------------------


@inlined
def apply_council(state, stream, board, action):
    """Name the stack under which two cards go (A19)."""
    prompts.ask_about_stack(state, Phase.COUNCIL_BURY, state.turn_player, action - ids.first_stack(board))
    state.left = COUNCIL


@inlined
def apply_council_bury(state, stream, board, action):
    """Put a card under the stack (A19)."""
    hands.bury(state, state.turn_player, state.stack, action - ids.BURY)
    state.left -= 1
    if state.left == 0:
        prompts.ask(state, Phase.COUNCIL_SEARCH, state.turn_player)


@inlined
def apply_council_search(state, stream, board, action):
    """Look through a stack (A19)."""
    stack = action - ids.first_search(board)
    prompts.ask_about_stack(state, Phase.COUNCIL_TAKE, state.turn_player, stack)
    state.left = min(COUNCIL, int(state.stack_sizes[stack]))
    stacks.look_through(state, state.turn_player, stack)


@inlined
def apply_council_take(state, stream, board, action):
    """Take a card of the stack (A19)."""
    hands.take(state, state.turn_player, state.stack, action - ids.TAKE)
    state.left -= 1
    if state.left == 0:
        prompts.ask(state, Phase.ACTION, state.turn_player)


# -- diplomat (A14) ---------------------------------------------------------------------------------------------


@compiled
def negotiable(state, board, card):
    """Return whether a diplomat can take a card from the discard pile: any but a diplomat (A14)."""
    return card != Card.DIPLOMAT and state.discards[hands.discard_pile(board, state.turn_player), card] > 0


@inlined
def can_negotiate(state, board):
    """Return whether the discard pile has no enemy ban, and a card to take (A14)."""
    seat = state.turn_player
    if state.bans[board.num_stacks + hands.discard_pile(board, seat)] == 1 - seat:
        return False
    for card in range(NUM_CARDS):
        if negotiable(state, board, card):
            return True
    return False


@inlined
def diplomat_options(state, board, mask):
    """Write 1 for each kind of card that a diplomat can take (A14)."""
    for card in range(NUM_CARDS):
        mask[ids.TAKE + card] = negotiable(state, board, card)


@inlined
def apply_diplomat(state, stream, board, action):
    """Take a card from the discard pile openly (A14)."""
    seat, card = state.turn_player, action - ids.TAKE
    state.discards[hands.discard_pile(board, seat), card] -= 1
    hands.enter(state, seat, card, 1)
    prompts.ask(state, Phase.ACTION, seat)


# -- ban (A17) --------------------------------------------------------------------------------------------------


@compiled
def may_be_banned(state, board, pile):
    """Return whether a pile has no ban, is the enemy's (M3), and not the last stack open to the enemy (A17)."""
    enemy = 1 - state.turn_player
    if state.bans[pile] != NOBODY:
        return False
    if pile >= board.num_stacks:
        return pile - board.num_stacks == hands.discard_pile(board, enemy)
    return stacks.is_open(state, board, enemy, pile) and stacks.number_open(state, board, enemy) > 1


@inlined
def can_ban(state, board):
    """Return whether any pile may be banned (A1, A17)."""
    for pile in range(board.num_stacks + board.num_discards):
        if may_be_banned(state, board, pile):
            return True
    return False


@inlined
def ban_options(state, board, mask):
    """Write 1 for each pile that may be banned (A17)."""
    for pile in range(board.num_stacks + board.num_discards):
        mask[ids.first_ban(board) + pile] = may_be_banned(state, board, pile)


@inlined
def apply_ban(state, stream, board, action):
    """Lay the ban on a pile (A17)."""
    state.bans[action - ids.first_ban(board)] = state.turn_player
    prompts.ask(state, Phase.ACTION, state.turn_player)
