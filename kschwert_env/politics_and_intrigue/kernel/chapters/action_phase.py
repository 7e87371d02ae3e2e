"""Chapter 12, Q3: the phase `action`, in which the turn player does as much as they like, kind by kind of action."""

from kschwert_env.engine.jit.compiling import compiled, inlined
from kschwert_env.politics_and_intrigue.kernel import actions as ids
from kschwert_env.politics_and_intrigue.kernel import card_types, prompts
from kschwert_env.politics_and_intrigue.kernel.chapters import (
    action_cards,
    attacks,
    building,
    building_effects,
    end_of_turn,
    trading,
)
from kschwert_env.politics_and_intrigue.kernel.components import FIRST_METROPOLIS_SLOT, PLAYED, Card, Phase
from kschwert_env.politics_and_intrigue.kernel.zones import principality


@compiled
def action_options(state, board, mask):
    """Write 1 for everything that the turn player can do (Q3)."""
    building.build_options(state, board, mask)
    play_options(state, board, mask[ids.PLAY :])
    building.centre_options(state, board, mask)
    trading.trade_options(state, mask)
    principality.slot_options(building_effects.own_cards(state, state.turn_player), mask[ids.DEMOLISH :])
    building.ally_options(state, mask[ids.ALLY : ids.ALLY + FIRST_METROPOLIS_SLOT])
    building.turn_brewery_options(state, board, mask)
    trading.lift_options(state, board, mask[ids.first_lift(board) :])
    mask[ids.last_actions(board) + ids.END_TURN] = 1


@compiled
def play_options(state, board, mask):
    """Write 1 for each action card that the turn player can play (A1, B12)."""
    for i in range(len(PLAYED)):
        card = ids.card_played(ids.PLAY + i)
        if state.hands[state.turn_player, card] > 0 and (state.gate_open or card == Card.SCOUT):
            if card_types.is_attack(card):
                mask[i] = attacks.can_play(state, board, card)
            else:
                mask[i] = action_cards.can_play(state, board, card)


@inlined
def apply_action(state, stream, board, action):
    """Carry out one action of the turn player (Q3). The order is that of the numbers of actions (Q2)."""
    last = ids.last_actions(board)
    if action < ids.PLAY:
        building.build(state, board, ids.card_built(action))
    elif action < ids.TAKE:
        play(state, board, ids.card_played(action))
    elif action < ids.SETTLEMENT:
        building.build_road(state, board, action - ids.ROAD)
    elif action < ids.CITY:
        building.build_settlement(state, stream, board, action - ids.SETTLEMENT)
    elif action < ids.TRADE:
        building.build_city(state, board, action - ids.CITY)
    elif action < ids.RESOURCE:
        trading.trade(state, action - ids.TRADE)
    elif action < ids.PICK:
        building.demolish(state, board, action - ids.DEMOLISH)
    elif action < ids.REGION:
        building.ally(state, board, action - ids.ALLY)
    elif action < last:
        trading.lift(state, board, action - ids.first_lift(board))
    elif action < last + ids.BURN_BROTHEL:
        building.turn_brewery(state, board, action - last - ids.BREWERY)
    else:
        end_of_turn.end_turn(state, board)


@inlined
def play(state, board, card):
    """Play an action card. The enemy may answer an attack (A2); any other card acts at once (A1, Q6)."""
    action_cards.play(state, board, card)
    if card_types.is_attack(card):
        prompts.ask(state, Phase.REACT, 1 - state.turn_player)
        state.card = card
    else:
        action_cards.carry_out(state, board, card)
