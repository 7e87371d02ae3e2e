"""Chapter 8: action cards that are no attacks."""

from kschwert_env.engine.jit.compiling import compiled, inlined
from kschwert_env.politics_and_intrigue.kernel import actions as ids
from kschwert_env.politics_and_intrigue.kernel import asking, building, hands, stacks, stock, survey
from kschwert_env.politics_and_intrigue.kernel.components import (
    NOBODY,
    NUM_CARDS,
    NUM_RESOURCES,
    REGION_STACK,
    Card,
    Phase,
)

CARAVAN = 2  # A8: resources paid, and taken
REGIONS = 2  # A9
SORTED = 6  # A12: cards
DRAWN = 3  # A16: cards
COUNCIL = 2  # A19: cards buried, and taken


@compiled
def can_do(state, board, card):
    """A1: the requirement is met, and the card would do something. Three cards have their own moment."""
    seat = state.turn_player
    if card == Card.CARAVAN:
        return stock.total(state, seat) >= CARAVAN
    if card == Card.SCOUT:
        return building.can_settle(state, board)
    if card == Card.ARCHIVIST or card == Card.CHANCELLOR:
        return stacks.any_has_cards(state, board, seat)
    if card == Card.COUNCIL:
        return survey.works(state, seat, Card.TOWN_HALL) != 0 and state.hand_counts[seat] > COUNCIL
    if card == Card.DIPLOMAT:
        return survey.works(state, seat, Card.TOWN_HALL) != 0 and can_negotiate(state, board)
    if card == Card.CHURCH_BAN:
        has_church = survey.works(state, seat, Card.CHURCH) | survey.works(state, seat, Card.CATHEDRAL)
        return has_church != 0 and can_ban(state, board)
    return False


@inlined
def do(state, board, card):
    """A1: what it first asks for."""
    seat = state.turn_player
    if card == Card.CARAVAN:
        asking.ask_times(state, Phase.CARAVAN_PAY, seat, CARAVAN)
    elif card == Card.SCOUT:
        asking.ask(state, Phase.SCOUT, seat)
    elif card == Card.ARCHIVIST:
        asking.ask(state, Phase.ARCHIVE, seat)
    elif card == Card.CHANCELLOR:
        asking.ask(state, Phase.CHANCELLOR, seat)
    elif card == Card.COUNCIL:
        asking.ask(state, Phase.COUNCIL, seat)
    elif card == Card.DIPLOMAT:
        asking.ask(state, Phase.DIPLOMAT, seat)
    else:
        asking.ask(state, Phase.BAN, seat)
        state.card = card


# -- caravan (A8) ----------------------------------------------------------------------------------------------


@inlined
def pay_caravan(state, kind):
    """A8."""
    stock.lose(state, state.turn_player, kind)
    state.left -= 1
    if state.left == 0:
        asking.ask_times(state, Phase.CARAVAN_TAKE, state.turn_player, CARAVAN)


@inlined
def unload_caravan(state, kind):
    """A8: there is room, since as many were paid."""
    stock.gain(state, state.turn_player, kind)
    state.left -= 1
    if state.left == 0:
        asking.ask(state, Phase.ACTION, state.turn_player)


@compiled
def owned_options(state, mask):
    """A 1 for each kind of resource that the deciding seat has."""
    for kind in range(NUM_RESOURCES):
        mask[ids.RESOURCE + kind] = state.resources[state.player, kind] > 0


@compiled
def room_options(state, mask):
    """A 1 for each kind of resource for which the deciding seat has room."""
    for kind in range(NUM_RESOURCES):
        mask[ids.RESOURCE + kind] = state.room[state.player, kind] > 0


# -- scout (A9) ------------------------------------------------------------------------------------------------


@inlined
def region_options(state, mask):
    """A9: regions of the stack, the second one another than the first."""
    for number in range(REGION_STACK):
        mask[ids.REGION + number] = (state.regions_left >> number & 1) & (state.chosen[0] != number)


@inlined
def scout(state, number):
    """A9: the first is the upper one."""
    if state.chosen[0] == NOBODY:
        state.chosen[0] = number
    else:
        state.chosen[1] = number
        state.phase = Phase.SCOUT_SETTLE


# -- archivist (A12) -------------------------------------------------------------------------------------------


@inlined
def archive(state, stack):
    """A12, N3: the top cards are seen, and the enemy loses track of them."""
    seat = state.turn_player
    count = min(SORTED, int(state.stack_sizes[stack]))
    stacks.look(state, seat, stack, count)
    if count == 1:
        asking.ask(state, Phase.ACTION, seat)
        return
    stacks.lose_marks(state, 1 - seat, stack, count)
    asking.ask_about_stack(state, Phase.ARCHIVE_SORT, seat, stack)


@inlined
def sort_options(state, mask):
    """A12: the cards that are not sorted yet."""
    stacks.kinds_within(state, state.stack, state.sorted, SORTED, mask[ids.TAKE :])


@inlined
def sort(state, card):
    """A12, Q8: the card comes below those sorted so far; the last one needs no choice. All bear the same marks."""
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
        asking.ask(state, Phase.ACTION, state.turn_player)


# -- chancellor and council (A16, A19) -------------------------------------------------------------------------


@inlined
def call_chancellor(state, stack):
    """A16."""
    for _ in range(min(DRAWN, int(state.stack_sizes[stack]))):
        hands.draw(state, state.turn_player, stack)
    asking.ask(state, Phase.ACTION, state.turn_player)


@inlined
def convene(state, stack):
    """A19."""
    asking.ask_about_stack(state, Phase.COUNCIL_BURY, state.turn_player, stack)
    state.left = COUNCIL


@inlined
def bury(state, card):
    """A19."""
    hands.bury(state, state.turn_player, state.stack, card)
    state.left -= 1
    if state.left == 0:
        asking.ask(state, Phase.COUNCIL_SEARCH, state.turn_player)


@inlined
def search(state, stack):
    """A19."""
    left = min(COUNCIL, int(state.stack_sizes[stack]))
    asking.ask_about_stack(state, Phase.COUNCIL_TAKE, state.turn_player, stack)
    state.left = left
    stacks.look_through(state, state.turn_player, stack)


@inlined
def take(state, card):
    """A19."""
    hands.take(state, state.turn_player, state.stack, card)
    state.left -= 1
    if state.left == 0:
        asking.ask(state, Phase.ACTION, state.turn_player)


# -- diplomat (A14) --------------------------------------------------------------------------------------------


@compiled
def negotiable(state, board, card):
    """A14: no diplomat."""
    return card != Card.DIPLOMAT and state.discards[hands.discard_pile(board, state.turn_player), card] > 0


@inlined
def can_negotiate(state, board):
    """A14: a discard pile without an enemy ban has a card to take."""
    seat = state.turn_player
    if state.bans[board.num_stacks + hands.discard_pile(board, seat)] == 1 - seat:
        return False
    for card in range(NUM_CARDS):
        if negotiable(state, board, card):
            return True
    return False


@inlined
def negotiation_options(state, board, mask):
    """A14."""
    for card in range(NUM_CARDS):
        mask[ids.TAKE + card] = negotiable(state, board, card)


@inlined
def negotiate(state, board, card):
    """A14."""
    seat = state.turn_player
    state.discards[hands.discard_pile(board, seat), card] -= 1
    hands.enter(state, seat, card, 1)
    asking.ask(state, Phase.ACTION, seat)


# -- church ban (A17) ------------------------------------------------------------------------------------------


@compiled
def may_be_banned(state, board, pile):
    """A17: a pile without a ban, but not the last stack open to the enemy; M3: one of the enemy's."""
    enemy = 1 - state.turn_player
    if state.bans[pile] != NOBODY:
        return False
    if pile >= board.num_stacks:
        return pile - board.num_stacks == hands.discard_pile(board, enemy)
    return stacks.is_open(state, board, enemy, pile) and stacks.number_open(state, board, enemy) > 1


@inlined
def can_ban(state, board):
    """A1: whether any pile may be banned."""
    for pile in range(board.num_stacks + board.num_discards):
        if may_be_banned(state, board, pile):
            return True
    return False


@inlined
def ban_options(state, board, mask):
    """A17."""
    for pile in range(board.num_stacks + board.num_discards):
        mask[pile] = may_be_banned(state, board, pile)


@inlined
def ban(state, pile):
    """A17."""
    state.bans[pile] = state.turn_player
    asking.ask(state, Phase.ACTION, state.turn_player)
