"""The arena: balanced line-ups, statistics that can be recomputed, and sessions that resume."""

import json
import re
from collections import Counter
from fractions import Fraction
from itertools import combinations
from pathlib import Path
from typing import Any, ClassVar

import numpy as np
import pytest

from kschwert_env.agents.base import make_decision_batch
from kschwert_env.agents.registry import make_agent
from kschwert_env.arena.executors import ThreadExecutor, play
from kschwert_env.arena.game_log import GameLog, LogError
from kschwert_env.arena.game_runner import GameResult
from kschwert_env.arena.ray_executor import play_task, split
from kschwert_env.arena.schedule import Schedule, TableKind
from kschwert_env.arena.statistics import SeatResults, figures, one_vs_rest, plackett_luce
from kschwert_env.engine.compiled.rng import derived_seeds
from kschwert_env.engine.contract.actions import IllegalAction
from kschwert_env.engine.records.point_sources import END
from kschwert_env.two_crowns import Game, Rules

pytestmark = pytest.mark.needs_jit

NAMES = ("random", "greedy:worlds=2", "heuristic")


def schedule(names: tuple[str, ...] = NAMES, players: int = 2, tables: TableKind = "mixed", seed: int = 5) -> Schedule:
    return Schedule(names, players, tables, seed)


# -- who sits where -------------------------------------------------------------------------------------------


@pytest.mark.parametrize("players", [2, 3, 4, 5])
@pytest.mark.parametrize("count", [1, 2, 3, 4, 6])
def test_mixed_tables_are_fair(players: int, count: int) -> None:
    """In each block all agents play equally often in every seat, and line-ups are as balanced as possible."""
    plan = schedule(tuple("abcdef"[:count]), players)
    games = [plan.game(number) for number in range(3 * plan.block)]
    for start in range(0, len(games), plan.block):
        block = games[start : start + plan.block]
        taken = Counter((agent, seat) for game in block for seat, agent in enumerate(game.line_up))
        assert len(taken) == count * players
        assert len(set(taken.values())) == 1
        assert len({game.seed for game in block}) == 1
        for game in block:
            seats = Counter(game.line_up)
            assert max(seats.values()) - min(seats[agent] for agent in range(count)) <= 1
        with_whom = Counter(pair for game in block for pair in combinations(sorted(set(game.line_up)), 2))
        assert len(set(with_whom.values())) <= 1
    assert len({game.seed for game in games}) == 3


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_one_against_the_rest(players: int) -> None:
    """Every ordered pair, the single agent in each seat equally often; with two players unordered pairs."""
    plan = schedule(("a", "b", "c"), players, "one-vs-rest")
    pairings = 3 if players == 2 else 6
    assert plan.total(10 * players) == 10 * players * pairings
    seats: Counter[tuple[int, ...]] = Counter()
    for number in range(plan.total(players)):
        line_up = plan.game(number).line_up
        counts = Counter(line_up)
        one = min(counts, key=lambda agent: (counts[agent], agent))
        other = max(counts, key=lambda agent: (counts[agent], agent))
        assert (counts[one], counts[other]) == (1, players - 1)
        seats[one, other, line_up.index(one)] += 1
    assert len(seats) == pairings * players
    assert set(seats.values()) == {1}


@pytest.mark.parametrize("players", [2, 4])
def test_each_against_the_first(players: int) -> None:
    """Each agent plays alone in every seat on the same deal, only against the first agent."""
    plan = schedule(("a", "b", "c"), players, "one-vs-first")
    assert plan.total(10) == 20
    block = [plan.game(number) for number in range(plan.block)]
    assert plan.block == 2 * players
    assert len({game.seed for game in block}) == 1
    seats = Counter((one, game.line_up.index(one)) for game in block for one in set(game.line_up) - {0})
    assert seats == {(one, seat): 1 for one in (1, 2) for seat in range(players)}
    assert all(sorted(game.line_up)[:-1] == [0] * (players - 1) for game in block)


def test_every_pairing_gets_the_games_asked_for() -> None:
    """Also if a block is cut short."""
    plan = schedule(("a", "b", "c"), 4, "one-vs-rest")
    tables = Counter(tuple(sorted(plan.game(number).line_up)) for number in range(plan.total(7)))
    assert set(tables.values()) == {7}
    assert len(tables) == 6


def test_a_longer_arena_begins_like_a_shorter_one() -> None:
    plan = schedule(players=4)
    assert plan.game(40) == schedule(players=4).game(40)
    assert plan.game(40) != schedule(players=4, seed=6).game(40)


@pytest.mark.parametrize(
    ("names", "tables", "message"),
    [
        (("random", "random"), "mixed", "duplicate agent 'random'"),
        ((), "mixed", "mixed tables need at least 1 agents, not 0"),
        (("random",), "one-vs-rest", "one-vs-rest tables need at least 2 agents, not 1"),
        (("random",), "one-vs-first", "one-vs-first tables need at least 2 agents, not 1"),
    ],
)
def test_tables_that_cannot_be_filled(names: tuple[str, ...], tables: TableKind, message: str) -> None:
    with pytest.raises(ValueError, match=re.escape(message)):
        schedule(names, tables=tables)


# -- sessions -------------------------------------------------------------------------------------------------


def session(
    folder: Path, games: int, resume: bool = False, workers: int = 1, report: Any = lambda played: None
) -> GameLog:
    rules, plan = Rules(), schedule()
    log = GameLog(folder, {"names": list(plan.agents), "seed": plan.seed}, resume)
    agents = [make_agent(name, rules) for name in plan.agents]
    complete = play(plan, games, log, ThreadExecutor(rules, agents, plan.agents, workers), report)
    log.close()
    assert complete == (len(log.games) >= games)
    return log


@pytest.fixture(scope="module")
def unbroken(tmp_path_factory: pytest.TempPathFactory) -> GameLog:
    return session(tmp_path_factory.mktemp("unbroken"), 36)


def test_games_can_be_played_again_alone(unbroken: GameLog) -> None:
    """Replay them by `Game` with the logged seed, one decision at a time, from the seats' observations."""
    rules, plan = Rules(), schedule()
    agents = [make_agent(name, rules) for name in NAMES]
    assert [row["game"] for row in unbroken.games] == list(range(36))
    for row in unbroken.games[:8]:
        assert (row["game"], row["seed"], tuple(row["line_up"])) == plan.game(row["game"])
        game, decisions = Game(rules, row["seed"]), [0, 0]
        while game.player is not None:
            seeds = derived_seeds(np.array([row["seed"]]), np.array([sum(decisions)]))
            agent = agents[row["line_up"][game.player]]
            decisions[game.player] += 1
            game.step(int(agent.act(make_decision_batch(rules, game.state.reshape(1), seeds))[0]))
        assert (game.scores.tolist(), decisions) == (row["scores"], row["decisions"])
        assert row["ending"] == ("truncated" if game.is_truncated else "terminated")


def test_points_are_told_apart_by_what_brought_them(unbroken: GameLog) -> None:
    """Their sum is the difference between the castles at the start and at the end."""
    brings = {"lay: done", "lay: lay", "pay: pay", "keep: keep", END}  # what settles a battle
    for often in ("lay: done", END):
        assert any(often in gained for row in unbroken.games for gained in row["points"])
    for row in unbroken.games:
        assert [20 + sum(gained.values()) for gained in row["points"]] == row["scores"]
        assert all(set(gained) <= brings for gained in row["points"])


def test_a_resumed_session_equals_an_unbroken_one(unbroken: GameLog, tmp_path: Path) -> None:
    session(tmp_path, 5)
    assert len(session(tmp_path, 20, resume=True, workers=2).games) == 20
    assert session(tmp_path, 36, resume=True, workers=3).games == unbroken.games
    assert session(tmp_path, 36, resume=True).games == unbroken.games


def test_an_interrupted_session_keeps_what_is_finished(unbroken: GameLog, tmp_path: Path) -> None:
    def interrupt(played: int) -> None:
        if played == 4:
            raise KeyboardInterrupt

    kept = session(tmp_path, 36, workers=2, report=interrupt)
    assert 4 <= len(kept.games) <= 36
    assert all(row in unbroken.games for row in kept.games)
    assert session(tmp_path, 36, resume=True).games == unbroken.games


def test_the_file_is_the_same_however_games_were_played(unbroken: GameLog, tmp_path: Path) -> None:
    """Except for the lines of sessions at the end, which contain times."""
    session(tmp_path, 20, workers=2)
    session(tmp_path, 36, resume=True, workers=3)
    header, *lines = (tmp_path / "games.jsonl").read_text().splitlines()
    assert json.loads(header)["names"] == list(NAMES)
    assert lines[:36] == [json.dumps(row) for row in unbroken.games]
    assert [list(json.loads(line)) for line in lines[36:]] == [["session"]] * 2
    log = GameLog(tmp_path, json.loads(header), resume=True)
    log.close()
    assert log.lines == [json.loads(line) for line in lines]


@pytest.mark.parametrize(("games", "cores"), [(36, 2), (7, 8), (1000, 2)])
def test_tasks_of_a_cluster_have_all_games_between_them(games: int, cores: int) -> None:
    plan = [schedule().game(number) for number in range(games)]
    parts = split(plan, cores)
    assert [game for part in parts for game in part] == plan
    assert all(1 <= len(part) <= 64 for part in parts)
    assert len(parts) >= min(games, 4 * cores)


def test_a_task_plays_its_games_as_a_session_does(unbroken: GameLog) -> None:
    rows, thinking = play_task(Rules(), NAMES, [schedule().game(number) for number in range(9, 15)])
    assert sorted(rows, key=lambda row: int(row["game"])) == unbroken.games[9:15]
    assert thinking[:, 0].sum() == sum(sum(row["decisions"]) for row in rows)


def test_a_line_that_was_cut_off_is_played_again(unbroken: GameLog, tmp_path: Path) -> None:
    session(tmp_path, 6)
    file = tmp_path / "games.jsonl"
    lines = file.read_text().splitlines(keepends=True)
    file.write_text("".join(lines[:4]) + lines[4][:20])
    assert session(tmp_path, 36, resume=True).games == unbroken.games


@pytest.mark.parametrize("text", ["a text without a line break", "5\n", "[]\n{}\n"])
def test_another_file_is_left_as_it_is(tmp_path: Path, text: str) -> None:
    (tmp_path / "games.jsonl").write_text(text)
    with pytest.raises(LogError, match="is not a log of an arena"):
        GameLog(tmp_path, {}, resume=True)
    assert (tmp_path / "games.jsonl").read_text() == text


@pytest.mark.parametrize("answer", [-1, -2])
def test_an_agent_that_answers_no_action_is_refused(answer: int, tmp_path: Path) -> None:
    """In the engine these numbers are codes for a random action and for none."""

    class Shirker:
        games_at_once: ClassVar[int] = 1

        def act(self, decisions: Any) -> np.ndarray:
            return np.full(len(decisions), answer)

    log = GameLog(tmp_path, {}, resume=False)
    with pytest.raises(IllegalAction, match=f"not {answer}"):
        play(schedule(("a", "b")), 4, log, ThreadExecutor(Rules(), [Shirker(), Shirker()], ("a", "b"), 1))
    log.close()


def test_games_are_not_overwritten_nor_mixed_with_others(tmp_path: Path) -> None:
    session(tmp_path, 2)
    with pytest.raises(LogError, match="already holds games; add --resume"):
        session(tmp_path, 2)
    with pytest.raises(LogError, match="was started with seed 5, not 6"):
        GameLog(tmp_path, {"names": list(NAMES), "seed": 6}, resume=True)
    (tmp_path / "games.jsonl").write_text("no JSON\n")
    with pytest.raises(LogError, match="is not a log of an arena"):
        session(tmp_path, 2, resume=True)


def test_what_an_agent_does_wrong_is_told(tmp_path: Path) -> None:
    class Wrong:
        games_at_once: ClassVar[int] = 4

        def act(self, decisions: Any) -> np.ndarray:
            return np.zeros(len(decisions), np.int64) + np.argmin(decisions.masks, axis=1)

    log = GameLog(tmp_path, {}, resume=False)
    with pytest.raises(ValueError, match="is illegal"):
        play(schedule(("wrong", "too")), 4, log, ThreadExecutor(Rules(), [Wrong(), Wrong()], ("wrong", "too"), 2))
    log.close()


# -- figures --------------------------------------------------------------------------------------------------

TABLE: list[GameResult] = [  # four players, three agents
    {"line_up": [0, 1, 2, 0], "scores": [9, 9, 3, 1]},
    {"line_up": [1, 2, 1, 0], "scores": [4, 4, 4, 4]},
    {"line_up": [2, 0, 1, 2], "scores": [7, 1, 2, 6]},
]


def rows(games: list[GameResult]) -> list[GameResult]:
    common = {"ending": "terminated", "decisions": [1, 2, 3, 4], "points": [{}, {"lay": 2}, {"lay": 1}, {}]}
    return [{**common, **game} for game in games]


def test_figures_by_hand() -> None:
    found = figures(schedule(("a", "b", "c"), 4), rows(TABLE), [])
    a, b, c = (found["agents"][name] for name in "abc")
    assert [its["games"] for its in (a, b, c)] == [4, 4, 4]
    shares = [Fraction(1, 2) + Fraction(1, 4), Fraction(1, 2) + 2 * Fraction(1, 4), 1 + Fraction(1, 4)]
    assert [its["win_share"] for its in (a, b, c)] == [float(share / 4) for share in shares]
    assert [its["placement"] for its in (a, b, c)] == [
        (1.5 + 4 + 2.5 + 4) / 4,
        (1.5 + 2.5 + 2.5 + 3) / 4,
        (3 + 2.5 + 1 + 2) / 4,
    ]
    assert [its["points"] for its in (a, b, c)] == [15 / 4, 19 / 4, 20 / 4]
    assert found["fair_share"] == 0.25
    assert found["endings"] == {"terminated": 3}
    assert found["decisions_per_game"] == 10
    assert found["points_by_action"] == {"a": {"lay": 0.5}, "b": {"lay": 1.0}, "c": {"lay": 0.75}}
    assert [seat["games"] for seat in a["by_seat"]] == [1, 1, 0, 2]
    assert a["by_seat"][0]["win_share"] == 0.5
    # a against b: level and behind, level twice, behind
    assert found["head_to_head"]["a"]["b"]["games"] == 5
    assert found["head_to_head"]["a"]["b"]["win_share"] == (0.5 + 0 + 0.5 + 0.5 + 0) / 5
    assert found["head_to_head"]["b"]["a"]["win_share"] == pytest.approx(1 - 1.5 / 5)


def test_figures_of_played_games_recomputed(unbroken: GameLog) -> None:
    """Two players: recompute shares and intervals."""
    found = figures(schedule(), unbroken.games, unbroken.sessions)
    for i, name in enumerate(NAMES):
        wins = [
            Fraction(row["scores"][seat] == max(row["scores"]), row["scores"].count(max(row["scores"])))
            for row in unbroken.games
            for seat in (0, 1)
            if row["line_up"][seat] == i
        ]
        its, n, share = found["agents"][name], len(wins), float(sum(wins) / len(wins))
        assert (its["games"], its["win_share"]) == (n, pytest.approx(share))
        for bound in (its["low"], its["high"]):  # Wilson: where the normal approximation at the bound meets the share
            assert (share - bound) ** 2 == pytest.approx(1.959964**2 * bound * (1 - bound) / n)
        assert its["low"] < its["high"]
    ratings = [found["agents"][name]["rating"] for name in NAMES]
    assert ratings[2] > max(ratings[:2])
    assert all(found["seconds_per_decision"][name] > 0 for name in NAMES)
    assert found["games_per_second"] == 36 / sum(session["seconds"] for session in unbroken.sessions)


def test_shares_against_a_table_of_others() -> None:
    """An agent alone in a seat: its win share. Two players meet in one pairing, reported from both sides."""
    games = rows([{"line_up": [1, 0, 1], "scores": [5, 5, 2]}, {"line_up": [0, 1, 0], "scores": [1, 2, 0]}])
    found = one_vs_rest(("a", "b"), SeatResults.from_games(games, 3))
    assert (found["a"]["b"]["games"], found["a"]["b"]["win_share"]) == (1, 0.5)
    assert (found["b"]["a"]["games"], found["b"]["a"]["win_share"]) == (1, 1.0)
    two = one_vs_rest(("a", "b"), SeatResults.from_games(rows([{"line_up": [1, 0], "scores": [5, 6]}]), 2))
    assert (two["a"]["b"]["win_share"], two["b"]["a"]["win_share"]) == (1.0, 0.0)


def test_ratings_sharpen_with_the_games() -> None:
    """Agents don't change, so the order of games hardly matters, and the uncertainty decreases."""
    played = rows([{"line_up": [0, 1], "scores": [1, 0]}, {"line_up": [1, 0], "scores": [1, 0]}] * 1000)
    sigmas = [plackett_luce(2, SeatResults.from_games(played[:count], 2))[0][1] for count in (500, 1000, 2000)]
    assert sigmas[0] > 1.2 * sigmas[1] > 1.2**2 * sigmas[2]


def test_no_figures_without_games() -> None:
    with pytest.raises(ValueError, match="no game has been finished"):
        figures(schedule(), [], [])
