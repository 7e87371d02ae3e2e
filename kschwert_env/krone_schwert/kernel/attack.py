"""Chapter 7: attacks on a field of another player, for 1 action point and once per turn."""

import numpy as np

from kschwert_env.engine.compiled.rng import move_all
from kschwert_env.engine.jit.compiling import compiled, inlined
from kschwert_env.krone_schwert.kernel import cards, land, turn
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
    """Write 1 for every field that the turn's player may attack (A1, A2, A3, B3, L3)."""
    seat = state.turn_player
    seats = state.scores.shape[0]
    if state.turn < seats or state.attack_spent or state.markers[seat] == 0:
        return
    strength = combat_of(state.hands, seat, board)
    for field in range(state.owner.shape[0]):
        is_of_another = (state.owner[field] != NOBODY) & (state.owner[field] != np.int8(seat))
        is_in_reach = (state.building[field] == Building.NONE) & (state.own_neighbours[seat, field] > 0)
        mask[field] = is_of_another & is_in_reach
    for other in range(seats):
        if other != seat and (state.papal_visit[other] or strength <= castles(state, other)):
            for field in range(state.owner.shape[0]):
                mask[field] &= state.owner[field] != np.int8(other)  # A2, D7


@inlined
def combat_of(cards, seat, board):
    """Return the combat values of a seat's cards, added up; `cards` are counts indexed by seat and Card."""
    combat = 0
    for card in range(NUM_ACTION_CARDS):
        combat += cards[seat, card] * board.combat[card]
    return combat


@inlined
def castles(state, seat):
    """Return how many castles a seat has."""
    return state.buildings[seat, Supply.CASTLES]


@compiled
def declare(state, field):
    """Begin an attack. It spends the action point and the turn's attack at once (Q6)."""
    state.action_points -= 1
    state.attack_spent = 1
    state.attacked = field
    state.phase = Phase.ATTACK_LAY


@compiled
def strength_laid(state, board, seat):
    """Return the combat values of the cards that a seat has laid, added up."""
    return combat_of(state.laid, seat, board)


@compiled
def lay_options(state, board, mask):
    """Write 1 for the cards that can be laid next, with which the castles can still be exceeded (Q6)."""
    seat = state.turn_player
    reachable = strength_laid(state, board, seat) - castles(state, state.owner[state.attacked])
    for card in range(NUM_ACTION_CARDS - 1, first_to_lay(state.laid[seat]) - 1, -1):
        reachable += state.hands[seat, card] * board.combat[card]
        mask[card] = (state.hands[seat, card] > 0) & (board.combat[card] > 0) & (reachable > 0)


@compiled
def first_to_lay(laid):
    """Return the first card in table order that may be laid next: the last card laid (Q6, Q7)."""
    for card in range(NUM_ACTION_CARDS - 1, 0, -1):
        if laid[card] > 0:
            return card
    return 0


@compiled
def strength_missing(state, board):
    """Return the strength that the laid cards lack to exceed the castles; 0 or less if they exceed them (A3)."""
    castles_there = castles(state, state.owner[state.attacked])
    return castles_there + 1 - strength_laid(state, board, state.turn_player)


@compiled
def ask_defender(state):
    """Ask the defender to react, even if no reaction is possible (A4)."""
    state.phase = Phase.ATTACK_REACT
    state.player = state.owner[state.attacked]


@compiled
def react(state, board, reaction):
    """Settle the attack by the defender's reaction (A4 to A7)."""
    seat, defender = state.turn_player, state.player
    if reaction == Reaction.TRUCE:
        cards.discard_from_hand(state, defender, Card.TRUCE)
        take_back(state, seat)  # A5
    else:
        strength = strength_laid(state, board, seat)
        if reaction == Reaction.AMBUSH:
            cards.discard_from_hand(state, defender, Card.AMBUSH)
            strength -= highest_combat(board, state.laid[seat])  # A6
        if strength > castles(state, defender):
            land.exchange_marker(state, board, seat, state.attacked)  # A7
        discard_laid(state, seat)
    state.attacked = NOBODY
    turn.continue_turn(state, board)


@compiled
def highest_combat(board, counts):
    """Return the highest combat value among some cards, 0 if there are none."""
    highest = 0
    for card in range(NUM_ACTION_CARDS):
        if counts[card] > 0:
            highest = max(highest, board.combat[card])
    return highest


@compiled
def take_back(state, seat):
    """Return the cards laid to the hand (A5, R5)."""
    move_all(state.laid[seat], state.hands[seat])


@compiled
def discard_laid(state, seat):
    """Discard the cards laid (A7, R11)."""
    move_all(state.laid[seat], state.discard_pile)
