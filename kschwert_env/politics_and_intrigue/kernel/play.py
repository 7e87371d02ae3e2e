"""Chapter 8, A1 and A2: when a card may be played, and what happens before it acts."""

from kschwert_env.engine.jit.compiling import compiled, inlined
from kschwert_env.politics_and_intrigue.kernel import actions as ids
from kschwert_env.politics_and_intrigue.kernel import (
    asking,
    attacks,
    cards,
    deeds,
    events,
    hands,
    stock,
    survey,
)
from kschwert_env.politics_and_intrigue.kernel.components import PLAYED, Card, Phase, Resource


@compiled
def options(state, board, mask):
    """A1: what the turn player may play in the phase `action`."""
    for i in range(len(PLAYED)):
        card = ids.card_played(ids.PLAY + i)
        if state.hands[state.turn_player, card] > 0 and (state.gate_open or card == Card.SCOUT):
            mask[i] = attacks.can_do(state, board, card) if cards.is_attack(card) else deeds.can_do(state, board, card)


@compiled
def answer_options(state, card, mask):
    """A6, A11, A18: a card that has its own moment may be played by the deciding seat if the gate is open (B12)."""
    mask[ids.playing(card)] = state.gate_open & (state.hands[state.player, card] > 0)


@compiled
def play(state, board, card):
    """A1, Q6: the card leaves the hand, the enemy's sees are paid, then an attack may be answered, or the card acts."""
    seat = state.player
    hands.leave(state, seat, card)
    if card != Card.CHURCH_BAN:
        hands.discard(state, board, seat, card)
    pay_sees(state, 1 - seat)
    if card == Card.ALCHEMIST:
        asking.ask(state, Phase.NUMBER, seat)
    elif card == Card.PHYSICIAN:
        events.answer_plague(state, 1)
    elif card == Card.BISHOP:  # A11: what was played has no effect
        asking.ask(state, Phase.ACTION, state.turn_player)
    elif cards.is_attack(card):
        asking.ask(state, Phase.REACT, 1 - seat)
        state.card = card
    else:
        deeds.do(state, board, card)


@inlined
def pay_sees(state, seat):
    """F20: one gold for each see that works, if there is room."""
    for _ in range(survey.count_working(state, seat, Card.BISHOPS_SEE)):
        if state.room[seat, Resource.GOLD] > 0:
            stock.gain(state, seat, Resource.GOLD)
