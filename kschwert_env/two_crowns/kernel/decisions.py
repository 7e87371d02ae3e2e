"""The legal actions of a decision, and their effects."""

from kschwert_env.engine.jit.compiling import compiled, noalias
from kschwert_env.two_crowns.kernel import actions as ids
from kschwert_env.two_crowns.kernel import battle, payment, recruiting, turn
from kschwert_env.two_crowns.kernel.components import NUM_CARDS, Payment, Phase


@compiled
def step(state, stream, board, action):
    """Carry out one legal action, and all automatic effects up to the next decision."""
    if action == ids.ATTACK:
        battle.declare(state)
    elif action == ids.RECRUIT:
        recruiting.recruit(state, stream, board)
    elif action < ids.LAY:
        recruiting.exact(state, stream, board, action - ids.EXACT)
    elif action < ids.DONE:
        battle.lay(state, ids.card_laid(action))
    elif action == ids.DONE:
        done(state, board)
    elif action < ids.KEEP:
        payment.pay(state, board, action - ids.PAY)
    elif action < ids.ROLL_FATE:
        recruiting.keep(state, board, action - ids.KEEP)
    elif action == ids.ROLL_FATE:
        turn.roll_fate(state, stream)
    else:
        turn.end_turn(state, board)  # E2


@compiled
def done(state, board):
    """Let the defender lay cards after the attacker (A2); then the attacker turns theirs up and pays (A3)."""
    if state.player == state.turn_player:
        state.player = 1 - state.turn_player
    else:
        battle.turn_up(state, state.turn_player)
        payment.ask_next_payment(state, board)


@noalias
def legal_mask(state, board, mask):
    """Write 1 for every legal action of the deciding seat and 0 for all others; all zeros when over."""
    for i in range(mask.shape[0]):
        mask[i] = 0
    if state.phase == Phase.TURN:
        mask_turn(state, board, mask)
    elif state.phase == Phase.LAY:
        battle.lay_options(state, mask)
        mask[ids.DONE] = battle.may_be_done(state)
        mask[ids.ROLL_FATE] = turn.can_roll_fate(state, board)
    elif state.phase == Phase.PAY:
        mask[ids.PAY + Payment.YES] = payment.can_pay(state)
        mask[ids.PAY + Payment.NO] = 1
    elif state.phase == Phase.KEEP:
        for card in range(NUM_CARDS):
            mask[ids.KEEP + card] = state.exact[card] > 0


@compiled
def mask_turn(state, board, mask):
    """Write 1 for attacking and recruiting (T1), passing if neither is possible (E2), and rolling (F1)."""
    mask[ids.ATTACK] = turn.can_attack(state)
    mask[ids.RECRUIT] = turn.can_recruit(state)
    if turn.can_exchange(state):
        for card in range(NUM_CARDS):
            mask[ids.EXACT + card] = state.hands[state.turn_player, card] > 0
    mask[ids.ROLL_FATE] = turn.can_roll_fate(state, board)
    mask[ids.PASS] = turn.must_pass(state)
