"""Chapter 5: cards, drawn and played."""

from kschwert_env.engine.jit.compiling import compiled
from kschwert_env.engine.rng import take_any
from kschwert_env.krone_schwert.kernel import end, people, piles, turn
from kschwert_env.krone_schwert.kernel.components import NOBODY, NUM_ACTION_CARDS, NUM_CARDS, Card, Phase, Supply

INCITE_REVEAL, UNREST_REVEAL = 3, 2  # D6, D5


@compiled
def can_draw(state):
    """D3: an action card or `game_end` lies in a pile, so that every chain of events ends."""
    if state.end_begun:
        return True
    for card in range(NUM_ACTION_CARDS):
        if state.draw_pile[card] + state.discard_pile[card] > 0:
            return True
    return False


@compiled
def draw(state, stream, board):
    """D1: one card for 1 action point; an event is carried out, and may be replaced at no cost (Q9)."""
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
        turn.go_on(state, board)
        return
    state.discard_pile[card] += 1
    if state.king != NOBODY:  # D2
        carry_out(state, stream, card)
    state.phase = Phase.REDRAW  # Q9. What made drawing legal still lies in a pile (D3)


@compiled
def take_top(state, stream):
    """The top card of a draw pile, made anew from the discards if there is none (D3)."""
    if piles.draw_pile_is_empty(state):
        piles.shuffle_discards_in(state)
    if state.end_begun:
        state.cards_before_game_end -= 1
    return take_any(state.draw_pile, NUM_CARDS - 1, stream)  # every kind but `game_end`


@compiled
def carry_out(state, stream, event):
    """What a city scoring or unrest does when it is drawn."""
    if event == Card.UNREST:
        people.turn_up(state, stream, UNREST_REVEAL)  # D5
    else:
        score_cities(state)


@compiled
def score_cities(state):
    """D4: every player except the king, 1 VP per city of either size."""
    for seat in range(state.scores.shape[0]):
        if seat != state.king:
            state.scores[seat] += (
                state.buildings[seat, Supply.SMALL_CITIES] + state.buildings[seat, Supply.LARGE_CITIES]
            )


@compiled
def incite(state, stream, board):
    """D6."""
    state.action_points -= 1
    piles.discard_from_hand(state, state.turn_player, Card.INCITE)
    people.turn_up(state, stream, INCITE_REVEAL)
    turn.go_on(state, board)


@compiled
def papal_visit(state, board):
    """D7: the card lies open until the owner's next turn begins (T2)."""
    state.action_points -= 1
    state.hands[state.turn_player, Card.PAPAL_VISIT] -= 1
    state.papal_visit[state.turn_player] = 1
    turn.go_on(state, board)
