"""Analysis for a client: values of positions, win chances over the game, and costly decisions.

A seat gets analysis if the table allows it, and only of what the seat knows.
"""

import asyncio
from collections.abc import Awaitable, Callable, Coroutine
from functools import partial
from typing import Any, NamedTuple

import numpy as np

from kschwert_env.engine.contract.rules import GameRules, Position
from kschwert_env.engine.simulation.game import Game, game_type
from kschwert_env.rendering.viewers import PUBLIC
from kschwert_env.requests.errors import RequestError
from kschwert_env.requests.server_config import ServerConfig
from kschwert_env.web.errors import FAILURE, log
from kschwert_env.web.lobby.guides import guided_decisions
from kschwert_env.web.sessions.connection import Connection
from kschwert_env.web.sessions.drawing import Work
from kschwert_env.web.sessions.hints import (
    HINT_SECONDS,
    HINT_SIMS,
    Plan,
    choices_of,
    exercise_message,
    find_plan,
    hint_message,
    mistake_message,
    runner_up,
)
from kschwert_env.web.sessions.session import Session
from kschwert_env.web.sessions.table import Table, Viewer, seen_by
from kschwert_env.web.sessions.views import Message, describe_action
from kschwert_env.web.workers.fair_queue import Requester
from kschwert_env.web.workers.pool import MAX_SECONDS, WorkerPool
from kschwert_env.web.workers.worker import Job, make_job

DEFAULT_SECONDS = 2.0
"""Default time of an analysis, in seconds."""

FIRST_SECONDS = 0.3
"""Time until the first, preliminary result, in seconds."""

GRAPH_WORLDS = 16
"""Number of determinizations per point of a graph."""

POINTS_PER_JOB = 8
"""Number of points of a graph per job."""

MAX_CANDIDATES = 12
"""Maximum number of decisions that a graph searches, those with the largest losses."""

CANDIDATE_SIMS = 2_000
"""Simulations of the search for each of these decisions: what is found does not depend on the machine."""

HINT_ACTIONS = 4
"""Number of actions that a hint compares, those that the search visited most."""

MIN_COST = 0.02
"""Minimum cost of a costly decision, as a share of the win."""

MIN_STANDARD_ERRORS = 3.0
"""Minimum cost of a costly decision, in standard errors: the largest of several differences is often an error."""


class AnalysedPosition(NamedTuple):
    """A position of the game as its viewer knew it.

    Attributes:
        state: structured (1,).
        number: number of decisions that the viewer knew of.
        player: deciding seat; None when the game is over.
        action: action that was taken; None in the present, and if the viewer does not know it.
        choices: number of legal actions.
        is_guided: whether a guided opening named the action.
        laid: actions of the cards that the seat laid before, together with this one.
    """

    state: np.ndarray
    number: int
    player: int | None
    action: int | None
    choices: int
    is_guided: bool = False
    laid: tuple[int, ...] = ()


class Evaluator:
    """Values positions and actions by jobs of worker processes."""

    def __init__(self, rules: GameRules, run: Callable[[Job, float], Awaitable[Any]]) -> None:
        """`run` runs a job with a budget in seconds, and returns its answer."""
        self._rules, self._run = rules, run

    async def search(
        self, state: np.ndarray, agent: str | None, seconds: float, sims: int | None = None, is_quick: bool = False
    ) -> dict[str, Any]:
        """Return the result of a search; a quick one does not wait for its code to be compiled (`Plan.is_quick`)."""
        budget = {"seconds": seconds, "sims": sims, "quick": is_quick}
        result: dict[str, Any] = await self._run(
            make_job("search", self._rules, state, agent=agent, seed=0, **budget), seconds
        )
        return result

    async def chances(self, states: list[np.ndarray], worlds: int) -> list[list[float]]:
        """Return the win chances by seat of each state, structured (1,)."""
        job = make_job("chances", self._rules, np.concatenate(states), worlds=worlds, seed=0)
        chances: list[list[float]] = await self._run(job, MAX_SECONDS)
        return chances

    async def compared(self, game: Game[Any], plan: Plan) -> Plan:
        """Return a plan with the comparison of its choices."""
        job = make_job("compare", game.rules, game.state.reshape(1), actions=plan.choices, seed=0)
        return plan._replace(compared=await self._run(job, HINT_SECONDS))

    async def with_outlook(self, game: Game[Any], plan: Plan, other: int | None) -> Plan:
        """Return a plan with what it leads to beyond another action; not where cards are laid together."""
        if other is None or game.rules.selection(game.position()) is not None:
            return plan
        job = make_job("outlook", game.rules, game.state.reshape(1), actions=[plan.actions[0], other], seed=0)
        return plan._replace(outlook=(other, await self._run(job, HINT_SECONDS)))


class Analyst:
    """Runs analyses for one client; a new request replaces the one of the same kind before.

    Analyses of whole games, which the page begins by itself at the end, run in the background, once for each table.
    """

    def __init__(
        self,
        table: Session,
        connection: Connection,
        workers: WorkerPool,
        work: Work,
        work_long: Work,
        server_config: ServerConfig,
    ) -> None:
        """Start without a running analysis. `work` runs what is short, `work_long` what concerns a whole game."""
        self._session, self._connection = table, connection
        self._server_config, self._work, self._work_long = server_config, work, work_long
        self._who = Requester(connection.visitor, table.number)
        patient = self._who._replace(in_background=True)

        async def run(job: Job, seconds: float) -> Any:
            return await workers.run(job, seconds, self._who)

        async def run_later(job: Job, seconds: float) -> Any:
            return await table.shared_jobs.run(job, partial(workers.run, job, seconds, patient))

        self._evaluator, self._reviewer = (Evaluator(table.table.rules, each) for each in (run, run_later))
        self._tasks: dict[str, asyncio.Task[None]] = {}  # by kind of request
        self._is_closed = False

    async def analyse(self, number: int | None, agent: str | None, seconds: float | None) -> None:
        """Start to search the position after `number` decisions that the client knows of; None is the present."""
        table, viewer = self._session.table, self._allowed_viewer()
        at = None if number is None else table.event_count(viewer, number)
        view = table.view(viewer, at)
        if view.game.is_over:
            raise RequestError("the game is over, so there is nothing to analyse")
        if agent is not None:
            self._server_config.check_agent(table.rules, agent)
        budget = DEFAULT_SECONDS if seconds is None else min(seconds, MAX_SECONDS)
        state = view.game.state.reshape(1)
        player, number = view.game.player, view.number
        head = {"type": "analysis", "number": number, "player": player, "agent": agent}
        if viewer not in (None, player):  # another seat's search would use its hidden information
            self._start("analysis", self._send_chances(head, state))
        else:
            self._start("analysis", self._send_search(head, state, agent, budget))

    async def _send_chances(self, head: Message, state: np.ndarray) -> None:
        (win,) = await self._evaluator.chances([state], worlds=32)
        await self._connection.send({**head, "win": win, "actions": [], "done": True})

    async def _send_search(self, head: Message, state: np.ndarray, agent: str | None, budget: float) -> None:
        rules = self._session.table.rules
        for seconds in (FIRST_SECONDS, budget) if budget > 2 * FIRST_SECONDS else (budget,):
            result = await self._evaluator.search(state, agent, seconds)
            position = rules.position(state[0])
            actions = [{**each, **self._described(each["number"], position)} for each in result["actions"]]
            done = seconds == budget
            await self._connection.send({**head, "win": result["win"], "actions": actions, "done": done})

    async def hint(self, number: int | None) -> None:
        """Start to look for the best decision after `number` decisions, counted as in `analyse`, and for reasons."""
        table, viewer = self._session.table, self._allowed_viewer()
        game = table.view(viewer, None if number is None else table.event_count(viewer, number)).game
        if game.player is None or viewer not in (None, game.player):
            raise RequestError("a hint is for your own decisions; wait for your turn")
        self._start("hint", self._send_hint(game))

    async def _send_hint(self, game: Game[Any]) -> None:
        plan = await find_plan(game, self._search_for_hint)
        if not plan.is_quick:
            plan = await self._evaluator.compared(game, plan._replace(choices=plan.choices[:HINT_ACTIONS]))
            plan = await self._evaluator.with_outlook(game, plan, runner_up(plan))
        voice = self._session.table.voice(self._connection.seat)
        await self._connection.send(await self._work(self._who, hint_message, game, plan, voice))

    async def _search_for_hint(self, state: np.ndarray) -> dict[str, Any]:
        return await self._evaluator.search(state, None, HINT_SECONDS, HINT_SIMS, is_quick=True)

    async def graph(self, seat: int | None) -> None:
        """Start to compute the win chances over the whole game, and the costliest decisions.

        With a `seat` only its decisions count, and each is an exercise.
        """
        self._start("graph" if seat is None else "exercises", self._graph(self._allowed_viewer(), seat))

    async def _graph(self, viewer: Viewer, seat: int | None) -> None:
        points: list[AnalysedPosition] = await self._work_long(
            self._who, analysed_positions, self._session.table, viewer
        )
        chances: list[list[float] | None] = [None] * len(points)
        turns = [int(point.state["turn_player"][0]) for point in points]
        guided = [number for number, point in enumerate(points) if point.is_guided]
        graph = {"type": "graph", "seat": seat, "points": chances, "turns": turns, "guided": guided}
        for first in range(0, len(points), POINTS_PER_JOB):
            part = points[first : first + POINTS_PER_JOB]
            part_chances = await self._reviewer.chances([point.state for point in part], worlds=GRAPH_WORLDS)
            chances[first : first + len(part)] = part_chances
            await self._connection.send({**graph, "costly": [], "left": None, "done": False})
        costly: list[tuple[Message, Message]] = []
        places = candidates(points, chances, viewer, seat)
        for left, place in zip(range(len(places), 0, -1), places, strict=True):
            found_so_far = [mistake for mistake, _ in costly]
            await self._connection.send({**graph, "costly": found_so_far, "left": left, "done": False})
            found_here = await self._mistake(points[place], is_exercise=seat is not None)
            costly = sorted([*costly, *found_here], key=lambda each: -each[0]["cost"])
        all_found = [{**mistake, **exercise} for mistake, exercise in costly]
        await self._connection.send({**graph, "costly": all_found, "left": 0, "done": True})

    async def _mistake(self, point: AnalysedPosition, is_exercise: bool) -> list[tuple[Message, Message]]:
        """Return a decision with its cost, and the exercise that it makes, if the cost is significant."""
        game = game_type(self._session.table.rules).from_state(self._session.table.rules, point.state[0])
        action = int(point.action or 0)
        result = await self._reviewer.search(point.state, None, HINT_SECONDS, CANDIDATE_SIMS)
        best, *others = choices_of(game, result)
        if action == best:
            return []
        pair = Plan([best], game, [best, action])
        _, compared = (await self._reviewer.compared(game, pair)).compared
        cost = compared["lost"]
        if cost < max(MIN_COST, MIN_STANDARD_ERRORS * compared["error"]):
            return []
        pair = await self._reviewer.with_outlook(game, pair, action)
        voice = self._session.table.voice(self._connection.seat)
        mistake: Message = await self._work(self._who, mistake_message, game, pair, action, cost, point.laid, voice)
        exercise: Message = {}
        if is_exercise:
            choices = [best, action, *(other for other in others if other != action)]
            plan = await self._reviewer.compared(game, pair._replace(choices=choices))
            exercise = await self._work(self._who, exercise_message, game, plan, action, voice)
        return [({"number": point.number, "seat": point.player, **mistake}, exercise)]

    def stop(self) -> None:
        """Cancel the running analyses."""
        for task in self._tasks.values():
            task.cancel()

    def close(self) -> None:
        """Cancel the running analyses, and start no other: a message of the client may still be handled."""
        self._is_closed = True
        self.stop()

    def _allowed_viewer(self) -> Viewer:
        """Return the viewer whose knowledge is analysed. Raises RequestError if the table does not allow analysis."""
        table = self._session.table
        viewer = table.effective_viewer(self._connection.seat)
        check_analysis(table, viewer)
        return viewer

    def _described(self, action: int, position: Position) -> Message:
        table = self._session.table
        return describe_action(table.rules, action, position, table.voice(self._connection.seat))

    def _start(self, kind: str, thinking: Coroutine[Any, Any, None]) -> None:
        if self._is_closed:
            thinking.close()
            return
        if kind in self._tasks:
            self._tasks[kind].cancel()
        self._tasks[kind] = asyncio.create_task(self._report_errors(thinking))

    async def _report_errors(self, thinking: Coroutine[Any, Any, None]) -> None:
        try:
            await thinking
        except RequestError as error:
            await self._connection.send({"type": "error", "words": f"analysis: {error}"})
        except Exception:
            log.exception("an analysis failed at table %d", self._session.number)
            await self._connection.send({"type": "error", "words": FAILURE})


def check_analysis(table: Table, viewer: Viewer) -> None:
    """Raise RequestError if a seat may not analyse during play."""
    if viewer == PUBLIC:
        raise RequestError("watchers may analyse when the game is over")
    if viewer is not None and not table.config.analysis:
        raise RequestError("this table does not allow analysis before the game is over")


def analysed_positions(table: Table, viewer: Viewer) -> list[AnalysedPosition]:
    """Return the positions of a game that a viewer knows of, as it knew them."""
    points, number = list[AnalysedPosition](), 0
    config, decisions = table.config, [(event.player, event.action) for event in table.events]
    guided = set() if config.position else guided_decisions(config.game, config.seed, table.rules, decisions)
    for i, game in enumerate(table.replayed_games()):
        is_visible = i == 0 or table.events[i - 1].lines_for(viewer)
        number += bool(is_visible and i)
        if is_visible:
            event = table.events[i] if i < len(table.events) else None
            action = event.action if event and viewer in (None, event.player) else None
            laid = () if action is None else tuple(each.action for each in table.events[table.first_part(i) : i])
            state, choices = seen_by(game, viewer).state.reshape(1), event.choices if event else 0
            points.append(AnalysedPosition(state, number, game.player, action, choices, i in guided, laid))
    return points


def candidates(
    points: list[AnalysedPosition], chances: list[list[float] | None], viewer: Viewer, seat: int | None = None
) -> list[int]:
    """Return the indices of decisions after which the deciding seat's win chance fell, largest losses first.

    With a `seat`, only its decisions count. Decisions of a guided opening don't count.
    """
    losses: list[tuple[float, int]] = []
    for place, point in enumerate(points[:-1]):
        before, after = chances[place], chances[place + 1]
        if (
            point.player is None
            or point.action is None
            or point.choices < 2
            or point.is_guided
            or before is None
            or after is None
        ):
            continue
        if seat in (None, point.player):
            losses.append((after[point.player] - before[point.player], place))
    return [place for loss, place in sorted(losses)[:MAX_CANDIDATES] if loss < 0]
