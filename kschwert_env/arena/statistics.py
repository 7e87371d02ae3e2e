"""Statistics of an arena's games: win shares, ratings, head-to-head results."""

from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from itertools import permutations
from typing import Any, NamedTuple

import numpy as np

from kschwert_env.arena.game_runner import GameResult, wins
from kschwert_env.arena.schedule import Schedule
from kschwert_env.engine.records.game_stats import wilson_interval
from kschwert_env.importing import needing

Figures = dict[str, Any]
"""Statistics by name, in JSON types; None where there is no data."""


class SeatResults(NamedTuple):
    """Results of all seats in g games with P seats, as arrays of shape (g, P).

    Attributes:
        agents: int64, index of the seat's agent.
        scores: int64, points.
        wins: float64, share of the win.
        ranks: float64, placement: 1 for the winner, ties averaged.
    """

    agents: np.ndarray
    scores: np.ndarray
    wins: np.ndarray
    ranks: np.ndarray

    @classmethod
    def from_games(cls, games: Sequence[GameResult], num_players: int) -> "SeatResults":
        """Collect the results of games."""
        agents = np.array([row["line_up"] for row in games], np.int64).reshape(-1, num_players)
        scores = np.array([row["scores"] for row in games], np.int64).reshape(-1, num_players)
        ahead = (scores[:, None, :] > scores[:, :, None]).sum(axis=2)
        level = (scores[:, None, :] == scores[:, :, None]).sum(axis=2)
        return cls(agents, scores, wins(scores), ahead + (level + 1) / 2)


def figures(schedule: Schedule, games: Sequence[GameResult], sessions: Sequence[dict[str, Any]]) -> Figures:
    """Return all statistics, in JSON types; `games` must be sorted by number.

    `games` of an agent counts seats: an agent with two seats in a game plays two games there. `low` and `high` are 95 %
    intervals (Wilson); for an agent with several seats in a game they are slightly too wide, since only one of its
    seats can win. Raises ValueError without games.
    """
    if not games:
        raise ValueError("no game has been finished")
    seats, names = SeatResults.from_games(games, schedule.num_players), schedule.agents
    ratings = plackett_luce(len(names), seats)
    seconds = sum(session["seconds"] for session in sessions)
    results = {
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
    return results if schedule.tables == "mixed" else {**results, "one_vs_rest": one_vs_rest(names, seats)}


def share(parts: np.ndarray) -> Figures:
    """Return the number of seats, their mean share of the win and its 95 % interval."""
    if not len(parts):
        return {"games": 0, "win_share": None, "low": None, "high": None}
    mean = float(parts.mean())
    low, high = wilson_interval(mean, len(parts))
    return {"games": len(parts), "win_share": mean, "low": float(low), "high": float(high)}


def agent_figures(agent: int, seats: SeatResults) -> Figures:
    """Return win shares, in total and by seat, mean placement and mean points of an agent."""
    its = seats.agents == agent
    return {
        **share(seats.wins[its]),
        "by_seat": [share(seats.wins[its[:, seat], seat]) for seat in range(its.shape[1])],
        "placement": float(seats.ranks[its].mean()) if its.any() else None,
        "points": float(seats.scores[its].mean()) if its.any() else None,
    }


def met(one: int, other: int, seats: SeatResults) -> bool:
    """Return whether two agents have played in the same game."""
    return one != other and bool(((seats.agents == one).any(axis=1) & (seats.agents == other).any(axis=1)).any())


def head_to_head(one: int, other: int, seats: SeatResults) -> Figures:
    """Return how often a seat of `one` has more points than a seat of `other` in the same game; ties count half."""
    pairs = (seats.agents == one)[:, :, None] & (seats.agents == other)[:, None, :]
    difference = (seats.scores[:, :, None] - seats.scores[:, None, :])[pairs]
    return share((np.sign(difference) + 1) / 2)


def one_vs_rest(names: Sequence[str], seats: SeatResults) -> Figures:
    """Return each agent's win share, alone against copies of each other agent."""
    counts = [(seats.agents == i).sum(axis=1) for i in range(len(names))]
    shares: Figures = {name: {} for name in names}
    for (i, one), (j, other) in permutations(enumerate(names), 2):
        tables = (counts[i] == 1) & (counts[j] == seats.agents.shape[1] - 1)
        shares[one][other] = share(seats.wins[tables][seats.agents[tables] == i])
    return shares


def plackett_luce(agents: int, seats: SeatResults) -> list[tuple[float, float]]:
    """Return rating and uncertainty (sigma) of each agent by the Plackett-Luce model of Weng and Lin (JMLR 12, 2011).

    Games are rated in order. An agent with several seats in a game gets the mean of its seats' new ratings. Raises
    ImportError without the extra `agents`.
    """
    with needing("agents", "ratings"):
        from openskill.models import PlackettLuce

    model = PlackettLuce(tau=0.0)  # agents do not change from game to game
    skills = [model.rating() for _ in range(agents)]
    for line_up, ranks in zip(seats.agents.tolist(), seats.ranks.tolist(), strict=True):
        rated = model.rate([[model.rating(skills[i].mu, skills[i].sigma)] for i in line_up], ranks=ranks)
        new = defaultdict(list)
        for i, team in zip(line_up, rated, strict=True):
            new[i].append(team[0])
        for i, ratings in new.items():
            mu = sum(rating.mu for rating in ratings) / len(ratings)
            skills[i] = model.rating(mu, sum(rating.sigma for rating in ratings) / len(ratings))
    return [(float(rating.mu), float(rating.sigma)) for rating in skills]


def thinking(names: Sequence[str], sessions: Sequence[dict[str, Any]]) -> dict[str, float | None]:
    """Return seconds per decision by agent, over all sessions; None for an agent without decisions."""
    spent = {name: np.zeros(2) for name in names}
    for session in sessions:
        for name, row in session["thinking"].items():
            spent[name] += row["seconds"], row["decisions"]
    return {name: float(seconds / decisions) if decisions else None for name, (seconds, decisions) in spent.items()}


def points_by_action(agent: int, games: Sequence[GameResult]) -> dict[str, float]:
    """Return mean points per seat of an agent, by phase and kind of the action that gave them."""
    points, seats = Counter[str](), 0
    for row in games:
        for who, gained in zip(row["line_up"], row["points"], strict=True):
            if who == agent:
                points.update(gained)
                seats += 1
    return {source: count / seats for source, count in points.most_common()}


def csv_rows(figures: Figures, key: str) -> list[Figures]:
    """Return a row for each entry of the figures, with its name as `key` and its numbers.

    Numbers inside another entry have both names: `random.win_share`. Lists are left out.
    """
    return [{key: name, **dict(_numbers(entry, ""))} for name, entry in figures.items()]


def _numbers(figures: Figures, before: str) -> Iterator[tuple[str, float | None]]:
    for name, value in figures.items():
        if isinstance(value, dict):
            yield from _numbers(value, f"{before}{name}.")
        elif not isinstance(value, list):
            yield f"{before}{name}", value
