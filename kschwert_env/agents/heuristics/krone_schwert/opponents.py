"""Gains and losses of opponents, and the side of a revolt that a seat therefore prefers."""

from kschwert_env.agents.heuristics.krone_schwert.evaluation import reign_value
from kschwert_env.engine.jit.compiling import compiled
from kschwert_env.krone_schwert.kernel.components import NUM_SUPPLIES, Supply, Vote
from kschwert_env.krone_schwert.kernel.end import KING_POINTS


@compiled
def current_points(state, seat):
    """Return the points of a seat if the game ended now, without areas."""
    points = state.scores[seat]
    for kind in range(NUM_SUPPLIES):
        points += state.buildings[seat, kind]
    return points + KING_POINTS * (state.king == seat)


@compiled
def lead(state, seat):
    """Return the current points of a seat minus those of its best opponent."""
    best = -1000
    for other in range(state.scores.shape[0]):
        if other != seat:
            best = max(best, current_points(state, other))
    return current_points(state, seat) - best


@compiled
def opponent_weight(state, weights, seat, opponent):
    """Return the value of an opponent's point in points of `seat`: more if it leads all other opponents."""
    seats = state.scores.shape[0]
    points = current_points(state, opponent)
    ahead = seats > 2
    for other in range(seats):
        ahead &= other == seat or current_points(state, other) <= points
    return weights.opponent_point * (1.0 + weights.front * ahead) / (seats - 1)


@compiled
def winner_gains(state, forecast, seat):
    """R9, R10: return the gain of the winner: the reign, and 2 VP per cathedral."""
    reign = reign_value(state, forecast, state.buildings[seat, Supply.CASTLES])
    return reign + 2 * state.buildings[seat, Supply.CATHEDRALS]


@compiled
def leader_gains(state, forecast, leader):
    """R10: return the gain of a winning leader, whose castles are taxed at once."""
    return winner_gains(state, forecast, leader) + state.buildings[leader, Supply.CASTLES]


@compiled
def preference(state, weights, forecast, seat, leader):
    """Return what `seat`, neither leader nor king, gains from a victory of the leader, by the gains of its
    opponents.
    """
    king = state.king
    loss = opponent_weight(state, weights, seat, king) * winner_gains(state, forecast, king)
    gain = opponent_weight(state, weights, seat, leader) * leader_gains(state, forecast, leader)
    return loss - gain


@compiled
def swing(state, weights, forecast, seat, leader, side):
    """Return what a seat voting `side` gains if `leader` wins instead of the king (R9, R10); negative for a loss."""
    king = state.king
    if seat == leader:
        weight = opponent_weight(state, weights, seat, king)
        return leader_gains(state, forecast, leader) + weight * winner_gains(state, forecast, king)
    if seat == king:
        weight = opponent_weight(state, weights, seat, leader)
        return -winner_gains(state, forecast, king) - weight * leader_gains(state, forecast, leader)
    cathedrals = state.buildings[seat, Supply.CATHEDRALS]
    own = cathedrals if side == Vote.SWORD else -cathedrals
    return own + preference(state, weights, forecast, seat, leader)


@compiled
def sword_chance(state, weights, forecast, voter, leader):
    """Return the probability that `voter` votes sword, by its preference and the likely winner (R9, R10: both
    public).
    """
    tide = min(1.0, max(-1.0, 0.5 * (state.open_swords - weights.calm)))
    preferred = preference(state, weights, forecast, voter, leader)
    preferred += weights.bandwagon * state.buildings[voter, Supply.CATHEDRALS] * tide
    return min(0.95, max(0.05, 0.5 + 0.5 * preferred / weights.conviction))
