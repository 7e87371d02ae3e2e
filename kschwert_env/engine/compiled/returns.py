"""Returns of the seats, computed from the final scores."""

from enum import IntEnum

from kschwert_env.engine.jit.compiling import compiled
from kschwert_env.engine.text.phrases import names_of


class Reward(IntEnum):
    """Rule that turns final scores into returns (option `reward`)."""

    WIN = 0
    PLACEMENT = 1
    SCORE = 2


REWARD_NAMES = names_of(Reward)
"""Values of the option `reward`, in the order of `Reward`."""


@compiled
def returns(state, board, out):
    """Write the zero-sum returns of every seat, by the option `reward`; all zeros until the game is over."""
    for seat in range(state.scores.shape[0]):
        if state.player >= 0:
            out[seat] = 0
        elif board.reward == Reward.WIN:
            out[seat] = win_return(state.scores, seat)
        elif board.reward == Reward.PLACEMENT:
            out[seat] = placement_return(state.scores, seat)
        else:
            out[seat] = (state.scores[seat] - state.scores.sum() / state.scores.shape[0]) / 10


@compiled
def score_differences(state, board, out):
    """Write the zero-sum returns of every seat: its score less the mean of all; all zeros until the game is over."""
    mean = state.scores.sum() / state.scores.shape[0]
    for seat in range(state.scores.shape[0]):
        out[seat] = 0 if state.player >= 0 else state.scores[seat] - mean


@compiled
def keep_all(state, stream, board, seat):
    """Resample nothing: the `resample` of games in which nothing is hidden."""


@compiled
def win_return(scores, seat):
    """Return 1 for a sole winner and -1/(P - 1) for a loser; equal scores share the win."""
    seats = scores.shape[0]
    best, winners = scores[0], 0
    for score in scores:
        best = max(best, score)
    for score in scores:
        winners += score == best
    if scores[seat] == best:
        return (1 / winners - 1 / seats) * seats / (seats - 1)
    return -1 / (seats - 1)


@compiled
def placement_return(scores, seat):
    """Return +1 for the first place to -1 for the last in equal steps; ties are averaged."""
    ahead, behind = 0, 0
    for score in scores:
        ahead += score > scores[seat]
        behind += score < scores[seat]
    return (behind - ahead) / (scores.shape[0] - 1)


def return_range(reward: str, num_players: int, score_range: tuple[int, int]) -> tuple[float, float]:
    """Return the lowest and highest possible return of a seat, given the range of final scores."""
    if reward == "win":
        return -1 / (num_players - 1), 1.0
    if reward == "placement":
        return -1.0, 1.0
    low, high = score_range
    ahead = (high - low) * (num_players - 1) / num_players / 10
    return -ahead, ahead
