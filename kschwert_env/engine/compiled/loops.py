"""Compiled entry points shared by all games. `bind` creates them for the rules of one game."""

from collections.abc import Callable
from types import ModuleType
from typing import Any, NamedTuple

from kschwert_env.engine.compiled.rng import CHANCE, CHOICE, GAME, choose, list_ones, seed_streams
from kschwert_env.engine.compiled.team import (
    CALLER,
    NO_ORDER,
    SAMPLE,
    give_orders,
    report,
    wait_for_orders,
    wait_for_reports,
)
from kschwert_env.engine.jit.compiling import entry_point
from kschwert_env.engine.jit.packed import prefetch

RANDOM = -1
"""Action sentinel: choose a uniformly random legal action."""

WAIT = -2
"""Action sentinel: carry out no action."""


class Loops(NamedTuple):
    """Entry points of one game. Arrays have one row per game; `board` is a structured array of length 1.

    Rows of masks may be longer than the number of actions; the padding is zero. Rows of observations may be longer than
    an observation; the rest is not touched. `observations` of `reset` and `refresh` may be None.

    Attributes:
        reset: (states, streams, board, which, masks, observations): restarts the games where `which`.
        start: (states, streams, board, masks, seed): starts a single game with a seed.
        refresh: (states, board, masks, observations): writes the action mask and the deciding seat's observation of
            every game. Masks of finished games become zeros; their observations stay unchanged.
        step: (states, streams, board, masks, action): carries out one action in a single game, without restart; returns
            False, and changes nothing, if it is illegal.
        list_legal: (masks, ids): writes the ids of the legal actions of a single game, int64 in ascending order, and
            returns their number.
        observe: (states, board, seat, observations): writes the observation of one seat in every game.
        compute_returns: (states, board, returns): writes the returns of every game, float64.
        resample: (states, streams, board, seat): resamples in every game what is hidden from a seat (a
            determinization).
        advance: (states, streams, board, actions, seats, decisions, masks, public_masks, observations, rewards,
            terminated, truncated, final_states, team, worker): carries out `decisions` decisions in every game, then
            random ones until seat `seats[i, 0]` decides, or `seats[i, 1]` if a new game starts meanwhile, and returns
            the number of games that ended. `public_masks` is a second copy of the masks, which users may write into;
            with width 0 it is not written. A worker of a team (`engine.team`) does this whenever it gets the order, and
            returns when there was none for a while. If `decisions` is `SAMPLE`, it writes random legal actions instead.
        sample_actions: (masks, streams, actions): writes a uniformly random legal action for every game.
        first_illegal: (masks, actions, special): returns the first game whose action is illegal, or -1; `RANDOM` and
            `WAIT` are legal if `special`.
    """

    reset: Callable[..., Any]
    start: Callable[..., Any]
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
    """Return the entry points of a game, cached in the code folder `folder` (`entry_point`).

    The module `rules` must have the compiled functions `reset(state, stream, board)`, `step(state, stream, board,
    action)`, `legal_mask(state, board, mask)`, `observe(state, board, seat, out)`, `returns(state, board, out)` and
    `resample(state, stream, board, seat)`. `reset` starts from `board.blank`. The entry points close over the module,
    because Numba cannot cache closures over compiled functions.
    """

    @entry_point(folder)
    def reset(states, streams, board, which, masks, observations):
        """Restart the games where `which`."""
        for i in range(states.shape[0]):
            if which[i]:
                states[i] = board[0].blank
                rules.reset(states[i], streams[i, CHANCE], board[0])
                rules.legal_mask(states[i], board[0], masks[i])
                if observations is not None:  # noqa: SIM102  # with None, Numba leaves the branch out
                    if observations.shape[1] > 0:  # Numba leaves out a branch by the first test alone
                        rules.observe(states[i], board[0], states[i].player, observations[i])

    @entry_point(folder)
    def start(states, streams, board, masks, seed):
        """Start a single game with the streams of a seed."""
        seed_streams(streams[0], seed, 0, GAME)
        states[0] = board[0].blank
        rules.reset(states[0], streams[0, CHANCE], board[0])
        rules.legal_mask(states[0], board[0], masks[0])

    @entry_point(folder)
    def refresh(states, board, masks, observations):
        """Write the action mask of every game, zeros when it is over, and the observation of the deciding seat."""
        for i in range(states.shape[0]):
            rules.legal_mask(states[i], board[0], masks[i])
            if observations is not None:  # noqa: SIM102  # likewise
                if observations.shape[1] > 0 and states[i].player >= 0:
                    rules.observe(states[i], board[0], states[i].player, observations[i])

    @entry_point(folder)
    def step(states, streams, board, masks, action):
        """Carry out an action in a single game, without restart at its end; return False if it is illegal."""
        if not 0 <= action < masks.shape[1] or masks[0, action] == 0:
            return False
        rules.step(states[0], streams[0, CHANCE], board[0], action)
        rules.legal_mask(states[0], board[0], masks[0])
        return True

    @entry_point(folder)
    def list_legal(masks, ids):
        """Write the ids of the legal actions of a single game; return their number."""
        return list_ones(masks[0], ids)

    @entry_point(folder)
    def observe(states, board, seat, observations):
        """Write the observation of one seat in every game."""
        for i in range(states.shape[0]):
            rules.observe(states[i], board[0], seat, observations[i])

    @entry_point(folder)
    def compute_returns(states, board, returns):
        """Write the returns of every game, float64."""
        for i in range(states.shape[0]):
            rules.returns(states[i], board[0], returns[i])

    @entry_point(folder)
    def resample(states, streams, board, seat):
        """Resample in every game what is hidden from a seat."""
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
        public_masks,
        observations,
        rewards,
        terminated,
        truncated,
        final_states,
        team,
        worker,
    ):
        """Carry out `decisions` decisions in every game, then random ones until seat `seats[i, 0]` decides, if >= 0.

        In a game that starts meanwhile, seat `seats[i, 1]` takes the place of `seats[i, 0]`.

        The first decision is the given action, the others are random. RANDOM samples the first one, too; WAIT skips a
        game. A worker of a team does this whenever it gets the order, with the ordered number of decisions. Return the
        number of games that ended.
        """
        while True:
            if worker == CALLER:
                give_orders(team, decisions)
            else:
                decisions = wait_for_orders(team, worker)
                if decisions == NO_ORDER:
                    return 0
            ended = 0
            for i in range(states.shape[0]):
                if decisions == SAMPLE:
                    actions[i] = choose(masks[i], streams[i, CHOICE])
                    continue
                if (
                    i + 1 < states.shape[0] and actions[i + 1] != WAIT
                ):  # load the next game's memory while this one plays
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
                awaited = seats[i, 0]
                waits = awaited >= 0
                decision = 0
                while decision < decisions or (waits and state.player != awaited):
                    action = actions[i] if decision == 0 else RANDOM
                    if action == RANDOM:
                        action = choose(masks[i], streams[i, CHOICE])
                    rules.step(state, streams[i, CHANCE], board[0], action)
                    decision += 1
                    if state.player < 0:
                        ended += 1
                        final_states[i] = states[i]
                        awaited = seats[i, 1]
                        if waits or decision == decisions:  # otherwise outputs describe the last decision only
                            rules.returns(state, board[0], rewards[i])
                            truncated[i] = state.truncated
                            terminated[i] = not state.truncated
                        states[i] = board[0].blank
                        rules.reset(state, streams[i, CHANCE], board[0])
                    rules.legal_mask(state, board[0], masks[i])
                    if observations.shape[1] > 0 and (not waits or state.player == awaited):
                        rules.observe(state, board[0], state.player, observations[i])
                for action in range(public_masks.shape[1]):
                    public_masks[i, action] = masks[i, action]
            if worker == CALLER:
                wait_for_reports(team)
                return ended
            report(team, worker, ended)

    @entry_point(folder)
    def sample_actions(masks, streams, actions):
        """Write a uniformly random legal action for every game."""
        for i in range(masks.shape[0]):
            actions[i] = choose(masks[i], streams[i, CHOICE])

    @entry_point(folder)
    def first_illegal(masks, actions, special):
        """Return the first game whose action is illegal, or -1; RANDOM and WAIT are legal if `special`."""
        for i in range(masks.shape[0]):
            if special and (actions[i] == RANDOM or actions[i] == WAIT):
                continue
            if not 0 <= actions[i] < masks.shape[1] or masks[i, actions[i]] == 0:
                return i
        return -1

    return Loops(
        reset,
        start,
        refresh,
        step,
        list_legal,
        observe,
        compute_returns,
        resample,
        advance,
        sample_actions,
        first_illegal,
    )
