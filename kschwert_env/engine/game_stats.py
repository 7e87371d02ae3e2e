"""Statistics of many random games, played side by side in a `Batch`."""

from collections.abc import Callable
from time import perf_counter
from typing import ClassVar, Generic, NamedTuple, TypeVar

import numpy as np
import numpy.typing as npt

from kschwert_env.engine.batch import Batch
from kschwert_env.engine.rules import GameRules

R = TypeVar("R", bound=GameRules)

NUM_SLOTS = 500
"""Games side by side: many enough to be fast, few enough that every place plays many in a row."""

Z_95 = 1.959964
"""Of the normal distribution: 95 % lie within so many standard deviations."""


class GameStats(NamedTuple):
    """A fair sample of games, and how fast they and all others were played.

    Attributes:
        games: structured, a column for each of `counts`, `ending` as an index of `endings`, and `scores` by seat.
        counts: what is counted in each game.
        endings: how a game may end.
        played: games finished, also those that don't count.
        decisions: taken in all of them.
        seconds: that it took.
    """

    games: np.ndarray
    counts: tuple[str, ...]
    endings: tuple[str, ...]
    played: int
    decisions: int
    seconds: float

    @property
    def win_shares(self) -> np.ndarray:
        """The share of wins of every seat, float64 (num_players,); equal points share a win."""
        scores = self.games["scores"]
        wins = scores == scores.max(axis=1, keepdims=True)
        shares: np.ndarray = (wins / wins.sum(axis=1, keepdims=True)).mean(axis=0)
        return shares

    @property
    def win_intervals(self) -> np.ndarray:
        """What the true share of wins of every seat lies between, at 95 %: float64 (num_players, 2)."""
        return np.stack(wilson_interval(self.win_shares, len(self.games)), axis=1)


def wilson_interval(shares: npt.ArrayLike, games: npt.ArrayLike) -> tuple[np.ndarray, np.ndarray]:
    """What true shares of wins lie between, at 95 %, by the shares of so many games (at least 1): float64.

    Wilson's score interval (Journal of the American Statistical Association 22, 1927, p. 209); it treats a shared win
    as part of a win, which errs on the wide side.
    """
    share, number = np.asarray(shares, np.float64), np.asarray(games, np.float64)
    scale = 1 + Z_95**2 / number
    middle = (share + Z_95**2 / (2 * number)) / scale
    reach = Z_95 * np.sqrt(share * (1 - share) / number + Z_95**2 / (4 * number**2)) / scale
    return np.clip(middle - reach, 0, share), np.clip(middle + reach, share, 1)  # which rounding could just leave


class StatsCollector(Generic[R]):
    """Random games side by side, and what is noted of each.

    Short games are not favoured: of every place the first games count, as many in each, up to one. A game that has
    more to note names further `counts` and fills them in by extending `decide`; one whose `endings` are its own tells
    them apart by `how_ended`.

    Attributes:
        counts: what is counted in each game; "decisions" are.
        endings: how a game may end, in words.
        rules: of all games.
        batch: the games themselves.
        running: structured (places,), what has been noted of the games that are going on.
    """

    counts: ClassVar[tuple[str, ...]] = ("decisions",)
    endings: ClassVar[tuple[str, ...]] = ("terminated", "truncated")

    def __init__(self, rules: R, games: int, seed: int) -> None:
        """So many games, not begun. Raises ValueError for less than one, and for a wrong seed as `Batch` does."""
        size = min(games, NUM_SLOTS)
        self.rules = rules
        self.batch = Batch(rules, size, seed, observations=False)
        counts = [(name, np.int32) for name in self.counts]
        columns = np.dtype([*counts, ("ending", np.int32), ("scores", np.int32, (rules.num_players,))])
        self.running = np.zeros(size, columns)
        self._quota = games // size + (np.arange(size) < games % size)  # games that count, by place
        self._finished = np.zeros(size, np.int64)
        self._notes = np.zeros((size, self._quota.max()), columns)

    def play(self, report: Callable[[int], object] = lambda finished: None) -> GameStats:
        """Play all games to their end; `report` hears how many have finished.

        Ctrl-C ends it early: then as many games count as the slowest place has finished, of every place.
        """
        start, steps = perf_counter(), 0
        try:
            while (self._finished < self._quota).any():
                self._note(self.step())
                steps += 1
                report(int(np.minimum(self._finished, self._quota).sum()))
        except KeyboardInterrupt:
            self._quota = np.minimum(self._quota, self._finished.min())
        games = self._notes[np.arange(self._notes.shape[1]) < self._quota[:, None]]
        seconds = perf_counter() - start
        return GameStats(games, self.counts, self.endings, int(self._finished.sum()), steps * self.batch.size, seconds)

    def step(self) -> np.ndarray:
        """One random decision in every place, noted in `running`; returns the places where a game ended."""
        _, terminated, truncated = self.batch.step(self.batch.random_actions())
        ended = np.flatnonzero(terminated | truncated)
        self.running["decisions"] += 1
        self.running["ending"][ended] = self.classify_endings(self.batch.final_states[ended])
        self.running["scores"][ended] = self.batch.final_scores[ended]
        return ended

    @staticmethod
    def classify_endings(final: np.ndarray) -> np.ndarray:
        """How games ended, as indices of `endings`, by their last positions."""
        return final["truncated"].astype(np.int64)

    def _note(self, ended: np.ndarray) -> None:
        places = ended[self._finished[ended] < self._quota[ended]]
        self._notes[places, self._finished[places]] = self.running[places]
        self._finished[ended] += 1
        self.running[ended] = 0
