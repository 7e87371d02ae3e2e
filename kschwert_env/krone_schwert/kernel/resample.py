"""The counterpart of `observe`: deal anew, by its distribution, all that a seat may not know."""

from kschwert_env.engine.jit.compiling import compiled
from kschwert_env.engine.rng import below, take_any
from kschwert_env.krone_schwert.kernel.attacker import deal_attacker
from kschwert_env.krone_schwert.kernel.components import NOBODY, NUM_ACTION_CARDS, NUM_CARDS, Card, Phase, Vote
from kschwert_env.krone_schwert.kernel.end import MOST_BELOW


@compiled
def resample(state, stream, board, seat):
    """Deal hands, piles, votes, cards laid in a revolt and the place of `game_end` anew; `state` is changed.

    Hands and piles are uniform over the deals that fit the counts and leave an attacker who still lays cards able to
    exceed the castles (A3); votes cast, and each card of a seat asked so far being laid, are fair coins; `game_end`
    is uniform over the places where it can still be.
    """
    seats = state.scores.shape[0]
    for other in range(seats):
        if other != seat:
            gather(state, other)
    if state.phase == Phase.ATTACK_LAY and state.turn_player != seat:
        deal_attacker(state, stream, board)
    for other in range(seats):
        if other != seat and not (state.phase == Phase.ATTACK_LAY and other == state.turn_player):
            deal(state, stream, other)
            if state.leader != NOBODY:
                decide(state, stream, other)
    if state.draw_pile[Card.GAME_END] > 0:
        others = 0
        for card in range(NUM_CARDS):
            others += card != Card.GAME_END and state.draw_pile[card]
        state.cards_before_game_end = others - below(stream, min(MOST_BELOW, others) + 1)


@compiled
def gather(state, seat):
    """Put all hidden cards of a seat into the draw pile; their number is left in place of the first card's."""
    count = 0
    for card in range(NUM_ACTION_CARDS):
        held = state.hands[seat, card]
        if state.leader != NOBODY:  # cards laid in an attack are open and stay
            held += state.laid[seat, card]
            state.laid[seat, card] = 0
        state.hands[seat, card] = 0
        state.draw_pile[card] += held
        count += held
    state.hands[seat, 0] = count


@compiled
def deal(state, stream, seat):
    """Deal a seat as many action cards as `gather` noted."""
    count = state.hands[seat, 0]
    state.hands[seat, 0] = 0
    for _ in range(count):
        card = take_any(state.draw_pile, NUM_ACTION_CARDS, stream)
        state.hands[seat, card] += 1


@compiled
def decide(state, stream, seat):
    """What a seat that has been asked in the running revolt may have chosen."""
    if state.votes[seat] != NOBODY and seat != state.leader and seat != state.king:
        state.votes[seat] = Vote.SWORD if below(stream, 2) else Vote.CROWN
    if state.decided[seat] or (state.player == seat and state.phase == Phase.REVOLT_LAY):
        for card in range(NUM_ACTION_CARDS):
            for _ in range(state.hands[seat, card]):
                if below(stream, 2):
                    state.hands[seat, card] -= 1
                    state.laid[seat, card] += 1
