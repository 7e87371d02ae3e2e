"""Chapter 7: attacks on a field of another player, for 1 action point and once per turn."""

import numpy as np

from kschwert_env.engine.jit.compiling import compiled, inlined
from kschwert_env.krone_schwert.kernel import land, piles, turn
from kschwert_env.krone_schwert.kernel.components import (
    NOBODY,
    NUM_ACTION_CARDS,
    Building,
    Card,
    Phase,
    Reaction,
    Supply,
)


@inlined
def targets(state, board, mask):
    """A1, A2, A3, B3, L3: fields that the turn's player may attack."""
    seat = state.turn_player
    seats = state.scores.shape[0]
    if state.turn < seats or state.attack_spent or state.markers[seat] == 0:
        return
    strength = 0
    for card in range(NUM_ACTION_CARDS):
        strength += state.hands[seat, card] * board.combat[card]
    for field in range(state.owner.shape[0]):
        is_of_another = (state.owner[field] != NOBODY) & (state.owner[field] != np.int8(seat))
        is_in_reach = (state.building[field] == Building.NONE) & (state.own_neighbours[seat, field] > 0)
        mask[field] = is_of_another & is_in_reach
    for other in range(seats):
        if other != seat and (state.papal_visit[other] or strength <= castles(state, other)):
            for field in range(state.owner.shape[0]):
                mask[field] &= state.owner[field] != np.int8(other)  # A2, D7


@inlined
def castles(state, seat):
    """How many castles a seat has."""
    return state.buildings[seat, Supply.CASTLES]


@compiled
def declare(state, field):
    """Q6: the action point and the turn's attack are spent at once."""
    state.action_points -= 1
    state.attack_spent = 1
    state.attacked = field
    state.phase = Phase.ATTACK_LAY


@compiled
def strength_laid(state, board, seat):
    """The combat values of the cards that a seat has laid, added up."""
    strength = 0
    for card in range(NUM_ACTION_CARDS):
        strength += state.laid[seat, card] * board.combat[card]
    return strength


@compiled
def lay_options(state, board, mask):
    """Q6: the cards that can be laid next, in table order, with which the castles can still be exceeded."""
    seat = state.turn_player
    reachable = strength_laid(state, board, seat) - castles(state, state.owner[state.attacked])
    for card in range(NUM_ACTION_CARDS - 1, -1, -1):
        reachable += state.hands[seat, card] * board.combat[card]
        mask[card] = (state.hands[seat, card] > 0) & (board.combat[card] > 0) & (reachable > 0)
        if state.laid[seat, card] > 0:  # never a card above the last one laid
            break


@compiled
def is_enough(state, board):
    """A3: whether the cards laid exceed the castles."""
    return strength_laid(state, board, state.turn_player) > castles(state, state.owner[state.attacked])


@compiled
def strength_needed(state, board):
    """A3: by how much the cards laid fall short of exceeding the castles; 0 or less if they do."""
    castles_there = castles(state, state.owner[state.attacked])
    return castles_there + 1 - strength_laid(state, board, state.turn_player)


@compiled
def first_to_lay(state):
    """Q6: the first card in table order that may still be laid, which is the last one laid."""
    for card in range(NUM_ACTION_CARDS - 1, 0, -1):
        if state.laid[state.turn_player, card] > 0:
            return card
    return 0


@compiled
def ask_defender(state):
    """A4: the defender is always asked."""
    state.phase = Phase.ATTACK_REACT
    state.player = state.owner[state.attacked]


@compiled
def react(state, board, reaction):
    """A4 to A7: the defender's answer settles the attack."""
    seat, defender = state.turn_player, state.player
    if reaction == Reaction.TRUCE:
        piles.discard_from_hand(state, defender, Card.TRUCE)
        take_back(state, seat)  # A5
    else:
        strength = strength_laid(state, board, seat)
        if reaction == Reaction.AMBUSH:
            piles.discard_from_hand(state, defender, Card.AMBUSH)
            strength -= highest_combat(board, state.laid[seat])  # A6
        if strength > castles(state, defender):
            land.exchange_marker(state, board, seat, state.attacked)  # A7
        discard_laid(state, seat)
    state.attacked = NOBODY
    turn.go_on(state, board)


@compiled
def highest_combat(board, counts):
    """The combat value of the strongest of some cards, 0 if there are none."""
    highest = 0
    for card in range(NUM_ACTION_CARDS):
        if counts[card] > 0:
            highest = max(highest, board.combat[card])
    return highest


@compiled
def take_back(state, seat):
    """A5, R5: the cards laid return to the hand."""
    for card in range(NUM_ACTION_CARDS):
        state.hands[seat, card] += state.laid[seat, card]
        state.laid[seat, card] = 0


@compiled
def discard_laid(state, seat):
    """A7, R11."""
    for card in range(NUM_ACTION_CARDS):
        state.discard_pile[card] += state.laid[seat, card]
        state.laid[seat, card] = 0
