"""Chapter 5: cards drawn and played; the people cards (C7).

Shuffled cards are counts, drawn without replacement.
"""

from kschwert_env.engine.compiled.rng import below, draw_card, move_all
from kschwert_env.engine.jit.compiling import compiled
from kschwert_env.krone_schwert.kernel import end, turn
from kschwert_env.krone_schwert.kernel.components import NOBODY, NUM_ACTION_CARDS, NUM_CARDS, Card, Phase, Supply, Vote

INCITE_REVEAL, UNREST_REVEAL = 3, 2  # D6, D5


@compiled
def can_draw(state):
    """Return whether a pile holds an action card or `game_end`, so that every chain of events ends (D3)."""
    if state.end_begun:
        return True
    for card in range(NUM_ACTION_CARDS):
        if state.draw_pile[card] + state.discard_pile[card] > 0:
            return True
    return False


@compiled
def draw(state, stream, board):
    """Draw one card for 1 action point (D1). An event is carried out and may be replaced at no cost (Q9)."""
    if state.phase != Phase.REDRAW:
        state.action_points -= 1
    if state.cards_before_game_end == 0:
        state.draw_pile[Card.GAME_END] -= 1
        state.discard_pile[Card.GAME_END] += 1
        end.finish(state, board)  # E2
        return
    card = take_top(state, stream)
    if card < NUM_ACTION_CARDS:
        state.hands[state.turn_player, card] += 1
        turn.continue_turn(state, board)
        return
    state.discard_pile[card] += 1
    if state.king != NOBODY:  # D2
        carry_out(state, stream, card)
    state.phase = Phase.REDRAW  # Q9. What made drawing legal still lies in a pile (D3)


@compiled
def take_top(state, stream):
    """Draw the top card of the draw pile, after shuffling the discards into an empty one (D3)."""
    if draw_pile_is_empty(state):
        shuffle_discards_in(state)
    if state.end_begun:
        state.cards_before_game_end -= 1
    return draw_card(state.draw_pile, NUM_CARDS - 1, stream)  # every kind but `game_end`


@compiled
def draw_pile_is_empty(state):
    """Return whether no card is left, `game_end` included."""
    for card in range(NUM_CARDS):
        if state.draw_pile[card] > 0:
            return False
    return True


@compiled
def shuffle_discards_in(state):
    """Shuffle the discard pile into the draw pile (D3, K2)."""
    move_all(state.discard_pile, state.draw_pile)


@compiled
def discard_from_hand(state, seat, card):
    """Move one card from a hand to the discard pile."""
    state.hands[seat, card] -= 1
    state.discard_pile[card] += 1


# -- cards played and events -----------------------------------------------------------------------------------------


@compiled
def carry_out(state, stream, event):
    """Carry out a city scoring or unrest."""
    if event == Card.UNREST:
        turn_up_people(state, stream, UNREST_REVEAL)  # D5
    else:
        score_cities(state)


@compiled
def score_cities(state):
    """Score 1 VP per city of either size for every player except the king (D4)."""
    for seat in range(state.scores.shape[0]):
        if seat != state.king:
            state.scores[seat] += (
                state.buildings[seat, Supply.SMALL_CITIES] + state.buildings[seat, Supply.LARGE_CITIES]
            )


@compiled
def incite(state, stream, board):
    """Play `incite` to turn up people cards (D6)."""
    state.action_points -= 1
    discard_from_hand(state, state.turn_player, Card.INCITE)
    turn_up_people(state, stream, INCITE_REVEAL)
    turn.continue_turn(state, board)


@compiled
def papal_visit(state, board):
    """Open a papal visit, which lasts until the owner's next turn begins (D7, T2)."""
    state.action_points -= 1
    state.hands[state.turn_player, Card.PAPAL_VISIT] -= 1
    state.papal_visit[state.turn_player] = 1
    turn.continue_turn(state, board)


# -- people cards ----------------------------------------------------------------------------------------------------


@compiled
def turn_up_people(state, stream, count):
    """Turn up `count` people cards, or as many as are left (C7)."""
    for _ in range(count):
        left = state.face_down[Vote.CROWN] + state.face_down[Vote.SWORD]
        if left == 0:
            return
        if below(stream, left) < state.face_down[Vote.SWORD]:
            state.face_down[Vote.SWORD] -= 1
            state.open_swords += 1
        else:
            state.face_down[Vote.CROWN] -= 1
            state.crowns_aside += 1


@compiled
def shuffle_people(state, open_swords):
    """Shuffle all people cards into a new face-down pile, except `open_swords` swords that stay open (R9, R10)."""
    state.face_down[Vote.CROWN] += state.crowns_aside
    state.crowns_aside = 0
    state.face_down[Vote.SWORD] += state.open_swords - open_swords
    state.open_swords = open_swords
