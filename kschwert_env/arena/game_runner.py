"""Plays games between agents in parallel slots. Decisions of the same agent are batched over all slots."""

from collections.abc import Callable, Iterable, Sequence
from itertools import islice
from threading import Event
from time import perf_counter
from typing import Any

import numpy as np

from kschwert_env.adapters.text.events import Events
from kschwert_env.agents.base import FORFEIT, Agent, DecisionBatch, choose_actions, reads_events
from kschwert_env.arena.schedule import ScheduledGame
from kschwert_env.engine.compiled.loops import WAIT
from kschwert_env.engine.compiled.rng import derived_seeds, seeded_streams
from kschwert_env.engine.compiled.team import CALLER, NOBODY
from kschwert_env.engine.contract.rules import GameRules
from kschwert_env.engine.records.point_sources import PointSources
from kschwert_env.engine.simulation.warmup import STAGES, ensure_compiled
from kschwert_env.engine.simulation.worlds import make_world_sampler
from kschwert_env.importing import stats_collector

GameResult = dict[str, Any]
"""Result of a finished game, in JSON types.

Keys: `game` (its number), `seed` and `line_up` as in `ScheduledGame`, `scores` by seat, `ending`, `decisions` by seat,
and `points` by seat: points gained from each source (`engine.point_sources`), whichever seat acted.
"""

FORFEITED = "forfeit"
"""Ending of a game in which a seat forfeited: it has one point less than all others, whose points are those so far."""

_NO_GAME = -1


class GameRunner:
    """Plays games in `slots` parallel slots; a slot takes the next game when its game ends.

    Attributes:
        thinking: float64 (agents, 2), number of decisions of each agent so far, and the seconds they took.
    """

    def __init__(
        self,
        rules: GameRules,
        agents: Sequence[Agent],
        games: Iterable[ScheduledGame],
        slots: int,
        names: Sequence[str] | None = None,
    ) -> None:
        """Start with empty slots; `games` is consumed as slots become free and refers to agents by index.

        `names` of the agents are used in error messages; the default is their class names.
        """
        ensure_compiled(rules, *STAGES)
        self._rules, self._agents, self._games = rules, agents, iter(games)
        self._names = names or [type(agent).__qualname__ for agent in agents]
        collector = stats_collector(type(rules))
        self._endings, self._ending_index = collector.endings, collector.classify_endings
        self._sources = PointSources(rules)
        seats = rules.num_players
        self._states, self._final = np.zeros(slots, rules.state_dtype), np.zeros(slots, rules.state_dtype)
        self._streams = seeded_streams(0, slots)
        self._masks = np.zeros((slots, rules.num_actions), np.int8)
        self._observations = np.zeros((slots, rules.observation.size), np.int8)
        self._step_results = np.zeros((slots, seats), np.float32), np.zeros(slots, np.bool_), np.zeros(slots, np.bool_)
        self._game_ids = np.full(slots, _NO_GAME)
        self._seeds = np.zeros(slots, np.int64)
        self._line_ups = np.zeros((slots, seats), np.int64)
        self._decisions = np.zeros((slots, seats), np.int64)
        self._points = np.zeros((slots, seats, len(self._sources.names)), np.int64)
        self._events = [Events(seats) for _ in range(slots)] if any(map(reads_events, agents)) else None
        self.thinking = np.zeros((len(agents), 2))

    def play(self, stop: Event, finished: Callable[[GameResult], object]) -> None:
        """Play until no game is left or `stop` is set; call `finished` with each result.

        Raises IllegalAction if an agent returns an illegal action.
        """
        self._start_games(np.arange(len(self._game_ids)))
        while not stop.is_set() and (self._game_ids != _NO_GAME).any():
            actions = self._choose_actions()
            forfeited = np.flatnonzero(actions == FORFEIT)
            for slot in forfeited.tolist():
                finished(self._forfeited(slot))
            actions[forfeited] = WAIT
            ended = self._step_games(actions)
            for slot in ended:
                finished(self._result(slot))
            self._start_games(np.union1d(ended, forfeited))

    def _start_games(self, slots: np.ndarray) -> None:
        """Start the next games in these slots."""
        self._game_ids[slots] = _NO_GAME
        begun = np.zeros(len(self._game_ids), np.bool_)
        for slot, game in zip(slots, islice(self._games, len(slots)), strict=False):
            self._game_ids[slot], self._seeds[slot], self._line_ups[slot] = game
            self._streams[slot] = seeded_streams(game.seed, 1)[0]
            self._decisions[slot], self._points[slot], begun[slot] = 0, 0, True
            if self._events is not None:
                self._events[slot] = Events(self._rules.num_players)
        self._rules.loops.reset(self._states, self._streams, self._rules.board, begun, self._masks, self._observations)

    def _choose_actions(self) -> np.ndarray:
        """Return the agents' action for every slot, int64 (slots,); WAIT in empty slots, FORFEIT for lost games."""
        actions = np.full(len(self._game_ids), WAIT, np.int64)
        playing = np.flatnonzero(self._game_ids != _NO_GAME)
        seats = self._states["player"][playing]
        seeds = derived_seeds(self._seeds[playing], self._decisions[playing].sum(axis=1))
        agent_indices = self._line_ups[playing, seats]
        for agent in np.unique(agent_indices):
            which = agent_indices == agent
            slots = playing[which]
            states = self._states[slots]
            seen = self._observations[slots], self._masks[slots]
            events = None if self._events is None else [self._events[slot] for slot in slots]
            worlds = make_world_sampler(self._rules, states, seeds[which])
            decisions = DecisionBatch(self._rules, *seen, seeds[which], worlds, events)
            start = perf_counter()
            actions[slots] = choose_actions(self._agents[agent], decisions, states, self._names[agent], True)
            self.thinking[agent] += len(slots), perf_counter() - start
        self._decisions[playing, seats] += 1
        return actions

    def _step_games(self, actions: np.ndarray) -> np.ndarray:
        """Play one decision in every game; return the slots whose games ended."""
        rules, loops = self._rules, self._rules.loops
        playing = np.flatnonzero(actions != WAIT)
        before, phases = self._states["scores"][playing], self._states["phase"][playing]  # copies
        told = None if self._events is None else (self._states[playing], np.count_nonzero(self._masks[playing], axis=1))
        no_seats = np.full((len(actions), 2), -1, np.int64)
        loops.advance(
            self._states,
            self._streams,
            rules.board,
            actions,
            no_seats,
            1,
            self._masks,
            np.zeros((len(actions), 0), np.int8),
            self._observations,
            *self._step_results,
            self._final,
            NOBODY,
            CALLER,
        )
        over = (self._step_results[1] | self._step_results[2])[playing]
        after = np.where(over[:, None], self._final["scores"][playing], self._states["scores"][playing])
        sources = self._sources.classify(phases, actions[playing], over)
        self._points[playing, :, sources] += after - before
        if told is not None:
            self._record_events(playing, *told, actions, over)
        return playing[over]

    def _record_events(
        self, playing: np.ndarray, states: np.ndarray, choices: np.ndarray, actions: np.ndarray, over: np.ndarray
    ) -> None:
        """Add a decision, taken in `states` with a number of choices, to the events of each game that is not over."""
        assert self._events is not None
        rules = self._rules
        for i in np.flatnonzero(~over):
            slot, seat = playing[i], int(states["player"][i]) if choices[i] > 1 else None
            before, after = rules.position(states[i]), rules.position(self._states[slot])
            self._events[slot].record(rules, before, int(actions[slot]), after, seat)

    def _forfeited(self, slot: int) -> GameResult:
        """Return the result of a game that the deciding seat forfeits."""
        scores = self._states["scores"][slot].tolist()
        seat = int(self._states["player"][slot])
        scores[seat] = min(score for other, score in enumerate(scores) if other != seat) - 1
        return self._result_with(slot, scores, FORFEITED)

    def _result(self, slot: int) -> GameResult:
        final = self._final[slot : slot + 1]
        return self._result_with(slot, final["scores"][0].tolist(), self._endings[int(self._ending_index(final)[0])])

    def _result_with(self, slot: int, scores: list[int], ending: str) -> GameResult:
        points = [
            {source: int(gained) for source, gained in zip(self._sources.names, row, strict=True) if gained}
            for row in self._points[slot]
        ]
        return {
            "game": int(self._game_ids[slot]),
            "seed": int(self._seeds[slot]),
            "line_up": self._line_ups[slot].tolist(),
            "scores": scores,
            "ending": ending,
            "decisions": self._decisions[slot].tolist(),
            "points": points,
        }


def wins(scores: np.ndarray) -> np.ndarray:
    """Return each seat's share of the win, float64 (n, P), for scores int64 (n, P).

    The w seats with the most points get 1/w each.
    """
    best = scores == scores.max(axis=1, keepdims=True)
    parts: np.ndarray = best / best.sum(axis=1, keepdims=True)
    return parts
