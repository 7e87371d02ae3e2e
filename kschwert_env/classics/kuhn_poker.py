"""Kuhn poker (Kuhn, "A simplified two-person poker", 1950): one card each of three, one bet."""

from dataclasses import dataclass

import numpy as np

from kschwert_env import custom
from kschwert_env.custom import below, compiled, noalias, put_one_hot

CARDS, MOST_ACTIONS = 3, 3
PASS, BET = 0, 1


@compiled
def reset(state, stream, board):
    """Deal a card to each seat; both pay an ante of 1."""
    state.cards[0] = below(stream, CARDS)
    state.cards[1] = (state.cards[0] + 1 + below(stream, CARDS - 1)) % CARDS


@compiled
def step(state, stream, board, action):
    """Pass or bet 1. Equal actions show the cards; a pass after a bet gives up."""
    seat, before = state.player, state.history[state.turn - 1] if state.turn else -1
    state.history[state.turn] = action + 1
    state.turn += 1
    if before == action + 1:
        end(state, 0 if state.cards[0] > state.cards[1] else 1, 1 + action)
    elif before == BET + 1:
        end(state, 1 - seat, 1)
    else:
        state.player = 1 - seat


@compiled
def end(state, winner, stake):
    """End the game: the winner gets what the other seat has paid."""
    state.player = -1
    state.scores[winner], state.scores[1 - winner] = stake, -stake


@noalias
def legal_mask(state, board, mask):
    """Allow both actions until the end."""
    mask[PASS] = mask[BET] = state.player >= 0


@noalias
def observe(state, board, seat, out):
    """Write the pieces in the order of the layout."""
    at = put_one_hot(out, 0, 2, seat)
    at = put_one_hot(out, at, CARDS, state.cards[seat])
    for turn in range(MOST_ACTIONS):
        at = put_one_hot(out, at, 2, state.history[turn] - 1)


@compiled
def resample(state, stream, board, seat):
    """Deal one of the two other cards to the other seat."""
    state.cards[1 - seat] = (state.cards[seat] + 1 + below(stream, CARDS - 1)) % CARDS


@dataclass(frozen=True)
class KuhnPoker(custom.CustomRules):
    """Each seat has one of three cards. The first seat passes or bets 1, the other answers; a bet may be answered once.

    The higher card wins, or the bet that is not answered by another. The value of the game is -1/18 for seat 0.
    """

    num_players: int = 2

    most_decisions = MOST_ACTIONS
    actions = custom.ActionSpace([custom.Action("pass"), custom.Action("bet")])
    state = custom.StateSpace(
        2,
        [
            ("cards", (2,), 0, CARDS - 1, "card of each seat"),
            ("history", (MOST_ACTIONS,), 0, 2, "actions: 1 + action; 0 for none"),
        ],
        scores=(-2, 2),
    )
    observation = custom.ObservationSpace(
        [
            ("seat", (2,), 0, 1, "one-hot: the observer"),
            ("card", (CARDS,), 0, 1, "one-hot: own card"),
            ("history", (MOST_ACTIONS, 2), 0, 1, "one-hot: each action"),
        ]
    )

    def contradictions(self, state: np.void) -> list[str]:
        """Return an error if both seats have the same card."""
        return ["cards: both seats have the same one"] if state["cards"][0] == state["cards"][1] else []
