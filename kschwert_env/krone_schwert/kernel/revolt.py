"""Chapter 9: the revolt against the king."""

from kschwert_env.engine.jit.compiling import compiled
from kschwert_env.krone_schwert.kernel import attack, end, king, people, turn
from kschwert_env.krone_schwert.kernel.components import NOBODY, NUM_ACTION_CARDS, Card, Phase, Result, Supply, Vote

CARDS_PER_VOTE = 2  # R6: people cards turned up for a sword
STRENGTH_PER_VOTE = 2  # R8: of a crown
EXTRA_REVEAL = 3  # X1


@compiled
def can_declare(state):
    """R1."""
    seat = state.turn_player
    if state.king == NOBODY or state.king == seat:
        return False
    return king.qualifies(state, seat) and not state.papal_visit[state.king]


@compiled
def declare(state):
    """R2, Q7: the leader's sword and the king's crown lie open, the leader is the first to lay."""
    state.action_points -= 1
    forget_the_last(state)
    state.leader = state.turn_player
    state.votes[state.leader] = Vote.SWORD
    state.votes[state.king] = Vote.CROWN
    state.phase = Phase.REVOLT_LAY


@compiled
def vote(state, choice):
    """R2."""
    state.votes[state.player] = choice
    state.phase = Phase.REVOLT_LAY


@compiled
def lay_options(state, mask):
    """Q7: any card in hand, in table order."""
    seat = state.player
    for card in range(NUM_ACTION_CARDS - 1, -1, -1):
        mask[card] = state.hands[seat, card] > 0
        if state.laid[seat, card] > 0:
            break


@compiled
def done(state, stream, board):
    """R3: on to the next seat, clockwise from the leader; after the last one everything is turned up."""
    state.decided[state.player] = 1
    state.player = (state.player + 1) % state.scores.shape[0]
    if state.player == state.leader:
        settle(state, stream, board)
        turn.go_on(state, board)
    elif state.player != state.king:
        state.phase = Phase.REVOLT_VOTE


@compiled
def settle(state, stream, board):
    """Turn everything up and settle the revolt (R5 to R11)."""
    keep_for_all_to_see(state)
    if laid_by_side(state, Card.TRUCE, Vote.CROWN) + laid_by_side(state, Card.TRUCE, Vote.SWORD) > 0:
        state.last_result = Result.TRUCE
        state.last_open_swords = state.open_swords
        call_off(state)  # R5: before any people card
    else:
        people.turn_up(state, stream, CARDS_PER_VOTE * num_votes(state, Vote.SWORD) + extra_reveal(state))  # R6
        crowns = STRENGTH_PER_VOTE * num_votes(state, Vote.CROWN)
        king_strength = crowns + cards_strength(state, board, Vote.CROWN)  # R8
        leader_strength = state.open_swords + cards_strength(state, board, Vote.SWORD)
        state.last_open_swords = state.open_swords
        discard_all(state)
        if leader_strength > king_strength:  # a tie goes to the king
            state.last_result = Result.LEADER
            crown_the_leader(state, stream, board)
        else:
            state.last_result = Result.KING
            confirm_the_king(state)
    state.leader = NOBODY
    for seat in range(state.scores.shape[0]):
        state.votes[seat] = NOBODY
        state.decided[seat] = 0


@compiled
def keep_for_all_to_see(state):
    """P3: what has been turned up stays public."""
    state.last_leader = state.leader
    state.last_king = state.king
    for seat in range(state.scores.shape[0]):
        state.last_votes[seat] = state.votes[seat]
        for card in range(NUM_ACTION_CARDS):
            state.last_laid[seat, card] = state.laid[seat, card]


@compiled
def forget_the_last(state):
    """P3: until the next revolt is declared."""
    state.last_leader = NOBODY
    state.last_king = NOBODY
    state.last_result = NOBODY
    state.last_open_swords = 0
    for seat in range(state.scores.shape[0]):
        state.last_votes[seat] = NOBODY
        for card in range(NUM_ACTION_CARDS):
            state.last_laid[seat, card] = 0


@compiled
def discard_all(state):
    """R11."""
    for seat in range(state.scores.shape[0]):
        attack.discard_laid(state, seat)


@compiled
def extra_reveal(state):
    """X1."""
    return EXTRA_REVEAL if state.scores.shape[0] == 2 else 0


@compiled
def num_votes(state, side):
    """How many seats have voted for a side."""
    count = 0
    for seat in range(state.scores.shape[0]):
        count += state.votes[seat] == side
    return count


@compiled
def laid_by_side(state, card, side):
    """How many of a card all who voted for one side laid."""
    count = 0
    for seat in range(state.scores.shape[0]):
        if state.votes[seat] == side:
            count += state.laid[seat, card]
    return count


@compiled
def call_off(state):
    """R5: truces are discarded, all else returns to the hands."""
    for seat in range(state.scores.shape[0]):
        state.discard_pile[Card.TRUCE] += state.laid[seat, Card.TRUCE]
        state.laid[seat, Card.TRUCE] = 0
        attack.take_back(state, seat)


@compiled
def cards_strength(state, board, side):
    """R4, R7: the combat of the cards of one side, less the highest, one for each ambush of the other side."""
    strength = 0
    for card in range(NUM_ACTION_CARDS):
        if card != Card.AMBUSH:  # R4: it acts by its text; there are no truces here
            strength += laid_by_side(state, card, side) * board.combat[card]
    return strength - cancelled(state, board, side, laid_by_side(state, Card.AMBUSH, 1 - side))


@compiled
def cancelled(state, board, side, ambushes):
    """The combat of the `ambushes` highest cards of one side (R7)."""
    lost = 0
    ceiling = 1 << 14  # above any combat value
    while ambushes > 0 and ceiling > 0:
        highest, count = 0, 0  # the highest value below the ceiling, and how many cards have it
        for card in range(NUM_ACTION_CARDS):
            laid = laid_by_side(state, card, side)
            if card == Card.AMBUSH or laid == 0 or board.combat[card] >= ceiling:
                continue
            if board.combat[card] > highest:
                highest, count = board.combat[card], 0
            if board.combat[card] == highest:
                count += laid
        lost += highest * min(count, ambushes)
        ambushes -= count
        ceiling = highest
    return lost


@compiled
def confirm_the_king(state):
    """R9."""
    reward_followers(state, state.king, Vote.CROWN)
    people.shuffle_all_but(state, (state.open_swords + 1) // 2)


@compiled
def crown_the_leader(state, stream, board):
    """R10, the way of every later king (K5), then E1."""
    state.king = state.leader
    state.scores[state.king] += state.buildings[state.king, Supply.CASTLES]
    reward_followers(state, state.king, Vote.SWORD)
    people.shuffle_all_but(state, 0)
    people.turn_up(state, stream, 1)
    end.announce(state, stream, board)


@compiled
def reward_followers(state, winner, side):
    """R9, R10: per own cathedral 2 VP for the winner and 1 VP for all others who voted for his side."""
    for seat in range(state.scores.shape[0]):
        if state.votes[seat] == side:
            state.scores[seat] += state.buildings[seat, Supply.CATHEDRALS] * (2 if seat == winner else 1)
