"""What the games of an arena say about the agents."""

from collections import Counter, defaultdict
from collections.abc import Sequence
from itertools import permutations
from typing import Any, NamedTuple

import numpy as np
from openskill.models import PlackettLuce

from kschwert_env.arena.schedule import Schedule
from kschwert_env.arena.tables import Row, wins
from kschwert_env.engine.game_stats import wilson_interval

Figures = dict[str, Any]
"""By name, in JSON's types; where there is nothing to tell, None."""


class Seats(NamedTuple):
    """The seats of g games with P seats each, all of shape (g, P).

    Attributes:
        agents: int64, index of the agent.
        scores: int64, points.
        wins: float64, part of the win.
        places: float64, placement: from 1 for the first, ties averaged.
    """

    agents: np.ndarray
    scores: np.ndarray
    wins: np.ndarray
    places: np.ndarray

    @classmethod
    def of(cls, games: Sequence[Row], num_players: int) -> "Seats":
        """By the rows of games."""
        agents = np.array([row["line_up"] for row in games], np.int64).reshape(-1, num_players)
        scores = np.array([row["scores"] for row in games], np.int64).reshape(-1, num_players)
        ahead = (scores[:, None, :] > scores[:, :, None]).sum(axis=2)
        level = (scores[:, None, :] == scores[:, :, None]).sum(axis=2)
        return cls(agents, scores, wins(scores), ahead + (level + 1) / 2)


def figures(schedule: Schedule, games: Sequence[Row], sessions: Sequence[dict[str, Any]]) -> Figures:
    """All figures, in JSON's types; `games` in the order of their numbers.

    `games` of an agent counts seats: an agent with two seats at a table plays two games there. Shares lie between `low`
    and `high` at 95 % (Wilson); those of an agent with several seats at a table a little closer together, since only
    one of them can win. Raises ValueError where there are no games.
    """
    if not games:
        raise ValueError("no game has been finished")
    seats, names = Seats.of(games, schedule.num_players), schedule.agents
    ratings = plackett_luce(len(names), seats)
    seconds = sum(session["seconds"] for session in sessions)
    found = {
        "players": schedule.num_players,
        "games": len(games),
        "tables": schedule.tables,
        "seed": schedule.seed,
        "fair_share": 1 / schedule.num_players,
        "games_per_second": len(games) / seconds if seconds else None,
        "agents": {
            name: {**agent_figures(i, seats), "rating": ratings[i][0], "rating_sigma": ratings[i][1]}
            for i, name in enumerate(names)
        },
        "seconds_per_decision": thinking(names, sessions),
        "head_to_head": {
            one: {other: head_to_head(i, j, seats) for j, other in enumerate(names) if met(i, j, seats)}
            for i, one in enumerate(names)
        },
        "endings": dict(Counter(row["ending"] for row in games).most_common()),
        "decisions_per_game": float(np.mean([sum(row["decisions"]) for row in games])),
        "points_by_action": {name: points_by_action(i, games) for i, name in enumerate(names)},
    }
    return found if schedule.tables == "mixed" else {**found, "one_vs_rest": one_vs_rest(names, seats)}


def share(parts: np.ndarray) -> Figures:
    """How many there are, their mean, and what the true share lies between."""
    if not len(parts):
        return {"games": 0, "win_share": None, "low": None, "high": None}
    mean = float(parts.mean())
    low, high = wilson_interval(mean, len(parts))
    return {"games": len(parts), "win_share": mean, "low": float(low), "high": float(high)}


def agent_figures(agent: int, seats: Seats) -> Figures:
    """Shares of wins, in all and by seat, placement and points."""
    its = seats.agents == agent
    return {
        **share(seats.wins[its]),
        "by_seat": [share(seats.wins[its[:, seat], seat]) for seat in range(its.shape[1])],
        "placement": float(seats.places[its].mean()) if its.any() else None,
        "points": float(seats.scores[its].mean()) if its.any() else None,
    }


def met(one: int, other: int, seats: Seats) -> bool:
    """Whether two agents have sat at one table."""
    return one != other and bool(((seats.agents == one).any(axis=1) & (seats.agents == other).any(axis=1)).any())


def head_to_head(one: int, other: int, seats: Seats) -> Figures:
    """Of all pairs of a seat of each at the same table, how often that of `one` is ahead; ties count half."""
    pairs = (seats.agents == one)[:, :, None] & (seats.agents == other)[:, None, :]
    difference = (seats.scores[:, :, None] - seats.scores[:, None, :])[pairs]
    return share((np.sign(difference) + 1) / 2)


def one_vs_rest(names: Sequence[str], seats: Seats) -> Figures:
    """For each agent and each other, the share of wins of the first, alone against a table of the second."""
    counts = [(seats.agents == i).sum(axis=1) for i in range(len(names))]
    found: Figures = {name: {} for name in names}
    for (i, one), (j, other) in permutations(enumerate(names), 2):
        tables = (counts[i] == 1) & (counts[j] == seats.agents.shape[1] - 1)
        found[one][other] = share(seats.wins[tables][seats.agents[tables] == i])
    return found


def plackett_luce(agents: int, seats: Seats) -> list[tuple[float, float]]:
    """Rating and its uncertainty for each agent, game by game, by the model of Weng and Lin (JMLR 12, 2011).

    Of an agent with several seats at a table the mean of what these would be rated counts.
    """
    model = PlackettLuce(tau=0.0)  # agents do not change from game to game
    found = [model.rating() for _ in range(agents)]
    for line_up, places in zip(seats.agents.tolist(), seats.places.tolist(), strict=True):
        rated = model.rate([[model.rating(found[i].mu, found[i].sigma)] for i in line_up], ranks=places)
        new = defaultdict(list)
        for i, team in zip(line_up, rated, strict=True):
            new[i].append(team[0])
        for i, ratings in new.items():
            mu = sum(rating.mu for rating in ratings) / len(ratings)
            found[i] = model.rating(mu, sum(rating.sigma for rating in ratings) / len(ratings))
    return [(float(rating.mu), float(rating.sigma)) for rating in found]


def thinking(names: Sequence[str], sessions: Sequence[dict[str, Any]]) -> dict[str, float | None]:
    """Seconds for a decision, by agent, in all sessions."""
    spent = {name: np.zeros(2) for name in names}
    for session in sessions:
        for name, row in session["thinking"].items():
            spent[name] += row["seconds"], row["decisions"]
    return {name: float(seconds / decisions) if decisions else None for name, (seconds, decisions) in spent.items()}


def points_by_action(agent: int, games: Sequence[Row]) -> dict[str, float]:
    """Mean points for a seat, by the phase and kind of action that brought them, whoever took it."""
    points, seats = Counter[str](), 0
    for row in games:
        for who, gained in zip(row["line_up"], row["points"], strict=True):
            if who == agent:
                points.update(gained)
                seats += 1
    return {source: count / seats for source, count in points.most_common()}
