"""Analysis for a visitor: what a position is worth, how the game went, and which decisions cost most.

Who sits in a seat gets it at a table that allows it, and only of what the seat knows.
"""

import asyncio
from collections.abc import Coroutine
from typing import Any, NamedTuple

import numpy as np

from kschwert_env.web.errors import Refused
from kschwert_env.web.server_config import MOST_SECONDS, House
from kschwert_env.web.sessions.session import LiveTable, Visitor, Work
from kschwert_env.web.sessions.table import Table, Viewer, seen_by
from kschwert_env.web.sessions.views import Message, described
from kschwert_env.web.workers.pool import Workers
from kschwert_env.web.workers.worker import job

SECONDS = 2.0
"""For an analysis where none are named."""

FIRST = 0.3
"""Seconds after which an analysis tells what it has found so far."""

GRAPH_WORLDS = 8
"""Worlds for a point of a graph."""

AT_ONCE = 8
"""Points of a graph that are worked out in one job."""

CANDIDATES = 12
"""Decisions that a graph looks at more closely, those with the greatest loss."""

CANDIDATE_SECONDS = 1.0
"""For how long each of them."""

LEAST_COST = 0.02
"""What a decision must have cost to be told of, in shares of the win."""

SURE = 2.0
"""Likewise in standard errors."""


class Point(NamedTuple):
    """A moment of the game as its viewer knew it.

    Attributes:
        state: structured (1,).
        number: how many decisions the viewer knew of.
        player: who decided then; None when the game is over.
        action: what was done then; None in the present, and where the viewer does not know.
        choices: how many actions were legal.
    """

    state: np.ndarray
    number: int
    player: int | None
    action: int | None
    choices: int


class Analyst:
    """Thinks for one visitor; what is asked for takes the place of what was asked before."""

    def __init__(self, table: LiveTable, visitor: Visitor, workers: Workers, work: Work, house: House) -> None:
        """Nothing is thought about yet."""
        self._live, self._visitor = table, visitor
        self._workers, self._work, self._house = workers, work, house
        self._task: asyncio.Task[None] | None = None

    async def analyse(self, number: int | None, agent: str | None, seconds: float | None) -> None:
        """Begin to search a position, by the number of decisions that the visitor knew of; None is the present."""
        table, eyes = self._live.table, self._allowed()
        at = None if number is None else table.place(eyes, number)
        look = table.look(eyes, at)
        if look.game.is_over:
            raise Refused("the game is over: there is nothing to think about")
        if agent is not None:
            self._house.check_agent(table.rules, agent)
        budget = SECONDS if seconds is None else min(seconds, MOST_SECONDS)
        state = look.game.state.reshape(1)
        player, number = look.game.player, look.number
        head = {"type": "analysis", "number": number, "player": player, "agent": agent}
        if eyes not in (None, player):  # what another knows is his secret
            self._begin(self._only_chances(head, state))
        else:
            self._begin(self._searched(head, state, agent, budget))

    async def _only_chances(self, head: Message, state: np.ndarray) -> None:
        (win,) = await self._chances([state], worlds=32)
        await self._visitor.answer({**head, "win": win, "actions": [], "done": True})

    async def _searched(self, head: Message, state: np.ndarray, agent: str | None, budget: float) -> None:
        rules = self._live.table.rules
        for seconds in (FIRST, budget) if budget > 2 * FIRST else (budget,):
            found = await self._search(state, agent, seconds)
            position = rules.position(state[0])
            actions = [{**each, **described(rules, each["number"], position)} for each in found["actions"]]
            done = seconds == budget
            await self._visitor.answer({**head, "win": found["win"], "actions": actions, "done": done})

    async def graph(self) -> None:
        """Begin to work out the win chances of the whole game, and which decisions cost most."""
        table, eyes = self._live.table, self._allowed()
        points = await self._work(points_of, table, eyes)
        self._begin(self._graph(points, eyes))

    async def _graph(self, points: list[Point], eyes: Viewer) -> None:
        chances: list[list[float] | None] = [None] * len(points)
        for first in range(0, len(points), AT_ONCE):
            part = points[first : first + AT_ONCE]
            found = await self._chances([point.state for point in part], worlds=GRAPH_WORLDS)
            chances[first : first + len(part)] = found
            await self._visitor.answer({"type": "graph", "points": chances, "costly": [], "done": False})
        costly: list[Message] = []
        for place in candidates(points, chances, eyes):
            cost = await self._cost(points[place])
            costly = sorted([*costly, *([cost] if cost else [])], key=lambda found: -found["cost"])
            await self._visitor.answer({"type": "graph", "points": chances, "costly": costly, "done": False})
        await self._visitor.answer({"type": "graph", "points": chances, "costly": costly, "done": True})

    async def _cost(self, point: Point) -> Message | None:
        """What a decision cost, if it did for certain."""
        rules = self._live.table.rules
        actions = (await self._search(point.state, None, CANDIDATE_SECONDS))["actions"]
        best, done = actions[0], next((found for found in actions if found["number"] == point.action), None)
        if done is None:
            return None
        cost = best["value"] - done["value"]
        if cost < max(LEAST_COST, SURE * float(np.hypot(best["error"], done["error"]))):
            return None
        position = rules.position(point.state[0])
        words = [described(rules, found["number"], position) for found in (best, done)]
        told = {"best": words[0]["words"], "target": words[0]["target"], "done": words[1]["words"]}
        return {"number": point.number, "seat": point.player, "cost": cost, **told}

    def stop(self) -> None:
        """Think no more."""
        if self._task is not None:
            self._task.cancel()

    def _allowed(self) -> Viewer:
        """Whose eyes to look with. Raises Refused where the table does not allow to analyse."""
        table = self._live.table
        eyes = table.eyes(self._visitor.seat)
        check_analysis(table, eyes)
        return eyes

    def _begin(self, thinking: Coroutine[Any, Any, None]) -> None:
        self.stop()
        self._task = asyncio.create_task(self._told_of(thinking))

    async def _told_of(self, thinking: Coroutine[Any, Any, None]) -> None:
        try:
            await thinking
        except Refused as error:
            await self._visitor.answer({"type": "error", "words": f"analysis: {error}"})

    async def _search(self, state: np.ndarray, agent: str | None, seconds: float) -> dict[str, Any]:
        asked = job("search", self._live.table.rules, state, agent=agent, seconds=seconds, seed=0)
        found: dict[str, Any] = await self._workers.think(asked, seconds)
        return found

    async def _chances(self, states: list[np.ndarray], worlds: int) -> list[list[float]]:
        asked = job("chances", self._live.table.rules, np.concatenate(states), worlds=worlds, seed=0)
        found: list[list[float]] = await self._workers.think(asked, MOST_SECONDS)
        return found


def check_analysis(table: Table, eyes: Viewer) -> None:
    """Raises Refused where a seat may not analyse while the game goes on."""
    if eyes is not None and not table.about.analysis:
        raise Refused("at this table nobody analyses before the game is over")


def points_of(table: Table, eyes: Viewer) -> list[Point]:
    """The moments of a game that its viewer knows of, as he knew them."""
    points, number = [], 0
    for i, game in enumerate(table.begins_again()):
        known = i == 0 or table.moments[i - 1].told(eyes)
        number += bool(known and i)
        if known:
            moment = table.moments[i] if i < len(table.moments) else None
            action = moment.action if moment and eyes in (None, moment.player) else None
            state = seen_by(game, eyes).state.reshape(1)
            points.append(Point(state, number, game.player, action, moment.choices if moment else 0))
    return points


def candidates(points: list[Point], chances: list[list[float] | None], eyes: Viewer) -> list[int]:
    """The decisions after which the chances of who decided fell most, in that order, by their places."""
    losses: list[tuple[float, int]] = []
    for place, point in enumerate(points[:-1]):
        before, after = chances[place], chances[place + 1]
        if point.player is None or point.action is None or point.choices < 2 or before is None or after is None:
            continue
        losses.append((after[point.player] - before[point.player], place))
    return [place for loss, place in sorted(losses)[:CANDIDATES] if loss < 0]
