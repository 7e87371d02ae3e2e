"""Features of a position for each seat, and their evaluation by the value network (`heuristics.value_network`).

All information is used, including hidden hands.
"""

from enum import auto
from pathlib import Path

from kschwert_env.agents.heuristics.two_crowns.player import strength
from kschwert_env.agents.heuristics.value_network import Features, predict_returns
from kschwert_env.engine.compiled.returns import win_return
from kschwert_env.engine.jit.compiling import compiled
from kschwert_env.two_crowns.kernel import payment, piles
from kschwert_env.two_crowns.kernel.components import CASTLE, NUM_KNIGHTS, NUM_PLAYERS, NUM_RESTS, Card, Priced
from kschwert_env.two_crowns.kernel.special_cards import DAMAGE


class Feature(Features):
    """Features of one seat."""

    CASTLE = auto()  # points of the own castle, after the battle as it stands
    ENEMY_CASTLE = auto()  # the same for the enemy's castle
    IN_DANGER = auto()  # shares of the last five points that are gone
    ENEMY_IN_DANGER = auto()
    STRENGTH = auto()  # value of the strongest cards that the hand can lay
    KNIGHTS = auto()
    KNIGHT_POINTS = auto()
    RESTING_POINTS = auto()  # of knights at rest or in battle
    CATAPULTS = auto()
    BISHOPS = auto()
    FEINTS = auto()
    VASSALS = auto()
    GOLD = auto()
    HELD = auto()  # cards in hand and at rest, and knights in battle
    DECK = auto()
    ON_TURN = auto()


NUM_FEATURES = len(Feature)

VALUE_PATH = Path(__file__).with_name("value.npz")
"""File of the weights, written by `training/fit_value.py`."""

_LAST_POINTS = 5


@compiled
def evaluate(state, board, weights, workspace, returns):
    """Write the expected or final return of every seat, for the reward "win"."""
    if state.player < 0:
        for seat in range(NUM_PLAYERS):
            returns[seat] = win_return(state.scores, seat)
        return
    write_features(state, board, workspace)
    predict_returns(workspace, weights, returns)


@compiled
def write_features(state, board, out):
    """Write every feature of every seat, (seats, features)."""
    for seat in range(NUM_PLAYERS):
        own, hand = out[seat], state.hands[seat]
        castle, enemy_castle = castle_after_battle(state, seat), castle_after_battle(state, 1 - seat)
        own[Feature.CASTLE] = castle / CASTLE
        own[Feature.ENEMY_CASTLE] = enemy_castle / CASTLE
        own[Feature.IN_DANGER] = max(0, _LAST_POINTS - castle) / _LAST_POINTS
        own[Feature.ENEMY_IN_DANGER] = max(0, _LAST_POINTS - enemy_castle) / _LAST_POINTS
        own[Feature.STRENGTH] = strength(state, seat)
        own[Feature.KNIGHTS] = piles.knights(hand)
        own[Feature.KNIGHT_POINTS] = knight_points(hand)
        own[Feature.RESTING_POINTS] = knight_points(state.laid[seat])
        for rest in range(NUM_RESTS):
            own[Feature.RESTING_POINTS] += knight_points(state.resting[seat, rest])
        own[Feature.CATAPULTS] = hand[Card.CATAPULT]
        own[Feature.BISHOPS] = hand[Card.BISHOP]
        own[Feature.FEINTS] = hand[Card.FEINT]
        own[Feature.VASSALS] = hand[Card.VASSAL]
        own[Feature.GOLD] = payment.gold(state, seat)
        own[Feature.HELD] = piles.held(state, seat) + piles.knights(state.laid[seat])
        own[Feature.DECK] = piles.size(state.decks[seat])
        own[Feature.ON_TURN] = state.turn_player == seat


@compiled
def castle_after_battle(state, seat):
    """Return the points of a castle if no further card is laid in the battle and all laid cards act."""
    enemy = 1 - seat
    lost = 0
    if state.turn_player == enemy:
        lost = max(0, side_points(state, enemy) - side_points(state, seat))
        lost += DAMAGE * (state.laid[enemy, Card.CATAPULT] + state.paid[enemy, Priced.CATAPULT])
    return state.scores[seat] - lost


@compiled
def side_points(state, seat):
    """A4: return the points of the knights that a side has laid, doubled by its vassals."""
    return knight_points(state.laid[seat]) << (state.laid[seat, Card.VASSAL] + state.paid[seat, Priced.VASSAL])


@compiled
def knight_points(counts):
    """Return the points of the knights among some cards."""
    points = 0
    for knight in range(NUM_KNIGHTS):
        points += (knight + 1) * counts[knight]
    return points
