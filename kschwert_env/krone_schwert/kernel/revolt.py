"""Chapter 9: the revolt against the king."""

from kschwert_env.engine.jit.compiling import compiled
from kschwert_env.krone_schwert.kernel import attack, cards, end, king, turn
from kschwert_env.krone_schwert.kernel.components import NOBODY, NUM_ACTION_CARDS, Card, Phase, Result, Supply, Vote

CARDS_PER_VOTE = 2  # R6: people cards turned up for a sword
STRENGTH_PER_VOTE = 2  # R8: strength of a crown
EXTRA_REVEAL = 3  # X1


@compiled
def can_declare(state):
    """Return whether the turn's player may lead a revolt (R1, D7)."""
    seat = state.turn_player
    if state.king == NOBODY or state.king == seat:
        return False
    return king.qualifies(state, seat) and not state.papal_visit[state.king]


@compiled
def declare(state):
    """Begin a revolt: the leader's sword and the king's crown are open, the leader lays first (R2, Q7)."""
    state.action_points -= 1
    clear_last_revolt(state)
    state.leader = state.turn_player
    state.votes[state.leader] = Vote.SWORD
    state.votes[state.king] = Vote.CROWN
    state.phase = Phase.REVOLT_LAY


@compiled
def vote(state, choice):
    """Cast a vote in secret (R2)."""
    state.votes[state.player] = choice
    state.phase = Phase.REVOLT_LAY


@compiled
def lay_options(state, mask):
    """Write 1 for the cards that can be laid next: any card in hand, in table order (Q7)."""
    seat = state.player
    for card in range(attack.first_to_lay(state.laid[seat]), NUM_ACTION_CARDS):
        mask[card] = state.hands[seat, card] > 0


@compiled
def done(state, stream, board):
    """Ask the next seat, clockwise from the leader; settle the revolt after the last one (R3)."""
    state.decided[state.player] = 1
    state.player = (state.player + 1) % state.scores.shape[0]
    if state.player == state.leader:
        settle(state, stream, board)
        turn.continue_turn(state, board)
    elif state.player != state.king:
        state.phase = Phase.REVOLT_VOTE


@compiled
def settle(state, stream, board):
    """Reveal all votes and cards and resolve the revolt (R5 to R11)."""
    record_last_revolt(state)
    if truce_was_laid(state.laid):
        state.last_result = Result.TRUCE
        state.last_open_swords = state.open_swords
        call_off(state)  # R5: before any people card is turned up
    else:
        cards.turn_up_people(state, stream, people_to_turn_up(state.votes))  # R6
        state.last_result = result(state.votes, state.laid, state.open_swords, board)
        state.last_open_swords = state.open_swords
        discard_all(state)
        if state.last_result == Result.LEADER:
            crown_the_leader(state, stream, board)
        else:
            confirm_the_king(state)
    state.leader = NOBODY
    for seat in range(state.scores.shape[0]):
        state.votes[seat] = NOBODY
        state.decided[seat] = 0


@compiled
def result(votes, laid, open_swords, board):
    """Return how a revolt ends, by the votes and the cards laid of all seats and the open swords (R5, R8)."""
    if truce_was_laid(laid):
        return Result.TRUCE
    king_strength = STRENGTH_PER_VOTE * num_votes(votes, Vote.CROWN) + strength_of_cards(votes, laid, board, Vote.CROWN)
    leader_strength = open_swords + strength_of_cards(votes, laid, board, Vote.SWORD)
    return Result.LEADER if leader_strength > king_strength else Result.KING  # R8: a tie goes to the king


@compiled
def record_last_revolt(state):
    """Record the votes and cards, which stay public (P3)."""
    state.last_leader = state.leader
    state.last_king = state.king
    for seat in range(state.scores.shape[0]):
        state.last_votes[seat] = state.votes[seat]
        for card in range(NUM_ACTION_CARDS):
            state.last_laid[seat, card] = state.laid[seat, card]


@compiled
def clear_last_revolt(state):
    """Clear the record of the last revolt, as a new one is declared (P3)."""
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
    """Discard all cards laid (R11)."""
    for seat in range(state.scores.shape[0]):
        attack.discard_laid(state, seat)


@compiled
def truce_was_laid(laid):
    """Return whether any seat has laid a truce (R5)."""
    for seat in range(laid.shape[0]):
        if laid[seat, Card.TRUCE] > 0:
            return True
    return False


@compiled
def people_to_turn_up(votes):
    """Return how many people cards are turned up: two per sword voted, and more with two players (R6, X1)."""
    return CARDS_PER_VOTE * num_votes(votes, Vote.SWORD) + extra_reveal(votes.shape[0])


@compiled
def extra_reveal(num_players):
    """Return how many people cards a revolt turns up besides those for votes (X1)."""
    return EXTRA_REVEAL if num_players == 2 else 0


@compiled
def num_votes(votes, side):
    """Return how many seats have voted for a side."""
    count = 0
    for seat in range(votes.shape[0]):
        count += votes[seat] == side
    return count


@compiled
def laid_by_side(votes, laid, card, side):
    """Return how many copies of a card the seats that voted for a side have laid."""
    count = 0
    for seat in range(votes.shape[0]):
        if votes[seat] == side:
            count += laid[seat, card]
    return count


@compiled
def call_off(state):
    """Discard the truces and return all other cards to the hands (R5)."""
    for seat in range(state.scores.shape[0]):
        state.discard_pile[Card.TRUCE] += state.laid[seat, Card.TRUCE]
        state.laid[seat, Card.TRUCE] = 0
        attack.take_back(state, seat)


@compiled
def strength_of_cards(votes, laid, board, side):
    """Return the combat of the cards of one side, less what the other side's ambushes cancel (R4, R7)."""
    return combat_of_cards(votes, laid, board, side) - combat_cancelled(votes, laid, board, side)


@compiled
def combat_of_cards(votes, laid, board, side):
    """Return the combat of the cards of one side; an ambush acts by its text instead (R4)."""
    combat = 0
    for card in range(NUM_ACTION_CARDS):
        if card != Card.AMBUSH:
            combat += laid_by_side(votes, laid, card, side) * board.combat[card]
    return combat


@compiled
def combat_cancelled(votes, laid, board, side):
    """Return the combat of the highest cards of one side, one for each ambush of the other side (R7)."""
    ambushes = laid_by_side(votes, laid, Card.AMBUSH, 1 - side)
    cancelled = 0
    ceiling = 1 << 14  # above any combat value
    while ambushes > 0 and ceiling > 0:
        highest, count = 0, 0  # the highest value below the ceiling, and how many cards have it
        for card in range(NUM_ACTION_CARDS):
            number = laid_by_side(votes, laid, card, side)
            if card == Card.AMBUSH or number == 0 or board.combat[card] >= ceiling:
                continue
            if board.combat[card] > highest:
                highest, count = board.combat[card], 0
            if board.combat[card] == highest:
                count += number
        cancelled += highest * min(count, ambushes)
        ambushes -= count
        ceiling = highest
    return cancelled


@compiled
def confirm_the_king(state):
    """Settle a revolt that the king wins (R9)."""
    reward_followers(state, state.king, Vote.CROWN)
    cards.shuffle_people(state, (state.open_swords + 1) // 2)


@compiled
def crown_the_leader(state, stream, board):
    """Settle a revolt that the leader wins, and becomes king (R10, K5); announce their points (E1)."""
    state.king = state.leader
    state.scores[state.king] += state.buildings[state.king, Supply.CASTLES]
    reward_followers(state, state.king, Vote.SWORD)
    cards.shuffle_people(state, 0)
    cards.turn_up_people(state, stream, 1)
    end.announce(state, stream, board)


@compiled
def reward_followers(state, winner, side):
    """Score 2 VP per own cathedral for the winner, 1 VP for other seats that voted for their side (R9, R10)."""
    for seat in range(state.scores.shape[0]):
        if state.votes[seat] == side:
            state.scores[seat] += state.buildings[seat, Supply.CATHEDRALS] * (2 if seat == winner else 1)
