"""The compiled loops that every game shares. `bind` ties them to the rules of one game."""

from collections.abc import Callable
from types import ModuleType
from typing import Any, NamedTuple

from kschwert_env.engine.jit.compiling import entry_point
from kschwert_env.engine.jit.prefetch import prefetch
from kschwert_env.engine.rng import CHANCE, CHOICE, choose, list_ones

RANDOM = -1
"""In place of an action: a uniformly random one."""

WAIT = -2
"""In place of an action: none at all."""


class Loops(NamedTuple):
    """The entry points of one game. Arrays have one row per game; `board` is a structured array of length 1.

    Rows of masks may be longer than there are actions: zeros behind these.

    Attributes:
        reset: (states, streams, board, which, masks, observations): starts afresh the games where `which`.
        refresh: (states, board, masks, observations): writes the mask of every game and what its deciding seat may know;
            masks of games that are over are all zeros, their observations stay as they were.
        step: (states, streams, board, action, masks): one legal action in a single game, which stays over at its end.
        list_legal: (masks, numbers): writes the numbers of the legal actions in a single game, int64 in ascending order;
            says how many there are.
        observe: (states, board, seat, observations): every game as seen by one seat.
        compute_returns: (states, board, returns): the returns of every game, float64.
        resample: (states, streams, board, seat): deals anew what is hidden from a seat, in every game.
        advance: (states, streams, board, actions, seats, decisions, masks, shown, observations, rewards, terminated,
            truncated, last): so many decisions in every game, and then at random until seat `seats[i]` decides; counts
            games ended. `shown` is a second copy of the masks, for who might write on it; of width 0 there is none.
        sample_actions: (masks, streams, actions): a uniformly random legal action for every game.
        first_illegal: (masks, actions, special): the first game whose action is illegal, or -1; `RANDOM` and `WAIT` are
            legal if `special`.
    """

    reset: Callable[..., Any]
    refresh: Callable[..., Any]
    step: Callable[..., Any]
    list_legal: Callable[..., Any]
    observe: Callable[..., Any]
    compute_returns: Callable[..., Any]
    resample: Callable[..., Any]
    advance: Callable[..., Any]
    sample_actions: Callable[..., Any]
    first_illegal: Callable[..., Any]


def bind(folder: str, rules: ModuleType) -> Loops:
    """The loops, kept in that folder (`entry_point`), for a game whose module `rules` has the compiled functions

    `reset(state, stream, board)`, `step(state, stream, board, action)`, `legal_mask(state, board, mask)`,
    `observe(state, board, seat, out)`, `returns(state, board, out)` and `resample(state, stream, board, seat)`.
    `reset` starts from `board.blank`. (The loops close over the module: closing over a compiled function would keep
    them from ever being found on disk.)
    """

    @entry_point(folder)
    def reset(states, streams, board, which, masks, observations):
        """Start afresh the games where `which`."""
        for i in range(states.shape[0]):
            if which[i]:
                states[i] = board[0].blank
                rules.reset(states[i], streams[i, CHANCE], board[0])
                rules.legal_mask(states[i], board[0], masks[i])
                if observations.shape[1] > 0:
                    rules.observe(states[i], board[0], states[i].player, observations[i])

    @entry_point(folder)
    def refresh(states, board, masks, observations):
        """Write the mask of every game, all zeros when it is over, and what the deciding seat may know."""
        for i in range(states.shape[0]):
            rules.legal_mask(states[i], board[0], masks[i])
            if observations.shape[1] > 0 and states[i].player >= 0:
                rules.observe(states[i], board[0], states[i].player, observations[i])

    @entry_point(folder)
    def step(states, streams, board, action, masks):
        """One legal action in a single game, which stays over when it ends."""
        rules.step(states[0], streams[0, CHANCE], board[0], action)
        rules.legal_mask(states[0], board[0], masks[0])

    @entry_point(folder)
    def list_legal(masks, numbers):
        """The numbers of the legal actions in a single game."""
        return list_ones(masks[0], numbers)

    @entry_point(folder)
    def observe(states, board, seat, observations):
        """Every game as seen by one seat."""
        for i in range(states.shape[0]):
            rules.observe(states[i], board[0], seat, observations[i])

    @entry_point(folder)
    def compute_returns(states, board, returns):
        """The returns of every game, float64."""
        for i in range(states.shape[0]):
            rules.returns(states[i], board[0], returns[i])

    @entry_point(folder)
    def resample(states, streams, board, seat):
        """Deal anew what is hidden from a seat, in every game."""
        for i in range(states.shape[0]):
            rules.resample(states[i], streams[i, CHANCE], board[0], seat)

    @entry_point(folder)
    def advance(
        states,
        streams,
        board,
        actions,
        seats,
        decisions,
        masks,
        shown,
        observations,
        rewards,
        terminated,
        truncated,
        last,
    ):
        """`decisions` decisions in every game, and then at random until seat `seats[i]` decides, if that is one.

        The first is the action given, or random where it is RANDOM, as the others are; WAIT leaves a game alone.
        Counts games ended.
        """
        ended = 0
        for i in range(states.shape[0]):
            if i + 1 < states.shape[0] and actions[i + 1] != WAIT:  # the next game's memory comes while this one plays
                prefetch(states, i + 1)
                prefetch(masks, i + 1)
                prefetch(observations, i + 1)
            if actions[i] == WAIT:
                continue
            state = states[i]
            for seat in range(rewards.shape[1]):
                rewards[i, seat] = 0
            terminated[i] = False
            truncated[i] = False
            waits = seats[i] >= 0
            decision = 0
            while decision < decisions or (waits and state.player != seats[i]):
                action = actions[i] if decision == 0 else RANDOM
                if action == RANDOM:
                    action = choose(masks[i], streams[i, CHOICE])
                rules.step(state, streams[i, CHANCE], board[0], action)
                decision += 1
                if state.player < 0:
                    ended += 1
                    last[i] = states[i]
                    if waits or decision == decisions:  # else the caller is told about the last decision only
                        rules.returns(state, board[0], rewards[i])
                        truncated[i] = state.truncated
                        terminated[i] = not state.truncated
                    states[i] = board[0].blank
                    rules.reset(state, streams[i, CHANCE], board[0])
                rules.legal_mask(state, board[0], masks[i])
                if observations.shape[1] > 0 and (not waits or state.player == seats[i]):
                    rules.observe(state, board[0], state.player, observations[i])
            for action in range(shown.shape[1]):
                shown[i, action] = masks[i, action]
        return ended

    @entry_point(folder)
    def sample_actions(masks, streams, actions):
        """A uniformly random legal action for every game."""
        for i in range(masks.shape[0]):
            actions[i] = choose(masks[i], streams[i, CHOICE])

    @entry_point(folder)
    def first_illegal(masks, actions, special):
        """The first game whose action is illegal, or -1; RANDOM and WAIT are legal if `special`."""
        for i in range(masks.shape[0]):
            if special and (actions[i] == RANDOM or actions[i] == WAIT):
                continue
            if not 0 <= actions[i] < masks.shape[1] or masks[i, actions[i]] == 0:
                return i
        return -1

    return Loops(
        reset, refresh, step, list_legal, observe, compute_returns, resample, advance, sample_actions, first_illegal
    )
