"""Chapter 8: action cards that are attacks (A2)."""

from kschwert_env.engine.compiled.rng import below
from kschwert_env.engine.jit.compiling import compiled, inlined
from kschwert_env.politics_and_intrigue.kernel import actions as ids
from kschwert_env.politics_and_intrigue.kernel import card_types, derived_state, prompts
from kschwert_env.politics_and_intrigue.kernel.chapters import action_cards, building, building_effects
from kschwert_env.politics_and_intrigue.kernel.components import (
    MOST_STOCK,
    NOBODY,
    NUM_CARDS,
    NUM_NUMBERS,
    Card,
    Phase,
    Resource,
)
from kschwert_env.politics_and_intrigue.kernel.zones import hands, principality, resources

BRIBE = 3  # A13: gold
TAKEN = 2  # A7: resources at most

# -- playing an attack (A1, A2) ---------------------------------------------------------------------------------


@compiled
def can_play(state, board, card):
    """Return whether an attack has what it requires, and would do something (A1)."""
    seat = state.turn_player
    if card == Card.SPY:
        return state.hand_counts[1 - seat] > 0
    if card == Card.MERCHANT:
        return resources.anything_moves(state, 1 - seat, seat)
    if card == Card.HIGHWAYMEN:
        return state.knight == seat and resources.anything_moves(state, 1 - seat, seat)
    if card == Card.BRIBERY:
        return can_bribe(state, board)
    if card == Card.WEDDING:
        can_move = resources.can_move(state, 1 - seat, seat, Resource.GOLD)
        return can_move and derived_state.has_required(state, seat, card)
    return targets(state, board, card, 1 - seat) != 0 or (card == Card.ARSONIST and brothel(state) != NOBODY)


@inlined
def can_bribe(state, board):
    """Return whether there are 3 gold, a free slot and a knight who can be bribed (A13)."""
    seat = state.turn_player
    if not resources.can_pay_gold(state, seat, BRIBE) or targets(state, board, Card.BRIBERY, 1 - seat) == 0:
        return False
    return principality.free_unit_slots(state, seat) != 0


@compiled
def targets(state, board, card, owner):
    """Return the slots of `owner` that black knight, arsonist or bribery can hit, as bits (A3, A4, A13)."""
    if card == Card.BLACK_KNIGHT:
        return building_effects.knights(state, owner)
    if card == Card.ARSONIST:
        return building_effects.burnable(state, board, owner)
    return building_effects.bribable(state, board, owner)


@compiled
def brothel(state):
    """Return the slot of an enemy brothel that an arsonist can burn, else NOBODY (A4)."""
    return building_effects.burnable_brothel(state, state.turn_player)


# -- react (A2) -------------------------------------------------------------------------------------------------


@inlined
def react_options(state, board, mask):
    """Write 1 for a bishop, and for passing (A2, A11)."""
    action_cards.answer_options(state, Card.BISHOP, mask)
    mask[ids.last_actions(board) + ids.PASS] = 1


@inlined
def apply_react(state, stream, board, action):
    """Parry the attack with a bishop, so that it has no effect, or let it happen (A2, A11)."""
    if action == ids.last_actions(board) + ids.PASS:
        carry_out(state, stream, board, state.card)
    else:
        action_cards.play(state, board, ids.card_played(action))
        prompts.ask(state, Phase.ACTION, state.turn_player)


@compiled
def carry_out(state, stream, board, card):
    """Carry out an attack that was not parried, or ask for its first decision (A2)."""
    seat = state.turn_player
    if card == Card.WEDDING:
        take_wedding_gold(state)
    elif card == Card.SPY:
        look_at_hand(state)
    elif not can_play(state, board, card):
        prompts.ask(state, Phase.ACTION, seat)
    elif card == Card.MERCHANT:
        prompts.ask_times(state, Phase.MERCHANT_TAKE, seat, TAKEN)
    elif card == Card.HIGHWAYMEN:
        prompts.ask(state, Phase.HIGHWAYMEN, seat)
    elif card != Card.BRIBERY and goes_wrong(stream, board):
        backfire(state, board, card)
    else:
        prompts.ask(state, Phase.TARGET, seat)
        state.card = card


@inlined
def goes_wrong(stream, board):
    """Roll the die, which is not the turn's, and return whether the attack goes wrong (A3, A4)."""
    return board.backfires >> (1 + below(stream, NUM_NUMBERS)) & 1


@inlined
def backfire(state, board, card):
    """Ask the turn player for one of their own cards, which returns to their hand, if there is one (A3, A4)."""
    seat = state.turn_player
    if targets(state, board, card, seat):
        prompts.ask(state, Phase.TARGET, seat)
        state.card = card
        state.backfire = 1
    else:
        prompts.ask(state, Phase.ACTION, seat)


@inlined
def victim(state):
    """Return the seat whose card is hit in `target`: the turn player if the attack went wrong (A3, A4)."""
    return state.turn_player if state.backfire else 1 - state.turn_player


# -- target (A3, A4, A13) ---------------------------------------------------------------------------------------


@inlined
def target_options(state, board, mask):
    """Write 1 for each slot that can be hit, and for burning the enemy's brothel (A3, A4, A13)."""
    principality.slot_options(targets(state, board, state.card, victim(state)), mask[ids.PICK :])
    if state.card == Card.ARSONIST and not state.backfire:
        mask[ids.last_actions(board) + ids.BURN_BROTHEL] = brothel(state) != NOBODY


@inlined
def apply_target(state, stream, board, action):
    """Hit a card, which returns to its owner's hand, or burn the enemy's brothel (A3, A4, A13)."""
    if action == ids.last_actions(board) + ids.BURN_BROTHEL:
        burn_brothel(state, board)
    elif state.card == Card.BRIBERY:
        bribe(state, action - ids.PICK)
    else:
        owner = victim(state)
        principality.take_back(state, board, owner, principality.remove(state, owner, action - ids.PICK))
        derived_state.update(state, board)
        prompts.ask(state, Phase.ACTION, state.turn_player)


@inlined
def bribe(state, slot):
    """Pay for an enemy knight, then ask for the slot where they are placed (A13)."""
    seat = state.turn_player
    resources.pay_gold(state, seat, BRIBE)
    prompts.ask(state, Phase.PLACE, seat)
    state.card = int(state.slots[1 - seat, slot])
    state.source = slot


@inlined
def burn_brothel(state, board):
    """Return the enemy's brothel in the own principality to the enemy's hand (A4)."""
    seat = state.turn_player
    hands.enter(state, 1 - seat, principality.remove(state, seat, brothel(state)), 1)
    derived_state.update(state, board)
    prompts.ask(state, Phase.ACTION, seat)


# -- spy (A5) ---------------------------------------------------------------------------------------------------


@inlined
def look_at_hand(state):
    """Make the whole hand of the enemy known to the turn player (A5, N4)."""
    enemy = 1 - state.turn_player
    for card in range(NUM_CARDS):
        state.known[enemy, card] = state.hands[enemy, card]
    prompts.ask(state, Phase.SPY, state.turn_player)


@inlined
def spy_options(state, board, mask):
    """Write 1 for each unit and action card in the enemy's hand, and for none (A5)."""
    for card in range(NUM_CARDS):
        may_be_taken = card_types.is_unit(card) | card_types.is_action(card)
        mask[ids.TAKE + card] = may_be_taken & (state.hands[1 - state.turn_player, card] > 0)
    mask[ids.last_actions(board) + ids.DONE] = 1


@inlined
def apply_spy(state, stream, board, action):
    """Take a card from the enemy's hand, or none (A5)."""
    seat = state.turn_player
    if action != ids.last_actions(board) + ids.DONE:
        card = action - ids.TAKE
        hands.leave(state, 1 - seat, card)
        hands.enter(state, seat, card, 1)
        building.change_sides(state, board, seat, card)
    prompts.ask(state, Phase.ACTION, seat)


# -- merchant_take and merchant_give (A7) -----------------------------------------------------------------------


@inlined
def merchant_take_options(state, board, mask):
    """Write 1 for each resource that can be taken, and after the first one for no more (A7)."""
    prompts.take_resource_options(state, board, mask)
    mask[ids.last_actions(board) + ids.DONE] = state.left < TAKEN


@inlined
def apply_merchant_take(state, stream, board, action):
    """Take one resource, or no more. Then one is given back, if possible (A7)."""
    seat = state.turn_player
    if action != ids.last_actions(board) + ids.DONE:
        resources.move(state, 1 - seat, seat, action - ids.RESOURCE)
        state.left -= 1
        if state.left > 0 and resources.anything_moves(state, 1 - seat, seat):
            return
    can_give = resources.anything_moves(state, seat, 1 - seat)
    prompts.ask(state, Phase.MERCHANT_GIVE if can_give else Phase.ACTION, seat)


@inlined
def apply_merchant_give(state, stream, board, action):
    """Give one resource to the enemy (A7)."""
    resources.move(state, state.turn_player, 1 - state.turn_player, action - ids.RESOURCE)
    prompts.ask(state, Phase.ACTION, state.turn_player)


# -- highwaymen and wedding (A10, A15) --------------------------------------------------------------------------


@inlined
def apply_highwaymen(state, stream, board, action):
    """Take as many units of a kind as the own region with the lowest stock has room for (A10)."""
    seat, kind = state.turn_player, action - ids.RESOURCE
    room = MOST_STOCK - int(state.stock[seat, resources.region_with_least(state, seat, kind)])
    for _ in range(min(room, int(state.resources[1 - seat, kind]))):
        resources.move(state, 1 - seat, seat, kind)
    prompts.ask(state, Phase.ACTION, seat)


@inlined
def take_wedding_gold(state):
    """Take the enemy's gold, as much as there is room for (A15)."""
    seat = state.turn_player
    while resources.can_move(state, 1 - seat, seat, Resource.GOLD):
        resources.move(state, 1 - seat, seat, Resource.GOLD)
    prompts.ask(state, Phase.ACTION, seat)
