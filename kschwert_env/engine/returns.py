"""Returns: what the final scores of a game are worth to its seats."""

from enum import IntEnum

from kschwert_env.engine.jit.compiling import compiled


class Reward(IntEnum):
    """How a finished game is turned into returns (option `reward`)."""

    WIN = 0
    PLACEMENT = 1
    SCORE = 2


REWARD_NAMES = tuple(reward.name.lower() for reward in Reward)
"""What the option `reward` can be, in the order of `Reward`."""


@compiled
def returns(state, board, out):
    """Zero-sum returns of every seat, by the option `reward`; all zero until the game is over."""
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
def win_return(scores, seat):
    """1 for a sole winner, -1/(P - 1) for a loser; equal scores share the win."""
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
    """From +1 for the first to -1 for the last in equal steps, ties averaged."""
    ahead, behind = 0, 0
    for score in scores:
        ahead += score > scores[seat]
        behind += score < scores[seat]
    return (behind - ahead) / (scores.shape[0] - 1)


def return_range(reward: str, num_players: int, score_range: tuple[int, int]) -> tuple[float, float]:
    """The lowest and the highest return that a seat can get, where final scores are in that range."""
    if reward == "win":
        return -1 / (num_players - 1), 1.0
    if reward == "placement":
        return -1.0, 1.0
    low, high = score_range
    ahead = (high - low) * (num_players - 1) / num_players / 10
    return -ahead, ahead
