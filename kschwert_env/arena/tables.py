"""Plays games side by side: who is asked thinks in one batch with all others of his kind."""

from collections.abc import Callable, Iterable, Sequence
from importlib import import_module
from itertools import islice
from threading import Event
from time import perf_counter
from typing import Any

import numpy as np

from kschwert_env.agents.base import Agent, DecisionBatch, choose_actions, make_world_sampler
from kschwert_env.arena.schedule import Seating
from kschwert_env.engine.loops import WAIT
from kschwert_env.engine.rng import derived_seeds, seeded_streams
from kschwert_env.engine.rules import GameRules
from kschwert_env.engine.warmup import STAGES, ensure_compiled

Row = dict[str, Any]
"""What is noted of a finished game, in JSON's types:

`game` its number, `seed`, `line_up` as in `Seating`, `scores` by seat, `ending`, `decisions` by seat, and `points` by
seat: those gained by each kind of action in each phase, as "revolt lay: done", whoever took it; `END` stands for the
last action and the final scoring.
"""

END = "end of the game"
"""The source of the points that come with a game's last action and final scoring."""

_NO_GAME = -1


class Tables:
    """`places` games side by side; a place where a game has ended takes the next one.

    Attributes:
        thinking: float64 (agents, 2), decisions taken so far by each agent, and the seconds they took.
    """

    def __init__(
        self,
        rules: GameRules,
        agents: Sequence[Agent],
        games: Iterable[Seating],
        places: int,
        names: Sequence[str] | None = None,
    ) -> None:
        """Places without games; `games` are asked for as places fall free, agents known by their index.

        `names` are what agents are called in errors, by default by their classes.
        """
        ensure_compiled(rules, *STAGES)
        self._rules, self._agents, self._games = rules, agents, iter(games)
        self._names = names or [type(agent).__qualname__ for agent in agents]
        package = import_module(f"kschwert_env.{rules.package}")
        self._endings, self._classify_endings = package.StatsCollector.endings, package.StatsCollector.classify_endings
        kinds = [rules.actions.decode(i).kind for i in range(rules.num_actions)]
        names = list(dict.fromkeys(kinds))
        self._sources = [source(phase, kind) for phase in rules.phase_names for kind in names] + [END]
        self._kind_of, self._num_kinds = np.array([names.index(kind) for kind in kinds]), len(names)
        seats = rules.num_players
        self._states, self._final = np.zeros(places, rules.state_dtype), np.zeros(places, rules.state_dtype)
        self._streams = seeded_streams(0, places)
        self._masks = np.zeros((places, rules.num_actions), np.int8)
        self._observations = np.zeros((places, rules.observation.size), np.int8)
        self._outcome = np.zeros((places, seats), np.float32), np.zeros(places, np.bool_), np.zeros(places, np.bool_)
        self._numbers = np.full(places, _NO_GAME)
        self._seeds = np.zeros(places, np.int64)
        self._line_ups = np.zeros((places, seats), np.int64)
        self._decisions = np.zeros((places, seats), np.int64)
        self._points = np.zeros((places, seats, len(self._sources)), np.int64)
        self.thinking = np.zeros((len(agents), 2))

    def play(self, stop: Event, finished: Callable[[Row], object]) -> None:
        """Play until no game is left, or `stop` is set; `finished` is told of every game.

        Raises IllegalAction where an agent answers one.
        """
        self._seat(np.arange(len(self._numbers)))
        while not stop.is_set() and (self._numbers != _NO_GAME).any():
            actions = self._ask()
            ended = self._carry_out(actions)
            for place in ended:
                finished(self._row(place))
            self._seat(ended)

    def _seat(self, places: np.ndarray) -> None:
        """Begin the next games in these places."""
        self._numbers[places] = _NO_GAME
        begun = np.zeros(len(self._numbers), np.bool_)
        for place, game in zip(places, islice(self._games, len(places)), strict=False):
            self._numbers[place], self._seeds[place], self._line_ups[place] = game
            self._streams[place] = seeded_streams(game.seed, 1)[0]
            self._decisions[place], self._points[place], begun[place] = 0, 0, True
        self._rules.loops.reset(self._states, self._streams, self._rules.board, begun, self._masks, self._observations)

    def _ask(self) -> np.ndarray:
        """The action for every place; WAIT where there is no game."""
        actions = np.full(len(self._numbers), WAIT, np.int64)
        playing = np.flatnonzero(self._numbers != _NO_GAME)
        seats = self._states["player"][playing]
        seeds = derived_seeds(self._seeds[playing], self._decisions[playing].sum(axis=1))
        asked = self._line_ups[playing, seats]
        for agent in np.unique(asked):
            which = asked == agent
            places = playing[which]
            states = self._states[places]
            seen = self._observations[places], self._masks[places]
            decisions = DecisionBatch(
                self._rules, *seen, seeds[which], make_world_sampler(self._rules, states, seeds[which])
            )
            start = perf_counter()
            actions[places] = choose_actions(self._agents[agent], decisions, states, self._names[agent])
            self.thinking[agent] += len(places), perf_counter() - start
        self._decisions[playing, seats] += 1
        return actions

    def _carry_out(self, actions: np.ndarray) -> np.ndarray:
        """One decision in every game; the places where one ended."""
        rules, loops = self._rules, self._rules.loops
        playing = np.flatnonzero(actions != WAIT)
        before, phases = self._states["scores"][playing], self._states["phase"][playing]  # copies
        nobody = np.full(len(actions), -1, np.int64)
        loops.advance(
            self._states,
            self._streams,
            rules.board,
            actions,
            nobody,
            1,
            self._masks,
            np.zeros((len(actions), 0), np.int8),
            self._observations,
            *self._outcome,
            self._final,
        )
        over = (self._outcome[1] | self._outcome[2])[playing]
        after = np.where(over[:, None], self._final["scores"][playing], self._states["scores"][playing])
        sources = phases.astype(np.int64) * self._num_kinds + self._kind_of[actions[playing]]
        sources[over] = len(self._sources) - 1
        self._points[playing, :, sources] += after - before
        return playing[over]

    def _row(self, place: int) -> Row:
        final = self._final[place : place + 1]
        points = [
            {source: int(gained) for source, gained in zip(self._sources, row, strict=True) if gained}
            for row in self._points[place]
        ]
        return {
            "game": int(self._numbers[place]),
            "seed": int(self._seeds[place]),
            "line_up": self._line_ups[place].tolist(),
            "scores": final["scores"][0].tolist(),
            "ending": self._endings[int(self._classify_endings(final)[0])],
            "decisions": self._decisions[place].tolist(),
            "points": points,
        }


def wins(scores: np.ndarray) -> np.ndarray:
    """Which part of the win every seat has in games with these scores: int64 (n, P) to float64 (n, P).

    A win is shared by all seats with most points: where those are w, each has 1/w of it.
    """
    best = scores == scores.max(axis=1, keepdims=True)
    parts: np.ndarray = best / best.sum(axis=1, keepdims=True)
    return parts


def source(phase: str, kind: str) -> str:
    """What points come from: `done` alone would tell neither expansion nor revolt."""
    return f"{phase}: {kind}".replace("_", " ")
