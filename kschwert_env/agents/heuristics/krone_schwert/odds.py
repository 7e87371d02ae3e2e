"""Probability of winning a revolt: exact for people cards, expected values for the cards that others may lay."""

from kschwert_env.agents.heuristics.krone_schwert.opponents import sword_chance
from kschwert_env.engine.jit.compiling import compiled
from kschwert_env.krone_schwert.kernel.components import NOBODY, NUM_ACTION_CARDS, Card, Vote
from kschwert_env.krone_schwert.kernel.revolt import CARDS_PER_VOTE, STRENGTH_PER_VOTE, extra_reveal


@compiled
def win_chance(crowns, swords, revealed, margin, spread):
    """Return the probability that `margin` plus the swords among `revealed` people cards exceeds 0 (R6, R8).

    `crowns` and `swords` lie face down. `margin` is the strength of the leader minus that of the king; it may be off by
    up to `spread` either way. With spread 0 the probability is exact: the swords are hypergeometric.
    """
    cards = crowns + swords
    revealed = min(revealed, cards)
    least = max(0, revealed - crowns)
    chance = 1.0  # probability of the minimum number of swords
    if least == 0:
        for i in range(revealed):
            chance *= (crowns - i) / (cards - i)
    else:
        for i in range(cards - revealed):
            chance *= (swords - i) / (cards - i)
    won = 0.0
    for found in range(least, min(swords, revealed) + 1):
        won += chance * won_with(margin + found, spread)
        chance *= (swords - found) * (revealed - found) / ((found + 1) * (crowns - revealed + found + 1.0))
    return won


@compiled
def won_with(lead, spread):
    """Return the probability that a lead exceeds 0 when it may be off by up to `spread`. A tie goes to the king
    (R8).
    """
    if lead >= spread and lead > 0:
        return 1.0
    if lead <= -spread:
        return 0.0
    return 0.5 + 0.5 * lead / spread


@compiled
def cards_held(state, seat):
    """Return the public number of a seat's cards; in a revolt, cards already laid still count (P1)."""
    count = 0
    for card in range(NUM_ACTION_CARDS):
        count += state.hands[seat, card]
        if state.leader != NOBODY:
            count += state.laid[seat, card]
    return count


@compiled
def unseen(state, board, seat, card):
    """Return how many copies of a card may be in other hands or the draw pile, as far as a seat knows (P1)."""
    count = board.copies[card] - state.discard_pile[card] - state.hands[seat, card]
    if state.leader != NOBODY:
        count -= state.laid[seat, card]
    elif state.attacked != NOBODY:
        count -= state.laid[state.turn_player, card]
    if card == Card.PAPAL_VISIT:
        for other in range(state.scores.shape[0]):
            count -= state.papal_visit[other]
    return count


@compiled
def mean_combat(state, board, seat):
    """Return the mean combat value of the action cards that a seat has not seen."""
    cards, combat = 0, 0
    for card in range(NUM_ACTION_CARDS):
        count = unseen(state, board, seat, card)
        cards += count
        combat += count * board.combat[card]
    return combat / max(cards, 1)


@compiled
def leader_chance(state, board, weights, forecast, seat, leader, side, strength, more_people):
    """Return the probability that `leader` overthrows the king, for `seat`, which votes `side` and lays `strength`.

    `more_people` cards are turned up before the revolt.
    """
    mean = mean_combat(state, board, seat)
    known = strength if side == Vote.SWORD else -strength
    hidden = 0.0
    if seat != leader:
        laid = weights.lays * mean * cards_held(state, leader)
        known += laid
        hidden += laid
    if seat != state.king:
        laid = weights.lays * mean * cards_held(state, state.king)
        known -= laid
        hidden += laid
    voters, votes = 0, 0  # other seats with a secret vote; own vote
    voter_cards, swords_expected = 0, 0.0
    for other in range(state.scores.shape[0]):
        if other != leader and other != state.king:
            if other == seat:
                votes = 1
            else:
                voters += 1
                voter_cards += cards_held(state, other)
                swords_expected += sword_chance(state, weights, forecast, other, leader)
    each = weights.voter_lays * mean * voter_cards / max(voters, 1)
    hidden += each * voters
    own_swords = votes * (side == Vote.SWORD)
    chance = 0.0
    sword = swords_expected / max(voters, 1)
    likely = (1.0 - sword) ** voters  # probability that none of them votes sword
    for swords in range(voters + 1):
        crowns = voters - swords + votes - own_swords
        margin = state.open_swords + known + each * (2 * swords - voters) - STRENGTH_PER_VOTE * (1 + crowns)
        revealed = CARDS_PER_VOTE * (1 + swords + own_swords) + extra_reveal(state.scores.shape[0]) + more_people
        chance += likely * win_chance(
            state.face_down[Vote.CROWN], state.face_down[Vote.SWORD], revealed, margin, weights.doubt * hidden
        )
        likely *= (voters - swords) / (swords + 1.0) * sword / (1.0 - sword)
    return chance
