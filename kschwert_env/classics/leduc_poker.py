"""Leduc poker (Southey et al., "Bayes' bluff", 2005): a card for each seat, a public card, two rounds of bets."""

from dataclasses import dataclass

import numpy as np

from kschwert_env import custom
from kschwert_env.custom import below, compiled, inlined, noalias, put_one_hot

CARDS, SUITS = 6, 2  # card // SUITS is its rank
MOST_RAISES, MOST_BETS = 2, 4  # in a round: raises, actions
FOLD, CALL, RAISE = range(3)
FIRST, SECOND = range(2)
NONE = -1


@compiled
def reset(state, stream, board):
    """Deal a card to each seat; both pay an ante of 1."""
    state.cards[0] = below(stream, CARDS)
    state.cards[1] = draw(stream, state.cards[0], NONE)
    state.public = NONE
    state.paid[:] = 1


@inlined
def draw(stream, first, second):
    """Return a random card other than two, of which the second may be NONE."""
    card = below(stream, CARDS - 1 - (second >= 0))
    lower, higher = min(first, second), max(first, second)
    if lower >= 0 and card >= lower:
        card += 1
    return card + (card >= higher)


@compiled
def step(state, stream, board, action):
    """Fold, call or raise; the second call in a row, or one after a raise, ends a round."""
    seat, number = state.player, state.number
    state.history[state.phase, number] = action
    if action == FOLD:
        end(state, 1 - seat)
        return
    state.number += 1
    state.player = 1 - seat
    if action == RAISE:
        state.paid[seat] = state.paid[1 - seat] + (2 if state.phase == FIRST else 4)
        state.raises += 1
        return
    state.paid[seat] = state.paid[1 - seat]
    if number > 0 and state.phase == FIRST:
        state.phase, state.player, state.number, state.raises = SECOND, 0, 0, 0
        state.public = draw(stream, state.cards[0], state.cards[1])
    elif number > 0:
        end(state, best_hand(state))


@inlined
def best_hand(state):
    """Return the seat with a pair, else that with the higher rank; NONE if both are equal."""
    first, second, public = state.cards[0] // SUITS, state.cards[1] // SUITS, state.public // SUITS
    if first == second:
        return NONE
    if second == public or (first != public and second > first):
        return 1
    return 0


@compiled
def end(state, winner):
    """End the game: the winner gets what the other seat has paid."""
    state.player = -1
    if winner >= 0:
        state.scores[winner] = state.paid[1 - winner]
        state.scores[1 - winner] = -state.paid[1 - winner]


@noalias
def legal_mask(state, board, mask):
    """Allow folding after a raise, calling, and two raises in a round."""
    goes_on = state.player >= 0
    mask[FOLD] = goes_on and state.paid[0] != state.paid[1]
    mask[CALL] = goes_on
    mask[RAISE] = goes_on and state.raises < MOST_RAISES


@noalias
def observe(state, board, seat, out):
    """Write the pieces in the order of the layout."""
    at = put_one_hot(out, 0, 2, seat)
    at = put_one_hot(out, at, CARDS, state.cards[seat])
    at = put_one_hot(out, at, CARDS, state.public)
    for phase in range(2):
        for number in range(MOST_BETS):
            at = put_one_hot(out, at, 2, state.history[phase, number] - CALL)


@compiled
def resample(state, stream, board, seat):
    """Deal one of the cards that the seat has not seen to the other seat."""
    state.cards[1 - seat] = draw(stream, state.cards[seat], state.public)


@dataclass(frozen=True)
class LeducPoker(custom.CustomRules):
    """Each seat has one of six cards, two of each rank. After a round of bets, a public card is turned up.

    A pair with it wins, else the higher rank. Raises are 2 in the first round and 4 in the second, two in each.
    """

    num_players: int = 2

    phase_names = "first_round", "second_round"
    most_decisions = 2 * MOST_BETS
    actions = custom.ActionSpace([custom.Action("fold"), custom.Action("call"), custom.Action("raise")])
    state = custom.StateSpace(
        2,
        [
            ("cards", (2,), 0, CARDS - 1, "card of each seat"),
            ("public", (), -1, CARDS - 1, "the public card; -1 before the second round"),
            ("paid", (2,), 0, 13, "what each seat has paid"),
            ("raises", (), 0, MOST_RAISES, "raises in this round"),
            ("number", (), 0, MOST_BETS, "actions in this round"),
            ("history", (2, MOST_BETS), 0, 2, "actions by round: 1 call, 2 raise; 0 for none"),
        ],
        scores=(-13, 13),
    )
    observation = custom.ObservationSpace(
        [
            ("seat", (2,), 0, 1, "one-hot: the observer"),
            ("card", (CARDS,), 0, 1, "one-hot: own card"),
            ("public", (CARDS,), 0, 1, "one-hot: the public card; zeros before the second round"),
            ("history", (2, MOST_BETS, 2), 0, 1, "one-hot: call or raise, by round"),
        ]
    )

    def contradictions(self, state: np.void) -> list[str]:
        """Return errors if a card is in two places, and if the actions of a round are not those counted."""
        cards = [*state["cards"].tolist(), int(state["public"])]
        errors = ["cards: one is in two places"] if len(set(cards)) < len(cards) else []
        round_now = state["history"][state["phase"]]
        if state["player"] >= 0 and not state["number"] == np.count_nonzero(round_now) < MOST_BETS:
            errors.append("number: it must be the number of actions in this round's history, which goes on")
        if state["raises"] != np.count_nonzero(round_now == RAISE):
            errors.append("raises: it must be the number of raises in this round's history")
        return errors
