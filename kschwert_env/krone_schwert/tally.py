"""Statistics of many random games, played side by side in a `Batch`."""

from collections.abc import Callable
from enum import IntEnum
from time import perf_counter
from typing import NamedTuple

import numpy as np

from kschwert_env.engine.batch import Batch
from kschwert_env.krone_schwert.components import NOBODY, Card
from kschwert_env.krone_schwert.rules import Rules

PLACES = 500  # games side by side: many enough to be fast, few enough that every place plays many in a row


class Ending(IntEnum):
    """How a game ended (E2, E3, E6)."""

    GAME_END_DRAWN = 0
    FULL_BOARD = 1
    ROUND_CAP = 2


class Outcome(IntEnum):
    """How a revolt ended (R5, R9, R10)."""

    LEADER = 0
    KING = 1
    CALLED_OFF = 2


def game_dtype(num_players: int) -> np.dtype:
    """What is noted of a finished game."""
    return np.dtype(
        [
            ("decisions", np.int64),
            ("rounds", np.int64),
            ("ending", np.int64),  # Ending
            ("scores", np.int64, (num_players,)),
            ("revolts", np.int64, (len(Outcome),)),
        ]
    )


class Sample(NamedTuple):
    """A fair sample of games (`game_dtype`), and how fast they and all others were played.

    Short games are not favoured: of every place the first games count, as many in each, up to one.
    """

    games: np.ndarray
    played: int  # games finished and decisions taken, also of games that don't count
    decisions: int
    seconds: float

    @property
    def win_shares(self) -> np.ndarray:
        """The share of wins of every seat; equal points share a win (E5)."""
        scores = self.games["scores"]
        wins = scores == scores.max(axis=1, keepdims=True)
        shares: np.ndarray = (wins / wins.sum(axis=1, keepdims=True)).mean(axis=0)
        return shares


def play_games(rules: Rules, games: int, seed: int, report: Callable[[int], object] = lambda finished: None) -> Sample:
    """Play so many uniformly random games; `report` hears how many have finished.

    Ctrl-C ends it early: then as many games count as the slowest place has finished, of every place.
    """
    table = _Table(rules, games, seed)
    start = perf_counter()
    try:
        while (table.finished < table.quota).any():
            table.step()
            report(int(np.minimum(table.finished, table.quota).sum()))
    except KeyboardInterrupt:
        table.quota = np.minimum(table.quota, table.finished.min())
    return Sample(table.counted(), int(table.finished.sum()), table.steps * table.batch.size, perf_counter() - start)


class _Table:
    """The batch, and what is noted while it plays."""

    def __init__(self, rules: Rules, games: int, seed: int) -> None:
        size = min(games, PLACES)
        self.seats = rules.num_players
        self.batch = Batch(rules, size, seed, observations=False)
        self.quota = games // size + (np.arange(size) < games % size)  # games that count, by place
        self.finished = np.zeros(size, np.int64)
        self.steps = 0
        self._notes = np.zeros((size, self.quota.max()), game_dtype(self.seats))
        self._running = np.zeros(size, game_dtype(self.seats))

    def step(self) -> None:
        """One random decision in every place."""
        states = self.batch.states
        revolting = np.flatnonzero(states["leader"] != NOBODY)
        before = states[revolting]  # a copy
        _, terminated, truncated = self.batch.step(self.batch.random_actions())
        ended = np.flatnonzero(terminated | truncated)
        self.steps += 1
        self._running["decisions"] += 1
        after = states[revolting]
        cut_short = np.isin(revolting, ended)  # the cap struck as the revolt was settled
        after[cut_short] = self.batch.final_states[revolting[cut_short]]
        settled = after["leader"] == NOBODY
        self._running["revolts"][revolting[settled], outcomes(before, after)[settled]] += 1
        if len(ended):
            self._note(ended)

    def _note(self, ended: np.ndarray) -> None:
        final = self.batch.final_states[ended]
        games = self._running[ended]
        games["rounds"] = final["turn"] // self.seats + 1
        games["ending"] = endings(final)
        games["scores"] = final["scores"]
        counts = self.finished[ended] < self.quota[ended]
        places = ended[counts]
        self._notes[places, self.finished[places]] = games[counts]
        self.finished[ended] += 1
        self._running[ended] = 0

    def counted(self) -> np.ndarray:
        """The games that count, in one row."""
        games: np.ndarray = self._notes[np.arange(self._notes.shape[1]) < self.quota[:, None]]
        return games


def endings(final: np.ndarray) -> np.ndarray:
    """How games ended, by their last positions."""
    drawn = final["discard_pile"][:, Card.GAME_END] > 0
    return np.select([final["truncated"] > 0, drawn], [Ending.ROUND_CAP, Ending.GAME_END_DRAWN], Ending.FULL_BOARD)


def outcomes(before: np.ndarray, after: np.ndarray) -> np.ndarray:
    """How revolts ended, by the positions before and after the reveal."""
    truce = before["laid"][:, :, Card.TRUCE].any(axis=1)
    return np.select([truce, after["king"] == before["leader"]], [Outcome.CALLED_OFF, Outcome.LEADER], Outcome.KING)
