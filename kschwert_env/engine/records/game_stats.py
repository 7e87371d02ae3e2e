"""Statistics of games, random or of an agent, played in parallel in a `Batch`."""

from collections.abc import Callable
from time import perf_counter
from typing import Any, ClassVar, Generic, NamedTuple, TypeVar

import numpy as np
import numpy.typing as npt

from kschwert_env.engine.contract.rules import GameRules
from kschwert_env.engine.records.point_sources import PointSources
from kschwert_env.engine.simulation.batch import Batch

R = TypeVar("R", bound=GameRules)

Chooser = Callable[[Batch[Any]], np.ndarray]
"""Function from a batch, with observations, to a legal action for every game, int64 (size,)."""

NUM_SLOTS = 500
"""Number of games in parallel: enough for speed, and few enough that every slot plays many games."""

Z_95 = 1.959964
"""Quantile of the standard normal distribution for two-sided 95 % intervals."""


class GameStats(NamedTuple):
    """Unbiased sample of games, and the playing speed.

    Attributes:
        games: structured, one row per counted game: a column for each of `counts`, `ending` (index into `endings`), and
            `scores` by seat.
        counts: names of the quantities counted in each game.
        endings: ways in which a game can end.
        actions: mean number of actions of each kind per game.
        points: mean points of all seats per game from each source (`PointSources`), where there were any.
        played: number of finished games, including those outside the sample.
        decisions: number of decisions in all games.
        seconds: wall-clock time in seconds.
    """

    games: np.ndarray
    counts: tuple[str, ...]
    endings: tuple[str, ...]
    actions: dict[str, float]
    points: dict[str, float]
    played: int
    decisions: int
    seconds: float

    @property
    def win_shares(self) -> np.ndarray:
        """Return the share of wins of every seat, float64 (num_players,); equal scores share a win."""
        scores = self.games["scores"]
        wins = scores == scores.max(axis=1, keepdims=True)
        shares: np.ndarray = (wins / wins.sum(axis=1, keepdims=True)).mean(axis=0)
        return shares

    @property
    def win_intervals(self) -> np.ndarray:
        """Return the 95 % confidence interval of the win share of every seat, float64 (num_players, 2)."""
        return np.stack(wilson_interval(self.win_shares, len(self.games)), axis=1)


def wilson_interval(shares: npt.ArrayLike, games: npt.ArrayLike) -> tuple[np.ndarray, np.ndarray]:
    """Return lower and upper bounds of 95 % confidence intervals for win shares from `games` games each, float64.

    Wilson's score interval (Journal of the American Statistical Association 22, 1927, p. 209). A shared win counts as a
    fraction of a win, which makes the interval conservative. `games` must be at least 1.
    """
    share, number = np.asarray(shares, np.float64), np.asarray(games, np.float64)
    scale = 1 + Z_95**2 / number
    middle = (share + Z_95**2 / (2 * number)) / scale
    reach = Z_95 * np.sqrt(share * (1 - share) / number + Z_95**2 / (4 * number**2)) / scale
    return np.clip(middle - reach, 0, share), np.clip(middle + reach, share, 1)  # rounding could leave the range


class StatsCollector(Generic[R]):
    """Plays games in parallel and collects statistics of each.

    Sampling does not favour short games: every slot contributes the same number of games, up to one, starting with its
    first. A game with more quantities extends `counts` and overrides `step`; a game with other endings sets `endings`
    and overrides `classify_endings`.

    Attributes:
        counts: names of the quantities counted in each game, among them "decisions".
        endings: names of the ways in which a game can end.
        rules: rules of all games.
        batch: the games.
        running: structured (slots,), statistics of the unfinished games.
    """

    counts: ClassVar[tuple[str, ...]] = ("decisions",)
    endings: ClassVar[tuple[str, ...]] = ("terminated", "truncated")

    def __init__(self, rules: R, games: int, seed: int, choose: Chooser | None = None) -> None:
        """Prepare `games` games, played by `choose`, or at random.

        Raises ValueError for fewer than 1 game, and for an invalid seed.
        """
        size = min(games, NUM_SLOTS)
        self.rules = rules
        self.batch = Batch(rules, size, seed, observations=choose is not None)
        self._choose = choose or Batch.random_actions
        counts = [(name, np.int32) for name in self.counts]
        columns = np.dtype([*counts, ("ending", np.int32), ("scores", np.int32, (rules.num_players,))])
        self.running = np.zeros(size, columns)
        self._quota = games // size + (np.arange(size) < games % size)  # sampled games, by slot
        self._finished = np.zeros(size, np.int64)
        self._records = np.zeros((size, self._quota.max()), columns)
        self._sources = PointSources(rules)
        self._running_actions = np.zeros((size, len(self._sources.kinds)), np.int64)
        self._running_points = np.zeros((size, len(self._sources.names)), np.int64)
        self._total_actions = np.zeros(len(self._sources.kinds), np.int64)
        self._total_points = np.zeros(len(self._sources.names), np.int64)
        self._totalled = 0  # number of games in these totals

    def play(self, report: Callable[[int], object] = lambda finished: None) -> GameStats:
        """Play all games to their end; call `report` with the number of finished games after every step.

        Ctrl-C stops early. Every slot then contributes as many games as the slowest slot has finished; `actions` and
        `points` cover all finished games.
        """
        start, steps = perf_counter(), 0
        try:
            while (self._finished < self._quota).any():
                self._store(self.step())
                steps += 1
                report(int(np.minimum(self._finished, self._quota).sum()))
        except KeyboardInterrupt:
            self._quota = np.minimum(self._quota, self._finished.min())
        games = self._records[np.arange(self._records.shape[1]) < self._quota[:, None]]
        seconds = perf_counter() - start
        played, decisions = int(self._finished.sum()), steps * self.batch.size
        return GameStats(games, self.counts, self.endings, *self._means(), played, decisions, seconds)

    def _means(self) -> tuple[dict[str, float], dict[str, float]]:
        """Return actions and points per game, by kind and source."""
        games = max(1, self._totalled)
        actions = zip(self._sources.kinds, (self._total_actions / games).tolist(), strict=True)
        points = zip(self._sources.names, (self._total_points / games).tolist(), strict=True)
        return dict(actions), {source: mean for source, mean in points if mean}

    def step(self) -> np.ndarray:
        """Carry out one decision in every slot, update `running`, and return the slots where a game ended."""
        states, slots = self.batch.states, np.arange(self.batch.size)
        before, phases, actions = states["scores"].copy(), states["phase"].copy(), self._choose(self.batch)
        _, terminated, truncated = self.batch.step(actions)
        over = terminated | truncated
        after = np.where(over[:, None], self.batch.final_scores, states["scores"])
        sources = self._sources.classify(phases, actions, over)
        self._running_points[slots, sources] += (after - before).sum(axis=1)
        self._running_actions[slots, self._sources.kind_of[actions]] += 1
        ended = np.flatnonzero(over)
        self.running["decisions"] += 1
        self.running["ending"][ended] = self.classify_endings(self.batch.final_states[ended])
        self.running["scores"][ended] = self.batch.final_scores[ended]
        return ended

    @staticmethod
    def classify_endings(final: np.ndarray) -> np.ndarray:
        """Return the endings of games as indices into `endings`, by their final positions."""
        return final["truncated"].astype(np.int64)

    def _store(self, ended: np.ndarray) -> None:
        slots = ended[self._finished[ended] < self._quota[ended]]
        self._records[slots, self._finished[slots]] = self.running[slots]
        self._total_actions += self._running_actions[slots].sum(axis=0)
        self._total_points += self._running_points[slots].sum(axis=0)
        self._totalled += len(slots)
        self._finished[ended] += 1
        self.running[ended] = 0
        self._running_actions[ended] = 0
        self._running_points[ended] = 0
