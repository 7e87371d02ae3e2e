"""Liar's dice with a die for each seat: bid ever more dice of a face, until somebody doubts it."""

from dataclasses import dataclass
from functools import cached_property

from kschwert_env import custom
from kschwert_env.custom import below, compiled, noalias, put_counts, put_one_hot

DICE, MOST_SIDES = 2, 6
NONE = -1


@compiled
def reset(state, stream, board):
    """Roll a die for each seat."""
    state.dice[0] = below(stream, board.sides)
    state.dice[1] = below(stream, board.sides)
    state.bid = NONE


@compiled
def step(state, stream, board, action):
    """Bid, or doubt the last bid: the bidder wins if there are as many dice of the face, else the doubter."""
    seat, sides = state.player, board.sides
    if action < DICE * sides:
        state.bid, state.bids[action] = action, 1
        state.player = 1 - seat
        state.turn += 1
        return
    face, number = state.bid % sides, 0
    for die in state.dice:
        number += die == face or die == sides - 1
    winner = 1 - seat if number > state.bid // sides else seat
    state.player = -1
    state.scores[winner], state.scores[1 - winner] = 1, -1


@noalias
def legal_mask(state, board, mask):
    """Allow higher bids, and doubting once there is a bid."""
    last = DICE * board.sides
    for action in range(last):
        mask[action] = state.player >= 0 and action > state.bid
    mask[last] = state.player >= 0 and state.bid >= 0


@noalias
def observe(state, board, seat, out):
    """Write the pieces in the order of the layout."""
    at = put_one_hot(out, 0, 2, seat)
    at = put_one_hot(out, at, board.sides, state.dice[seat])
    put_counts(out, at, state.bids)


@compiled
def resample(state, stream, board, seat):
    """Roll the die of the other seat again."""
    state.dice[1 - seat] = below(stream, board.sides)


@dataclass(frozen=True)
class LiarsDice(custom.CustomRules):
    """Each seat rolls a die in secret. A bid names a number of dice, of both seats, and a face.

    The highest face is wild. Bids must rise, in the number or with the same number in the face. Doubting ends the game.

    Attributes:
        num_players: 2.
        sides: number of sides of a die, 2 to 6.
    """

    num_players: int = 2
    sides: int = custom.option(MOST_SIDES, 2, MOST_SIDES)

    title = "Liar's Dice"
    most_decisions = DICE * MOST_SIDES + 1

    @cached_property
    def actions(self) -> custom.ActionSpace:
        """All bids from the lowest, then `doubt`."""
        bids = [
            custom.Action("bid", choice=f"{number}x{face + 1}") for number in (1, DICE) for face in range(self.sides)
        ]
        return custom.ActionSpace([*bids, custom.Action("doubt")])

    @cached_property
    def state(self) -> custom.StateSpace:
        """Fields of a state."""
        bids = DICE * self.sides
        return custom.StateSpace(
            2,
            [
                ("dice", (2,), 0, self.sides - 1, "die of each seat, from 0"),
                ("bid", (), -1, bids - 1, "the last bid; -1 for none"),
                ("bids", (bids,), 0, 1, "all bids that were made"),
            ],
        )

    @cached_property
    def observation(self) -> custom.ObservationSpace:
        """Layout of an observation."""
        return custom.ObservationSpace(
            [
                ("seat", (2,), 0, 1, "one-hot: the observer"),
                ("die", (self.sides,), 0, 1, "one-hot: own die"),
                ("bids", (DICE * self.sides,), 0, 1, "all bids that were made; seats bid in turn"),
            ]
        )
