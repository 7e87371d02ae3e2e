"""Chapter 4: the turn, its yield, and resources of one's choice."""

from kschwert_env.engine.jit.compiling import compiled, inlined
from kschwert_env.politics_and_intrigue.kernel import actions as ids
from kschwert_env.politics_and_intrigue.kernel import prompts
from kschwert_env.politics_and_intrigue.kernel.chapters import building_effects, game_end, hand_limit
from kschwert_env.politics_and_intrigue.kernel.components import MOST_STOCK, NOBODY, NUM_PLAYERS, Card, Phase, Resume
from kschwert_env.politics_and_intrigue.kernel.zones import principality, resources


@compiled
def begin(state):
    """Begin the turn of `turn_player` with the dice (T1)."""
    prompts.ask(state, Phase.ROLL, state.turn_player)
    state.face = NOBODY
    state.number = 0
    state.mints_used = 0


@compiled
def pass_on(state, board):
    """End the turn: the other seat's begins (T1), unless the cap on rounds is reached (W2)."""
    if state.turn == board.last_turn:
        state.truncated = 1
        game_end.finish(state)
        return
    state.turn += 1
    state.turn_player = 1 - state.turn_player
    begin(state)


@compiled
def end_event(state):
    """End what the event die brought: the enemy keeps its hand limit (H1), then all regions yield."""
    if hand_limit.enemy_must_trim(state):
        hand_limit.ask_enemy_to_trim(state, Resume.YIELD)
    else:
        pay_yield(state)


@compiled
def pay_yield(state):
    """Let all regions with the number rolled yield (T4, F3, F25). Then the turn player acts."""
    for seat in range(NUM_PLAYERS):
        twice = building_effects.doubled(state, seat)
        filled = building_effects.beside_working(state, seat, Card.REPUBLIC_HOUSE)
        for region in range(principality.num_regions(state, seat)):
            if state.region_number[seat, region] == state.number:
                amount = MOST_STOCK if filled >> region & 1 else 1 + (twice >> region & 1)
                resources.fill(state, seat, region, amount)
    prompts.ask(state, Phase.ACTION, state.turn_player)


# -- gain: resources of one's choice (D3, D4, E4, E10) ----------------------------------------------------------


@compiled
def ask_gains(state, first, second):
    """Let seat 0 choose `first` resources and seat 1 `second` (T2)."""
    prompts.ask(state, Phase.GAIN, state.turn_player)
    state.gains[0], state.gains[1] = first, second
    next_gain(state)


@compiled
def next_gain(state):
    """Ask the next seat with gains due and room for them, the turn player first (T2, T3). Then comes the yield.

    A seat without room is not asked, and its gains are lost (Q8).
    """
    for i in range(NUM_PLAYERS):
        seat = state.turn_player if i == 0 else 1 - state.turn_player
        if state.gains[seat] > 0 and resources.has_room(state, seat):
            state.player = seat
            return
        state.gains[seat] = 0
    end_event(state)


@inlined
def apply_gain(state, stream, board, action):
    """Take one resource (T2)."""
    resources.gain(state, state.player, action - ids.RESOURCE)
    state.gains[state.player] -= 1
    next_gain(state)
