"""Games between fixed agents, chunk by chunk, with every decision as its seat saw it."""

from collections import deque
from collections.abc import Iterator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass
from itertools import islice
from threading import Event
from typing import Any

import numpy as np

from kschwert_env.agents.base import Agent, choose_batch_actions
from kschwert_env.arena.executors import games_in_parallel
from kschwert_env.engine.compiled.loops import WAIT
from kschwert_env.engine.compiled.rng import MAX_SEED, check_seed, derived_seeds
from kschwert_env.engine.contract.options import check
from kschwert_env.engine.contract.rules import GameRules
from kschwert_env.engine.records.embedded_editions import embedded
from kschwert_env.engine.simulation.batch import Batch, available_cores
from kschwert_env.engine.simulation.warmup import STAGES, ensure_compiled

_MOST_AT_ONCE = 64
"""Most games of a chunk: their observations and masks take some 30 to 60 MB."""


@dataclass(frozen=True)
class GameChunk:
    """g finished games with consecutive numbers, and their n decisions, sorted by game and order of play.

    Attributes:
        numbers: int64 (g,), numbers of the games in their series.
        seeds: int64 (g,), seeds of the games: `Game(rules, seed)` starts the same game.
        returns: float32 (g, P), returns by seat.
        truncated: bool (g,), games that a cap stopped; the others ended by the rules.
        final_observations: int8 (g, P, N), observations of all seats at the end.
        games: int64 (n,), games of the decisions, as indices into the arrays above.
        order: int64 (n,), numbers of the decisions in their games, from 0.
        seats: int64 (n,), deciding seats.
        observations: int8 (n, N), observations of the deciding seats.
        masks: int8 (n, A), their action masks.
        actions: int64 (n,), their actions.
    """

    numbers: np.ndarray
    seeds: np.ndarray
    returns: np.ndarray
    truncated: np.ndarray
    final_observations: np.ndarray
    games: np.ndarray
    order: np.ndarray
    seats: np.ndarray
    observations: np.ndarray
    masks: np.ndarray
    actions: np.ndarray

    def is_last(self) -> np.ndarray:
        """Return whether each decision is the last of its seat in its game, bool (n,)."""
        last = np.zeros(len(self.games), np.bool_)
        seats = self.games * self.returns.shape[1] + self.seats
        last[len(seats) - 1 - np.unique(seats[::-1], return_index=True)[1]] = True
        return last


class GameSeries:
    """Games between fixed agents. A game depends on the seed and its number only.

    So ranges of games can be played in several runs, and on several machines.

    Attributes:
        rules: rules of all games.
        names: names of the agents, by seat.
        games: numbers of the games.
        seed: seed of the series.
    """

    def __init__(
        self,
        rules: GameRules,
        agents: Sequence[Agent],
        games: int,
        seed: int = 0,
        first: int = 0,
        names: Sequence[str] | None = None,
    ) -> None:
        """`agents` are one for each seat, or one for all seats; `first` is the number of the first game.

        `names` of the agents are stored in datasets; the default is their class names. Raises ValueError for a wrong
        argument.
        """
        players = rules.num_players
        check("agents", agents, len(agents) in (1, players), f"one agent, or {players} (one for each seat)")
        check("games", games, type(games) is int and games >= 1, "an integer of at least 1")
        check("first", first, type(first) is int and 0 <= first <= MAX_SEED - games, "an integer of at least 0")
        names = names or [type(agent).__qualname__ for agent in agents]
        check("names", names, len(names) == len(agents), f"{len(agents)} names, one for each agent")
        repeats = players // len(agents)
        self.rules = rules
        self.names = tuple(names) * repeats
        self.games = range(first, first + games)
        self.seed = check_seed(seed)
        self._agents = list(agents) * repeats
        places = [id(agent) for agent in self._agents]
        self._players = np.array([places.index(place) for place in places])  # the first seat with the same agent
        self._chunk = games_in_parallel(agents, _MOST_AT_ONCE)

    def describe(self) -> dict[str, Any]:
        """Return what determines the games, in JSON types, for the metadata of datasets.

        It contains the text of an edition that is not a bundled one, as a record does.
        """
        return {
            "game": self.rules.package,
            **embedded(self.rules),
            "fingerprint": self.rules.fingerprint,
            "agents": list(self.names),
            "seed": self.seed,
            "first": self.games.start,
            "games": len(self.games),
        }

    def chunks(self, workers: int | None = None) -> Iterator[GameChunk]:
        """Play all games on `workers` threads, by default one per core, and yield them in order.

        The chunks are the same for any number of threads. Raises what an agent raises, and IllegalAction if an agent
        returns an illegal action.
        """
        ensure_compiled(self.rules, *STAGES)
        starts = iter(self.games[:: self._chunk])
        stop, threads = Event(), workers or available_cores()
        with ThreadPoolExecutor(threads) as pool:
            pending: deque[Future[GameChunk | None]] = deque()
            try:
                while True:
                    for start in islice(starts, threads + 1 - len(pending)):  # one more, while the first is written
                        games = range(start, min(start + self._chunk, self.games.stop))
                        pending.append(pool.submit(self._play, games, stop))
                    if not pending:
                        return
                    chunk = pending.popleft().result()
                    assert chunk is not None  # nobody has set `stop` yet
                    yield chunk
            finally:
                stop.set()
                for future in pending:
                    future.cancel()

    def _play(self, games: range, stop: Event) -> GameChunk | None:
        """Play these games to their end, one decision in each per step; return None if `stop` is set before."""
        numbers, playing = np.array(games), np.ones(len(games), np.bool_)
        seeds = derived_seeds(np.full(len(games), self.seed), numbers)
        batch: Batch[GameRules] = Batch(self.rules, len(games), threads=1)
        batch.reset(seed=seeds)
        steps: list[tuple[np.ndarray, ...]] = []
        while playing.any():
            if stop.is_set():
                return None
            at = np.flatnonzero(playing)
            order = np.full(len(at), len(steps))
            chosen = self._choose_actions(batch, at, derived_seeds(seeds[at], order))
            steps.append((at, order, batch.player[at], batch.observations[at], batch.masks[at], chosen))
            actions = np.full(len(games), WAIT)
            actions[at] = chosen
            batch.play(actions)
            playing &= ~(batch.terminated | batch.truncated)
        by_game = np.argsort(np.concatenate([step[0] for step in steps]), kind="stable")
        decisions = (np.concatenate(parts)[by_game] for parts in zip(*steps, strict=True))
        ends = batch.rewards, batch.truncated, batch.final_observations
        return GameChunk(numbers, seeds, *(array.copy() for array in ends), *decisions)

    def _choose_actions(self, batch: Batch[Any], games: np.ndarray, seeds: np.ndarray) -> np.ndarray:
        """Return the actions of the deciding seats' agents in games with these indices, int64 (n,)."""
        actions, players = np.empty(len(games), np.int64), self._players[batch.player[games]]
        for player in np.unique(players).tolist():
            which = np.flatnonzero(players == player)
            agent, name = self._agents[player], self.names[player]
            actions[which] = choose_batch_actions(agent, batch, games[which], seeds[which], name)
        return actions
